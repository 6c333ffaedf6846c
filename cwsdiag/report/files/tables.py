"""The numbers of a figure as files: CSV, Markdown and LaTeX; what people called things is text in each of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cwsdiag.languages import translated
from cwsdiag.report.latex import latex_table
from cwsdiag.report.printed import Cell, PrintedColumn, PrintedTable
from cwsdiag.report.results import markdown
from cwsdiag.report.tables import csv_text
from cwsdiag.views.cells import cell
from cwsdiag.views.wording import UNDEFINED

if TYPE_CHECKING:
    import pandas as pd

    from cwsdiag.report.printed import Kind
    from cwsdiag.views.columns import Column, Columns, Format

_KINDS: dict[Format, Kind] = {
    "text": "text",
    "styled": "text",
    "count": "count",
    "whole": "count",
    "score": "fraction",
    "coverage": "coverage",
    "signed": "signed",
    "points": "tenths",
    "psi": "tenths",
    "hundredths": "hundredths",
    "percent": "tenths",
    "p": "p",
    "moved": "moved",
}


def csv_of(frame: pd.DataFrame, columns: Columns) -> str:
    """Return a table as CSV, its heads the keys of the columns; numbers are not rounded, undefined is empty."""
    return csv_text(plain_rows(frame, columns))


def markdown_of(frame: pd.DataFrame, columns: Columns) -> str:
    """Return a table as Markdown, rounded as on pages; numbers stand right, undefined is a dash."""
    heads = [markdown.escaped(translated(column.label)) for column in columns.values()]
    cells = [
        [_markdown_cell(row[key], column) for key, column in columns.items()] for row in plain_rows(frame, columns)
    ]
    right = [place for place, column in enumerate(columns.values()) if not is_text(column)]
    return "\n".join([*markdown.table(heads, cells, right=right), ""])


def _markdown_cell(value: Any, column: Column) -> str:
    said = cell_said(value, column)
    return markdown.escaped(said) if is_text(column) and value is not None else said


def cell_said(value: Any, column: Column) -> str:
    """Return a value as people read it, rounded as on pages; a dash for None, texts as they are."""
    if value is None:
        return UNDEFINED
    return str(value) if is_text(column) else cell(value, column)


def latex_of(frame: pd.DataFrame, columns: Columns, *, name: str, caption: str, signature: str) -> str:
    """Return a table as LaTeX with booktabs and siunitx, rounded as on pages.

    Args:
        frame: a row each.
        columns: those that are printed.
        name: of its label; any text.
        caption: above it.
        signature: where the numbers come from, as a comment.
    """
    heads = tuple(_printed_column(key, column) for key, column in columns.items())
    rows = tuple(
        tuple(
            Cell(_whole(row[key]) if head.kind == "count" else row[key])
            for key, head in zip(columns, heads, strict=True)
        )
        for row in plain_rows(frame, columns)
    )
    label = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "table"
    return latex_table(PrintedTable(label, caption, heads, rows), signature)


def _printed_column(key: str, column: Column) -> PrintedColumn:
    label = translated(column.label)
    return PrintedColumn(key, _KINDS[column.format], heading=f"{label}, %" if column.format == "percent" else label)


def _whole(value: Any) -> Any:
    """Return a count without the point that undefined values beside it have given it."""
    return None if value is None else int(value)


def is_text(column: Column) -> bool:
    """Return whether a column holds texts, not numbers."""
    return _KINDS[column.format] == "text"


def plain_rows(frame: pd.DataFrame, columns: Columns) -> list[dict[str, Any]]:
    """Return the columns of a frame as plain values; undefined ones are None."""
    chosen = frame[list(columns)]
    defined = chosen.notna()
    return [
        {key: _plain(row[key]) if told[key] else None for key in columns}
        for row, told in zip(chosen.to_dict("records"), defined.to_dict("records"), strict=True)
    ]


def _plain(value: Any) -> Any:
    return translated(value) if isinstance(value, str) else value.item() if hasattr(value, "item") else value
