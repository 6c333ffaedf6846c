"""Tables of pages, drawn in one way whatever a click on them does.

Columns come from ``cwsdiag.views.columns``. Saved tables show the keys of frames, not what columns are called: so
columns that are added here have keys for people, which end with a blank because a dataset may have any name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from cwsdiag.charts import theme
from cwsdiag.charts.layout import short_by_name
from cwsdiag.frames import width as width_of
from cwsdiag.languages import ENGLISH, _, language, lazy, p_lazy, translated
from cwsdiag.languages.visible import visible
from cwsdiag.output import FORMATS, UNDEFINED, is_undefined, text_of
from cwsdiag.ui.shell import widgets
from cwsdiag.views.columns import Column, Columns

# Columns by their keys.
Heads: TypeAlias = "Mapping[str, TableHead]"
# Of a cell: its text, and its style.
Drawn = tuple[str, str]

_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_rows",
    html='<div class="rows"></div>',
    css=(_HERE / "rows.css").read_text("utf-8"),
    js=(_HERE / "rows.js").read_text("utf-8"),
)


def choosing_table(
    frame: pd.DataFrame,
    heads: Heads,
    *,
    key: str,
    alt: str,
    chosen: int | None,
    lead: Callable[[int], None],
    lead_cell: Callable[[int, str], None] | None = None,
    height: int | Literal["stretch", "content"] = "content",
) -> None:
    """Draw a table of which a row is chosen, or none yet.

    Args:
        frame: the rows; of very many those that are ``tables.listed``.
        heads: its columns, in order.
        key: of the table on its page.
        alt: what it is, for those who do not see it.
        chosen: the number of the row that is.
        lead: chooses another that was clicked, by its number.
        lead_cell: does so instead, and is told in which column that was.
        height: in pixels, beyond which it scrolls; that of where it stands, or of its rows.
    """
    columns, texts, values = [], [], {}
    for name, one in heads.items():
        of, cells = one.column, frame[name].tolist()
        about, numeric = translated(of.meaning), of.format in FORMATS
        columns.append(
            {
                "key": name,
                "label": translated(of.label),
                "help": f"{about}\n{translated(of.formula)}" if of.formula else about,
                "width": one.width if isinstance(one.width, int) else None,
                "numeric": numeric,
            }
        )
        # Not by ``Table``, which takes six times as long: this is done at every click.
        texts.append([visible(text_of(value, of.format)) for value in cells])
        if numeric:
            values[name] = [None if is_undefined(value) else value for value in cells]
    data: dict[str, Any] = {"alt": translated(alt), "columns": columns, "values": values, "chosen": chosen}
    data |= {"cells": [*map(list, zip(*texts, strict=True))], "stretch": height == "stretch"}

    def clicked() -> None:
        row, column = st.session_state[key]["cell"]
        if lead_cell is not None:
            lead_cell(row, column)
        else:
            lead(row)

    _draw(key=key, data=data, height=height, on_cell_change=clicked)


# Names in each row of a table, as saved tables have them: of a system, and of two.
OF_SYSTEM = {"name": lazy("system")}
OF_PAIR = {"first": lazy("system"), "second": p_lazy("the second system of a pair", "other")}
# Styles of single cells.
BEST_STYLE = f"background-color: {theme.ACCENT}33"
GREYED = f"color: {theme.GOLD}"
# A table with more rows scrolls in itself.
_SHOWN_ROWS = 16
# The rows that a browser gets: nobody reads to the end of more, and each costs server, wire and browser. With a chosen
# row beyond them one more.
MOST_ROWS = 500
# Pixels that a column of names may take.
WIDEST = 262
# Characters of a name that fit into a column.
_LONGEST_NAME = 34
# Pixels beside the head of a column, and of a character of half width in it.
_MARGINS, _PER_HALF_WIDTH = 18, 7
# Rows by which Streamlit makes a column as wide as needed; p, whose texts are of any length.
_MEASURED = 10
_P = ("p", "exact")


@dataclass(frozen=True)
class TableHead:
    """A column as a page shows it.

    Attributes:
        column: what it is.
        width: in pixels, for its head in English (more where another language or a number needs it), or a name of
            Streamlit's; as wide as needed without it.
        pinned: whether it stays while the others scroll.
    """

    column: Column
    width: int | str | None = None
    pinned: bool = False

    def config(self, values: pd.Series, *, written: bool) -> Any:
        """Return it for Streamlit's table.

        Args:
            values: what stands in it.
            written: whether its cells are written here, and not by the browser.
        """
        of = self.column
        label, about = translated(of.label), translated(of.meaning)
        options: dict[str, Any] = {
            "width": self._width(values),
            "help": f"{about}\n\n`{translated(of.formula)}`" if of.formula else about or None,
            "pinned": self.pinned,
        }
        if of.format == "text":
            return st.column_config.TextColumn(label, **options)
        form = None if written or of.format == "styled" else FORMATS[of.format].browser
        return st.column_config.NumberColumn(label, format=form, **options)

    def _width(self, values: pd.Series) -> int | str | None:
        """Return a width in which no number loses its head: the browser cuts off what is too long on the left."""
        least, label = self._least(values), _pixels(translated(self.column.label))
        if isinstance(self.width, int):
            return max(self.width, least, label if language() != ENGLISH else 0)
        # It measures the first rows alone.
        short = self.width is None and self._least(values[:_MEASURED]) < least
        return max(least, label) if short else self.width

    def _least(self, values: pd.Series) -> int:
        """Return the pixels that every number needs; of p they do not grow with the value."""
        if self.column.format not in FORMATS:
            return 0
        numbers = pd.to_numeric(values).astype(float)
        telling = numbers if self.column.format in _P else (numbers.min(), numbers.max())
        return max((_pixels(text_of(value, self.column.format)) for value in telling), default=0)


def _pixels(text: str) -> int:
    return _MARGINS + _PER_HALF_WIDTH * width_of(text)


def columns(of: Columns, keys: Iterable[str] | None = None, /, **widths: int | str) -> dict[str, TableHead]:
    """Return how a table shows columns, by key: all of them, or those named; some as wide as ``widths`` says."""
    return {key: TableHead(of[key], width=widths.get(key)) for key in (of if keys is None else keys)}


def named(
    frame: pd.DataFrame,
    own: Heads,
    names: Mapping[str, str],
    *,
    pinned: bool = False,
) -> tuple[pd.DataFrame, dict[str, TableHead]]:
    """Return a frame and its columns with names short enough to be read; where some are cut, the full ones come last.

    Args:
        frame: with columns of names.
        own: its other columns.
        names: what each column of names is called, by its key; in English, or ``lazy``, as saved tables have it.
        pinned: whether they stay while the others scroll.
    """
    short = short_by_name(list(dict.fromkeys(name for key in names for name in frame[key])), _LONGEST_NAME)
    width = min(WIDEST, max(90, 24 + 7 * max(map(width_of, short.values()), default=0)))
    heads, full = dict[str, TableHead](), dict[str, TableHead]()
    for key, label in names.items():
        head, whole, called = f"{label} ", "full name ", lazy("full name")
        if len(names) > 1:
            whole, called = f"{label}, full name ", lazy("{what}, full name", what=label)
        heads[head], full[whole] = TableHead(Column(label), width, pinned), TableHead(Column(called), "large")
        frame = frame.assign(**{head: frame[key].map(short), whole: frame[key]})
    is_cut = any(cut != name for name, cut in short.items())
    return frame, {**heads, **own, **(full if is_cut else {})}


def table(
    frame: pd.DataFrame,
    heads: Heads,
    *,
    key: str,
    alt: str,
    lead: Callable[[int], None] | None = None,
    lead_cell: Callable[[int, str], None] | None = None,
    styled: Callable[[pd.DataFrame], Styler] | None = None,
    height: int | None = None,
    **options: Any,
) -> None:
    """Draw a table; every other function here draws by this one.

    Of very many rows the first are drawn, and that is said below them; see ``listed``.

    Args:
        frame: the rows.
        heads: its columns, in order; see ``columns``.
        key: of the table.
        alt: what it is, for those who do not see it.
        lead: what a click on a row does, with its number.
        lead_cell: what a click on a cell does instead, with the row and the key of the column.
        styled: gives cells other texts and looks.
        height: in pixels, beyond which it scrolls; without it, that of the first rows.
        options: of ``st.dataframe``.
    """
    rows = _visible(listed(frame)[list(heads)])
    # The browser knows neither the minus sign nor how small a p is said to be.
    written = {key: one.column.format for key, one in heads.items() if _is_written(one.column, rows[key])}
    styled_rows = rows if styled is None else styled(rows)
    if written:
        style = styled_rows.style if isinstance(styled_rows, pd.DataFrame) else styled_rows
        # Without a subset it would write all other cells anew too.
        styled_rows = style.format(
            {key: partial(text_of, format=format) for key, format in written.items()}, subset=list(written)
        )
    config = {key: one.config(rows[key], written=key in written) for key, one in heads.items()}

    def clicked() -> None:
        selection = st.session_state[key]["selection"]
        # A click on a cell leaves the row that was selected before as it is.
        cells, selected = selection.get("cells"), selection.get("rows")
        if cells and lead_cell is not None:
            lead_cell(int(cells[0][0]), str(cells[0][1]))
        elif lead is not None and (cells or selected):
            lead(int(cells[0][0] if cells else selected[0]))

    if lead is not None or lead_cell is not None:
        modes = ["single-cell"] if lead is None else ["single-row", "single-cell"]
        options = {"on_select": clicked, "selection_mode": modes, **options}
    st.dataframe(
        styled_rows,
        column_config=config,
        hide_index=True,
        key=key,
        placeholder=UNDEFINED,
        height=height or ("content" if len(rows) <= _SHOWN_ROWS else "auto"),
        alt=translated(alt),
        **options,
    )
    widgets.note(cut_words_text(len(frame)))


def listed(frame: pd.DataFrame, chosen: int | None = None) -> pd.DataFrame:
    """Return the rows that are listed: all, or the first of very many; a row that is chosen beyond them is the last.

    Args:
        frame: the rows, the most important first, numbered from 0.
        chosen: the number of the row that is chosen; None for none.
    """
    if len(frame) <= MOST_ROWS:
        return frame
    rows = [*range(MOST_ROWS), *([chosen] if chosen is not None and chosen >= MOST_ROWS else [])]
    return frame.iloc[rows].reset_index(drop=True)


def cut_words_text(rows: int) -> str:
    """Say that of so many rows only the first are listed; empty where all are."""
    if rows <= MOST_ROWS:
        return ""
    return _(
        "Listed are the first {listed:,} of {rows:,} rows; when the table is saved it has all.",
        listed=MOST_ROWS,
        rows=rows,
    )


def _visible(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows whose texts can all be seen; values of other kinds stay as they are."""
    texts = rows.select_dtypes(exclude="number")
    return rows.assign(**texts.map(lambda value: visible(value) if isinstance(value, str) else value))


