"""``Board``: all that pages and commands ask of the board of submissions."""

from __future__ import annotations

import zlib
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.baselines import READING
from cwsdiag.board import keys, records, submissions, tasks
from cwsdiag.board.files import prediction, task_files
from cwsdiag.board.models import BoardFile, Material, Submission, Submitter, Task
from cwsdiag.board.records import find_task
from cwsdiag.board.schema import BOARD
from cwsdiag.board.scoring import load, read_file, score
from cwsdiag.board.texts import checked_times
from cwsdiag.database import stamp
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from cwsdiag.board.models import BoardKey, Entry, Identity, Receipt, Role, Split, TaskDraft
    from cwsdiag.board.scoring import Scored
    from cwsdiag.database import Health
    from cwsdiag.formats import Source

_NOBODY = Submitter()


class Board:
    """A board of submissions: one SQLite file.

    It keeps no connection: every call is a transaction of its own, so one ``Board`` can be used from any number of
    threads, and several programs can work on one file. Methods below *the owner's* are for the owner alone, which the
    caller makes sure of; what the others return everybody may see unless their docstrings say otherwise. Every method
    raises ``BoardError`` where the file is gone, locked for too long or damaged.
    """

    def __init__(self, path: Path, *, clock: Callable[[], datetime] | None = None, create: bool = True) -> None:
        """Open a board.

        Args:
            path: its file.
            clock: gives the present time, aware of its zone.
            create: whether to make an empty board where there is no file.

        Raises:
            BoardError: the file is missing, no board, of a newer version, or cannot be opened.
        """
        self.path = path
        self._clock = clock or partial(datetime.now, UTC)
        BOARD.prepare(path, create=create)

    @property
    def now(self) -> str:
        """The present time as the board stores it, by the clock of this machine."""
        return stamp(self._clock())

    def tasks(self) -> list[Task]:
        """Return all tasks, oldest first; empty for a new board."""
        with self._transaction() as connection:
            return [*records.list_tasks(connection, self.now).values()]

    def task(self, name: str) -> Task:
        """Return the task of this name.

        Raises:
            BoardError: there is none.
        """
        with self._task(name) as (_connection, _number, task):
            return task

    def table(self, task: str) -> list[Submission]:
        """Return the public table of a task: submissions and baselines, best F1 first, earlier first where equal.

        Raises:
            BoardError: there is no such task.
        """
        with self._task(task) as (connection, number, _found):
            return records.table(connection, number, self.now)

    def submission(self, id: int) -> Submission:
        """Return a line of the public table.

        Raises:
            BoardError: there is none.
        """
        with self._transaction() as connection:
            return records.find_submission(connection, id, self.now)

    def submit(
        self,
        task: str,
        entry: Entry,
        source: Source,
        *,
        by: Submitter = _NOBODY,
        encoding: str | None = None,
        format: str | None = None,
    ) -> Receipt:
        """Check, score and store a submission. A process that is killed meanwhile leaves all of it or nothing.

        Args:
            task: name of the task.
            entry: what the submission says of itself.
            source: its file, in any format that gold and predictions can have.
            by: who submits. A key has a name, under which nobody else can submit; private tasks need it, or a sign-in.
            encoding: of the file; detected by default.
            format: of the file, a key of ``cwsdiag.formats.READERS``; detected by default.

        Raises:
            BoardError: there is no such task or track, the task is not open yet or closed, a limit is exceeded, a text
                is no good, the same file is there under the same names, the key is wrong or revoked, or the author's
                name is somebody else's.
            InputError: the file cannot be read, or its characters are not those of the raw text where the task takes
                that for an error; the message shows where, in characters of the raw text, and no word of gold.
        """
        options = ReadOptions(encoding, format)
        return submissions.submit(self.path, task, entry, source, options, by=by, clock=self._clock)

    def identity(self, by: Submitter) -> Identity:
        """Return the identity of a submitter, for them alone.

        Raises:
            BoardError: the key is wrong or revoked.
        """
        with self._transaction() as connection:
            return keys.identify(connection, by)

    def files(self, task: str, role: Role) -> list[BoardFile]:
        """Return files of a task, none where it has none: texts in UTF-8, one sentence per line, or CSV.

        Args:
            task: its name.
            role: ``raw``, the text to segment, without white space inside lines; ``training``, training data or a
                dictionary as it was given; and where gold is open ``gold``, ``reference``, the references beside it,
                and ``weights``, how hard each gold word is, which tells how gold cuts the text.

        Raises:
            BoardError: there is no such task, or its gold is private.
        """
        with self._task(task) as (connection, number, found):
            if role not in ("raw", "training") and not found.open_gold:
                raise BoardError(_private(task))
            return task_files(connection, number, role)

    def material(
        self, task: str, ids: Sequence[int] = (), *, figures_only: bool = False, owner: bool = False
    ) -> Material:
        """Return the files behind a task and some of its submissions, to open in diagnosis pages.

        Systems are called by their names, with author and number where names would be the same.

        Args:
            task: name of the task.
            ids: submissions or baselines of it, in the order wanted.
            figures_only: the caller vows to show sums over many words alone: no word, sentence or file. Only so can
                a task with private gold be opened by others than the owner, once it is closed; they get no weights.
            owner: the caller is the owner of the board, who may see everything.

        Raises:
            BoardError: there is no such task or submission in it, or it may not be opened: see ``check_opening``.
        """
        with self._task(task) as (connection, number, found):
            _check_opening(found, figures_only=figures_only, owner=owner)
            known = {submission.id: submission for submission in records.table(connection, number, self.now)}
            unknown = [str(id) for id in ids if id not in known]
            if unknown:
                raise BoardError(lazy("no submission {ids} to {task}.", ids=", ".join(unknown), task=task))
            chosen = [known[id] for id in dict.fromkeys(ids)]
            names = _labels(chosen)
            files = records.scoring_files(connection, number)
            systems = [replace(prediction(connection, one.id), name=names[one.id]) for one in chosen]
            # An interval of difficulty may hold a single word: not even figures are made of a private gold's.
            weights = files.weights if found.open_gold or owner else None
            return Material(found, files.gold, files.training, weights, tuple(systems))

    def check_opening(self, task: str, *, figures_only: bool = False, owner: bool = False) -> None:
        """Refuse where ``material`` would: for who has kept what it gave before.

        Raises:
            BoardError: there is no such task; or its gold is private and neither ``figures_only`` nor ``owner`` set; or
                the task is not closed, and its figures are not to be seen by others than the owner.
        """
        _check_opening(self.task(task), figures_only=figures_only, owner=owner)

    # The owner's.

    def add_task(self, draft: TaskDraft, *, split: Split | None = None) -> list[Task]:
        """Make a task, or with ``split`` two: NAME-dev, whose gold is open, and NAME-test.

        BASE (where there is training data) and TOP are scored and stored as submissions of kind ``"baseline"``.

        Raises:
            BoardError: a name is taken or a text no good, there is no track, or there are too few sentences to split,
                or for a private gold.
            InputError: a file cannot be read, a reference has other characters than gold, or weights do not fit gold.
        """
        return tasks.add_tasks(self.path, draft, split, created=self.now)

    def close(self, task: str) -> Task:
        """Close a task now, and return it; one that is closed stays so.

        Raises:
            BoardError: there is no such task.
        """
        return self._set(
            task,
            "opens = CASE WHEN opens > :now THEN '' ELSE opens END, "
            "closes = CASE WHEN closes = '' OR closes > :now THEN :now ELSE closes END",
        )

    def reopen(self, task: str, *, closes: datetime | None = None) -> Task:
        """Accept submissions to a task from now on, and return it; what was closed is open again.

        What was seen while it was closed, exact scores and figures of a private gold, is known.

        Args:
            task: its name.
            closes: submissions before then, aware of its zone; None for no end.

        Raises:
            BoardError: there is no such task, or it would close at once.
        """
        _opens, last = checked_times(self._clock(), closes)
        return self._set(
            task,
            "opens = CASE WHEN opens > :now THEN '' ELSE opens END, closes = :closes, "
            "frozen = frozen AND (closes = '' OR closes > :now)",
            closes=last,
        )

    def rescore(self, task: str) -> int:
        """Score what was submitted for a task, and its baselines, by the methods there are now; return how many.

        Raises:
            BoardError: there is no such task.
            InputError: a file cannot be scored any more; nothing is changed.
        """
        with self._task(task) as (connection, number, found):
            submissions.refuse_frozen(connection, number, found)
            lines = records.table(connection, number, self.now)
        # Before anything is changed, and while others go on writing.
        scored = {line.id: self._scored(number, line) for line in lines}
        with self._task(task, write=True) as (connection, number, _found):
            there = [line.id for line in records.table(connection, number, self.now) if line.id in scored]
            for id in there:
                records.insert_scores(connection, id, scored[id])
            return len(there)

    def find(
        self, task: str, *, author: str = "", since: datetime | None = None, before: datetime | None = None
    ) -> list[Submission]:
        """Return the submissions to a task of an author or a time.

        Args:
            task: its name.
            author: whose; empty for everybody's.
            since: submitted then or later; None for no bound. Aware of its zone, as the other.
            before: submitted before then.

        Raises:
            BoardError: there is no such task.
        """
        first, last = ("" if moment is None else stamp(moment) for moment in (since, before))
        return [
            line
            for line in self.table(task)
            if line.kind == "system"
            and author.strip() in ("", line.author)
            and line.created >= first
            and (not last or line.created < last)
        ]

    def remove(self, ids: Collection[int]) -> Path:
        """Remove submissions or baselines for good, after a copy of the board; return where that lies.

        Raises:
            BoardError: one is not there; nothing is removed then.
        """
        with BOARD.removal(self.path, "remove", self.now) as (connection, copy):
            for id in ids:
                records.find_submission(connection, id, self.now)
                connection.execute("DELETE FROM submission WHERE id = ?", (id,))
            records.drop_files(connection)
            return copy

    def remove_task(self, task: str) -> Path:
        """Remove a task with all that was submitted for it, after a copy of the board; return where that lies.

        Raises:
            BoardError: there is no such task.
        """
        with BOARD.removal(self.path, "remove-task", self.now) as (connection, copy):
            number, _found = find_task(connection, task, self.now)
            connection.execute("DELETE FROM task WHERE id = ?", (number,))
            records.drop_files(connection)
            return copy

    def add_key(self, name: str) -> str:
        """Make a key to submit with under a name, and return it: it is stored hashed, and never shown again.

        Raises:
            BoardError: the name is no good, or there is a key of this name that was not revoked. Names that differ in
                white space, capitals or forms of characters alone are the same.
        """
        with self._transaction(write=True) as connection:
            return keys.add_key(connection, name, self.now)

    def keys(self) -> list[BoardKey]:
        """Return all keys, revoked ones too, oldest first; empty without."""
        with self._transaction() as connection:
            return keys.list_keys(connection)

    def revoke_key(self, name: str) -> None:
        """Revoke a key: nobody submits with it any more. Its submissions stay, and its name is nobody else's.

        Raises:
            BoardError: there is no key of this name.
        """
        with self._transaction(write=True) as connection:
            keys.revoke_key(connection, name, self.now)

    def owner_key(self, *, renew: bool = False) -> str | None:
        """Make the owner's key, which is stored hashed, and return it; None where there is one already.

        Args:
            renew: make another; the one before is not valid any more.
        """
        with self._transaction(write=True) as connection:
            return keys.new_owner_key(connection, renew=renew)

    def is_owner_key(self, text: str) -> bool:
        """Return whether a text is the owner's key; nothing is before one was made."""
        with self._transaction() as connection:
            return keys.is_owner_key(connection, text)

    def _transaction(self, *, write: bool = False) -> AbstractContextManager[sqlite3.Connection]:
        return BOARD.transaction(self.path, write=write)

    def _set(self, task: str, columns: str, **values: str) -> Task:
        """Set columns of a task, and return it."""
        with self._task(task, write=True) as (connection, number, _found):
            connection.execute(f"UPDATE task SET {columns} WHERE id = :id", {"id": number, "now": self.now, **values})
            return find_task(connection, task, self.now)[1]

    @contextmanager
    def _task(self, name: str, *, write: bool = False) -> Iterator[tuple[sqlite3.Connection, int, Task]]:
        """Give a transaction with the number of a task and the task."""
        with self._transaction(write=write) as connection:
            yield connection, *find_task(connection, name, self.now)

    def _scored(self, task: int, line: Submission) -> Scored:
        """Return the scores of a submission or baseline by the methods that there are now."""
        with self._transaction() as connection:
            files = records.scoring_files(connection, task)
            document = read_file(prediction(connection, line.id))
        dataset, references = load(files, {line.system: document})
        if line.kind == "baseline":
            # As when it was made: its digest would tell gold.
            lines = tuple(replace(system, digest=files.gold_mark, reading=READING) for system in dataset.systems)
            dataset = replace(dataset, systems=lines)
        return score(dataset, references)[line.system]


