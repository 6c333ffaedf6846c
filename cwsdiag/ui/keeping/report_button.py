"""The report of the findings: made in the background when somebody asks for it, and taken home as one zip."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.findings import to_text
from cwsdiag.languages import _, language, n_, speaking, translated
from cwsdiag.ui.shell import tongue, widgets
from cwsdiag.ui.work.background import Job, aside
from cwsdiag.ui.work.progress import FAULT
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.scenes import Scenes
    from cwsdiag.findings import Finding
    from cwsdiag.report.bundle.contents import Contents

    # Language and text of the findings.
    _Stamp = tuple[str, str]

# The folder in the zip, and the name of that.
_FOLDER = "report"
_ASKED = "report that was asked for"
# Seconds between two looks at what is under way.
_LOOK = 0.5


@dataclass(frozen=True, eq=False)
class _Zipped:
    """A report as one file, and what could not be drawn."""

    data: bytes
    problems: Sequence[str]


def report_button(findings: Sequence[Finding], scenes: Scenes) -> None:
    """Draw what makes a report of the findings in the language of the page: a button, how far it is, the download.

    Args:
        findings: in order; at least one.
        scenes: where their datasets come from; gold that they withhold is in no report.
    """
    job = _job(findings)
    if job is None or job.error is not None:
        st.button(
            _("Make a report"),
            key="make a report",
            icon=":material/description:",
            help=_("A page, slides, figures, tables and all numbers, in one zip."),
            on_click=_ask,
            args=(tuple(findings), scenes),
        )
    elif not job.is_over:
        _progress(job)
    else:
        widgets.download(
            _("Download the report"),
            data=job.result.data,
            name=f"{_FOLDER}.zip",
            mime="application/zip",
            key="download the report",
        )


def remarks(findings: Sequence[Finding]) -> None:
    """Say why the report that was asked for could not be made, or what is missing in it; nothing where all is well."""
    job = _job(findings)
    if job is None or not job.is_over:
        return
    if job.error is not None:
        why = on_page(job.error) if isinstance(job.error, CwsdiagError) else translated(FAULT)
        widgets.box("error", why, title=_("The report could not be made"))
    elif job.result.problems:
        widgets.box("info", "\n".join(job.result.problems), title=_("Some figures are missing in the report"))


def _job(findings: Sequence[Finding]) -> Job[_Zipped] | None:
    """Return the work on the report of these findings in the language of the page; None where nobody asked for it."""
    asked: tuple[_Stamp, Job[_Zipped]] | None = st.session_state.get(_ASKED)
    return asked[1] if asked is not None and asked[0] == _stamp(findings) else None


def _stamp(findings: Sequence[Finding]) -> _Stamp:
    # A report of other findings, or in another language, is another report.
    return language(), to_text(findings)


@st.fragment(run_every=_LOOK)
def _progress(job: Job[_Zipped]) -> None:
    """Say how far it is, again and again, until it is over; then the page is drawn anew."""
    if job.is_over:
        st.rerun()
    said = n_("The report is made: {done:,} of {n:,} step", "The report is made: {done:,} of {n:,} steps", job.total,
              done=job.done) if job.total else _("The report is made …")  # fmt: skip
    st.progress(job.share, text=said)


@tongue.spoken
def _ask(findings: Sequence[Finding], scenes: Scenes) -> None:
    """Have a report made; what it is made of is read here, where the session is known."""
    from cwsdiag.report.bundle.contents import contents_of

    spoken = language()
    job: Job[_Zipped] = Job(0)
    st.session_state[_ASKED] = _stamp(findings), job
    contents = contents_of(_("Findings"), findings, scenes)
    aside(job, lambda job: _made(job, contents, spoken))


def _made(job: Job[_Zipped], contents: Contents, spoken: str) -> _Zipped:
    from cwsdiag.report.bundle.writing import report_of

    try:
        with speaking(spoken):
            found = report_of(contents, told=job.tell)
            return _Zipped(found.zipped(_FOLDER), found.problems)
    except CwsdiagError:
        raise
    except Exception:
        # No page raises it: it says that there was one.
        logging.getLogger("cwsdiag").exception("a report could not be made")
        raise
