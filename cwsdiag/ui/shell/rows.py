"""Rows of which one is chosen: an HTML table, where a click is told at once and long texts are broken, not cut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd
import streamlit as st

from cwsdiag.languages import translated
from cwsdiag.languages.visible import visible
from cwsdiag.output.table import FORMATS, is_undefined, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cwsdiag.ui.shell.tables import Shown

_HERE = Path(__file__).parent
_draw = st.components.v2.component(
    "cwsdiag_rows",
    html='<div class="rows"></div>',
    css=(_HERE / "rows.css").read_text("utf-8"),
    js=(_HERE / "rows.js").read_text("utf-8"),
)


def choosing_table(
    frame: pd.DataFrame,
    shown: Mapping[str, Shown],
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
        shown: its columns, in order.
        key: of the table on its page.
        alt: what it is, for those who do not see it.
        chosen: the number of the row that is.
        lead: chooses another that was clicked, by its number.
        lead_cell: does so instead, and is told in which column that was.
        height: in pixels, beyond which it scrolls; that of where it stands, or of its rows.
    """
    columns, texts, values = [], [], {}
    for name, one in shown.items():
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
