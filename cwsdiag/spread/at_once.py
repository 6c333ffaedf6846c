"""``at_once``: many tasks side by side, their results as they come."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from cwsdiag.errors import Cancelled
from cwsdiag.spread.here import here
from cwsdiag.spread.where import HERE

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from cwsdiag.spread.task import Task
    from cwsdiag.spread.where import Where

R = TypeVar("R")


def at_once(
    tasks: Iterable[Task[R]],
    shared: Mapping[str, object],
    *,
    total: int,
    where: Where = HERE,
    told: Callable[[int, int], object] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Generator[tuple[int, R]]:
    """Yield the number of each task and its result, as they come: the order says nothing.

    Args:
        tasks: numbered from 0 as they are drawn, one whenever a worker is free.
        shared: what tasks share by name, as ``Task.uses`` has it.
        total: how many tasks there are.
        where: to do them.
        told: called with the number of tasks done and ``total``, after each, when its result has been taken.
        cancelled: asked before all and after each; true to stop. Those under way end well.

    Raises:
        Cancelled: results are missing because ``cancelled`` said so.
        SettingError: the workers of the scheduler cannot be used; nothing was sent.
        WorkerError: workers were lost on the way, so that results are missing.
    """
    stopped = cancelled()

    def drawn() -> Iterator[tuple[int, Task[R]]]:
        # To stop is to have no more tasks.
        left = enumerate(tasks)
        while not stopped and (one := next(left, None)):
            yield one

    done = 0
    with closing(_found(drawn(), shared, where)) as answers:
        for number, result in answers:
            done += 1
            yield number, result
            told(done, total)
            stopped = stopped or cancelled()
    if stopped and done < total:
        raise Cancelled(done, total)


def _found(
    tasks: Iterator[tuple[int, Task[R]]], shared: Mapping[str, object], where: Where
) -> Generator[tuple[int, R]]:
    if where.scheduler is None:
        return here(tasks, shared, where)
    # It takes a moment to import.
    from cwsdiag.spread.there import there

    return there(tasks, shared, where)
