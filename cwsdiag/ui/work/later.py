"""What takes seconds and stands beside what is there at once: pages are drawn without it, and anew when it is.

What fails is said where it would have stood; the rest of the page is there, and the next run tries again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.work.background import Job, Jobs, aside
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cwsdiag.views.results import Results

T = TypeVar("T")

# Seconds that a page waits for it before it is drawn without: what is there so soon would only make it flicker.
PATIENCE = 0.3
_LOOK = 0.3
# Answers are small beside the results that they are about.
_PLACES = 256


def begun(results: Results, question: Hashable, make: Callable[[], T]) -> Job[T]:
    """Return the work on a question about results, begun in a thread of its own where it is new, or failed.

    Args:
        results: what it is about; the work is kept with it.
        question: which; what holds texts has the language in it.
        make: answers it; draws nothing, and knows no session.
    """
    jobs = results.once("later", lambda: Jobs(aside, places=_PLACES))
    return jobs.ask(question, lambda _job: _logged(make), total=0)


def _logged(make: Callable[[], T]) -> T:
    try:
        return make()
    except CwsdiagError:
        raise
    except Exception:
        # No page raises it: it says that there was one.
        logging.getLogger("cwsdiag").exception("work in the background failed")
        raise


def answer(job: Job[T]) -> T | None:
    """Return what came of the work; None where that takes longer than a moment, or failed."""
    return job.result if job.wait(PATIENCE) and job.error is None else None


def drawn_anew(job: Job[T], under_way: str = "", *, draw: Callable[[str], None] = widgets.note) -> None:
    """Say that work is under way, and look again and again whether it is over; then the page is drawn anew.

    To be called where ``answer`` gave None, whether or not the work has ended since. Where it failed, that is said.

    Args:
        job: the work.
        under_way: what is said meanwhile; nothing by default.
        draw: says it.
    """
    if job.error is None:
        _looked_for(job, under_way, draw)
    else:
        _failed(job.error)


@st.fragment(run_every=_LOOK)
def _looked_for(job: Job[T], under_way: str, draw: Callable[[str], None]) -> None:
    if job.error is not None:
        # Not by a run of the page, which would try again, and again.
        _failed(job.error)
    elif job.is_over:
        st.rerun()
    elif under_way:
        draw(under_way)


def _failed(error: BaseException) -> None:
    why = on_page(error) if isinstance(error, CwsdiagError) else type(error).__name__
    widgets.box("error", why, title=_("Work in the background failed; all else on this page holds"))
    if st.button(_("Try again"), key="try again"):
        st.rerun()
