"""``Judgements``: all that pages and commands ask of a file of judgements; its tables and queries."""

from __future__ import annotations

import hashlib
import math
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cwsdiag.database import Database, insert
from cwsdiag.dataset import Dataset
from cwsdiag.errors import JudgingError
from cwsdiag.judging.models import Item, Judgement, JudgingStudy, Mark, StudySystem, by_judge, draw, judge_name
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from sqlite3 import Connection

_TABLES = (
    # The one that the owner chose to be shown first has 1 as ``chosen``.
    """
    CREATE TABLE study (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        dataset TEXT NOT NULL,
        gold TEXT NOT NULL,
        seed INTEGER NOT NULL,
        signature TEXT NOT NULL,
        committee TEXT NOT NULL,
        chosen INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """,
    # NULL is an undefined score.
    """
    CREATE TABLE system (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        f1 REAL,
        f_b REAL,
        PRIMARY KEY (study, place),
        UNIQUE (study, name)
    ) STRICT
    """,
    """
    CREATE TABLE sentence (
        id INTEGER PRIMARY KEY,
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        number INTEGER NOT NULL,
        UNIQUE (study, place),
        UNIQUE (study, number)
    ) STRICT
    """,
    # The segmentation of a sentence by a system, a blank between words: no word has white space in it.
    """
    CREATE TABLE output (
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        system INTEGER NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (sentence, system)
    ) STRICT
    """,
    """
    CREATE TABLE judgement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        judge TEXT NOT NULL,
        made TEXT NOT NULL,
        UNIQUE (sentence, judge)
    ) STRICT
    """,
    """
    CREATE TABLE mark (
        judgement INTEGER NOT NULL REFERENCES judgement ON DELETE CASCADE,
        candidate TEXT NOT NULL,
        mark TEXT NOT NULL CHECK (mark IN ('best', 'second')),
        PRIMARY KEY (judgement, candidate)
    ) STRICT
    """,
    # Who judges under a name: SHA-256 (hex) of who signed in, or of a key of their browser; of 0.2.0 of a code.
    # Empty for nobody yet, where marks came from a file.
    """
    CREATE TABLE judge (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        name TEXT NOT NULL,
        holder TEXT NOT NULL,
        PRIMARY KEY (study, name)
    ) STRICT
    """,
)
_OLD = ("study", "system", "sentence", "output", "judgement", "mark", "judge")
_UPGRADE = (
    *(f"ALTER TABLE {table} RENAME TO old_{table}" for table in _OLD),
    *_TABLES,
    "INSERT INTO study SELECT id, name, created, dataset, gold, seed, signature, committee, chosen FROM old_study",
    "INSERT INTO system SELECT study, place, name, digest, f1, f_b FROM old_system ORDER BY rowid",
    "INSERT INTO sentence SELECT id, study, place, number FROM old_sentence",
    "INSERT INTO output SELECT sentence, system, words FROM old_output ORDER BY rowid",
    "INSERT INTO judgement SELECT id, sentence, judge, made FROM old_judgement",
    "INSERT INTO mark SELECT judgement, candidate, mark FROM old_mark ORDER BY rowid",
    "INSERT INTO judge SELECT study, name, holder FROM old_judge ORDER BY rowid",
    "DELETE FROM sqlite_sequence WHERE name = 'judgement'",
    "UPDATE sqlite_sequence SET name = 'judgement' WHERE name = 'old_judgement'",
    *(f"DROP TABLE old_{table}" for table in reversed(_OLD)),
)

