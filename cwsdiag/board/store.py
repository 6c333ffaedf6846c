"""``Board``: all that pages and commands ask of the board of submissions."""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import secrets
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag.arguments import bounds, given
from cwsdiag.baselines import READING
from cwsdiag.board import admission, models, tasks
from cwsdiag.board.admission import (
    DESCRIPTIONS,
    LEAST_COVERAGE,
    checked,
    checked_tracks,
    difference_notes,
    digest_of,
    folded,
    refuse_times,
    split_note,
)
from cwsdiag.board.models import (
    BY_TRAINING,
    MAIN,
    BoardFile,
    BoardKey,
    Entry,
    Identity,
    Receipt,
    Role,
    Submission,
    SubmissionKind,
    Submitter,
    Task,
    TaskDraft,
    TaskFiles,
)
from cwsdiag.board.tasks import Scored, load, read_file, score
from cwsdiag.database import Database, insert, stamp
from cwsdiag.dataset import ReadOptions
from cwsdiag.errors import AlignmentError, BoardError
from cwsdiag.formats import Source
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from sqlite3 import Connection

# Of scores of a submission to a private task, until that closes.
DECIMALS = 3
# Recall of fewer OOV words would tell single ones.
LEAST_OOV = 200
_NOBODY = Submitter()
# A task that is not open yet opens now.
_OPEN_NOW = "opens = CASE WHEN opens > :now THEN '' ELSE opens END"
_FILE = "SELECT file.name, encoding, format, normalise, packed FROM file JOIN"
# So that people see what a text is that they find again.
_PREFIX, _OWNER_PREFIX = "cws_", "cws_owner_"


