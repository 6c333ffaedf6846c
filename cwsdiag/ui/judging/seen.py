"""What of people's judgements is looked at, and where in it a session stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.models import by_judge
from cwsdiag.ui.data import server
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.judging import Judgement, JudgingStudy, Mark

NO_FILE = (
    "This server keeps no judgements.",
    "People mark the best and second-best segmentations of drawn sentences, without knowing which systems made them, "
    "and the page compares their scores with F1 and balanced F. Start the server with a file that keeps them, which is "
    "made if there is none:",
)
_START = "cwsdiag app --judgements people.sqlite"
_DESK = "desk of a judge"
ON = "on"


@dataclass
class Desk:
    """Where a session stands.

    It is not in the address: who copies a link must not judge in somebody else's name.

    Attributes:
        study, judge: what is being judged, and in whose name; both empty while nobody judges.
        place: of the sentence that is shown, among those to judge; their number once all are done.
        marked: study, judge and sentence that ``marks`` are for.
        marks: by candidate key, as they stand on the page; stored when the judge goes on.
        refusal: why something could not be stored or begun.
    """

    study: str = ""
    judge: str = ""
    place: int = 0
    marked: tuple[str, str, int] | None = None
    marks: dict[str, Mark] = field(default_factory=dict)
    refusal: str = ""

    def leave(self) -> None:
        """Stop judging; what was stored stays."""
        self.study, self.judge, self.place, self.marked, self.refusal = "", "", 0, None, ""


@dataclass(frozen=True, eq=False)
class Seen:
    """What is looked at, as it was when this run began.

    Attributes:
        kept: the file of judgements.
        names: of all studies, oldest first.
        study: the chosen one; None where there is none yet.
        judgements: of the chosen study; while somebody judges, theirs alone.
        desk: where this session stands.
    """

    kept: Judgements
    names: tuple[str, ...]
    study: JudgingStudy | None
    judgements: tuple[Judgement, ...]
    desk: Desk

    @property
    def known(self) -> JudgingStudy:
        """The chosen study, for what is only drawn where there is one.

        Raises:
            ValueError: there is none.
        """
        if self.study is None:
            raise ValueError("a page without a study asked for it")
        return self.study

    @property
    def is_judging(self) -> bool:
        """Whether this session judges the study: then nothing names a system."""
        return self.study is not None and self.desk.study == self.study.name

    @property
    def shows_results(self) -> bool:
        """Whether the results were asked for."""
        return self.study is not None and state.get(Key.RESULTS) == ON

    def done(self, judge: str) -> Mapping[int, Judgement]:
        """Return what a judge has said so far, by sentence."""
        return by_judge(self.judgements).get(judge, {})


def look() -> Seen | None:
    """Return what is looked at; where there is nothing, say what to do and return None."""
    path = server.settings().judgements
    if path is None:
        widgets.lead(*NO_FILE)
        st.code(_START, language=None)
        return None
    desk: Desk = st.session_state.setdefault(_DESK, Desk())
    try:
        kept = Judgements(path, create=False)
        names = kept.names()
        # The latest one: of an older one somebody has the link.
        name = state.choose(Key.STUDY, names, default=names[-1] if names else None)
        if name is None:
            return Seen(kept, (), None, (), desk)
        study, judgements = kept.look(name, desk.judge if desk.study == name else None)
    except JudgingError as error:
        widgets.box("error", said(error, path), title="The judgements cannot be used")
        return None
    return Seen(kept, tuple(names), study, tuple(judgements), desk)


def first_open(study: JudgingStudy, done: Mapping[int, Judgement]) -> int:
    """Return the place of the first sentence that is not judged; their number where none is left."""
    left = (place for place, item in enumerate(study.to_judge) if item.number not in done)
    return next(left, len(study.to_judge))
