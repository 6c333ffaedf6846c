"""Results as tables for the terminal and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.files import save_all
from cwsdiag.formats.spreadsheet import csv_lines
from cwsdiag.frames import width
from cwsdiag.languages.visible import printable as printable
from cwsdiag.views.columns import COVERAGES
from cwsdiag.views.wording import cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cwsdiag.views.columns import Column

# The largest share below 1 that three decimals can say.
_SHORT = 0.999


def text_table(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str | Column] | None = None) -> str:
    """Return rows as aligned text.

    Args:
        rows: values by key.
        columns: key of each column, and the column or its heading; a column of numbers is set to the right. Chinese
            characters count as two columns of the terminal. By default the keys of the first row, of which there must
            be one, are its headings.
    """
    if columns is None:
        columns = {key: key for key in rows[0]}
    cells = [[printable(cell(_read_as(key, row[key]))) for key in columns] for row in rows]
    headings = [column if isinstance(column, str) else column.label for column in columns.values()]
    widths = [max(map(width, column)) for column in zip(headings, *cells, strict=True)]
    right = [
        all(isinstance(row[key], (int, float)) or row[key] is None for row in rows) and bool(rows) for key in columns
    ]
    lines = [_line(row, widths, right) for row in (headings, *cells)]
    return "\n".join(line.rstrip() for line in lines)


def _read_as(key: str, value: Any) -> Any:
    """Return a value so that a coverage, written to three decimals, reads as 1 only where it is."""
    return min(value, _SHORT) if key in COVERAGES and isinstance(value, float) and value < 1 else value


def attribute_name(key: str) -> str:
    """Return what people call an attribute, short enough for the head of a column; JSON and CSV have the key."""
    from cwsdiag.attributes import available

    return available()[key].title


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows with the same keys as CSV with a heading line, nothing without rows; see ``csv_lines``."""
    return csv_lines([rows[0], *([row[key] for key in rows[0]] for row in rows)]) if rows else ""


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for text, wanted, to_right in zip(cells, widths, right, strict=True):
        space = " " * (wanted - width(text))
        padded.append(space + text if to_right else text + space)
    return "  ".join(padded)


def with_interval(row: Mapping[str, Any], score: str) -> dict[str, Any]:
    """Return a difference of systems with the value and the ends of its interval in columns of their own.

    Args:
        row: the difference.
        score: key of the score whose ``value``, ``low`` and ``high`` it holds.
    """
    found = row[score]
    return {**row, score: found["value"], "low": found["low"], "high": found["high"]}


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
