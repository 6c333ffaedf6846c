"""Tasks on the workers of a Dask scheduler."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar

from cwsdiag.spread.here import done
from cwsdiag.spread.scheduler import client_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from cwsdiag.spread.task import Task

R = TypeVar("R")


def there(
    tasks: Iterator[tuple[int, Task[R]]], shared: Mapping[str, object], scheduler: str
) -> Generator[tuple[int, R]]:
    """Yield the results of numbered tasks as they come; see ``at_once``."""
    import joblib

    options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1, "pre_dispatch": "2*n_jobs"}
    with (
        client_of(scheduler) as client,
        joblib.parallel_config("dask", client=client, scatter=list(shared.values())),
        closing(
            joblib.Parallel(**options)(joblib.delayed(done)(*one, one[1].needs(shared)) for one in tasks)
        ) as answers,
    ):
        yield from answers