def check(path: Path) -> Health:
    """Return all that is wrong with the file of a board, those that it holds too; nothing is written to it."""
    health = BOARD.check(path)
    if health.problems or health.version != health.newest:
        return health
    problems = []
    with BOARD.transaction(path) as connection:
        for name, data in connection.execute("SELECT name, packed FROM file ORDER BY id"):
            try:
                zlib.decompress(data)
            except zlib.error:
                problems.append(f"file {name}: it is damaged.")
    return replace(health, problems=tuple(problems))


def _check_opening(task: Task, *, figures_only: bool, owner: bool) -> None:
    if task.open_gold or owner:
        return
    if not figures_only:
        raise BoardError(_private(task.name))
    if task.sealed:
        raise BoardError(
            lazy(
                "the gold of {task} is private: until the task closes its submissions have scores to three decimals "
                "and cannot be opened.",
                task=task.name,
            )
        )


def _private(task: str) -> str:
    return lazy("the gold of {task} is private: it can be scored against, but not viewed.", task=task)


def _labels(chosen: Sequence[Submission]) -> dict[int, str]:
    """Return a name for each submission, all different."""
    times = Counter(one.system for one in chosen)
    numbered = {one.id: f"{one.system} ({one.author}, no. {one.id})" for one in chosen}
    short = {one.id: one.system if times[one.system] == 1 else numbered[one.id] for one in chosen}
    # Somebody may call a system as another one is numbered.
    return short if len(set(short.values())) == len(short) else numbered
