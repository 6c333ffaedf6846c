"""What pages keep, for one session or for the whole server: made once however many ask, the ones asked for last."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from concurrent.futures import wait
from contextvars import ContextVar
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from weakref import WeakKeyDictionary

import streamlit as st

from cwsdiag.files import MEGABYTE
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import plain
from cwsdiag.memo import Memory
from cwsdiag.progress import reading_heard
from cwsdiag.ui.work.jobs import PLACES, Job, Jobs

if TYPE_CHECKING:
    from cwsdiag.views.look import PrivateLook

T = TypeVar("T")
# Who shares a result: "session" is for whatever rests on files or settings of one person.
Scope = Literal["session", "server"]

# Seconds before a bar is shown, and between two looks.
PATIENCE = 0.4
_LOOK = 0.1
# Seconds after which it is said how long it has taken so far.
_LONG = 2
# How many answers to questions about results are kept with these: they are small beside them.
_ANSWERS = 256
# The work on them, as long as somebody has a look that shares its memory: numbers know of no work.
_asked: WeakKeyDictionary[Memory, Jobs] = WeakKeyDictionary()
_lock = Lock()
# Where bars are drawn in this run: among what a page draws, one that comes and goes would close what is open there.
_bars: ContextVar[Any] = ContextVar("bars", default=None)


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
    return _jobs(scope, kind).ask(stamp, lambda job: make(), start=Job.run, places=places).result()


def begun(scope: Scope, kind: str, stamp: Hashable, make: Callable[[], T], *, places: int = PLACES) -> Job[T]:
    """Return the work on what is kept under a stamp, begun in a thread of its own where it is not; see ``kept``.

    There nothing can be drawn and no session is known.
    """
    return _jobs(scope, kind).ask(stamp, lambda job: make(), places=places)


def ask(look: PrivateLook, question: Hashable, make: Callable[[], T]) -> Job[T]:
    """Return the work on a question about a look, begun in a thread of its own where it is new, or failed.

    Args:
        look: what it is about; the work is kept as long as it is.
        question: which.
        make: answers it; draws nothing, and knows no session.
    """
    with _lock:
        jobs = _asked.setdefault(look.memory, Jobs())
    return jobs.ask(question, lambda job: make(), places=_ANSWERS)


def read(
    scope: Scope,
    kind: str,
    stamp: Hashable,
    make: Callable[[], T],
    *,
    what: str,
    size: int = 0,
    places: int = PLACES,
) -> T:
    """Return what is kept under a stamp, or make it, of files as a rule, with a bar where that takes longer.

    Somebody's click may end the run that waits: the reading goes on, and the next run waits for the rest of it.

    Args:
        scope: who shares it.
        kind: what it is; stamps of one kind are apart from those of all others.
        stamp: says all that the result depends on.
        make: makes it, in a thread of its own, where nothing can be drawn and no session is known.
        what: what is being done, such as ``lazy("Reading files")``.
        size: number of bytes of the files that it reads; 0 where it reads none.
        places: how many of this kind are kept in this scope, at least 1; the most that was ever asked for holds.

    Raises:
        BaseException: whatever ``make`` raises.
    """

    def work(job: Job[T]) -> T:
        files: dict[str, int] = {}

        def progress(name: str, done: int, _size: int) -> None:
            files[name] = done
            job.tell(sum(files.values()), size)

        with reading_heard(progress):
            return make()

    return _awaited(_jobs(scope, kind).ask(stamp, work, total=size, places=places), what)


def prepared(look: PrivateLook) -> None:
    """Have what every page about results rests on made, with a bar where that takes longer than a moment.

    It is kept with the results. Somebody's click may end the run that waits: the work goes on.

    Raises:
        BaseException: whatever goes wrong.
    """
    _awaited(ask(look, "prepared", look.prepare), lazy("Diagnosing"))


def bars_in(place: Any) -> None:
    """Have the bars of this run drawn in a container."""
    _bars.set(place)


def _awaited(job: Job[T], what: str) -> T:
    """Return the result of a job, with a bar where that takes longer than a moment."""
    if not wait([job], PATIENCE).done:
        place = (_bars.get() or st).empty()
        drawn: tuple[float, str] | None = None
        while not wait([job], _LOOK).done:
            now = how_far(job, what)
            if now != drawn:
                place.progress(*now)
                drawn = now
        place.empty()
    return job.result()


def how_far(job: Job[Any], what: str) -> tuple[float, str]:
    """Return how much of what a job does now is done, from 0 to 1: of its files, or of its stage once they are read.

    Args:
        job: which.
        what: is said until it says itself what it does.

    Returns:
        The share, and the same in words, as Markdown that shows names of files as they are.
    """
    said, done, steps = job.stage or (what, 0, 0)
    (read, size), share, doing = job.steps, job.share, plain(translated(said))
    if read < size:
        text = _("{what} … {done:,.0f} of {total:,.0f} MB", what=doing, done=read / MEGABYTE, total=size / MEGABYTE)
    elif steps:
        share = min(done / steps, 1.0)
        text = _("{what} … {done:,} of {total:,}", what=doing, done=done, total=steps)
    else:
        text = _("{what} …", what=doing)
    seconds = int(time.monotonic() - job.began)
    if seconds < _LONG:
        return share, text
    # What is under way is seen to move.
    return share, _("{progress} ({time})", progress=text, time=n_("{n:,} second", "{n:,} seconds", seconds))


def _jobs(scope: Scope, kind: str) -> Jobs:
    return (_of_session if scope == "session" else _of_server)(kind)


@st.cache_resource(show_spinner=False)
def _of_server(kind: str) -> Jobs:
    return Jobs()


@st.cache_resource(scope="session", show_spinner=False)
def _of_session(kind: str) -> Jobs:
    return Jobs()
