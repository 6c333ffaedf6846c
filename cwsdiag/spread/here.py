"""Tasks on this machine, by threads or processes."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.errors import WorkerError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from cwsdiag.spread.task import Task
    from cwsdiag.spread.where import Where

R = TypeVar("R")


def here(tasks: Iterator[tuple[int, Task[R]]], shared: Mapping[str, object], where: Where) -> Generator[tuple[int, R]]:
    """Yield the results of numbered tasks as they come; see ``at_once``.

    Threads have what is shared as it is. Processes have large arrays of it as files in memory, which joblib writes
    once, and the rest with each task: some ns a character, where learning from it takes 2 µs.

    Raises:
        WorkerError: a process was killed.
    """
    import joblib
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    parallel = joblib.Parallel(
        n_jobs=where.jobs or joblib.cpu_count(),
        backend="loky" if where.processes else "threading",
        return_as="generator_unordered",
        # One task at a time, and no more of them under way than workers: so it can be stopped between two.
        batch_size=1,
        pre_dispatch="n_jobs",
    )
    calls = (joblib.delayed(_done)(number, task, task.needs(shared)) for number, task in tasks)
    # Where the loop is left by an error or Ctrl-C, workers are told now and not when memory is tidied up.
    with closing(parallel(calls)) as answers:
        try:
            yield from answers
        except TerminatedWorkerError:
            raise WorkerError(
                lazy(
                    "a process that did part of the work was killed, most likely because memory ran out. "
                    "Use fewer jobs or a machine with more memory, then start it again."
                )
            ) from None


def _done(number: int, task: Task[Any], needed: tuple[object, ...]) -> tuple[int, Any]:
    """Do a task; return its number too."""
    return number, task.function(*needed, *task.args)
