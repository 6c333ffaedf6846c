"""``Judgements``: all that pages and commands ask of a file of judgements."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from cwsdiag.database import stamp
from cwsdiag.errors import JudgingError
from cwsdiag.judging import judges, records
from cwsdiag.judging.drawing import draw
from cwsdiag.judging.models import JUDGE_NAME, by_judge
from cwsdiag.judging.schema import JUDGEMENTS
from cwsdiag.languages import lazy
from cwsdiag.typed import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.dataset import Dataset
    from cwsdiag.judging.judges import Entered
    from cwsdiag.judging.models import Judgement, JudgingStudy, Mark


@dataclass(frozen=True)
class Taken:
    """What became of judgements that were read from elsewhere: how many were new, changed, and there already."""

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

    def new(
        self,
        name: str,
        dataset: Dataset,
        *,
        sentences: int,
        seed: int = 0,
        systems: Sequence[str] | None = None,
        f_b: Mapping[str, float] | None = None,
        shortest: int = 1,
        longest: int | None = None,
    ) -> JudgingStudy:
        """Draw sentences and make a study of them; see ``cwsdiag.judging.drawing.draw``.

        Raises:
            JudgingError: the name is taken or no good, there are fewer than two systems or too few sentences, or the
                systems agree on all drawn ones.
            SettingError: there is no system of a name.
        """
        study = draw(
            dataset,
            name,
            sentences=sentences,
            seed=seed,
            created=self._stamp(),
            systems=systems,
            f_b=f_b,
            shortest=shortest,
            longest=longest,
        )
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            records.insert_study(connection, study)
        return study

    def names(self) -> list[str]:
        """Return the names of all studies, oldest first; empty for a new file."""
        with JUDGEMENTS.transaction(self.path) as connection:
            return records.study_names(connection)

    def first_shown(self) -> str | None:
        """Return the name of the study that is shown where none is asked for: the one chosen, else the oldest."""
        with JUDGEMENTS.transaction(self.path) as connection:
            return records.first_shown(connection)

    def choose(self, study: str) -> None:
        """Make a study the one that is shown where none is asked for.

        Raises:
            JudgingError: there is no such study.
        """
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            records.choose(connection, records.find_study(connection, study)[0])

    def study(self, name: str) -> JudgingStudy:
        """Return the study of this name.

        Raises:
            JudgingError: there is none.
        """
        with JUDGEMENTS.transaction(self.path) as connection:
            return records.find_study(connection, name)[1]

    def look(self, name: str, judge: str | None = None) -> tuple[JudgingStudy, list[Judgement]]:
        """Return a study with its judgements, the first given first; those of one judge where one is named.

        Raises:
            JudgingError: there is no such study.
        """
        with JUDGEMENTS.transaction(self.path) as connection:
            id, study = records.find_study(connection, name)
            return study, records.find_judgements(connection, id, judge)

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
            id, _study = records.find_study(connection, study)
            return judges.enter(connection, id, judge, code=code, person=person)

    def new_code(self, study: str, judge: str) -> Entered:
        """Give a judge a new code, for one who lost theirs, or whose marks came from a file.

        Raises:
            JudgingError: there is no such study, or nobody judges it under that name.
        """
        with JUDGEMENTS.transaction(self.path, write=True) as connection:
            id, _study = records.find_study(connection, study)
            return judges.new_code(connection, id, judge_name(judge))

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
            id, found = records.find_study(connection, study)
            if holder:
                judges.check(connection, id, judge, holder, is_new=is_new)
            records.put_judgement(connection, id, judge, number, found.item(number).checked(marks), self._stamp())

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
        with JUDGEMENTS.removal(self.path, act, self._stamp()) as (connection, copy):
            id, _study = records.find_study(connection, study)
            removed = (
                judges.remove(connection, id, judge_name(judge)) if judge else records.remove_study(connection, id)
            )
            return removed, copy

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
            id, found = records.find_study(connection, study)
            here = by_judge(records.find_judgements(connection, id))
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
                records.put_judgement(connection, id, judge, one.number, marks, self._stamp())
                new, changed = (new + 1, changed) if before is None else (new, changed + 1)
        return Taken(new, changed, same)

    def _stamp(self) -> str:
        return stamp(self._clock())


def judge_name(text: str) -> str:
    """Return a judge's name tidied up, so that names which look alike are the same.

    Raises:
        JudgingError: nothing is left, it is too long, or has characters that are not to be seen.
    """
    return one_line(text, lazy("name of the judge"), JUDGE_NAME, error=JudgingError)