_NAMES = "SELECT name FROM study ORDER BY id"
_FIRST_SHOWN = "SELECT name FROM study ORDER BY chosen DESC, id LIMIT 1"
_STUDY = "SELECT id, name, created, dataset, gold, seed, signature, committee FROM study WHERE name = ?"
_SYSTEMS = "SELECT name, digest, f1, f_b FROM system WHERE study = ? ORDER BY place"
_OUTPUTS = """
    SELECT number, name, words
    FROM sentence
    JOIN output ON output.sentence = sentence.id
    JOIN system ON system.study = sentence.study AND system.place = output.system
    WHERE sentence.study = ? ORDER BY sentence.place, system.place
"""
_JUDGEMENTS = """
    SELECT judgement.id, judge, number, candidate, mark
    FROM judgement
    JOIN sentence ON sentence.id = judgement.sentence
    JOIN mark ON mark.judgement = judgement.id
    WHERE study = :study AND (:judge IS NULL OR judge = :judge)
    ORDER BY judgement.id, mark.rowid
"""
_PUT_JUDGEMENT = """
    INSERT INTO judgement (sentence, judge, made)
    SELECT id, :judge, :made FROM sentence WHERE study = :study AND number = :number
    ON CONFLICT (sentence, judge) DO UPDATE SET made = excluded.made RETURNING id
"""
_PUT_JUDGE = "INSERT OR IGNORE INTO judge (study, name, holder) VALUES (?, ?, ?)"
_DROP_JUDGEMENTS = "DELETE FROM judgement WHERE sentence IN (SELECT id FROM sentence WHERE study = ?) AND judge = ?"

# Judges of one study: every one of them may mark all its sentences.
MOST_JUDGES = 500


class Taken(NamedTuple):
    """How many imported judgements were new, changed, and there already."""

    new: int
    changed: int
    same: int


