"""What the parts of the page look at together, what they draw of it, and what a click on a pair of datasets does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.exhibits import KINDS, Exhibit, Kind
from cwsdiag.exhibits.criteria import content_of
from cwsdiag.study.texts import Criteria
from cwsdiag.ui.shell import show, state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.exhibits import Content, PrivateLook, Table
    from cwsdiag.ui.data.project_data import Studied

    # Draws at the head of the page what a part finds.
    Say = Callable[[str, str], None]

PAIRS_HEIGHT = 262


@dataclass(frozen=True, eq=False)
class Bench(Criteria):
    """The datasets of a project and Ψ between them.

    Attributes:
        chosen: the datasets, as the page has them.
        look: what exhibits are made from.
    """

    chosen: Studied
    look: PrivateLook

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
        """Draw a row for each pair of datasets under a heading; a click calls ``lead`` with both names.

        Args:
            title: the heading.
            table: with the names as ``train`` and ``test``.
            key: of the table.
            lead: what a click on a row does.
            widths: of columns.
        """
        exhibit = self.exhibit(key.replace(" ", "-"), content_of(self, title, title, table=table), of_project=False)
        show.heading(exhibit, key=f"{key} head", title=title)
        rows = table().frame

        def clicked(row: int) -> None:
            lead(rows["train"][row], rows["test"][row])

        show.table(exhibit, key=key, lead=clicked, height=PAIRS_HEIGHT, train=132, test=132, **widths)

    def pair(self) -> tuple[str, str]:
        """Return the selected training data and test text; without a selection, where Ψ loses most."""
        train, test = state.choose(Key.TRAIN, self.names), state.choose(Key.TEST, self.names)
        if train is None or test is None:
            return self._costliest(train, test)
        return train, test

    def _costliest(self, train: str | None, test: str | None) -> tuple[str, str]:
        """Return the pair that loses most to the test text's own training data, or the only pair there is.

        Where no own Ψ is known, the smallest Ψ decides.
        """
        values = self.matrix.values
        lost = np.diag(values) - values
        lost[np.diag_indices_from(lost)] = -np.inf
        ranked = np.where(np.isnan(lost), np.where(np.isnan(values), -np.inf, -values - 200), lost)
        for name, axis in ((train, 0), (test, 1)):
            if name is not None:
                others = np.arange(len(self.names)) != self.names.index(name)
                ranked[others if axis == 0 else slice(None), slice(None) if axis == 0 else others] = np.nan
        row, column = np.unravel_index(int(np.nanargmax(ranked)), ranked.shape)
        return self.names[int(row)], self.names[int(column)]


def choose_pair(train: str, test: str) -> None:
    """In a callback: select training data and test text, and let the words be those of this pair."""
    for key, value in ((Key.TRAIN, train), (Key.TEST, test), (Key.STRING, None)):
        state.put(key, value)


def to_words(train: str, test: str) -> None:
    """In a callback: show the words of a pair."""
    choose_pair(train, test)
    state.put(Key.PART, "consistency")
