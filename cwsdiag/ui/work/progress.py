"""How far work in the background is, on the page that asked for it, and why it is over that is not done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.difficulty import cache_folder
from cwsdiag.errors import CwsdiagError
from cwsdiag.ui.shell import widgets
from cwsdiag.views.wording import counted, on_page

if TYPE_CHECKING:
    from cwsdiag.ui.work.background import Job

# Seconds between two looks at what is under way.
_LOOK = 0.5
STOP_HELP = "Stops it for everybody who waits for it. What was learnt is kept."
FAULT = "This is a fault in cwsdiag, not in your files. The server's log says what happened."


@st.fragment(run_every=_LOOK)
def progress(job: Job[Any], what: str, *, key: str) -> None:
    """Draw how far a job is, again and again, until it is over; then the page is drawn anew."""
    if job.is_over:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key} progress"):
        st.progress(job.share, text=said(job, what))
        with widgets.controls(f"{key} stop"):
            st.button("Cancel", key=f"cancel {key}", icon=":material/stop:", on_click=job.stop,
                      disabled=job.is_stopping(), help=STOP_HELP)  # fmt: skip


def said(job: Job[Any], what: str) -> str:
    """Return how far a job is, in words."""
    if job.is_stopping():
        return "Stopping when the current step is done …"
    if job.state == "waiting":
        return "Waiting for another run on this server …"
    left = job.seconds_left
    if not job.done:
        return "Reading the training data …"
    much = f"{job.done:,} of {counted(job.total, what)}"
    return much if left is None else f"{much}, about {time_said(left)} left"


def time_said(seconds: float) -> str:
    """Return a time as people say it."""
    if seconds < 90:
        return counted(max(1, round(seconds)), "seconds")
    return counted(round(seconds / 60), "minutes")


def ended(job: Job[Any], what: str) -> None:
    """Say why a job is over that is not done."""
    if job.state == "stopped":
        kept = "Those are kept: the next run goes on from there." if what == "members" else ""
        widgets.box("info", f"Stopped after {job.done:,} of {counted(job.total, what)}. {kept}".strip())
    elif job.state == "failed":
        said = on_page(job.error) if isinstance(job.error, CwsdiagError) else FAULT
        # Where the server keeps things is nobody's business.
        said = said.replace(str(cache_folder()), "the server's cache folder")
        widgets.box("error", said, title="This could not be made")
