"""How far work in the background is, on the page that asked for it, and why it is over that is not done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from cwsdiag.difficulty import cache_folder
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.work import line
from cwsdiag.ui.work.place import place
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from cwsdiag.ui.work.background import Job

# What the steps of a job are.
Learnt = Literal["members", "segmenters"]

# Seconds between two looks at what is under way.
_LOOK = 0.5
STOP_HELP = lazy("Stops it, unless somebody else waits for it too. What was learnt is kept.")
FAULT = lazy("This is a fault in cwsdiag, not in your files. The server's log says what happened.")


@st.fragment(run_every=_LOOK)
def progress(job: Job[Any], what: Learnt, *, key: str) -> None:
    """Draw how far a job is, again and again, until it is over; then the page is drawn anew."""
    if job.is_over:
        st.rerun()
    is_theirs = line.looked_at(job)
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key} progress"):
        st.progress(job.share, text=said(job, what))
        if is_theirs:
            with widgets.controls(f"{key} stop"):
                st.button(_("Cancel"), key=f"cancel {key}", icon=":material/stop:", on_click=line.cancel, args=(job,),
                          help=translated(STOP_HELP))  # fmt: skip
    if not is_theirs and not job.is_stopping():
        widgets.note(_("You cancelled it. It goes on for somebody else who waits for it, too."))


def where_done() -> None:
    """Say where work is done, if that is not the server's own machine."""
    if place().scheduler is not None:
        widgets.note(_("The workers of a cluster do this."))


def said(job: Job[Any], what: Learnt) -> str:
    """Return how far a job is, in words."""
    if job.is_stopping():
        return _("Stopping when the current step is done …")
    if job.state == "waiting":
        return waiting_said(job)
    left = job.seconds_left
    if not job.done:
        return _("Reading the training data …")
    total = _many(job.total, what)
    if left is None:
        return _("{done:,} of {total}", done=job.done, total=total)
    return _("{done:,} of {total}, about {time} left", done=job.done, total=total, time=time_said(left))


def waiting_said(job: Job[Any]) -> str:
    """Return how many runs are done before one that waits, and about how long they take where that is known."""
    turns = line.long_work()
    before, seconds = turns.before(job), turns.seconds_before(job)
    if not before:
        return _("Beginning …")
    if seconds is None:
        return n_("Waiting: {n:,} run before this one …", "Waiting: {n:,} runs before this one …", before)
    return n_(
        "Waiting: {n:,} run before this one, which takes about {time} …",
        "Waiting: {n:,} runs before this one, which take about {time} …",
        before,
        time=time_said(seconds),
    )


def _many(count: int, what: Learnt) -> str:
    if what == "members":
        return n_("{n:,} member", "{n:,} members", count)
    return n_("{n:,} segmenter", "{n:,} segmenters", count)


def time_said(seconds: float) -> str:
    """Return a time as people say it."""
    if seconds < 90:
        return n_("{n:,} second", "{n:,} seconds", max(1, round(seconds)))
    return n_("{n:,} minute", "{n:,} minutes", round(seconds / 60))


def ended(job: Job[Any], what: Learnt) -> None:
    """Say why a job is over that is not done."""
    if job.state == "stopped":
        values = {"done": job.done, "total": _many(job.total, what)}
        if what == "members":
            message = _("Stopped after {done:,} of {total}. Those are kept: the next run goes on from there.", **values)
        else:
            message = _("Stopped after {done:,} of {total}.", **values)
        widgets.box("info", message)
    elif job.state == "failed":
        said = on_page(job.error) if isinstance(job.error, CwsdiagError) else translated(FAULT)
        # Where the server keeps things is nobody's business.
        said = said.replace(str(cache_folder()), _("the server's cache folder"))
        widgets.box("error", said, title=_("This could not be made"))
