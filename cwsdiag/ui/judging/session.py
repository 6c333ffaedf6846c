"""The study that a session looks at or judges."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import examples
from cwsdiag.errors import JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging.models import by_judge
from cwsdiag.judging.store import Entered
from cwsdiag.languages import _, lazy
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.shell import aside, empty, state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.judging import Judgement, JudgingStudy, Mark
    from cwsdiag.ui.data.boards import Kept

_JUDGING = "judging of this session"
ON = "on"


@dataclass
class Judging:
    """What a session judges, in whose name.

    It is not in the address: who copies a link must not judge in somebody else's name.

    Attributes:
        study: what is being judged; empty while nobody judges.
        entered: who judges, as they were let in: asked for with all that is stored.
        code: with which the judge comes back, until it has been kept; it is shown this once.
        place: of the sentence that is shown, among those to judge; their number once all are done.
        marked: number of the sentence that ``marks`` are for.
        marks: by candidate key, as they stand on the page; stored when the judge goes on.
        refusal: why something could not be stored.
    """

    study: str = ""
    entered: Entered = field(default_factory=lambda: Entered("", ""))
    code: str = ""
    place: int = 0
    marked: int | None = None
    marks: dict[str, Mark] = field(default_factory=dict)
    refusal: JudgingError | None = None

    @property
    def judge(self) -> str:
        """In whose name."""
        return self.entered.name


def leave() -> None:
    """Stop judging; what was stored stays."""
    st.session_state[_JUDGING] = Judging()


@dataclass(frozen=True, eq=False)
class Session:
    """The study of a session, as it was when this run began.

    Attributes:
        own: the file in which studies are made; None where there is none.
        file: the file of the chosen study, or else that in which one is made.
        offered: all studies, as addresses name them, with their names for people.
        study: the chosen one; None where there is none yet.
        judgements: of the chosen study; while somebody judges, theirs alone.
        judging: what this session judges.
    """

    own: Kept | None
    file: Kept
    offered: Mapping[str, str]
    study: JudgingStudy | None
    judgements: tuple[Judgement, ...]
    judging: Judging

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
    def id(self) -> str:
        """The chosen study, as addresses name it."""
        return self.file.id(self.known.name)

    @property
    def kept(self) -> Judgements:
        """The judgements of the chosen study.

        Raises:
            JudgingError: they are gone.
        """
        return _judgements(self.file)

    def done(self, judge: str) -> Mapping[int, Judgement]:
        """Return what a judge has said so far, by sentence."""
        return by_judge(self.judgements).get(judge, {})


def look() -> Session | None:
    """Return the study that is looked at; where there is nothing, say what to do and return None."""
    own, example = boards.judgements()
    judging: Judging = st.session_state.setdefault(_JUDGING, Judging())
    try:
        offered = boards.offered(own, example, _names, error=JudgingError)
        default = offered.default
        # Of one's own the one its owner chose, or the oldest.
        if own is not None and own.is_there and (first := _judgements(own).first_shown()) is not None:
            default = own.id(first)
        id = state.choose(Key.STUDY, offered.found, default=default)
        if id is not None:
            kept, name = offered.found[id]
            judge = judging.judge if judging.study == name and not kept.is_example else None
            study, judgements = _judgements(kept).look(name, judge)
            return Session(own, kept, offered.names(str), study, tuple(judgements), judging)
    except JudgingError as error:
        paths = [kept.path for kept in (own, example) if kept is not None]
        widgets.box("error", said(error, *paths), title=_("The judgements cannot be used"))
        return None
    if own is not None:
        return Session(own, own, {}, None, (), judging)
    empty.empty_state(
        _(
            "This server keeps no judgements. People mark the best and second-best segmentations of drawn sentences, "
            "without knowing which systems made them, and the page compares their scores with F1 and balanced F. "
            "Whoever starts the server names the file that keeps them, with --judgements FILE, or sits at its machine."
        ),
        aside.way_back(examples.JUDGEMENTS),
        empty.to_page("overview", lazy("Compare systems by their scores")),
    )
    return None


def _judgements(kept: Kept) -> Judgements:
    return Judgements(kept.path, create=False)


def _names(kept: Kept) -> dict[str, str]:
    return {name: name for name in _judgements(kept).names()}


def first_open(study: JudgingStudy, done: Mapping[int, Judgement]) -> int:
    """Return the place of the first sentence that is not judged; their number where none is left."""
    left = (place for place, item in enumerate(study.to_judge) if item.number not in done)
    return next(left, len(study.to_judge))