class Board(Database):
    """A board of submissions: one SQLite file.

    Methods below *the owner's* are for the owner alone, which the caller makes sure of; what the others return
    everybody may see unless their docstrings say otherwise. Every method raises ``BoardError`` where the file is gone,
    locked for too long or damaged.
    """

    kind = lazy("board")
    command = "cwsdiag board"
    made_by = "cwsdiag board add-task"
    # "cwsb"
    application = 0x63777362
    version = 5
    tables = models.TABLES
    upgrade = models.UPGRADE
    error = BoardError

    def tasks(self) -> list[Task]:
        """Return all tasks, oldest first; empty for a new board."""
        with self.transaction() as connection:
            return [*self._tasks(connection).values()]

    def task(self, name: str) -> Task:
        """Return the task of this name.

        Raises:
            BoardError: there is none.
        """
        with self._task(name) as (_connection, _number, task):
            return task

    def table(self, task: str) -> list[Submission]:
        """Return the public table of a task: submissions and baselines, best F1 first, earlier first where equal.

        Those of a sealed task are ordered by rounded scores: their order must not tell more.

        Raises:
            BoardError: there is no such task.
        """
        with self._task(task) as (connection, number, _task):
            return self._table(connection, number)

    def submission(self, id: int) -> Submission:
        """Return a line of the public table.

        Raises:
            BoardError: there is none.
        """
        with self.transaction() as connection:
            return self._submission(connection, id)

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
        document, file = admission.read_submission(source, ReadOptions(encoding, format))
        digest = hashlib.sha256(file.data).hexdigest()
        with self._task(task) as (connection, number, public):
            # Refused now and not after scoring, where that is possible; asked again below, where nobody else writes.
            _who, named = admission.admit(connection, number, public, entry, by, digest, self._clock())
            files = _material(connection, number)
        try:
            dataset, references = load(files, {named.system: document})
        except AlignmentError:
            if public.sealed and public.mismatch == "skip":
                # Whether anything is left to compare depends on gold.
                raise admission.too_little(public) from None
            raise
        if public.sealed:
            admission.refuse_few_words(public, document, dataset)
        scored = score(dataset, references)[named.system]
        with self._task(task, write=True) as (connection, number, public):
            who, named = admission.admit(connection, number, public, entry, by, digest, self._clock())
            return Receipt(
                self._submission(connection, self._insert(connection, number, "system", named, scored, file, who)),
                (*document.warnings, *difference_notes(scored.segmentation)),
            )

    def identity(self, by: Submitter) -> Identity:
        """Return the identity of a submitter, for them alone.

        Raises:
            BoardError: the key is wrong or revoked.
        """
        with self.transaction() as connection:
            return admission.identify(connection, by)

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
        with self._task(task) as (connection, number, public):
            if role not in ("raw", "training") and not public.open_gold:
                raise BoardError(_private(task))
            return _task_files(connection, number, role)

    def material(
        self, task: str, ids: Sequence[int] = (), *, figures_only: bool = False, owner: bool = False
    ) -> TaskFiles:
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
        with self._task(task) as (connection, number, public):
            _check_opening(public, figures_only=figures_only, owner=owner)
            lines = {line.id: line for line in self._table(connection, number)}
            if unknown := [str(id) for id in ids if id not in lines]:
                raise BoardError(lazy("no submission {ids} to {task}.", ids=", ".join(unknown), task=task))
            chosen = [lines[id] for id in dict.fromkeys(ids)]
            systems = [replace(_prediction(connection, id), name=name) for id, name in _distinct_names(chosen).items()]
            files = replace(_material(connection, number), systems=tuple(systems))
            # An interval of difficulty may hold a single word: not even figures are made of a private gold's.
            return files if public.open_gold or owner else replace(files, weights=None)

    @classmethod
    def _problems(cls, connection: Connection) -> list[str]:
        """Return what is wrong with the store, or else which of the files that it holds are damaged."""
        problems = super()._problems(connection)
        for name, packed in () if problems else connection.execute("SELECT name, packed FROM file ORDER BY id"):
            try:
                zlib.decompress(packed)
            except zlib.error:
                problems.append(f"file {name}: it is damaged.")
        return problems

    def check_opening(self, task: str, *, figures_only: bool = False, owner: bool = False) -> None:
        """Refuse where ``material`` would: for who has kept what it gave before.

        Raises:
            BoardError: there is no such task; or its gold is private and neither ``figures_only`` nor ``owner`` set; or
                the task is not closed, and its figures are not to be seen by others than the owner.
        """
        _check_opening(self.task(task), figures_only=figures_only, owner=owner)

    # The owner's.

    def add_task(self, draft: TaskDraft) -> list[Task]:
        """Make a task, or two of a draft that is to be split.

        BASE (where there is training data) and TOP are scored and stored as submissions of kind ``"baseline"``.

        Raises:
            BoardError: a name is taken or a text no good, there is no track, or there are too few sentences to split.
            InputError: a file cannot be read, a reference has other characters than gold, or weights do not fit gold.
        """
        opens, closes = _stored(draft.opens), _stored(draft.closes)
        refuse_times(opens, closes)
        tracks, rules = checked_tracks(draft.tracks), checked("rules", draft.rules)
        facts = {"created": self.now, "tracks": ",".join(tracks), "opens": opens, "closes": closes, "rules": rules}
        new, training, warnings = tasks.new_tasks(draft)
        with self.transaction(write=True) as connection:
            # Both parts of a split have the same training file.
            shared = [] if training is None else [("training", _store_file(connection, training))]
            for columns, files, baselines in new:
                name = columns["name"]
                if connection.execute("SELECT 1 FROM task WHERE name = ?", (name,)).fetchone():
                    raise BoardError(
                        lazy("there is a task {name!r} on this board already. Give this one another name.", name=name)
                    )
                number = insert(connection, "task", **facts, **columns)
                connection.executemany(
                    "INSERT INTO track_rule (task, track, rule) VALUES (?, ?, ?)",
                    [(number, track, rule) for track, rule in tracks.items() if rule],
                )
                stored = [(role, _store_file(connection, file)) for role, file in files]
                for position, (role, file) in enumerate(stored + shared):
                    insert(connection, "task_file", task=number, role=role, position=position, file=file)
                for scored in baselines:
                    system = scored.segmentation.name
                    self._insert(
                        connection,
                        number,
                        "baseline",
                        Entry(system, "cwsdiag", "", str(DESCRIPTIONS[system])),
                        scored,
                        tasks.text_file(f"{name}.{system}.txt", tasks.sentence_lines(scored.segmentation)),
                        Identity(),
                    )
            return [
                replace(self._find(connection, columns["name"])[1], warnings=warnings)
                for columns, _files, _baselines in new
            ]

    def close(self, task: str) -> Task:
        """Close a task now, and return it; one that is closed stays so.

        Raises:
            BoardError: there is no such task.
        """
        columns = "closes = CASE WHEN closes = '' OR closes > :now THEN :now ELSE closes END"
        return self._set(task, f"{_OPEN_NOW}, {columns}")

    def reopen(self, task: str, *, closes: datetime | None = None) -> Task:
        """Accept submissions to a task from now on, and return it; what was closed is open again.

        What was seen while it was closed, exact scores and figures of a private gold, is known.

        Args:
            task: its name.
            closes: submissions before then, aware of its zone; None for no end.

        Raises:
            BoardError: there is no such task, or it would close at once.
        """
        refuse_times(self.now, _stored(closes))
        columns = "closes = :closes, frozen = frozen AND (closes = '' OR closes > :now)"
        return self._set(task, f"{_OPEN_NOW}, {columns}", closes=_stored(closes))

    def rescore(self, task: str) -> int:
        """Score what was submitted for a task, and its baselines, by the methods there are now; return how many.

        Raises:
            BoardError: there is no such task.
            InputError: a file cannot be scored any more; nothing is changed.
        """
        with self._task(task) as (connection, number, public):
            admission.refuse_frozen(connection, number, public)
            lines = [(line, _prediction(connection, line.id)) for line in self._table(connection, number)]
            files = _material(connection, number)
        # Before anything is changed, and while others go on writing.
        scored = {}
        for line, file in lines:
            dataset, references = load(files, {line.system: read_file(file)})
            if line.kind == "baseline":
                # As when it was made: its digest would tell gold.
                dataset = replace(
                    dataset,
                    systems=tuple(replace(one, digest=files.gold_mark, reading=READING) for one in dataset.systems),
                )
            scored[line.id] = score(dataset, references)[line.system]
        with self._task(task, write=True) as (connection, number, _task):
            there = [line.id for line in self._table(connection, number) if line.id in scored]
            for id in there:
                _insert_scores(connection, id, scored[id])
            return len(there)

    def remove(self, ids: Collection[int]) -> Path:
        """Remove submissions or baselines for good, after a copy of the board; return where that lies.

        Raises:
            BoardError: one is not there; nothing is removed then.
        """
        with self.removal("remove") as (connection, copy):
            for id in ids:
                self._submission(connection, id)
                connection.execute("DELETE FROM submission WHERE id = ?", (id,))
            connection.execute(models.DROP_FILES)
            return copy

    def remove_task(self, task: str) -> Path:
        """Remove a task with all that was submitted for it, after a copy of the board; return where that lies.

        Raises:
            BoardError: there is no such task.
        """
        with self.removal("remove-task") as (connection, copy):
            number, _task = self._find(connection, task)
            connection.execute("DELETE FROM task WHERE id = ?", (number,))
            connection.execute(models.DROP_FILES)
            return copy

    def add_key(self, name: str) -> str:
        """Make a key to submit with under a name, and return it: it is stored hashed, and never shown again.

        A revoked one of this name is replaced.

        Raises:
            BoardError: the name is no good, or there is a key of this name that was not revoked. Names that differ in
                white space, capitals or forms of characters alone are the same.
        """
        name, key = checked("key", name), _PREFIX + secrets.token_urlsafe()
        with self.transaction(write=True) as connection:
            if connection.execute(
                "SELECT 1 FROM access_key WHERE folded = ? AND revoked = ''", (folded(name),)
            ).fetchone():
                raise BoardError(
                    lazy("{name} has a key already. Revoke it first, and it is followed by another.", name=name)
                )
            connection.execute(models.NEW_KEY, (name, folded(name), digest_of(key), self.now))
        return key

    def keys(self) -> list[BoardKey]:
        """Return all keys, revoked ones too, oldest first; empty without."""
        with self.transaction() as connection:
            return [BoardKey(*row) for row in connection.execute(models.KEYS)]

    def revoke_key(self, name: str) -> None:
        """Revoke a key: nobody submits with it any more. Its submissions stay, and its name is nobody else's.

        Raises:
            BoardError: there is no key of this name.
        """
        name = checked("key", name)
        with self.transaction(write=True) as connection:
            if not admission.has_key(connection, name):
                names = ", ".join(row["name"] for row in connection.execute(models.KEYS)) or lazy("none yet")
                raise BoardError(lazy("no key of {name!r} on this board. Available: {names}.", name=name, names=names))
            connection.execute(
                "UPDATE access_key SET revoked = ? WHERE folded = ? AND revoked = ''", (self.now, folded(name))
            )

    def owner_key(self, *, renew: bool = False) -> str | None:
        """Make the owner's key, which is stored hashed, and return it; None where there is one already.

        Args:
            renew: make another; the one before is not valid any more.
        """
        with self.transaction(write=True) as connection:
            if not renew and _owner_digest(connection) is not None:
                return None
            key = _OWNER_PREFIX + secrets.token_urlsafe()
            connection.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES ('owner_key', ?)", (digest_of(key),)
            )
            return key

    def is_owner_key(self, text: str) -> bool:
        """Return whether a text is the owner's key; nothing is before one was made."""
        with self.transaction() as connection:
            digest = _owner_digest(connection)
            # Compared in a time that does not depend on how much of it is right.
            return digest is not None and hmac.compare_digest(digest, digest_of(text))

    def _set(self, task: str, columns: str, **values: str) -> Task:
        """Set columns of a task, and return it."""
        with self._task(task, write=True) as (connection, number, _task):
            connection.execute(f"UPDATE task SET {columns} WHERE id = :id", {"id": number, "now": self.now, **values})
            return self._find(connection, task)[1]

    @contextmanager
    def _task(self, name: str, *, write: bool = False) -> Iterator[tuple[Connection, int, Task]]:
        """Give a transaction with the number of a task and the task."""
        with self.transaction(write=write) as connection:
            yield connection, *self._find(connection, name)

    def _tasks(self, connection: Connection, name: str | None = None) -> dict[int, Task]:
        """Return all tasks, or those of a name, by number, oldest first."""
        tasks = {}
        for row in connection.execute(models.TASKS, {"name": name, "now": self.now}):
            facts = dict(row)
            number = facts.pop("id")
            facts |= {name: bool(facts[name]) for name in ("open_gold", "training", "weights", "sealed")}
            facts |= {"tracks": tuple(facts["tracks"].split(",")), "track_rules": json.loads(facts["track_rules"])}
            tasks[number] = Task(**facts | {"split": split_note(facts["split"])})
        return tasks

    def _find(self, connection: Connection, name: str) -> tuple[int, Task]:
        """Return the number and the task of this name; refuse where there is none."""
        # A name from a command line may have what cannot be stored; no task has a backslash.
        storable = name.encode("utf-8", "backslashreplace").decode()
        for number, task in self._tasks(connection, storable).items():
            return number, task
        names = ", ".join(task.name for task in self._tasks(connection).values()) or lazy("none yet")
        raise BoardError(lazy("no task {name!r} on this board. Available: {names}.", name=name, names=names))

    def _table(self, connection: Connection, task: int) -> list[Submission]:
        # False comes before true, so what is undefined comes last.
        return sorted(
            self._submissions(connection, task=task),
            key=lambda line: (math.isnan(line.f1), -line.f1, line.id),
        )

    def _submission(self, connection: Connection, id: int) -> Submission:
        # SQLite holds no larger number.
        for submission in self._submissions(connection, id=id) if id in bounds.NUMBER else ():
            return submission
        raise BoardError(lazy("no submission {id} on this board.", id=given(id)))

    def _submissions(
        self, connection: Connection, *, task: int | None = None, id: int | None = None
    ) -> list[Submission]:
        wanted = {"task": task, "id": id, "now": self.now}
        scores: dict[int, dict[str, float]] = defaultdict(dict)
        for submission, name, value in connection.execute(models.SCORES, wanted):
            scores[submission][name] = math.nan if value is None else value
        submissions = []
        for row in connection.execute(models.SUBMISSIONS, wanted):
            facts = dict(row)
            own = scores[facts["id"]]
            facts["scores"] = sealed_scores(own) if facts.pop("sealed") else own
            if facts["kind"] == "baseline":
                facts["description"] = DESCRIPTIONS.get(facts["system"], "")
            submissions.append(Submission(**facts))
        return submissions

    def _insert(
        self,
        connection: Connection,
        task: int,
        kind: SubmissionKind,
        entry: Entry,
        scored: Scored,
        file: BoardFile,
        who: Identity,
    ) -> int:
        """Store a submission with its file and its scores; return its number."""
        facts = vars(entry) | {"track": entry.track or None, "known_by": who.known_by, "identity": who.id}
        id = insert(
            connection,
            "submission",
            task=task,
            kind=kind,
            created=self.now,
            digest=hashlib.sha256(file.data).hexdigest(),
            signature=scored.signature,
            file=_store_file(connection, file),
            **facts,
        )
        _insert_scores(connection, id, scored)
        return id


