"""Rows of the tables as studies and judgements, and back. Every function works inside a transaction."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.errors import JudgingError
from cwsdiag.judging.models import Item, Judgement, JudgingStudy, StudySystem
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

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


def study_names(connection: sqlite3.Connection) -> list[str]:
    """Return the names of all studies, oldest first."""
    return [name for (name,) in connection.execute("SELECT name FROM study ORDER BY id")]


def first_shown(connection: sqlite3.Connection) -> str | None:
    """Return the name of the study that is shown where none is asked for; None where there is none.

    It is the one that the owner chose, or else the oldest: a new one leads nobody away from the one they judge.
    """
    row = connection.execute("SELECT name FROM study ORDER BY chosen DESC, id LIMIT 1").fetchone()
    return None if row is None else str(row["name"])


def choose(connection: sqlite3.Connection, study: int) -> None:
    """Make a study the one that is shown where none is asked for."""
    connection.execute("UPDATE study SET chosen = (id = ?)", (study,))


def remove_study(connection: sqlite3.Connection, study: int) -> int:
    """Remove a study with all that was said in it; return of how many sentences, by how many judges each."""
    (count,) = connection.execute(
        "SELECT count(*) FROM judgement JOIN sentence ON sentence.id = sentence WHERE study = ?", (study,)
    ).fetchone()
    connection.execute("DELETE FROM study WHERE id = ?", (study,))
    return int(count)


def find_study(connection: sqlite3.Connection, name: str) -> tuple[int, JudgingStudy]:
    """Return the number and the study of this name.

    Raises:
        JudgingError: there is none.
    """
    query = "SELECT id, name, created, dataset, gold, seed, signature, committee FROM study WHERE name = ?"
    row = connection.execute(query, (name,)).fetchone()
    if row is None:
        names = ", ".join(study_names(connection)) or lazy("none yet")
        raise JudgingError(lazy("no study {name!r} in this file. Available: {names}.", name=name, names=names))
    facts = dict(row)
    id = facts.pop("id")
    query = "SELECT name, digest, f1, f_b FROM system WHERE study = ? ORDER BY place"
    systems = tuple(
        StudySystem(system, digest, _score(f1), _score(f_b))
        for system, digest, f1, f_b in connection.execute(query, (id,))
    )
    outputs: dict[int, dict[str, tuple[str, ...]]] = {}
    for number, system, words in connection.execute(_OUTPUTS, (id,)):
        outputs.setdefault(number, {})[system] = tuple(words.split(" "))
    items = tuple(Item.of_outputs(number, segmentations) for number, segmentations in outputs.items())
    return id, JudgingStudy(**facts, systems=systems, items=items)


def insert_study(connection: sqlite3.Connection, study: JudgingStudy) -> None:
    """Store a study.

    Raises:
        JudgingError: there is one of that name.
    """
    if study.name in study_names(connection):
        raise JudgingError(lazy("there is a study {name!r} already. Give this one another name.", name=study.name))
    facts = (study.name, study.created, study.dataset, study.gold, study.seed, study.signature, study.committee)
    id = connection.execute(
        "INSERT INTO study (name, created, dataset, gold, seed, signature, committee) VALUES (?, ?, ?, ?, ?, ?, ?)",
        facts,
    ).lastrowid
    connection.executemany(
        "INSERT INTO system (study, place, name, digest, f1, f_b) VALUES (?, ?, ?, ?, ?, ?)",
        # NaN is stored as NULL by SQLite itself.
        [(id, place, one.name, one.digest, one.f1, one.f_b) for place, one in enumerate(study.systems)],
    )
    places = {one.name: place for place, one in enumerate(study.systems)}
    for place, item in enumerate(study.items):
        sentence = connection.execute(
            "INSERT INTO sentence (study, place, number) VALUES (?, ?, ?)", (id, place, item.number)
        ).lastrowid
        outputs = [
            (sentence, places[system], " ".join(candidate.words))
            for candidate in item.candidates
            for system in candidate.systems
        ]
        connection.executemany("INSERT INTO output (sentence, system, words) VALUES (?, ?, ?)", outputs)


def find_judgements(connection: sqlite3.Connection, study: int, judge: str | None = None) -> list[Judgement]:
    """Return the judgements of a study, the first given first; those of one judge where one is named."""
    judgements: dict[int, Judgement] = {}
    for id, name, number, candidate, mark in connection.execute(_JUDGEMENTS, {"study": study, "judge": judge}):
        judgements.setdefault(id, Judgement(name, number, {})).marks[candidate] = mark
    return list(judgements.values())


def put_judgement(
    connection: sqlite3.Connection, study: int, judge: str, number: int, marks: Mapping[str, Mark], made: str
) -> None:
    """Store what a judge says of a sentence, in place of what they said before."""
    (sentence,) = connection.execute(
        "SELECT id FROM sentence WHERE study = ? AND number = ?", (study, number)
    ).fetchone()
    query = """
        INSERT INTO judgement (sentence, judge, made) VALUES (?, ?, ?)
        ON CONFLICT (sentence, judge) DO UPDATE SET made = excluded.made RETURNING id
    """
    (judgement,) = connection.execute(query, (sentence, judge, made)).fetchone()
    connection.execute("DELETE FROM mark WHERE judgement = ?", (judgement,))
    connection.executemany(
        "INSERT INTO mark (judgement, candidate, mark) VALUES (?, ?, ?)",
        [(judgement, candidate, mark) for candidate, mark in marks.items()],
    )


def _score(value: float | None) -> float:
    return math.nan if value is None else value