def _is_written(column: Column, values: pd.Series) -> bool:
    return column.format in FORMATS and (column.format in _P or bool((pd.to_numeric(values) < 0).any()))


def names_table(
    frame: pd.DataFrame,
    heads: Heads,
    names: Mapping[str, str],
    *,
    key: str,
    lead: Callable[..., None],
    **options: Any,
) -> None:
    """Draw a table with names in each row: ``lead`` is called with those of the row that was clicked.

    See ``named`` for the names, ``table`` for the rest.
    """
    cut, every = named(frame, heads, names)
    table(cut, every, key=key, lead=lambda row: lead(*(frame[name][row] for name in names)), **options)


def bold(rows: pd.DataFrame, emphasis: Mapping[tuple[int, str], str]) -> Styler:
    """Return rows with the cells that stand out in bold, by number of the row and key of the column."""
    return _with_looks(rows, lambda row, name: "font-weight: bold" if emphasis.get((row, name)) == "strong" else "")


def styled(frame: pd.DataFrame, *, columns: Sequence[str], cell: Callable[[int, str], Drawn]) -> Styler:
    """Return a table whose cells in some columns have texts and looks of their own: ``cell`` of row and column."""
    # A format for each cell of its own would go through the whole frame for each. Those of a column are asked for from
    # the first row to the last, whenever the table is drawn.
    texts = {name: cycle([cell(row, name)[0] for row in range(len(frame))]) for name in columns}
    formats: dict[Any, Any] = {name: lambda _value, column=column: next(column) for name, column in texts.items()}
    return _with_looks(frame, lambda row, name: cell(row, name)[1] if name in columns else "").format(formats)


def _with_looks(frame: pd.DataFrame, look: Callable[[int, str], str]) -> Styler:
    """Return a table with the style that ``look`` gives for each cell, by number of the row and key of the column."""
    looks = [[look(row, name) for name in frame.columns] for row in range(len(frame))]
    return frame.style.apply(lambda _: pd.DataFrame(looks, frame.index, frame.columns), axis=None)