def sealed_scores(scores: Mapping[str, float]) -> dict[str, float]:
    """Return what is known of the scores of a submission to a private task until that closes.

    Args:
        scores: all of them.
    """
    oov_words = scores.get("bakeoff.oov_rate", math.nan) * scores.get("bakeoff.true_words", math.nan)
    names = MAIN + BY_TRAINING if round(oov_words, 6) >= LEAST_OOV else MAIN
    coverage = min(scores.get("bakeoff.coverage", 1.0), scores.get("fidelity.system_coverage", 1.0))
    known = coverage >= LEAST_COVERAGE
    return {name: round(scores[name], DECIMALS) if known else math.nan for name in names if name in scores}


def score_names(submissions: Iterable[Submission]) -> list[str]:
    """Return the names of all scores of submissions, each once, in the order of the methods."""
    return list(dict.fromkeys(name for submission in submissions for name in submission.scores))


def _stored(moment: datetime | None) -> str:
    return "" if moment is None else stamp(moment)


def _store_file(connection: Connection, file: BoardFile) -> int:
    """Store a file and return its number."""
    return insert(
        connection,
        "file",
        name=file.name,
        encoding=file.options.encoding or "",
        format=file.options.format or "",
        normalise=",".join(file.options.normalise),
        packed=zlib.compress(file.data),
    )


