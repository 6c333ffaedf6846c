"""What pages keep, for one session or for the whole server: made once however many ask, the ones asked for last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeVar

import streamlit as st

from cwsdiag.files import MEGABYTE
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import plain
from cwsdiag.progress import heard
from cwsdiag.ui.work.background import Jobs, aside, here

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from cwsdiag.ui.work.background import Job, Start
    from cwsdiag.views.results import Results

T = TypeVar("T")
# Who shares a result: "session" is for whatever rests on files or settings of one person.
Scope = Literal["session", "server"]

# Seconds before a bar is shown, and between two looks.
PATIENCE = 0.4
_LOOK = 0.1
# Seconds after which it is said how long it has taken so far.
_LONG = 2
# How many results of a kind are kept in a scope unless said otherwise.
PLACES = 4


def kept(scope: Scope, kind: str, stamp: Hashable, make: Callable[[], T], *, places: int = PLACES) -> T:
    """Return what is kept under a stamp, or make it; what could not be made is tried again when asked for next.

    Args:
        scope: who shares it.
        kind: what it is; stamps of one kind are apart from those of all others.
        stamp: says all that the result depends on.
        make: makes it; draws nothing, since others may wait for it.
        places: how many of this kind are kept in this scope, at least 1; the most that was ever asked for holds.

    Raises:
        BaseException: whatever ``make`` raises.
    """
    return _result(_jobs(scope, kind, here).ask(stamp, lambda job: make(), total=0, places=places))


def begun(scope: Scope, kind: str, stamp: Hashable, make: Callable[[], T], *, places: int = PLACES) -> Job[T]:
    """Return the work on what is kept under a stamp, begun in a thread of its own where it is not; see ``kept``.

    There nothing can be drawn and no session is known.
    """
    return _jobs(scope, kind, aside).ask(stamp, lambda job: make(), total=0, places=places)


def read(
    scope: Scope,
    kind: str,
    stamp: Hashable,
    make: Callable[[Callable[[int], None]], T],
    *,
    size: int,
    what: str,
    places: int = PLACES,
) -> T:
    """Return what is kept under a stamp, or make it, of files as a rule, with a bar where that takes longer.

    Somebody's click may end the run that waits: the reading goes on, and the next run waits for the rest of it.

    Args:
        scope: who shares it.
        kind: what it is; stamps of one kind are apart from those of all others.
        stamp: says all that the result depends on.
        make: reads, and tells the function it is given of each piece by its number of bytes; it runs in a thread of its
            own, where nothing can be drawn and no session is known.
        places: how many of this kind are kept in this scope, at least 1; the most that was ever asked for holds.
        size: number of bytes it reads; 0 where it reads none.
        what: what is being done, such as ``lazy("Reading files")``.

    Raises:
        BaseException: whatever ``make`` raises.
    """

    def work(job: Job[T]) -> T:
        with heard(job.say):
            return make(lambda count: job.tell(job.done + count, size))

    job = _jobs(scope, kind, aside).ask(stamp, work, total=size, places=places)
    _watched(job, what)
    return _result(job)


def prepared(results: Results) -> None:
    """Have what every page about results rests on made, with a bar where that takes longer than a moment.

    It is kept with the results. Somebody's click may end the run that waits: the work goes on.

    Raises:
        BaseException: whatever goes wrong.
    """

    def work(job: Job[None]) -> None:
        with heard(job.say):
            results.prepare()

    job = results.once("prepared", lambda: Jobs(aside)).ask("prepared", work, total=0, places=1)
    _watched(job, lazy("Diagnosing"))
    _result(job)


def _watched(job: Job[Any], what: str) -> None:
    """Wait for the end of a job, with a bar where that takes longer than a moment."""
    if job.wait(PATIENCE):
        return
    place = st.empty()
    drawn: tuple[float, str] | None = None
    while not job.wait(_LOOK):
        now = (share(job), _with_time(progress(job, what), job.seconds))
        if now != drawn:
            drawn = now
            place.progress(now[0], text=now[1])
    place.empty()


def share(job: Job[Any]) -> float:
    """Return how much of what a job does now is done, from 0 to 1: of its files, or of its stage once they are read."""
    if job.total and (job.share < 1 or job.stage is None):
        return job.share
    _said, done, steps = job.stage or ("", 0, 0)
    return min(done / steps, 1.0) if steps else job.share


def progress(job: Job[Any], what: str) -> str:
    """Return how far a job is, in words, as Markdown that shows names of files as they are.

    Args:
        job: which.
        what: is said until it says itself what it does.
    """
    said, done, steps = job.stage or (what, 0, 0)
    doing = plain(translated(said))
    if job.total and job.share < 1:
        read, every = job.done / MEGABYTE, job.total / MEGABYTE
        return _("{what} … {done:,.0f} of {total:,.0f} MB", what=doing, done=read, total=every)
    if steps:
        return _("{what} … {done:,} of {total:,}", what=doing, done=done, total=steps)
    if job.total and job.stage is None:
        return _("{what} … all {total:,.0f} MB read, counting words", what=doing, total=job.total / MEGABYTE)
    return _("{what} …", what=doing)


def _with_time(said: str, seconds: int) -> str:
    """Return the same with how long it has taken, once that is long: what is under way is seen to move."""
    if seconds < _LONG:
        return said
    return _("{progress} ({time})", progress=said, time=n_("{n:,} second", "{n:,} seconds", seconds))


def _result(job: Job[T]) -> T:
    job.wait()
    if job.error is not None:
        raise job.error
    return job.result


def _jobs(scope: Scope, kind: str, start: Start) -> Jobs:
    return (_of_session if scope == "session" else _of_server)(kind, start)


@st.cache_resource(show_spinner=False)
def _of_server(kind: str, _start: Start) -> Jobs:
    return Jobs(_start)


@st.cache_resource(scope="session", show_spinner=False)
def _of_session(kind: str, _start: Start) -> Jobs:
    return Jobs(_start)
