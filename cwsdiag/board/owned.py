"""``Owned``: what the owner of a board does with it."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.board import acts, keys, records, tally, tasks
from cwsdiag.board.backups import backups
from cwsdiag.board.limits import Limits, checked_times
from cwsdiag.board.schema import prepare, transaction
from cwsdiag.database import stamp

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cwsdiag.board.models import Backup, BoardKey, Done, Split, Submission, Task, TaskDraft


class Owned:
    """The part of ``Board`` that is for its owner alone: whoever calls it has made sure of that.

    What is called an act here copies the board before, and ``undo`` with that copy gives back what was there. The
    newest few copies are kept, in a folder beside the board; what was removed is still in them.
    """

    def __init__(
        self,
        path: Path,
        *,
        limits: Limits | None = None,
        clock: Callable[[], datetime] | None = None,
        create: bool = True,
    ) -> None:
        """Open a board.

        Args:
            path: its file.
            limits: what is too much; ``Limits()`` by default.
            clock: gives the present time, aware of its zone.
            create: whether to make an empty board where there is no file.

        Raises:
            BoardError: the file is missing, no board, of a newer version, or cannot be opened.
        """
        self.path = path
        self.limits = limits or Limits()
        self._clock = clock or partial(datetime.now, UTC)
        prepare(path, create=create)

    @property
    def now(self) -> str:
        """The present time as the board stores it, by the clock of this machine."""
        return stamp(self._clock())

    def add_task(self, draft: TaskDraft, *, split: Split | None = None) -> list[Task]:
        """Make a task, or with ``split`` two: NAME-dev, whose gold is open, and NAME-test.

        BASE (where there is training data) and TOP are scored and stored as submissions of kind ``"baseline"``.

        Raises:
            BoardError: a name is taken or a text no good, there is no track, or too few sentences to split.
            InputError: a file cannot be read, a reference has other characters than gold, or weights do not fit gold.
        """
        return tasks.add_tasks(self.path, draft, split, limits=self.limits, created=self.now)

    def set_times(self, task: str, *, opens: datetime | None, closes: datetime | None) -> Task:
        """Set when systems may be handed in for a task, and return it.

        Args:
            task: name of the task.
            opens: from then on; None for no bound. Aware of its zone, as the other.
            closes: before then.

        Raises:
            BoardError: there is no such task, or it would close before it opens.
        """
        first, last = checked_times(opens, closes)
        with transaction(self.path, write=True) as connection:
            records.set_times(connection, records.find_task(connection, task, self.now)[0], opens=first, closes=last)
            return records.find_task(connection, task, self.now)[1]

    def set_keyless(self, task: str, *, allowed: bool) -> Task:
        """Set whether people who have no key may hand in for a task, and return it.

        Raises:
            BoardError: there is no such task.
        """
        with transaction(self.path, write=True) as connection:
            number, _found = records.find_task(connection, task, self.now)
            connection.execute("UPDATE task SET keyless = ? WHERE id = ?", (allowed, number))
            return records.find_task(connection, task, self.now)[1]

    def set_limits(self, *, keyless_hour: int | None = None, keyless_day: int | None = None) -> Limits:
        """Set how much is taken without a key, for every program that opens the board; return what is too much now.

        Args:
            keyless_hour: from one address in an hour; None to leave it as it is.
            keyless_day: from all together in a day.

        Raises:
            BoardError: a number is too small or too large.
        """
        with transaction(self.path, write=True) as connection:
            tally.set_limits(connection, keyless_hour=keyless_hour, keyless_day=keyless_day)
            return tally.own_limits(connection, self.limits)

    def add_key(self, name: str) -> str:
        """Make a key to hand in with under a name, and return it: it is stored hashed, and never shown again.

        Raises:
            BoardError: the name is no good, or there is a key of this name that was not revoked. Names that differ in
                white space, capitals or forms of characters alone are the same.
        """
        with transaction(self.path, write=True) as connection:
            return keys.add_key(connection, name, self.now, self.limits)

    def keys(self) -> list[BoardKey]:
        """Return all keys, revoked ones too, oldest first; empty without."""
        with transaction(self.path) as connection:
            return keys.list_keys(connection)

    def revoke_key(self, name: str) -> None:
        """Revoke a key: nobody hands in with it any more. Its submissions stay, and its name is nobody else's.

        Raises:
            BoardError: there is no key of this name.
        """
        with transaction(self.path, write=True) as connection:
            keys.revoke_key(connection, name, self.now, self.limits)

    def owner_key(self) -> str | None:
        """Return the owner's key where there was none yet, made now and stored hashed; None ever after."""
        with transaction(self.path, write=True) as connection:
            return keys.new_owner_key(connection, renew=False)

    def renew_owner_key(self) -> str:
        """Return another owner's key; the one before is not valid any more."""
        with transaction(self.path, write=True) as connection:
            key = keys.new_owner_key(connection, renew=True)
            assert key is not None
            return key

    def is_owner_key(self, text: str) -> bool:
        """Return whether a text is the owner's key; nothing is before one was made."""
        with transaction(self.path) as connection:
            return keys.is_owner_key(connection, text)

    def close(self, task: str) -> Done:
        """Close a task now, an act; ``count`` is that of its submissions.

        Raises:
            BoardError: there is no such task, or it is closed.
        """
        return acts.close(self.path, task, self.now)

    def reopen(self, task: str) -> Done:
        """Open a closed task again without an end, an act; ``count`` is that of its submissions.

        What was seen while it was closed, exact scores and figures of a private gold, is known.

        Raises:
            BoardError: there is no such task, or it is not closed.
        """
        return acts.reopen(self.path, task, self.now)

    def remove_submissions(
        self, task: str, *, author: str = "", before: datetime | None = None, since: datetime | None = None
    ) -> Done:
        """Remove submissions to a task, an act; baselines stay.

        Args:
            task: its name.
            author: whose; empty for everybody's.
            before: handed in before then; None for no bound. Aware of its zone, as the other.
            since: handed in then or later.

        Raises:
            BoardError: there is no such task or no such submission, or nothing says which.
        """
        return acts.remove_submissions(self.path, task, author=author, before=before, since=since, now=self.now)

    def rescore(self, task: str) -> Done:
        """Score what was submitted for a task, and its baselines, by the methods there are now, an act.

        Raises:
            BoardError: there is no such task.
            InputError: a file cannot be scored any more; nothing is changed.
        """
        return acts.rescore(self.path, task, self.now)

    def remove_task(self, task: str) -> Done:
        """Remove a task with all that was submitted for it, an act.

        Raises:
            BoardError: there is no such task.
        """
        return acts.remove_task(self.path, task, self.now)

    def backups(self) -> list[Backup]:
        """Return the copies that acts made, newest first; empty without."""
        return backups(self.path)

    def undo(self, backup: Path) -> Done:
        """Give back what a backup has: tasks and submissions as they were then, an act.

        Keys, the owner's key and limits stay as they are now. ``count`` is the number of submissions that came since
        then and are no more; they are in the backup that this act makes.

        Args:
            backup: one of ``backups``, or any other copy of the board.

        Raises:
            BoardError: it is missing, or no board.
        """
        return acts.undo(self.path, backup, self.now)

    def remove(self, id: int) -> Submission:
        """Remove a submission or baseline for good, without a backup, and return what it was.

        Raises:
            BoardError: there is none.
        """
        with transaction(self.path, write=True) as connection:
            found = records.find_submission(connection, id, self.now)
            records.delete_submission(connection, id)
            return found
