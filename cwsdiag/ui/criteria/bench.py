"""What the parts of the Criteria page look at together, and what a click on a pair of datasets does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from cwsdiag.exhibits.criteria import content_of
from cwsdiag.exhibits.exhibit import Exhibit, Kind
from cwsdiag.exhibits.registry import KINDS
from cwsdiag.study.transfer import Criteria
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from cwsdiag.exhibits.exhibit import Content
    from cwsdiag.output.table import Table
    from cwsdiag.ui.data.project_data import Studied
    from cwsdiag.views.look import PrivateLook

PAIRS_HEIGHT = 262


@dataclass(frozen=True, eq=False)
class Bench(Criteria):
    """The datasets of a project and Ψ between them.

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

    def pairs_table(
        self, title: str, table: Callable[[], Table], *, key: str, lead: Callable[[str, str], None], **widths: Any
    ) -> None:
        """Draw a row for each pair of datasets under a heading.

        Args:
            title: the heading.
            table: with the names as ``train`` and ``test``.
            key: of the table.
            lead: what a click on a row does, with both names.
            widths: of columns.
        """
        exhibit = self.exhibit(key.replace(" ", "-"), content_of(self, title, title, table=table), of_project=False)
        show.heading(exhibit, key=f"{key} head", title=title)
        pairs = table().frame[["train", "test"]].to_numpy().tolist()
        show.table(
            exhibit, key=key, lead=lambda row: lead(*pairs[row]), height=PAIRS_HEIGHT, train=132, test=132, **widths
        )

    def selected(self) -> tuple[str | None, str | None]:
        """Return the selected training data and test text, None for each that is not."""
        return state.choose(Key.TRAIN, self.names), state.choose(Key.TEST, self.names)

    def pair(self) -> tuple[str, str]:
        """Return the selected training data and test text; without a selection, where Ψ loses most.

        Where no own Ψ is known, the smallest Ψ decides.
        """

        def lost(pair: tuple[str, str]) -> float:
            psi, own = self.psi(*pair), self.psi(pair[1], pair[1])
            if pair[0] == pair[1] or psi != psi:
                return float("-inf")
            return own - psi if own == own else -200 - psi

        train, test = self.selected()
        return max(product([train] if train else self.names, [test] if test else self.names), key=lost)


def choose_pair(train: str, test: str) -> None:
    """In a callback: select training data and test text, and let the words be those of this pair."""
    for key, value in ((Key.TRAIN, train), (Key.TEST, test), (Key.STRING, None)):
        state.put(key, value)


def to_words(train: str, test: str) -> None:
    """In a callback: show the words of a pair."""
    choose_pair(train, test)
    state.put(Key.PART, "consistency")
