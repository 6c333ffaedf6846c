"""What tables and remarks of the parts of the Criteria page share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.figures.names import short_names
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd


# Characters of a dataset's name that fit into a column.
_LONGEST_NAME = 30
_NAME_WIDTH = 132
# A table of pairs is as high as the matrix of four datasets beside it; more rows scroll.
PAIRS_HEIGHT = 262


def pairs_table(
    frame: pd.DataFrame,
    columns: Mapping[str, Any],
    *,
    key: str,
    lead: Callable[[str, str], None],
    alt: str,
    named: tuple[str, str] = ("training data", "test text"),
    height: int | None = None,
) -> None:
    """Draw a table with a row a pair of datasets, its columns ``train`` and ``test``; a click calls ``lead`` with both.

    Numbers come first: names may be long.

    Args:
        frame: the rows.
        columns: those before the names.
        key: of the table.
        lead: in a callback.
        alt: what the table is, for those who do not see it.
        named: what the two columns of names are called.
        height: in pixels; more rows scroll.
    """
    names = list(dict.fromkeys([*frame["train"], *frame["test"]]))
    short = dict(zip(names, short_names(names, _LONGEST_NAME), strict=True))
    shown = {f"short_{side}": st.column_config.TextColumn(label, width=_NAME_WIDTH)
             for side, label in zip(("train", "test"), named, strict=True)}  # fmt: skip
    full = {}
    if list(short) != list(short.values()):
        # Saved, too, tables have to say what they are about.
        full = {side: st.column_config.TextColumn(f"{label}, full name")
                for side, label in zip(("train", "test"), named, strict=True)}  # fmt: skip
    widgets.leading_table(
        frame.assign(short_train=frame["train"].map(short), short_test=frame["test"].map(short)),
        {**columns, **shown, **full},
        key=key,
        lead=lambda row: lead(frame["train"][row], frame["test"][row]),
        alt=alt,
        height=height,
    )


def psi_column(label: str, help: str, *, width: int = 58) -> Any:
    """Return how a table shows Ψ × 100 or points of it: one decimal; a saved table has all of them."""
    return st.column_config.NumberColumn(label, format="%.1f", help=help, width=width)
