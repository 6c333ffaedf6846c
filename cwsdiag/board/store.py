"""``Board``: all that pages and commands ask of the board of submissions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from cwsdiag.board import keys, records, submissions, tally
from cwsdiag.board.files import task_files
from cwsdiag.board.models import Allowance, BoardFile, Material, Submitter
from cwsdiag.board.owned import Owned
from cwsdiag.board.schema import transaction
from cwsdiag.database import stamp
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import BoardError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.board.models import Entry, Participant, Phase, Receipt, Submission, Task
    from cwsdiag.formats import Source

_NOBODY = Submitter()


class Board(Owned):
    """A board of submissions: one SQLite file. What its owner alone does is in ``Owned``.

    It keeps no connection: every call is a transaction of its own, so one ``Board`` can be used from any number of
    threads, and several programs can work on one file. What a method gives is for everybody to see unless its
    docstring says otherwise. Every method raises ``BoardError`` where the file is gone, locked for too long or damaged.
    """

    def tasks(self) -> list[Task]:
        """Return all tasks, oldest first; empty for a new board."""
        with transaction(self.path) as connection:
            return records.list_tasks(connection, self.now)

    def task(self, name: str) -> Task:
        """Return the task of this name.

        Raises:
            BoardError: there is none.
        """
        with transaction(self.path) as connection:
            return records.find_task(connection, name, self.now)[1]

    def phase(self, task: Task) -> Phase:
        """Return whether systems may be handed in for a task now, by the clock of this machine."""
        return task.phase(self.now)

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
            now = self.now
            return records.table(connection, records.find_task(connection, task, now)[0], now)

    def submission(self, id: int) -> Submission:
        """Return a line of the public table.

        Raises:
            BoardError: there is none.
        """
        with transaction(self.path) as connection:
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
        """Check, score and store a submission. The receipt is for its author alone.

        A process that is killed meanwhile leaves the whole submission or nothing.

        Args:
            task: name of the task.
            entry: what the submission says of itself.
            source: its file, in any format that gold and predictions can have.
            by: who hands in. Whoever has a key does so under its name; nobody else can.
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
        return submissions.submit(self.path, task, entry, source, options, by=by, limits=self.limits, clock=self._clock)

    def allowance(self, task: str, by: Submitter = _NOBODY) -> Allowance:
        """Return as whom somebody would hand in for a task, and how many submissions are left to them; for them alone.

        Raises:
            BoardError: there is no such task, or the key is wrong or revoked.
        """
        with transaction(self.path) as connection:
            now = self._clock()
            number, found = records.find_task(connection, task, stamp(now))
            who, limits = keys.known(connection, by), tally.own_limits(connection, self.limits)
            return Allowance(who.known_by, who.name, tally.left(connection, number, found, who, limits, now))

    def prediction(self, id: int, token: str) -> BoardFile:
        """Return the file of a submission, as it was given, to its author.

        Raises:
            BoardError: the token is not that of this submission, or there is no such submission.
        """
        return submissions.download(self.path, id, token)

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
                a task with private gold be opened by others than the owner, once it is closed; they get no weights.
            owner: the caller is the owner of the board, who may see everything.

        Raises:
            BoardError: there is no such task or submission in it, or it may not be opened: see ``check_opening``.
        """
        with transaction(self.path) as connection:
            number, found = records.find_task(connection, task, self.now)
            _check_opening(found, figures_only=figures_only, owner=owner)
            known = {submission.id: submission for submission in records.table(connection, number, self.now)}
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

    def check_opening(self, task: str, *, figures_only: bool = False, owner: bool = False) -> None:
        """Refuse where ``material`` would: for who has kept what it gave before.

        Raises:
            BoardError: there is no such task; or its gold is private and neither ``figures_only`` nor ``owner`` set; or
                the task is not closed, and its figures are not to be seen by others than the owner.
        """
        _check_opening(self.task(task), figures_only=figures_only, owner=owner)

    def _files(self, task: str, role: str, *, private: bool = False) -> Sequence[BoardFile]:
        with transaction(self.path) as connection:
            number, found = records.find_task(connection, task, self.now)
            if private and not found.open_gold:
                raise BoardError(_private(task))
            return task_files(connection, number, role)


def _check_opening(task: Task, *, figures_only: bool, owner: bool) -> None:
    if task.open_gold or owner:
        return
    if not figures_only:
        raise BoardError(_private(task.name))
    if task.sealed:
        raise BoardError(
            lazy(
                "the gold of {task} is private: until the task closes its submissions have five scores, to three "
                "decimals, and cannot be opened.",
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
