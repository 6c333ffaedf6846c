"""``Judgements``: all that pages and commands ask of a file of judgements."""

from __future__ import annotations

import hashlib
import math
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from cwsdiag.database import Store, insert
from cwsdiag.errors import JudgingError
from cwsdiag.judging import schema
from cwsdiag.judging.drawing import draw
from cwsdiag.judging.models import Item, Judgement, JudgingStudy, StudySystem, by_judge, judge_name
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.dataset import Dataset
    from cwsdiag.judging.models import Mark

# Judges of one study: every one of them may mark all its sentences.
MOST_JUDGES = 500


class Taken(NamedTuple):
    """How many imported judgements were new, changed, and there already."""

    new: int
    changed: int
    same: int


class Judgements(Store):
    """Studies and what judges say in them: one SQLite file.

    Every method raises ``JudgingError`` where the file is gone, locked for too long or damaged.
    """

    kind = lazy("file of judgements")
    command = "cwsdiag judge"
    made_by = "cwsdiag judge new"
    # "cwsj"
    application = 0x6377736A
    version = 3
    tables = schema.TABLES
    upgrade = schema.UPGRADE
    error = JudgingError

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
        study = draw(dataset, name, created=self.now, **settings)
        facts = {key: getattr(study, key) for key in ("name", "created", "dataset", "gold", "seed", "signature")}
        with self.transaction(write=True) as connection:
            if study.name in _names(connection):
                raise JudgingError(
                    lazy("there is a study {name!r} already. Give this one another name.", name=study.name)
                )
            id = insert(connection, "study", committee=study.committee, **facts)
            for place, one in enumerate(study.systems):
                # SQLite stores NaN as NULL.
                insert(connection, "system", study=id, place=place, **vars(one))
            places = {one.name: place for place, one in enumerate(study.systems)}
            for place, item in enumerate(study.items):
                sentence = insert(connection, "sentence", study=id, place=place, number=item.number)
                for candidate in item.candidates:
                    words = " ".join(candidate.words)
                    for system in candidate.systems:
                        insert(connection, "output", sentence=sentence, system=places[system], words=words)
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
            row = connection.execute(schema.FIRST_SHOWN).fetchone()
            return None if row is None else str(row["name"])

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
        with self.transaction() as connection:
            return _find(connection, name)[1]

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
            checked = whole.item(number).checked(marks)
            _check_holder(connection, id, judge, holder)
            if again and not _judgements(connection, id, judge):
                raise JudgingError(
                    lazy("{judge} judges this study no more: the owner removed what was marked.", judge=judge)
                )
            if holder:
                connection.execute(schema.PUT_JUDGE, (id, judge, holder))
            self._put(connection, id, Judgement(judge, number, checked))

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
                    connection.execute(schema.PUT_JUDGE, (id, judge, ""))
        return Taken(new, changed, same)

    def _put(self, connection: sqlite3.Connection, study: int, one: Judgement) -> None:
        values = {"study": study, "judge": one.judge, "number": one.number, "made": self.now}
        (id,) = connection.execute(schema.PUT_JUDGEMENT, values).fetchone()
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
            count = connection.execute(schema.DROP_JUDGEMENTS, (id, name)).rowcount
            known = connection.execute("DELETE FROM judge WHERE study = ? AND name = ?", (id, name)).rowcount
            if not (count or known):
                raise _nobody(name)
            return count, copy


def _names(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute(schema.NAMES)]


def _find(connection: sqlite3.Connection, name: str) -> tuple[int, JudgingStudy]:
    """Return the number and the study of this name.

    Raises:
        JudgingError: there is none.
    """
    row = connection.execute(schema.STUDY, (name,)).fetchone()
    if row is None:
        names = ", ".join(_names(connection)) or lazy("none yet")
        raise JudgingError(lazy("no study {name!r} in this file. Available: {names}.", name=name, names=names))
    facts = dict(row)
    id = facts.pop("id")
    systems = tuple(
        StudySystem(system, digest, *(math.nan if score is None else score for score in scores))
        for system, digest, *scores in connection.execute(schema.SYSTEMS, (id,))
    )
    outputs: dict[int, dict[str, tuple[str, ...]]] = {}
    for number, system, words in connection.execute(schema.OUTPUTS, (id,)):
        outputs.setdefault(number, {})[system] = tuple(words.split(" "))
    items = tuple(Item.of_outputs(number, segmentations) for number, segmentations in outputs.items())
    return id, JudgingStudy(**facts, systems=systems, items=items)


def _judgements(connection: sqlite3.Connection, study: int, judge: str | None = None) -> list[Judgement]:
    """Return the judgements of a study, the first given first; those of one judge where one is named."""
    judgements: dict[int, Judgement] = {}
    for id, name, number, candidate, mark in connection.execute(schema.JUDGEMENTS, {"study": study, "judge": judge}):
        judgements.setdefault(id, Judgement(name, number, {})).marks[candidate] = mark
    return list(judgements.values())


def _check_holder(connection: sqlite3.Connection, study: int, name: str, holder: str) -> None:
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
