"""The report of the findings: made in the background when somebody asks for it, and taken home as one zip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.findings import to_text
from cwsdiag.languages import _, language, n_, speaking
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.work.jobs import Job, aside
from cwsdiag.ui.work.progress import watch, why

if TYPE_CHECKING:
    from cwsdiag.exhibits.looks import Looks
    from cwsdiag.findings import Finding

    # The zip, and what could not be drawn.
    Report = tuple[bytes, Sequence[str]]

# The folder in the zip, and the name of that.
_FOLDER = "report"
_ASKED = "report that was asked for"


def report_button(findings: Sequence[Finding], looks: Looks) -> None:
    """Draw what makes a report of the findings in the language of the page: a button, how far it is, the download.

    Args:
        findings: in order; at least one.
        looks: where their datasets come from; gold that they withhold is in no report.
    """

    @state.spoken
    def ask() -> None:
        # What it is made of is read here, where the session is known.
        from cwsdiag.report.bundle.contents import contents_of
        from cwsdiag.report.bundle.writing import report_of

        spoken, contents = language(), contents_of(_("Findings"), findings, looks)
        asked: Job[Report] = Job()
        st.session_state[_ASKED] = spoken, to_text(findings), asked

        def make(job: Job[Report]) -> Report:
            with speaking(spoken):
                written = report_of(contents, progress=job.tell)
                return written.zipped(_FOLDER), written.problems

        aside(asked, make)

    job = _job(findings)
    if job is None or job.state == "failed":
        st.button(
            _("Make a report"),
            key="make a report",
            icon=":material/description:",
            help=_("A page, slides, figures, tables and all numbers, in one zip."),
            on_click=ask,
        )
    elif job.state != "done":
        watch(job, lambda: st.progress(job.share, text=_how_far(job)))
    else:
        widgets.download(
            _("Download the report"),
            data=job.result()[0],
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
    elif problems := job.result()[1]:
        widgets.box("info", "\n".join(problems), title=_("Some figures are missing in the report"))


def _job(findings: Sequence[Finding]) -> Job[Report] | None:
    """Return the work on the report of these findings in the language of the page; None where nobody asked for it."""
    spoken, text, job = st.session_state.get(_ASKED, ("", "", None))
    # A report of other findings, or in another language, is another report.
    return job if (spoken, text) == (language(), to_text(findings)) else None


def _how_far(job: Job[Report]) -> str:
    done, total = job.steps
    if not total:
        return _("The report is made …")
    return n_("The report is made: {done:,} of {n:,} step", "The report is made: {done:,} of {n:,} steps", total,
              done=done)  # fmt: skip