class Judgements(Database):
    """Studies and what judges say in them: one SQLite file.

    Every method raises ``JudgingError`` where the file is gone, locked for too long or damaged.
    """

    kind = lazy("file of judgements")
    command = "cwsdiag judge"
    made_by = "cwsdiag judge new"
    # "cwsj"
    application = 0x6377736A
    version = 3
    tables = _TABLES
    upgrade = _UPGRADE
    error = JudgingError

    def new(self, name: str, dataset: Dataset, **settings: Any) -> JudgingStudy:
        """Draw sentences and make a study of them.

        Args:
            name: of the study.
            dataset: gold and systems.
            settings: of ``cwsdiag.judging.models.draw``.

        Raises:
            JudgingError: the name is taken, or as of ``draw``.
            SettingError: as of ``draw``.
        """
        study = draw(dataset, name, created=self.now, **settings)
        facts = {key: getattr(study, key) for key in ("name", "created", "dataset", "gold", "seed", "signature")}
        with self.transaction(write=True) as connection:
            if study.name in _names(connection):
                raise JudgingError(
                    lazy("there is a study {name!r} already. Give this one another name.", name=study.name)
                )
            id = insert(connection, "study", committee=study.committee, **facts)
            places = {}
            for place, one in enumerate(study.systems):
                # SQLite stores NaN as NULL.
                insert(connection, "system", study=id, place=place, **vars(one))
                places[one.name] = place
            for place, item in enumerate(study.items):
                sentence = insert(connection, "sentence", study=id, place=place, number=item.number)
                for candidate in item.candidates:
                    for system in candidate.systems:
                        insert(
                            connection,
                            "output",
                            sentence=sentence,
                            system=places[system],
                            words=" ".join(candidate.words),
                        )
        return study

    def names(self) -> list[str]:
        """Return the names of all studies, oldest first; empty for a new file."""
        with self.transaction() as connection:
            return _names(connection)

    def first_shown(self) -> str | None:
        """Return the name of the study that is shown where none is asked for: the one chosen, else the oldest.

        A new one leads nobody away from the one they judge.
        """
        with self.transaction() as connection:
            return next((name for (name,) in connection.execute(_FIRST_SHOWN)), None)

    def choose(self, study: str) -> None:
        """Make a study the one that is shown where none is asked for.

        Raises:
            JudgingError: there is no such study.
        """
        with self.transaction(write=True) as connection:
            connection.execute("UPDATE study SET chosen = (id = ?)", (_find(connection, study)[0],))

    def study(self, name: str) -> JudgingStudy:
        """Return the study of this name.

        Raises:
            JudgingError: there is none.
        """
        return self.look(name)[0]

    def look(self, name: str, judge: str | None = None) -> tuple[JudgingStudy, list[Judgement]]:
        """Return a study with its judgements, the first given first; those of one judge where one is named.

        Raises:
            JudgingError: there is no such study.
        """
        with self.transaction() as connection:
            id, study = _find(connection, name)
            return study, _judgements(connection, id, judge)

    def enter(self, study: str, judge: str, holder: str = "") -> str:
        """Return the name of a judge tidied up, if nobody else judges under it; it is theirs once they have marked.

        Args:
            study: its name.
            judge: the judge's name; see ``judge_name``.
            holder: who it is, as of ``holder_of``; empty trusts whoever calls.

        Raises:
            JudgingError: there is no such study, or the name is no good or somebody else's.
        """
        name = judge_name(judge)
        with self.transaction() as connection:
            _check_holder(connection, _find(connection, study)[0], name, holder)
        return name

    def release(self, study: str, judge: str) -> None:
        """Let whoever comes next go on under the name of a judge, who has another browser, say.

        Raises:
            JudgingError: there is no such study, or nobody holds the name.
        """
        name = judge_name(judge)
        with self.transaction(write=True) as connection:
            id, _study = _find(connection, study)
            if not connection.execute("DELETE FROM judge WHERE study = ? AND name = ?", (id, name)).rowcount:
                raise _nobody(name)

    def mark(
        self,
        study: str,
        judge: str,
        number: int,
        marks: Mapping[str, Mark],
        *,
        holder: str = "",
        again: bool = False,
    ) -> None:
        """Store what a judge says of a sentence, whole, in place of what they said before.

        Args:
            study: its name.
            judge: the judge's name; see ``judge_name``.
            number: of the sentence.
            marks: by candidate key, at least one of them ``best``.
            holder: who it is, as of ``enter``.
            again: whether they have said something before, so that who was removed meanwhile says no more.

        Raises:
            JudgingError: there is no such study or sentence in it, marks do not fit, the name is no good or somebody
                else's, or the judge was removed.
        """
        judge = judge_name(judge)
        with self.transaction(write=True) as connection:
            id, whole = _find(connection, study)
            judgement = Judgement(judge, number, whole.item(number).checked(marks))
            _check_holder(connection, id, judge, holder)
            if again and not _judgements(connection, id, judge):
                raise JudgingError(
                    lazy("{judge} judges this study no more: the owner removed what was marked.", judge=judge)
                )
            if holder:
                connection.execute(_PUT_JUDGE, (id, judge, holder))
            self._put(connection, id, judgement)

    def take(self, study: str, judgements: Sequence[Judgement], *, replace: bool = False) -> Taken:
        """Store judgements that were made elsewhere, all of them or none.

        A name that nobody has used here is nobody's, until ``release``.

        Args:
            study: name of the study.
            judgements: as ``from_csv`` gives them.
            replace: whether they take the place of what the same judges said here.

        Raises:
            JudgingError: one does not fit the study, or without ``replace`` says something else than is here.
        """
        new = changed = same = 0
        with self.transaction(write=True) as connection:
            id, whole = _find(connection, study)
            here = by_judge(_judgements(connection, id))
            for one in judgements:
                judge, marks = judge_name(one.judge), whole.item(one.number).checked(one.marks)
                before = here.get(judge, {}).get(one.number)
                if before is None:
                    new += 1
                elif before.marks == marks:
                    same += 1
                    continue
                elif not replace:
                    raise JudgingError(
                        lazy(
                            "{judge} has already judged sentence {number} here, differently from the file. Nothing was "
                            "imported; ask for judgements to be replaced if the file is right.",
                            judge=judge,
                            number=one.number,
                        )
                    )
                else:
                    changed += 1
                self._put(connection, id, Judgement(judge, one.number, marks))
                if judge not in here:
                    connection.execute(_PUT_JUDGE, (id, judge, ""))
        return Taken(new, changed, same)

    def _put(self, connection: Connection, study: int, one: Judgement) -> None:
        values = {"study": study, "judge": one.judge, "number": one.number, "made": self.now}
        (id,) = connection.execute(_PUT_JUDGEMENT, values).fetchone()
        connection.execute("DELETE FROM mark WHERE judgement = ?", (id,))
        for candidate, mark in one.marks.items():
            insert(connection, "mark", judgement=id, candidate=candidate, mark=mark)

    def remove(self, study: str, judge: str = "") -> tuple[int, Path]:
        """Remove a study with all that was said in it, or a judge with all that they said, once the file was copied.

        Args:
            study: its name.
            judge: the judge's name; empty for the whole study.

        Returns:
            The number of judgements removed, and the copy of the file as it was before.

        Raises:
            JudgingError: there is no such study, nobody judges it under that name, or the copy cannot be made.
        """
        with self.removal("remove-judge" if judge else "remove") as (connection, copy):
            id, _study = _find(connection, study)
            if not judge:
                count = len(_judgements(connection, id))
                connection.execute("DELETE FROM study WHERE id = ?", (id,))
                return count, copy
            name = judge_name(judge)
            count = connection.execute(_DROP_JUDGEMENTS, (id, name)).rowcount
            known = connection.execute("DELETE FROM judge WHERE study = ? AND name = ?", (id, name)).rowcount
            if not (count or known):
                raise _nobody(name)
            return count, copy


