"""Rows of results as CSV, flat, and what people call attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.files import save_all
from cwsdiag.output.table import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def attribute_name(key: str) -> str:
    """Return what people call an attribute, short enough for the head of a column; JSON and CSV have the key."""
    from cwsdiag.attributes import available

    return available()[key].title


def flat_aided(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of an aided diagnosis with both ends of the differences in columns of their own."""
    plain = {key: value for key, value in row.items() if key not in ("lowest", "highest")}
    return plain | {f"{end}_{key}": value for end in ("lowest", "highest") for key, value in row[end].items()}


def flat_kinds(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of a system in a diagnosis with each kind of errors in a column of its own.

    Shapes stand under their keys, causes behind ``cause_``, missed OOV words by what they are behind ``missed_oov_``;
    without training data the last two are empty. Counts of text fidelity stand behind ``fidelity_``.
    """
    from cwsdiag.diagnosis.error_kinds import CAUSES
    from cwsdiag.diagnosis.word_classes import WORD_CLASSES

    plain = {key: value for key, value in row.items() if key not in ("kinds", "missed_oov", "fidelity")}
    # Numbers of sentences and lines stand in JSON: a cell is a number.
    fidelity = {key: value for key, value in row["fidelity"].items() if not isinstance(value, list)}
    shapes = {key: value for key, value in row["kinds"].items() if key != "causes"}
    causes, classes = row["kinds"]["causes"] or {}, row["missed_oov"] or {}
    return {
        **plain,
        **{f"fidelity_{key}": value for key, value in fidelity.items()},
        **shapes,
        **{f"cause_{key}": causes.get(key) for key in CAUSES},
        **{f"missed_oov_{key}": classes.get(key) for key in WORD_CLASSES},
    }


def write_tables(tables: Mapping[str, Sequence[Mapping[str, Any]]], signature: str, folder: Path) -> None:
    """Write tables as CSV files, by name, with a ``signature.txt``; the folder is made where it is not there.

    Raises:
        ReadError: it is a file, or cannot be written.
    """
    texts = {f"{name}.csv": csv_text(rows) for name, rows in tables.items()}
    save_all(folder, {**texts, "signature.txt": signature + "\n"}, option="--csv")
