"""``Judgements``: all that pages and commands ask of a file of judgements."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from cwsdiag.database import stamp
from cwsdiag.errors import JudgingError
from cwsdiag.judging import judges
from cwsdiag.judging.drawing import draw
from cwsdiag.judging.models import JUDGE_NAME, Item, Judgement, JudgingStudy, StudySystem, by_judge
from cwsdiag.judging.schema import JUDGEMENTS
from cwsdiag.languages import lazy
from cwsdiag.typed import one_line

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.dataset import Dataset
    from cwsdiag.judging.judges import Entered
    from cwsdiag.judging.models import Mark

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


@dataclass(frozen=True)
class Taken:
    """How many imported judgements were new, changed, and there already."""

    new: int
    changed: int
    same: int


class Judgements:
    """Studies and what judges say in them: one SQLite file.

    It keeps no connection: every call is a transaction of its own, so one object can be used from any number of
    threads, and several programs can work on one file. Every method raises ``JudgingError`` where the file is gone,
    locked for too long or damaged.
    """

    def __init__(self, path: Path, *, clock: Callable[[], datetime] | None = None, create: bool = True) -> None:
        """Open a file of judgements.

        Args:
            path: where it lies.
            clock: gives the present time, aware of its zone.
            create: whether to make an empty one where there is none.

        Raises:
            JudgingError: the file is missing, of another kind, of a newer version, or cannot be opened.
        """
        self.path = path
        self._clock = clock or partial(datetime.now, UTC)
        JUDGEMENTS.prepare(path, create=create)

    def new(self, name: str, dataset: Dataset, **settings: Any) -> JudgingStudy:
        """Draw sentences and make a study of them.

        Args:
            name: of the study.
            dataset: gold and systems.
            settings: of ``cwsdiag.judging.drawing.draw``.

        Raises:
            JudgingError: the name is taken, or as of ``draw``.
            SettingError: as of ``draw``.
        """
        study = draw(dataset, name, created=self._now(), **settings)
        facts = (study.name, study.created, study.dataset, study.gold, study.seed, study.signature, study.committee)
        places = {system.name: place for place, system in enumerate(study.systems)}
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            if study.name in _names(connection):
                raise JudgingError(
                    lazy("there is a study {name!r} already. Give this one another name.", name=study.name)
                )
            query = (
                "INSERT INTO study (name, created, dataset, gold, seed, signature, committee) VALUES (?,?,?,?,?,?,?)"
            )
            id = connection.execute(query, facts).lastrowid
            connection.executemany(
                "INSERT INTO system (study, place, name, digest, f1, f_b) VALUES (?, ?, ?, ?, ?, ?)",
                # SQLite stores NaN as NULL.
                [(id, place, one.name, one.digest, one.f1, one.f_b) for place, one in enumerate(study.systems)],
            )
            for place, item in enumerate(study.items):
                query = "INSERT INTO sentence (study, place, number) VALUES (?, ?, ?)"
                sentence = connection.execute(query, (id, place, item.number)).lastrowid
                connection.executemany(
                    "INSERT INTO output (sentence, system, words) VALUES (?, ?, ?)",
                    [
                        (sentence, places[system], " ".join(candidate.words))
                        for candidate in item.candidates
                        for system in candidate.systems
                    ],
                )
        return study

    def names(self) -> list[str]:
        """Return the names of all studies, oldest first; empty for a new file."""
        with JUDGEMENTS.transaction(self.path) as connection:
            return _names(connection)

    def first_shown(self) -> str | None:
        """Return the name of the study that is shown where none is asked for: the one chosen, else the oldest.

        A new one leads nobody away from the one they judge.
        """
        with JUDGEMENTS.transaction(self.path) as connection:
            row = connection.execute("SELECT name FROM study ORDER BY chosen DESC, id LIMIT 1").fetchone()
            return None if row is None else str(row["name"])

    def choose(self, study: str) -> None:
        """Make a study the one that is shown where none is asked for.

        Raises:
            JudgingError: there is no such study.
        """
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            connection.execute("UPDATE study SET chosen = (id = ?)", (_find(connection, study)[0],))

    def study(self, name: str) -> JudgingStudy:
        """Return the study of this name.

        Raises:
            JudgingError: there is none.
        """
        with JUDGEMENTS.transaction(self.path) as connection:
            return _find(connection, name)[1]

    def look(self, name: str, judge: str | None = None) -> tuple[JudgingStudy, list[Judgement]]:
        """Return a study with its judgements, the first given first; those of one judge where one is named.

        Raises:
            JudgingError: there is no such study.
        """
        with JUDGEMENTS.transaction(self.path) as connection:
            id, study = _find(connection, name)
            return study, _judgements(connection, id, judge)

    def enter(self, study: str, judge: str, *, code: str = "", person: str = "") -> Entered:
        """Let a judge in under a name that nobody uses yet, or that is theirs.

        A new name is theirs once they have judged a sentence with what this gives: see ``mark``.

        Args:
            study: its name.
            judge: the judge's name; see ``judge_name``.
            code: that they were given when they first came.
            person: who signed in, where a server knows: then no code is needed.

        Raises:
            JudgingError: there is no such study, the name is no good or somebody else's, or there are too many judges.
        """
        judge = judge_name(judge)
        with JUDGEMENTS.transaction(self.path) as connection:
            return judges.enter(connection, _find(connection, study)[0], judge, code=code, person=person)

    def new_code(self, study: str, judge: str) -> Entered:
        """Give a judge a new code, for one who lost theirs, or whose marks came from a file.

        Raises:
            JudgingError: there is no such study, or nobody judges it under that name.
        """
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            return judges.new_code(connection, _find(connection, study)[0], judge_name(judge))

    def mark(
        self,
        study: str,
        judge: str,
        number: int,
        marks: Mapping[str, Mark],
        *,
        holder: str = "",
        is_new: bool = False,
    ) -> None:
        """Store what a judge says of a sentence, whole, in place of what they said before.

        Args:
            study: its name.
            judge: the judge's name; see ``judge_name``.
            number: of the sentence.
            marks: by candidate key, at least one of them ``best``.
            holder: of ``enter``, where the name must be held by who was let in; empty trusts whoever calls.
            is_new: likewise, for the first sentence.

        Raises:
            JudgingError: there is no such study or sentence in it, marks do not fit, the name is no good, or is not
                held by who says so.
        """
        judge = judge_name(judge)
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            id, found = _find(connection, study)
            if holder:
                judges.check(connection, id, judge, holder, is_new=is_new)
            self._put(connection, id, Judgement(judge, number, found.item(number).checked(marks)))

    def remove(self, study: str, judge: str = "") -> tuple[int, Path]:
        """Remove a study with all that was said in it, or a judge with all that they said, once the file was copied.

        The newest ten copies are kept, in a folder beside the file.

        Args:
            study: its name.
            judge: the judge's name; empty for the whole study.

        Returns:
            The number of judgements removed, and the copy of the file as it was before.

        Raises:
            JudgingError: there is no such study, nobody judges it under that name, or the copy cannot be made.
        """
        act = "remove-judge" if judge else "remove"
        with JUDGEMENTS.removal(self.path, act, self._now()) as (connection, copy):
            id, _study = _find(connection, study)
            if judge:
                return judges.remove(connection, id, judge_name(judge)), copy
            count = len(_judgements(connection, id))
            connection.execute("DELETE FROM study WHERE id = ?", (id,))
            return count, copy

    def take(self, study: str, judgements: Sequence[Judgement], *, replace: bool = False) -> Taken:
        """Store judgements that were made elsewhere, all of them or none.

        Args:
            study: name of the study.
            judgements: as ``from_csv`` gives them.
            replace: whether they take the place of what the same judges said here.

        Raises:
            JudgingError: one does not fit the study, or without ``replace`` says something else than is here.
        """
        new = changed = same = 0
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            id, found = _find(connection, study)
            here = by_judge(_judgements(connection, id))
            for one in judgements:
                judge, marks = judge_name(one.judge), found.item(one.number).checked(one.marks)
                before = here.get(judge, {}).get(one.number)
                if before is not None and before.marks == marks:
                    same += 1
                    continue
                if before is not None and not replace:
                    raise JudgingError(
                        lazy(
                            "{judge} has already judged sentence {number} here, differently from the file. Nothing was "
                            "imported; ask for judgements to be replaced if the file is right.",
                            judge=judge,
                            number=one.number,
                        )
                    )
                self._put(connection, id, Judgement(judge, one.number, marks))
                new, changed = (new + 1, changed) if before is None else (new, changed + 1)
        return Taken(new, changed, same)

    def _put(self, connection: sqlite3.Connection, study: int, one: Judgement) -> None:
        values = {"study": study, "judge": one.judge, "number": one.number, "made": self._now()}
        (id,) = connection.execute(_PUT_JUDGEMENT, values).fetchone()
        connection.execute("DELETE FROM mark WHERE judgement = ?", (id,))
        connection.executemany(
            "INSERT INTO mark (judgement, candidate, mark) VALUES (?, ?, ?)",
            [(id, candidate, mark) for candidate, mark in one.marks.items()],
        )

    def _now(self) -> str:
        return stamp(self._clock())


def judge_name(text: str) -> str:
    """Return a judge's name tidied up, so that names which look alike are the same.

    Raises:
        JudgingError: nothing is left, it is too long, or has characters that are not to be seen.
    """
    return one_line(text, lazy("name of the judge"), JUDGE_NAME, error=JudgingError)


def _names(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM study ORDER BY id")]


def _find(connection: sqlite3.Connection, name: str) -> tuple[int, JudgingStudy]:
    """Return the number and the study of this name.

    Raises:
        JudgingError: there is none.
    """
    query = "SELECT id, name, created, dataset, gold, seed, signature, committee FROM study WHERE name = ?"
    row = connection.execute(query, (name,)).fetchone()
    if row is None:
        names = ", ".join(_names(connection)) or lazy("none yet")
        raise JudgingError(lazy("no study {name!r} in this file. Available: {names}.", name=name, names=names))
    facts = dict(row)
    id = facts.pop("id")
    query = "SELECT name, digest, f1, f_b FROM system WHERE study = ? ORDER BY place"
    systems = tuple(
        StudySystem(system, digest, *(math.nan if score is None else score for score in scores))
        for system, digest, *scores in connection.execute(query, (id,))
    )
    outputs: dict[int, dict[str, tuple[str, ...]]] = {}
    for number, system, words in connection.execute(_OUTPUTS, (id,)):
        outputs.setdefault(number, {})[system] = tuple(words.split(" "))
    items = tuple(Item.of_outputs(number, segmentations) for number, segmentations in outputs.items())
    return id, JudgingStudy(**facts, systems=systems, items=items)


def _judgements(connection: sqlite3.Connection, study: int, judge: str | None = None) -> list[Judgement]:
    """Return the judgements of a study, the first given first; those of one judge where one is named."""
    judgements: dict[int, Judgement] = {}
    for id, name, number, candidate, mark in connection.execute(_JUDGEMENTS, {"study": study, "judge": judge}):
        judgements.setdefault(id, Judgement(name, number, {})).marks[candidate] = mark
    return list(judgements.values())
