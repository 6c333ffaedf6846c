"""Rows of the tables as studies and judgements, and back. Every function works inside a transaction."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.errors import JudgingError
from cwsdiag.judging.models import MARKS, Item, Judgement, JudgingStudy, StudySystem
from cwsdiag.languages import lazy
from cwsdiag.sqlite import Damaged, checked
from cwsdiag.sqlite.cells import MOMENT, NAME, NUMBER, SEED, TEXT, WHOLE, one_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

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
    LEFT JOIN mark ON mark.judgement = judgement.id
    WHERE study = :study AND (:judge IS NULL OR judge = :judge)
    ORDER BY judgement.id, mark.rowid
"""
# What columns must hold; see ``cwsdiag.sqlite.cells``.
_STUDY = {
    **dict.fromkeys(("name", "dataset"), NAME),
    **dict.fromkeys(("gold", "signature", "committee"), TEXT),
    "id": WHOLE,
    "created": MOMENT,
    "seed": SEED,
}
_SYSTEM = {"name": NAME, "digest": TEXT, "f1": NUMBER, "f_b": NUMBER}
_OUTPUT = {"number": WHOLE, "name": NAME, "words": NAME}
_JUDGEMENT = {**dict.fromkeys(("id", "number"), WHOLE), "judge": NAME, "candidate": NAME, "mark": one_of(MARKS)}


def study_names(connection: sqlite3.Connection) -> list[str]:
    """Return the names of all studies, oldest first."""
    rows = connection.execute("SELECT name FROM study ORDER BY id")
    return [checked(row, _STUDY)["name"] for row in rows]


def first_shown(connection: sqlite3.Connection) -> str | None:
    """Return the name of the study that is shown where none is asked for; None where there is none.

    It is the one that the owner chose, or else the oldest: a new one leads nobody away from the one they judge.
    """
    row = connection.execute("SELECT name FROM study ORDER BY chosen DESC, id LIMIT 1").fetchone()
    return None if row is None else str(checked(row, _STUDY)["name"])


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
    facts = checked(row, _STUDY)
    id = facts.pop("id")
    query = "SELECT name, digest, f1, f_b FROM system WHERE study = ? ORDER BY place"
    rows = [checked(row, _SYSTEM) for row in connection.execute(query, (id,))]
    systems = tuple(
        StudySystem(system["name"], system["digest"], _score(system["f1"]), _score(system["f_b"])) for system in rows
    )
    return id, JudgingStudy(**facts, systems=systems, items=_items(connection, id, [one.name for one in systems]))


def _items(connection: sqlite3.Connection, study: int, systems: Sequence[str]) -> tuple[Item, ...]:
    """Return the sentences of a study, with what each of its systems makes of them.

    Raises:
        Damaged: a system makes nothing of one, or has other characters than the rest.
    """
    outputs: dict[int, dict[str, tuple[str, ...]]] = {}
    for row in connection.execute(_OUTPUTS, (study,)):
        number, system, words = checked(row, _OUTPUT).values()
        outputs.setdefault(number, {})[system] = tuple(words.split(" "))
    (drawn,) = connection.execute("SELECT count(*) FROM sentence WHERE study = ?", (study,)).fetchone()
    for number, made in outputs.items():
        if list(made) != list(systems) or len({"".join(words) for words in made.values()}) != 1:
            raise Damaged(lazy("sentence {number} in it is not that which was drawn", number=number))
    if drawn != len(outputs):
        raise Damaged(lazy("sentences in it have lost what systems make of them"))
    return tuple(Item.of_outputs(number, made) for number, made in outputs.items())


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


def find_judgements(
    connection: sqlite3.Connection, id: int, study: JudgingStudy, judge: str | None = None
) -> list[Judgement]:
    """Return the judgements of a study, the first given first; those of one judge where one is named.

    Args:
        connection: to the file.
        id: number of the study.
        study: of that number, see ``find_study``.
        judge: None for all.

    Raises:
        Damaged: a mark is for no candidate of its sentence.
    """
    found: dict[int, tuple[str, int, dict[str, Mark]]] = {}
    for row in connection.execute(_JUDGEMENTS, {"study": id, "judge": judge}):
        judgement, name, number, candidate, mark = checked(row, _JUDGEMENT).values()
        found.setdefault(judgement, (name, number, {}))[2][candidate] = mark
    keys = {item.number: {candidate.key for candidate in item.candidates} for item in study.items}
    for name, number, marks in found.values():
        if not marks.keys() <= keys.get(number, set()):
            raise Damaged(lazy("a mark of {judge} in it is for nothing that was shown", judge=name))
    return [Judgement(*one) for one in found.values()]


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
