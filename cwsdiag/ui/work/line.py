"""The line that long work stands in, one for the whole server, and how who looks at a page gets a place in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

from cwsdiag.languages import _, n_
from cwsdiag.ui.host.visitor import visitor
from cwsdiag.ui.work import turns

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cwsdiag.ui.work.background import Job

T = TypeVar("T")

# A committee holds a bit for each member and gold word, numpy a byte.
_PLACES = 12


@st.cache_resource(show_spinner=False)
def long_work() -> turns.Turns:
    """Return what is done in the background, one run after the other for the whole server."""
    return turns.Turns(places=_PLACES)


def ask(stamp: Hashable, work: Callable[[Job[T]], T], *, total: int, seconds: float | None = None) -> Job[T] | None:
    """Ask for a run for who looks at this page; see ``Turns.ask``."""
    return long_work().ask(stamp, work, total=total, who=visitor(), seconds=seconds)


def find(stamp: Hashable) -> Job[Any] | None:
    """Return the run of a stamp; None where nobody asked for it, or it was forgotten."""
    return long_work().find(stamp)


def looked_at(job: Job[Any]) -> bool:
    """Have a run that is under way go on for who looks at it; return whether it is theirs to cancel."""
    return long_work().join(job, visitor())


def cancel(job: Job[Any]) -> None:
    """In a callback: cancel a run for who looks at this page; it goes on while somebody else waits for it."""
    long_work().leave(job, visitor())


def refusal() -> str:
    """Say why who looks at this page cannot ask for one more run now; empty where they can."""
    full = long_work().full(visitor())
    if full == "yours":
        return n_(
            "You have {n:,} run waiting already. Ask for this one when it has begun, or cancel it.",
            "You have {n:,} runs waiting already. Ask for this one when one of them has begun, or cancel one.",
            turns.MOST_OF_ONE,
        )
    if full == "all":
        return _("{n:,} runs wait on this server already. Ask for this one when there are fewer.", n=turns.MOST)
    return ""
