"""How far work in the background is, on the page that asked for it, and why it is over that is not done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import wait
from typing import Any, TypeVar

import streamlit as st

from cwsdiag.difficulty import cache_folder
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui import state
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.in_place import first_place
from cwsdiag.ui.work.results import Job, queue
from cwsdiag.ui.work.worker import place
from cwsdiag.views.wording import on_page

T = TypeVar("T")

# Seconds that a page waits for an answer before it is drawn without: what is there so soon would only make it flicker.
PATIENCE = 0.3
# Seconds between two looks at what is under way.
_LOOK = 0.5
_FAULT = lazy("This is a fault in cwsdiag, not in your files. The server's log says what happened.")


@st.fragment(run_every=_LOOK)
@state.spoken
def watch(job: Job[Any], draw: Callable[[], object]) -> None:
    """Draw how far a job is, again and again, until it is over; then the page is drawn anew."""
    if job.done():
        st.rerun()
    draw()


def progress(job: Job[Any], *, key: str) -> None:
    """Draw how far a job of the queue is, and what cancels it, until it is over; then the page is drawn anew.

    Of one that is over and not done it is said why.
    """
    if job.state == "stopped":
        widgets.box("info", _("Stopped: {steps}.", steps=_steps(job)))
    elif job.state == "failed":
        _failed(job)
    elif not job.done():
        if place().scheduler is not None:
            widgets.note(_("The workers of a cluster do this."))

        def how_far() -> None:
            text = _steps(job) if job.steps[0] else _("Reading the training data …")
            bar(job, queue().before(job), job.share, text, key=key)

        watch(job, how_far)


def bar(job: Job[Any], before: int, share: float, text: str, *, key: str) -> None:
    """Draw how far a job is, and what cancels it.

    Args:
        job: the work.
        before: how many are done before it, while it waits.
        share: how much is done, from 0 to 1.
        text: says how far it is, once it has begun.
        key: of what is drawn.
    """
    if job.stopping:
        text = _("Stopping when the current step is done …")
    elif job.state == "waiting" and before:
        text = n_("Waiting: {n:,} run before this one …", "Waiting: {n:,} runs before this one …", before)
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key} progress"):
        st.progress(share, text=text)
        with widgets.controls(f"{key} stop"):
            st.button(_("Cancel"), key=f"cancel {key}", icon=":material/stop:", on_click=job.stop,
                      help=_("Stops it for everybody who waits for it."))  # fmt: skip


def _steps(job: Job[Any]) -> str:
    done, total = job.steps
    return _("{done:,} of {total:,} done", done=done, total=total)


def _failed(job: Job[Any]) -> None:
    widgets.box("error", why(job), title=_("This could not be made"))


def why(job: Job[Any]) -> str:
    """Return why work failed; where the server keeps things is nobody's business."""
    error = job.exception()
    said = on_page(error) if isinstance(error, CwsdiagError) else translated(_FAULT)
    return said.replace(str(cache_folder()), _("the server's cache folder"))


def answer(job: Job[T]) -> T | None:
    """Return the answer to a question about results; None where that takes longer than a moment, or failed."""
    return job.result() if wait([job], PATIENCE).done and job.state == "done" else None


def wait_for_answer(job: Job[Any], under_way: str = "") -> None:
    """Say that an answer is sought where ``answer`` gave None, or why there is none; drawn anew when it is there.

    Args:
        job: the work.
        under_way: what is said meanwhile; nothing by default.
    """
    if job.state == "failed":
        _failed(job)
        return
    key = f"under-way-{id(job)}"
    with st.container(key=key):
        widgets.note(under_way)
    with first_place():
        _look(job, key)


@st.fragment(run_every=_LOOK)
@state.spoken
def _look(job: Job[Any], key: str) -> None:
    # The page would ask again for what failed, and again.
    if job.state == "failed":
        st.html(f"<style>.st-key-{key} {{ display: none; }}</style>")
        _failed(job)
    elif job.done():
        st.rerun()
