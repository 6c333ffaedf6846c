"""Rows of results as CSV, flat."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from cwsdiag.files import save_all
from cwsdiag.output import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.report.documents import Document


def flat(row: Document, prefixes: Mapping[str, str] = MappingProxyType({})) -> Document:
    """Return a row of a document for CSV: what is nested in columns of its own, of a list how many it has.

    Args:
        row: of plain values, dictionaries and lists.
        prefixes: what stands before the keys of a dictionary, by its own key; that key and ``_`` by default.
    """
    cells: Document = {}
    for key, value in row.items():
        if isinstance(value, dict):
            prefix = prefixes.get(key, f"{key}_")
            cells |= {f"{prefix}{inner}": one for inner, one in flat(value, prefixes).items()}
        elif value is None and key == "same_as":
            cells |= {"same_as_attribute": None, "same_as_bucket": None}
        else:
            cells[key] = len(value) if isinstance(value, list) else value
    return cells


def write_tables(tables: Mapping[str, Sequence[Document]], signature: str, folder: Path) -> None:
    """Write tables as CSV files, by name, with a ``signature.txt``; the folder is made where it is not there.

    Raises:
        ReadError: it is a file, or cannot be written.
    """
    texts = {}
    for name, rows in tables.items():
        # What some rows do not know is empty there.
        empty = dict.fromkeys(key for row in rows for key in row)
        texts[f"{name}.csv"] = csv_text([{**empty, **row} for row in rows])
    save_all(folder, {**texts, "signature.txt": signature + "\n"})
