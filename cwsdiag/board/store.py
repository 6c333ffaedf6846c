"""``Board``: all that pages and commands ask of the board of submissions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.board import records, submissions, tasks
from cwsdiag.board.files import task_files
from cwsdiag.board.limits import Limits, checked_times
from cwsdiag.board.models import BoardFile, Material
from cwsdiag.board.schema import prepare, transaction
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy
from cwsdiag.sqlite import stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from cwsdiag.board.models import Entry, Participant, Phase, Receipt, Split, Submission, Task, TaskDraft
    from cwsdiag.formats import Source


class Board:
    """A board of submissions: one SQLite file.

    It keeps no connection: every call is a transaction of its own, so one ``Board`` can be used from any number of
    threads, and several programs can work on one file. What a method gives is for everybody to see unless its
    docstring says otherwise. Every method raises ``BoardError`` where the file is gone, locked for too long or damaged.
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

    def add_task(self, draft: TaskDraft, *, split: Split | None = None) -> list[Task]:
        """Make a task, or with ``split`` two: NAME-dev, whose gold is open, and NAME-test. For the owner.

        BASE (where there is training data) and TOP are scored and stored as submissions of kind ``"baseline"``.

        Raises:
            BoardError: a name is taken or a text no good, there is no track, or too few sentences to split.
            InputError: a file cannot be read, a reference has other characters than gold, or weights do not fit gold.
        """
        return tasks.add_tasks(self.path, draft, split, limits=self.limits, created=stamp(self._clock()))

    def tasks(self) -> list[Task]:
        """Return all tasks, oldest first; empty for a new board."""
        with transaction(self.path) as connection:
            return records.list_tasks(connection)

    def task(self, name: str) -> Task:
        """Return the task of this name.

        Raises:
            BoardError: there is none.
        """
        with transaction(self.path) as connection:
            return records.find_task(connection, name)[1]

    def set_times(self, task: str, *, opens: datetime | None, closes: datetime | None) -> Task:
        """Set when systems may be handed in for a task, and return it. For the owner.

        Args:
            task: name of the task.
            opens: from then on; None for no bound. Aware of its zone, as the other.
            closes: before then.

        Raises:
            BoardError: there is no such task, or it would close before it opens.
        """
        first, last = checked_times(opens, closes)
        with transaction(self.path, write=True) as connection:
            records.set_times(connection, records.find_task(connection, task)[0], opens=first, closes=last)
            return records.find_task(connection, task)[1]

    def phase(self, task: Task) -> Phase:
        """Return whether systems may be handed in for a task now, by the clock of this machine."""
        return task.phase(stamp(self._clock()))

    def participants(self) -> list[Participant]:
        """Return who handed in what, by name; empty without submissions."""
        with transaction(self.path) as connection:
            return records.participants(connection)

    def table(self, task: str) -> list[Submission]:
        """Return the public table of a task: submissions and baselines, best F1 first, earlier first where equal.

        Raises:
            BoardError: there is no such task.
        """
        with transaction(self.path) as connection:
            return records.table(connection, records.find_task(connection, task)[0])

    def submission(self, id: int) -> Submission:
        """Return a line of the public table.

        Raises:
            BoardError: there is none.
        """
        with transaction(self.path) as connection:
            return records.find_submission(connection, id)

    def submit(
        self, task: str, entry: Entry, source: Source, *, encoding: str | None = None, format: str | None = None
    ) -> Receipt:
        """Check, score and store a submission. The receipt is for its author alone.

        A process that is killed meanwhile leaves the whole submission or nothing.

        Args:
            task: name of the task.
            entry: what the submission says of itself.
            source: its file, in any format that gold and predictions can have.
            encoding: of the file; detected by default.
            format: of the file, a key of ``cwsdiag.formats.READERS``; detected by default.

        Raises:
            BoardError: there is no such task or track, the task is not open yet or closed, a limit is exceeded, a text
                is no good, or the same file is there under the same names.
            InputError: the file cannot be read, or its characters are not those of the raw text where the task takes
                that for an error; the message shows where, in characters of the raw text, and no word of gold.
        """
        options = ReadOptions(encoding, format)
        return submissions.submit(self.path, task, entry, source, options, limits=self.limits, clock=self._clock)

    def prediction(self, id: int, token: str) -> BoardFile:
        """Return the file of a submission, as it was given, to its author.

        Raises:
            BoardError: the token is not that of this submission, or there is no such submission.
        """
        return submissions.download(self.path, id, token)

    def remove(self, id: int) -> Submission:
        """Remove a submission or baseline for good, and return what it was. For the owner.

        Raises:
            BoardError: there is none.
        """
        with transaction(self.path, write=True) as connection:
            found = records.find_submission(connection, id)
            records.delete_submission(connection, id)
            return found

    def raw_text(self, task: str) -> BoardFile:
        """Return the text to segment: UTF-8, one sentence per line, no white space inside.

        Raises:
            BoardError: there is no such task.
        """
        (raw,) = self._files(task, "raw")
        return raw

    def training(self, task: str) -> BoardFile | None:
        """Return the training data or dictionary of a task as it was given; None without.

        Raises:
            BoardError: there is no such task.
        """
        return next(iter(self._files(task, "training")), None)

    def gold(self, task: str) -> BoardFile:
        """Return the gold of a task whose gold is open: UTF-8, one sentence per line, a blank between words.

        Raises:
            BoardError: there is no such task, or its gold is private.
        """
        (gold,) = self._files(task, "gold", private=True)
        return gold

    def references(self, task: str) -> Sequence[BoardFile]:
        """Return the references beside gold of a task whose gold is open, written as gold is; often none.

        Raises:
            BoardError: there is no such task, or its gold is private.
        """
        return self._files(task, "reference", private=True)

    def weights(self, task: str) -> BoardFile | None:
        """Return how hard each gold word of a task is, as CSV, where its gold is open; None where that is not known.

        There is a number for each gold word, which tells how gold cuts the text: it is as private as gold.

        Raises:
            BoardError: there is no such task, or its gold is private.
        """
        return next(iter(self._files(task, "weights", private=True)), None)

    def material(
        self, task: str, ids: Sequence[int] = (), *, figures_only: bool = False, owner: bool = False
    ) -> Material:
        """Return the files behind a task and some of its submissions, to open in diagnosis pages.

        Systems are called by their names, with author and number where names would be the same.

        Args:
            task: name of the task.
            ids: submissions or baselines of it, in the order wanted.
            figures_only: the caller vows to show sums over many words alone: no word, sentence or file. Only so can
                a task with private gold be opened by others than the owner; they get no weights.
            owner: the caller is the owner of the board, who may see everything.

        Raises:
            BoardError: there is no such task or submission in it, or gold is private and neither ``figures_only`` nor
                ``owner`` set.
        """
        with transaction(self.path) as connection:
            number, found = records.find_task(connection, task)
            if not (found.open_gold or figures_only or owner):
                raise BoardError(_private(task))
            known = {submission.id: submission for submission in records.table(connection, number)}
            unknown = [str(id) for id in ids if id not in known]
            if unknown:
                raise BoardError(lazy("no submission {ids} to {task}.", ids=", ".join(unknown), task=task))
            chosen = [known[id] for id in dict.fromkeys(ids)]
            names = _labels(chosen)
            files = records.scoring_files(connection, number)
            systems = [replace(records.prediction(connection, one.id), name=names[one.id]) for one in chosen]
            # An interval of difficulty may hold a single word: not even figures are made of a private gold's.
            weights = files.weights if found.open_gold or owner else None
            return Material(found, files.gold, files.training, weights, tuple(systems))

    def _files(self, task: str, role: str, *, private: bool = False) -> Sequence[BoardFile]:
        with transaction(self.path) as connection:
            number, found = records.find_task(connection, task)
            if private and not found.open_gold:
                raise BoardError(_private(task))
            return task_files(connection, number, role)


def _private(task: str) -> str:
    return lazy("the gold of {task} is private: it can be scored against, but not viewed.", task=task)


def _labels(chosen: Sequence[Submission]) -> dict[int, str]:
    """Return a name for each submission, all different."""
    times = Counter(one.system for one in chosen)
    numbered = {one.id: f"{one.system} ({one.author}, no. {one.id})" for one in chosen}
    short = {one.id: one.system if times[one.system] == 1 else numbered[one.id] for one in chosen}
    # Somebody may call a system as another one is numbered.
    return short if len(set(short.values())) == len(short) else numbered
