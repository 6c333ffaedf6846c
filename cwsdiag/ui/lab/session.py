"""The study that a session looks at or judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import streamlit as st

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgement, Judgements, JudgingStudy, Mark
from cwsdiag.judging.models import by_judge
from cwsdiag.ui import state
from cwsdiag.ui.state import Key

if TYPE_CHECKING:
    from cwsdiag.ui.data.boards import LabFile

# What stands on the page for a candidate.
Choice = Mark | Literal["neither"]

_JUDGING = "judging of this session"
ON = "on"


@dataclass
class Judging:
    """What a session judges, in whose name.

    It is not in the address: who copies a link must not judge in somebody else's name.

    Attributes:
        study: what is being judged; empty while nobody judges.
        judge: in whose name.
        holder: who that is, as of ``Judgements.mark``.
        again: whether they have said something before; the same.
        place: of the sentence that is shown, among those to judge; their number once all are done.
        marked: number of the sentence that ``marks`` are for.
        marks: by candidate key, as they stand on the page; stored when the judge goes on.
        refusal: why something could not be stored.
    """

    study: str = ""
    judge: str = ""
    holder: str = ""
    again: bool = False
    place: int = 0
    marked: int | None = None
    marks: dict[str, Choice] = field(default_factory=dict)
    refusal: JudgingError | None = None


def judged_now() -> str:
    """Return the name of the study that this session judges, whose results it must not see; empty for none."""
    judging: Judging = st.session_state.get(_JUDGING, Judging())
    return judging.study


def begin_judging(session: Session, judge: str, holder: str) -> None:
    """Have this session judge a study from the first sentence that the judge has not judged."""
    study, done = session.study, session.done(judge)
    place = next((place for place, item in enumerate(study.to_judge) if item.number not in done), len(study.to_judge))
    st.session_state[_JUDGING] = Judging(study.name, judge, holder, again=bool(done), place=place)


def leave() -> None:
    """Stop judging; what was stored stays."""
    st.session_state[_JUDGING] = Judging()


@dataclass(frozen=True, eq=False)
class Session:
    """The study of a session, as it was when this run began.

    Attributes:
        file: the file of the chosen study.
        kept: all of it.
        names: of all its studies, oldest first.
        study: the chosen one.
        judgements: of the chosen study; while somebody judges, theirs alone.
        judging: what this session judges.
    """

    file: LabFile
    kept: Judgements
    names: Sequence[str]
    study: JudgingStudy
    judgements: Sequence[Judgement]
    judging: Judging

    def done(self, judge: str) -> Mapping[int, Judgement]:
        """Return what a judge has said so far, by sentence."""
        return by_judge(self.judgements).get(judge, {})


def look(file: LabFile) -> Session | None:
    """Return the study on the page; None where there is none.

    Args:
        file: the one that is looked at.

    Raises:
        JudgingError: it cannot be used.
    """
    judging: Judging = st.session_state.setdefault(_JUDGING, Judging())
    opened = Judgements(file.path, create=False)
    names = opened.names()
    if not names:
        return None
    name = state.choose(Key.STUDY, names) or opened.first_shown() or names[0]
    return Session(
        file,
        opened,
        names,
        *opened.look(name, judging.judge if judging.study == name and not file.is_example else None),
        judging,
    )
