"""``Where``: the place where tasks are done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, optional, whole
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _unsaid(sentence: str) -> None:
    del sentence


@dataclass(frozen=True)
class Where:
    """Where tasks are done; no result depends on it, nor says it.

    Attributes:
        jobs: how many at once on this machine; None for as many as there are processors.
        scheduler: address of a Dask scheduler, such as ``tcp://host:8786``, whose workers do them instead.
        shared_cache: a folder that this machine and all those workers have under the same path: models are kept there,
            and texts lie there for the time of the work instead of being sent.
        processes: by processes on this machine: for functions that hold Python's lock while they work. Else by threads.
        packages: what tasks need beside numpy and numba, as pip calls it: workers elsewhere must have the same.
        said: called with sentences on where tasks are done and whether it goes on there, for people to see.

    Raises:
        SettingError: settings that make no sense, or not together.
    """

    jobs: int | None = None
    scheduler: str | None = None
    shared_cache: Path | None = None
    processes: bool = False
    packages: tuple[str, ...] = ()
    said: Callable[[str], object] = field(default=_unsaid, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if optional(whole, "jobs", self.jobs, bounds.JOBS) is not None and self.scheduler is not None:
            raise SettingError(
                lazy("{jobs} jobs: with a scheduler its workers decide. Give only one of them.", jobs=self.jobs)
            )
        if self.shared_cache is not None and self.scheduler is None:
            raise SettingError(
                lazy(
                    "{folder}: a cache is shared with the workers of a scheduler. Give the scheduler's address too.",
                    folder=self.shared_cache,
                )
            )
        if self.shared_cache is not None:
            # Workers are at home in other folders.
            object.__setattr__(self, "shared_cache", self.shared_cache.absolute())

    @property
    def sees_files(self) -> bool:
        """Whether those who do the tasks see the folder that keeps models: they are here, or share it."""
        return self.scheduler is None or self.shared_cache is not None


HERE = Where()
