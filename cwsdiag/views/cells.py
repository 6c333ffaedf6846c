"""Tables as rows of texts: each value as pages write it, for what is no table of Streamlit's, such as a slide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.frames import coverage_written, p_value, signed, written
from cwsdiag.languages import translated
from cwsdiag.views.wording import UNDEFINED

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from cwsdiag.views.columns import Column, Columns, Format

_TEXTS = ("text", "styled")
_WRITTEN: dict[Format, Callable[[Any], str]] = {
    "count": "{:,.0f}".format,
    "whole": "{:.0f}".format,
    "score": lambda value: written(value, 3),
    "coverage": lambda value: coverage_written(value, 4),
    "signed": signed,
    "points": lambda value: written(value, 1),
    "psi": lambda value: written(value, 1),
    "hundredths": lambda value: written(value, 2),
    "percent": lambda value: f"{written(value, 1)} %",
    "p": p_value,
    "moved": lambda value: signed(value, 0),
}


def is_text(column: Column) -> bool:
    """Return whether the values of a column are texts, which stand left; numbers stand right."""
    return column.format in _TEXTS


def cells(frame: pd.DataFrame, columns: Columns) -> list[list[str]]:
    """Return the rows of a frame as texts in the language of the moment; undefined is a dash.

    Args:
        frame: a row each.
        columns: those that are wanted, in order.
    """
    chosen = frame[list(columns)]
    undefined = chosen.isna()
    return [
        [
            UNDEFINED if lacks else cell(value, column)
            for value, lacks, column in zip(row, gone, columns.values(), strict=True)
        ]
        for row, gone in zip(
            chosen.itertuples(index=False, name=None), undefined.itertuples(index=False, name=None), strict=True
        )
    ]


def cell(value: Any, column: Column) -> str:
    """Return a value, which is defined, as its column writes it."""
    if not is_text(column):
        return _WRITTEN[column.format](value)
    return translated(value) if isinstance(value, str) else str(value)