def _names(connection: Connection) -> list[str]:
    return [name for (name,) in connection.execute(_NAMES)]


def _find(connection: Connection, name: str) -> tuple[int, JudgingStudy]:
    """Return the number and the study of this name.

    Raises:
        JudgingError: there is none.
    """
    row = connection.execute(_STUDY, (name,)).fetchone()
    if row is None:
        names = ", ".join(_names(connection)) or lazy("none yet")
        raise JudgingError(lazy("no study {name!r} in this file. Available: {names}.", name=name, names=names))
    facts = dict(row)
    id = facts.pop("id")
    systems = tuple(
        StudySystem(system, digest, *(math.nan if score is None else score for score in scores))
        for system, digest, *scores in connection.execute(_SYSTEMS, (id,))
    )
    outputs: dict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for number, system, words in connection.execute(_OUTPUTS, (id,)):
        outputs[number][system] = tuple(words.split(" "))
    return id, JudgingStudy(**facts, systems=systems, items=tuple(starmap(Item.of_outputs, outputs.items())))


def _judgements(connection: Connection, study: int, judge: str | None = None) -> list[Judgement]:
    """Return the judgements of a study, the first given first; those of one judge where one is named."""
    judgements: dict[int, Judgement] = {}
    for id, name, number, candidate, mark in connection.execute(_JUDGEMENTS, {"study": study, "judge": judge}):
        judgements.setdefault(id, Judgement(name, number, {})).marks[candidate] = mark
    return list(judgements.values())


def _check_holder(connection: Connection, study: int, name: str, holder: str) -> None:
    """Refuse who is not the one that judges under a name, and one judge too many."""
    if not holder:
        return
    row = connection.execute("SELECT holder FROM judge WHERE study = ? AND name = ?", (study, name)).fetchone()
    if row is not None and not secrets.compare_digest(row["holder"], holder):
        raise JudgingError(
            lazy(
                "{name} is somebody who judges this study in another browser. If that is you, ask the owner of the "
                "study to free the name; if not, take another name.",
                name=name,
            )
        )
    (judges,) = connection.execute("SELECT count(*) FROM judge WHERE study = ?", (study,)).fetchone()
    if row is None and judges >= MOST_JUDGES:
        raise JudgingError(
            lazy("{most:,} people judge this study already, and it takes no more. Ask its owner.", most=MOST_JUDGES)
        )


def holder_of(secret: str) -> str:
    """Return what is stored of who judges: ``person`` with who signed in, ``browser`` with a key of its own."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _nobody(name: str) -> JudgingError:
    return JudgingError(lazy("nobody judges this study under the name {name}. Check the name.", name=name))
