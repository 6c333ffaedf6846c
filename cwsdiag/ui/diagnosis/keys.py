"""Keys of Diagnosis: j and k move in a column, Enter and Esc go to the one at its right or left, p pins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.ui.shell import show
from cwsdiag.ui.shell.in_place import again

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.exhibits.exhibit import Exhibit

_COLUMN = "column of the keys"


@dataclass(frozen=True)
class KeyColumn:
    """Rows of which one is chosen.

    Attributes:
        count: how many there are.
        chosen: the number of the one that is; None where none is.
        choose: chooses another, by its number.
        exhibit: what p pins; None for nothing.
    """

    count: int
    chosen: int | None
    choose: Callable[[int], None]
    exhibit: Exhibit | None = None


def active() -> int | None:
    """Return the place of the column that keys move in, None before a key was pressed."""
    place: int | None = st.session_state.get(_COLUMN)
    return place


def pressed(key: str, columns: Sequence[KeyColumn | None]) -> None:
    """In a callback: do what a key asks for; a column that is None has no rows."""
    there = [place for place, column in enumerate(columns) if column is not None and column.count]
    if not there:
        return
    place = active() if active() in there else there[0]
    if step := {"Enter": 1, "Escape": -1}.get(key):
        place = there[min(max(there.index(place or 0) + step, 0), len(there) - 1)]
    elif (column := columns[place or 0]) is not None and (step := {"j": 1, "k": -1}.get(key)):
        aim = 0 if column.chosen is None else min(max(column.chosen + step, 0), column.count - 1)
        if aim != column.chosen:
            column.choose(aim)
    elif column is not None and column.exhibit is not None:
        show.pin_by_key(column.exhibit)
        # How many findings there are stands over the page.
        again()
    st.session_state[_COLUMN] = place
