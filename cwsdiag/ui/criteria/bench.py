"""What the parts of the Criteria page look at together, and what a click on a pair of datasets does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cwsdiag.exhibits.exhibit import Exhibit, Kind
from cwsdiag.exhibits.registry import KINDS
from cwsdiag.study.transfer import Criteria
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.views.look import PrivateLook

PAIRS_HEIGHT = 262


@dataclass(frozen=True, eq=False, kw_only=True)
class Bench(Criteria):
    """The datasets of a project and Ψ between them, with U of the built-in segmenter where it has learnt here.

    Attributes:
        chosen: the datasets, as the page has them.
        look: what exhibits are made from.
        head: where a part says what it finds.
    """

    chosen: Studied
    look: PrivateLook
    head: AbstractContextManager[object]

    def say(self, sentence: str, remark: str = "") -> None:
        """Say at the head of the page what a part finds."""
        with self.head:
            widgets.lead(sentence, remark)

    def psi(self, train: str, test: str) -> float:
        """Return Ψ of a test text under a training data."""
        return float(self.matrix.values[self.names.index(train), self.names.index(test)])

    def exhibit(self, kind: str, content: Content, *, of_project: bool = True, **options: str) -> Exhibit:
        """Return an exhibit; only one that can be made again from the project itself can be pinned.

        Args:
            kind: of the registry, or the name of what only this page shows.
            content: what there is to show.
            of_project: whether it rests on the files of the project alone, not on what was learnt or dropped here.
            options: of that kind.
        """
        known = KINDS.get(kind) or Kind(kind, content.title, "criteria", lambda *_look: content, of_project=True)
        if not of_project or self.normalise != self.chosen.spec.normalise:
            known = replace(known)
        return Exhibit(known, self.look, options, content)

    def pairs_table(self, exhibit: Exhibit, title: str, *, lead: Callable[[str, str], None], **options: Any) -> None:
        """Draw the table of an exhibit, a row a pair of datasets; a click on one calls ``lead`` with both names."""
        widgets.heading(title)
        table = exhibit.table
        if table is not None:
            pairs = table.frame[["train", "test"]].to_numpy().tolist()
            options |= {"train": 132, "test": 132}
            show.table(exhibit, lead=lambda row: lead(*pairs[row]), height=PAIRS_HEIGHT, **options)

    def selected(self) -> tuple[str | None, str | None]:
        """Return the selected training data and test text, None for each that is not."""
        return state.choose(Key.TRAIN, self.names), state.choose(Key.TEST, self.names)


def choose_pair(train: str, test: str) -> None:
    """In a callback: select training data and test text, and let the words be those of this pair."""
    for key, value in ((Key.TRAIN, train), (Key.TEST, test), (Key.STRING, None)):
        state.put(key, value)


def to_words(train: str, test: str) -> None:
    """In a callback: show the words of a pair."""
    choose_pair(train, test)
    state.put(Key.PART, "consistency")