def _task_files(connection: Connection, task: int, role: Role) -> list[BoardFile]:
    return [
        _unpacked(*row)
        for row in connection.execute(
            f"{_FILE} task_file ON task_file.file = file.id WHERE task = ? AND role = ? ORDER BY position", (task, role)
        )
    ]


def _prediction(connection: Connection, submission: int) -> BoardFile:
    return _unpacked(
        *connection.execute(
            f"{_FILE} submission ON submission.file = file.id WHERE submission.id = ?", (submission,)
        ).fetchone()
    )


def _unpacked(name: str, encoding: str, format: str, normalise: str, data: bytes) -> BoardFile:
    try:
        return BoardFile(
            name,
            zlib.decompress(data),
            ReadOptions(encoding or None, format or None, tuple(normalise.split(",")) if normalise else ()),
        )
    except zlib.error:
        raise BoardError(lazy("the file {name} on this board is damaged. Restore a backup.", name=name)) from None


def _material(connection: Connection, task: int) -> TaskFiles:
    """Return what predictions for a task are scored with."""
    (gold,) = _task_files(connection, task, "gold")
    return TaskFiles(
        **dict(
            connection.execute(
                "SELECT name, gold_mark, weights_mark, mismatch FROM task WHERE id = ?", (task,)
            ).fetchone()
        ),
        gold=gold,
        references=tuple(_task_files(connection, task, "reference")),
        training=next(iter(_task_files(connection, task, "training")), None),
        weights=next(iter(_task_files(connection, task, "weights")), None),
    )


def _insert_scores(connection: Connection, id: int, scored: Scored) -> None:
    """Store the scores of a submission, in place of those that it has."""
    connection.execute("UPDATE submission SET signature = ? WHERE id = ?", (scored.signature, id))
    connection.execute("DELETE FROM score WHERE submission = ?", (id,))
    # SQLite stores NaN as NULL.
    connection.executemany(
        "INSERT INTO score (submission, name, value) VALUES (?, ?, ?)",
        [(id, name, value) for name, value in scored.scores.items()],
    )


def _owner_digest(connection: Connection) -> str | None:
    row = connection.execute("SELECT value FROM setting WHERE name = 'owner_key'").fetchone()
    return None if row is None else row[0]


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


def _distinct_names(chosen: Sequence[Submission]) -> dict[int, str]:
    """Return a name for each submission, by its number, all different."""
    plain = [one.system for one in chosen]
    numbered = {one.id: f"{one.system} ({one.author}, no. {one.id})" for one in chosen}
    short = {one.id: one.system if plain.count(one.system) == 1 else numbered[one.id] for one in chosen}
    # Somebody may call a system as another one is numbered.
    return short if len({*short.values()}) == len(short) else numbered
