"""What takes seconds and stands beside what is there at once: pages are drawn without it, and anew when it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from cwsdiag.ui.work.background import Job, aside

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cwsdiag.views.results import Results

T = TypeVar("T")

# Seconds that a page waits for it before it is drawn without: what is there so soon would only make it flicker.
PATIENCE = 0.3
_LOOK = 0.3


def begun(results: Results, question: Hashable, make: Callable[[], T]) -> Job[T]:
    """Return the work on a question about results, begun in a thread of its own where nobody asked before.

    Args:
        results: what it is about; the work is kept with it.
        question: which; what holds texts has the language in it.
        make: answers it; draws nothing, and knows no session.
    """
    return results.once(("later", question), lambda: _started(make))


def _started(make: Callable[[], T]) -> Job[T]:
    job: Job[T] = Job(0)
    aside(job, lambda _job: make())
    return job


def answer(job: Job[T]) -> T | None:
    """Return what came of the work; None where that takes longer than a moment.

    Raises:
        BaseException: whatever the work raised.
    """
    if not job.wait(PATIENCE):
        return None
    if job.error is not None:
        raise job.error
    return job.result


@st.fragment(run_every=_LOOK)
def drawn_anew(job: Job[T]) -> None:
    """Look again and again whether the work is over; then the page is drawn anew.

    To be called where ``answer`` gave None, whether or not the work has ended since.
    """
    if job.is_over:
        st.rerun()
