"""The tables of the Study page: values as they are written, and marks on single cells."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.figures import theme
from cwsdiag.figures.names import short_names
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.columns import SHORT, SYSTEM

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_LONGEST_NAME = 34
# Of a dataset, whose column is as wide as its name.
_LONGEST_HEAD = 27
_SHOWN_ROWS = 16
BEST = f"background-color: {theme.A}33"
GREYED = f"color: {theme.GOLD}"
SURE = f"background-color: {theme.SHARE}"

# Of a cell: its text, and its style.
Drawn = tuple[str, str]


def grid(
    names: Sequence[str],
    columns: Mapping[str, Any],
    values: Mapping[str, Sequence[float]],
    drawn: Callable[[int, str], Drawn],
    *,
    key: str,
    lead: Callable[[int, str], None],
    alt: str,
    label: str = "system",
    texts: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Draw a table of numbers whose cells lead on.

    Args:
        names: of the rows; where they are too long, the full ones stand in a last column.
        columns: how each column is drawn, by its key.
        values: by column, the number of each row: what is sorted and saved.
        drawn: gives the text and the style of a cell, by row and column.
        key: of the table.
        lead: called with row and column of the cell that was clicked.
        alt: what the table holds, for those who do not see it.
        label: what the rows are.
        texts: columns of texts after the names.
    """
    short = short_names(names, _LONGEST_NAME)
    words = {name: list(column) for name, column in (texts or {}).items()}
    frame = pd.DataFrame({SHORT: short, **words, **{column: list(values[column]) for column in columns}})
    shown = {SHORT: st.column_config.TextColumn(label, pinned=True), **columns}
    if short != list(names):
        frame[SYSTEM] = list(names)
        shown[SYSTEM] = st.column_config.TextColumn("full name", width="large")

    def clicked() -> None:
        for row, column in st.session_state[key]["selection"].get("cells") or ():
            if column in columns:
                lead(int(row), str(column))

    st.dataframe(
        _styled(frame, list(columns), drawn),
        column_config=shown,
        hide_index=True,
        key=key,
        on_select=clicked,
        selection_mode="single-cell",
        placeholder=widgets.ABSENT,
        height="content" if len(frame) <= _SHOWN_ROWS else "auto",
        alt=alt,
    )


def dataset_columns(ids: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """Return a column for the numbers of each dataset; of a name too long for its head, all is under the pointer."""
    return {
        id: st.column_config.NumberColumn(short, help=None if short == name else name)
        for id, name, short in zip(ids, names, short_names(names, _LONGEST_HEAD), strict=True)
    }


def _styled(frame: pd.DataFrame, columns: Sequence[str], drawn: Callable[[int, str], Drawn]) -> Any:
    style = frame.style
    looks = pd.DataFrame("", index=frame.index, columns=frame.columns)
    for row in range(len(frame)):
        for column in columns:
            text, look = drawn(row, column)
            style = style.format(partial(_written, text=text), subset=([row], [column]), na_rep=text)
            looks.loc[row, column] = look
    return style.apply(lambda _: looks, axis=None)


def _written(_: float, *, text: str) -> str:
    return text


def colour_key(colours: Mapping[str, str], *, dashes: Mapping[str, str] | None = None) -> None:
    """Explain the colours of a chart's lines."""
    styles = {"solid": "solid", "dash": "dashed", "dot": "dotted"}
    entries = "".join(
        f'<span><span class="cw-key" style="height:0;vertical-align:.28em;border-top:3px '
        f'{styles.get((dashes or {}).get(name, "solid"), "dashed")} {colour}"></span>{escape(name)}</span>'
        for name, colour in colours.items()
    )
    st.html(f'<div class="cw-legend">{entries}</div>')
