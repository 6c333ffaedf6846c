"""What a run of a page offers to be saved and pinned: said where it is drawn; nothing is made before a click.

Knows nothing of what draws: everything that draws may import it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.charts.drawn.sheets import Sheet
    from cwsdiag.charts.kept import Figure
    from cwsdiag.exhibits import Exhibit, Mark, Table

_NOW = "what this run offers to be kept"
_LAST = "what the page offers to be kept"
# As Streamlit makes a class of a key.
_NOT_IN_A_CLASS = re.compile(r"[^a-zA-Z0-9_-]")


@dataclass(frozen=True, eq=False)
class Offer:
    """One element of a page that can be kept.

    Attributes:
        key: of the element, or what it is found by.
        place: finds it on the page, a selector of CSS; empty for the element that has the key.
        show: what it is, of ``cwsdiag.findings.SHOWS``.
        title: what it is called, for those who do not see it, and in its caption.
        exhibit: what it is an element of; None where there is no kind for it, so that it can be saved and not pinned.
        figure: the chart that it is, where it is one.
        redrawn: draws the chart with so many panels side by side; None where it is always the same.
        also: what its marks mean beyond what the exhibit says.
        drawing: draws it ourselves on a sheet, light; None where nothing does.
        table: gives the table that it is, where it is one.
    """

    key: str
    show: str
    title: str
    place: str = ""
    exhibit: Exhibit | None = None
    figure: Figure | None = None
    redrawn: Callable[..., Figure | None] | None = None
    also: tuple[Mark, ...] = ()
    drawing: Callable[[Sheet], str] | None = None
    table: Callable[[], Table] | None = None

    @property
    def found_by(self) -> str:
        """A selector of CSS that finds it on the page."""
        return self.place or f".st-key-{_NOT_IN_A_CLASS.sub('-', self.key.strip())}"

    @property
    def pinned(self) -> Exhibit | None:
        """What is pinned of it; None where there is no kind for it, or that would tell of gold that is private."""
        one = self.exhibit
        return None if one is None or (one.TELLS_GOLD and one.scene.withholds_gold) else one


def begin() -> None:
    """Begin to collect what a run offers: at its start, before anything is drawn."""
    st.session_state[_NOW] = {}


def offer(one: Offer) -> None:
    """Offer an element that is drawn in this run."""
    of_run: dict[str, Offer] = st.session_state.setdefault(_NOW, {})
    of_run[one.key] = one


def end() -> dict[str, Offer]:
    """Return what this run has offered, by key; from now on that is what a click can ask for."""
    found: dict[str, Offer] = st.session_state.get(_NOW, {})
    st.session_state[_LAST] = found
    return found


def asked(key: object) -> Offer | None:
    """Return what a click asks for; None where the page does not offer it any more."""
    found: dict[str, Offer] = st.session_state.get(_LAST, {})
    return found.get(str(key))
