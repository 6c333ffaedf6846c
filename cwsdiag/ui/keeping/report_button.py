"""The report of the findings: made in the background when somebody asks for it, and taken home as one zip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.findings import to_text
from cwsdiag.languages import _, language, n_, speaking
from cwsdiag.ui.shell import tongue, widgets
from cwsdiag.ui.work.jobs import Job, aside
from cwsdiag.ui.work.progress import watch, why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.looks import Looks
    from cwsdiag.findings import Finding
    from cwsdiag.report.bundle.contents import Contents

    # Language and text of the findings.
    _Stamp = tuple[str, str]

# The folder in the zip, and the name of that.
_FOLDER = "report"
_ASKED = "report that was asked for"


@dataclass(frozen=True, eq=False)
class _Zipped:
    """A report as one file, and what could not be drawn."""

    data: bytes
    problems: Sequence[str]


def report_button(findings: Sequence[Finding], looks: Looks) -> None:
    """Draw what makes a report of the findings in the language of the page: a button, how far it is, the download.

    Args:
        findings: in order; at least one.
        looks: where their datasets come from; gold that they withhold is in no report.
    """
    job = _job(findings)
    if job is None or job.state == "failed":
        st.button(
            _("Make a report"),
            key="make a report",
            icon=":material/description:",
            help=_("A page, slides, figures, tables and all numbers, in one zip."),
            on_click=_ask,
            args=(tuple(findings), looks),
        )
    elif job.state != "done":
        watch(job, lambda: st.progress(job.share, text=_how_far(job)))
    else:
        widgets.download(
            _("Download the report"),
            data=job.result().data,
            name=f"{_FOLDER}.zip",
            mime="application/zip",
            key="download the report",
        )


def remarks(findings: Sequence[Finding]) -> None:
    """Say why the report that was asked for could not be made, or what is missing in it; nothing where all is well."""
    job = _job(findings)
    if job is None or not job.done():
        return
    if job.state == "failed":
        widgets.box("error", why(job), title=_("The report could not be made"))
    elif job.result().problems:
        widgets.box("info", "\n".join(job.result().problems), title=_("Some figures are missing in the report"))


def _job(findings: Sequence[Finding]) -> Job[_Zipped] | None:
    """Return the work on the report of these findings in the language of the page; None where nobody asked for it."""
    asked: tuple[_Stamp, Job[_Zipped]] | None = st.session_state.get(_ASKED)
    return asked[1] if asked is not None and asked[0] == _stamp(findings) else None


def _stamp(findings: Sequence[Finding]) -> _Stamp:
    # A report of other findings, or in another language, is another report.
    return language(), to_text(findings)


def _how_far(job: Job[_Zipped]) -> str:
    done, total = job.steps
    if not total:
        return _("The report is made …")
    return n_("The report is made: {done:,} of {n:,} step", "The report is made: {done:,} of {n:,} steps", total,
              done=done)  # fmt: skip


@tongue.spoken
def _ask(findings: Sequence[Finding], looks: Looks) -> None:
    """Have a report made; what it is made of is read here, where the session is known."""
    from cwsdiag.report.bundle.contents import contents_of

    spoken = language()
    job: Job[_Zipped] = Job()
    st.session_state[_ASKED] = _stamp(findings), job
    contents = contents_of(_("Findings"), findings, looks)
    aside(job, lambda job: _made(job, contents, spoken))


def _made(job: Job[_Zipped], contents: Contents, spoken: str) -> _Zipped:
    from cwsdiag.report.bundle.writing import report_of

    with speaking(spoken):
        found = report_of(contents, told=job.tell)
        return _Zipped(found.zipped(_FOLDER), found.problems)
