"""Tasks on the workers of a Dask scheduler."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from cwsdiag.errors import WorkerError
from cwsdiag.languages import lazy
from cwsdiag.spread.crew import BEAT, Crew
from cwsdiag.spread.lending import Lending, UnsentError, held
from cwsdiag.spread.scheduler import client_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from cwsdiag.spread.task import Task
    from cwsdiag.spread.where import Where

R = TypeVar("R")

# Tasks under way for each thread of a worker: the next is there when one is done.
_AHEAD = 2
# Seconds that a result has to come once it is there.
_PATIENCE = 30.0
# A task is given so many times: what takes its workers along each time will not end well.
_TIMES = 3


def there(tasks: Iterator[tuple[int, Task[R]]], shared: Mapping[str, object], where: Where) -> Generator[tuple[int, R]]:
    """Yield the results of numbered tasks as they come; see ``at_once``.

    Raises:
        SettingError: no scheduler answers, or nothing can be written to the cache that is to be shared.
        WorkerError: there are no workers, one does not fit and nothing was sent; or those that do are lost.
    """
    with client_of(where.scheduler or "") as client, Lending(client, shared, where.shared_cache) as lending:
        giving = _Giving(client, Crew(client, where, lending.seen), lending)
        try:
            yield from giving.results(tasks)
        finally:
            giving.stop()


def done_there(function: Callable[..., R], needed: list[object], settings: list[object]) -> R:
    """Do a task, on a worker."""
    return function(*map(held, needed), *settings)


@dataclass(frozen=True, eq=False)
class _Wanted:
    """A task that is to be given, with how many times it was."""

    number: int
    task: Task[Any]
    times: int = 0


@dataclass(frozen=True, eq=False)
class _Given:
    """A task under way.

    Attributes:
        wanted: it.
        workers: those that may do it: all that fit when it was given.
        future: its result to be.
        sent: what must not be forgotten until then.
    """

    wanted: _Wanted
    workers: frozenset[str]
    future: Any
    sent: list[object]


class _Giving:
    """Gives tasks to workers and takes their results."""

    def __init__(self, client: Any, crew: Crew, lending: Lending) -> None:
        self._client = client
        self._crew = crew
        self._lending = lending
        self._lost: list[_Wanted] = []
        self._given: list[_Given] = []
        self._stirred = threading.Event()

    def results(self, tasks: Iterator[tuple[int, Task[R]]]) -> Generator[tuple[int, R]]:
        """Yield results as they come.

        Raises:
            WorkerError: the workers are lost, or a task takes them along.
        """
        more = True
        while True:
            self._crew.look()
            while len(self._given) < _AHEAD * self._crew.places and (self._lost or more):
                wanted = self._lost.pop() if self._lost else _next(tasks)
                if wanted is None:
                    more = False
                else:
                    self._give(wanted)
            if not (more or self._lost or self._given):
                return
            self._stirred.wait(BEAT)
            self._stirred.clear()
            for given in [given for given in self._given if self._moved(given)]:
                self._given.remove(given)
                found = self._taken(given)
                if found:
                    yield given.wanted.number, found[0]
                else:
                    self._lost.append(given.wanted)

    def stop(self) -> None:
        """Have workers do no more of it."""
        if self._client.status == "running":
            with suppress(OSError, TimeoutError):
                self._client.cancel([given.future for given in self._given])

    def _give(self, wanted: _Wanted) -> None:
        if wanted.times == _TIMES:
            raise _too_often()
        workers = frozenset(self._crew.threads)
        try:
            needed = [self._lending.one(name, workers) for name in wanted.task.uses]
            settings = [self._lending.setting(value, workers) for value in wanted.task.args]
        except UnsentError:
            self._lost.append(replace(wanted, times=wanted.times + 1))
            self._stirred.wait(BEAT)
            self._crew.look(again=True)
            return
        future = self._client.submit(
            done_there,
            wanted.task.function,
            needed,
            settings,
            key=f"cwsdiag-{uuid4().hex}",
            workers=sorted(workers),
            allow_other_workers=False,
            pure=False,
        )
        future.add_done_callback(lambda _: self._stirred.set())
        self._given.append(_Given(replace(wanted, times=wanted.times + 1), workers, future, settings))

    def _moved(self, given: _Given) -> bool:
        """Tell whether there is something to do about a task under way."""
        # Where all are gone that may do it, and others came, nobody would.
        lost = self._crew.places > 0 and given.workers.isdisjoint(self._crew.threads)
        return lost or given.future.status != "pending"

    def _taken(self, given: _Given) -> tuple[Any] | None:
        """Return the result of a task; None where it was lost, as when what it needs lay on a worker that is gone.

        Raises:
            WorkerError: the scheduler is gone, or the task takes its workers along.
        """
        from distributed.scheduler import KilledWorker

        self._crew.check()
        error = None
        with suppress(CancelledError, asyncio.CancelledError, TimeoutError, OSError):
            if given.future.status == "finished":
                return (given.future.result(timeout=_PATIENCE),)
            if given.future.status == "error":
                error = given.future.exception(timeout=_PATIENCE)
        if error is not None:
            raise _too_often() if isinstance(error, KilledWorker | MemoryError) else error
        self._crew.check()
        given.future.cancel()
        return None


def _next(tasks: Iterator[tuple[int, Task[R]]]) -> _Wanted | None:
    one = next(tasks, None)
    return None if one is None else _Wanted(*one)


def _too_often() -> WorkerError:
    return WorkerError(
        lazy(
            "a part of the work ended one worker after the other, most likely because memory ran out there. Give "
            "workers more memory or fewer threads each, then start this again."
        )
    )
