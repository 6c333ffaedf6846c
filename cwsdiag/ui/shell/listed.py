"""The rows of a table that a browser gets: nobody reads to the end of more, and each costs server, wire and browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.languages import _

if TYPE_CHECKING:
    import pandas as pd

# With a chosen row beyond them one more.
MOST_ROWS = 2_000


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


def cut_said(rows: int) -> str:
    """Say that of so many rows only the first are listed; empty where all are."""
    if rows <= MOST_ROWS:
        return ""
    return _(
        "Listed are the first {listed:,} of {rows:,} rows; when the table is saved it has all.",
        listed=MOST_ROWS,
        rows=rows,
    )
