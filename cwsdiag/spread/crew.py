"""The workers of a scheduler that fit: those that are there at first, those that come later, those that go."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import WorkerError
from cwsdiag.languages import lazy
from cwsdiag.spread.fitting import misfits

if TYPE_CHECKING:
    from cwsdiag.spread.where import Where

# Seconds between two looks at who is there.
BEAT = 1.0
# Seconds that a scheduler has to answer: one with a hundred workers to speak to is slow at times.
_PATIENCE = 30.0
# Seconds without any worker after which none is waited for.
_NOBODY = 60.0


class Crew:
    """Who is there to do tasks.

    Attributes:
        threads: how many tasks each does at once, by address; of those alone that fit.
    """

    def __init__(self, client: Any, where: Where, seen: str | None) -> None:
        """Ask all workers what they have.

        Args:
            client: connected to their scheduler.
            where: what is asked for.
            seen: path of a file in the cache that they should share.

        Raises:
            WorkerError: there is no worker, or one does not fit, even where others do.
        """
        self._client = client
        self._where = where
        self._seen = seen
        self._unfit: set[str] = set()
        self.threads = self._present()
        if not self.threads:
            raise WorkerError(
                lazy(
                    "{scheduler}: the scheduler has no worker. Start some: `dask worker {scheduler}`.",
                    scheduler=where.scheduler,
                )
            )
        problems = misfits(client, self.threads, where, seen)
        if problems:
            raise WorkerError(
                lazy(
                    "{problem} Workers that do not fit: {count} of {all}. Nothing was sent to any.",
                    problem=min(problems.items())[1],
                    count=len(problems),
                    all=len(self.threads),
                )
            )
        self._last = self._looked = time.monotonic()
        where.said(
            lazy(
                "On the workers of {scheduler}. Workers: {workers}; tasks at once: {places}.",
                scheduler=where.scheduler,
                workers=len(self.threads),
                places=self.places,
            )
        )

    @property
    def places(self) -> int:
        """How many tasks all of them do at once."""
        return sum(self.threads.values())

    def look(self, *, again: bool = False) -> None:
        """See who came and who went; who comes is asked what it has.

        Args:
            again: even where that was seen a moment ago.

        Raises:
            WorkerError: the scheduler is gone, or all workers are and none came for a while.
        """
        now = time.monotonic()
        if now - self._looked < BEAT and not again:
            return
        self._looked = now
        present = self._present()
        for worker in self.threads.keys() - present.keys():
            self._where.said(lazy("{worker}: this worker is gone. Others do its tasks.", worker=worker))
        new = present.keys() - self.threads.keys() - self._unfit
        problems = misfits(self._client, new, self._where, self._seen) if new else {}
        for worker in new:
            said = problems.get(worker) or lazy("{worker}: this worker came.", worker=worker)
            self._where.said(lazy("{problem} It gets no task.", problem=said) if worker in problems else said)
        self._unfit |= problems.keys()
        self.threads = {worker: threads for worker, threads in present.items() if worker not in self._unfit}
        if self.threads:
            self._last = now
        elif now - self._last > _NOBODY:
            raise WorkerError(
                lazy(
                    "{scheduler}: all workers are gone, and none came for {seconds} seconds. Start some, then start "
                    "this again: `dask worker {scheduler}`.",
                    scheduler=self._where.scheduler,
                    seconds=round(_NOBODY),
                )
            )

    def _present(self) -> dict[str, int]:
        """Return how many threads each worker has that the scheduler knows."""
        self.check()
        try:
            return dict(self._client.ncores(callback_timeout=_PATIENCE))
        except (OSError, TimeoutError, RuntimeError, ValueError):
            raise self._gone() from None

    def check(self) -> None:
        """Refuse to go on without the scheduler.

        Raises:
            WorkerError: it is gone: with it goes what was under way.
        """
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> WorkerError:
        return WorkerError(
            lazy(
                "{scheduler}: the scheduler is gone, and the work has stopped; it does not go on here by itself. Start "
                "scheduler and workers, then start this again.",
                scheduler=self._where.scheduler,
            )
        )
