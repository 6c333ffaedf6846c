"""Kinds of errors as text for the terminal, made from the row of a system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

CAUSES_SAID = {
    "oov": "OOV",
    "new_word": "new word in the answer",
    "combination": "combination ambiguity",
    "overlap": "overlap ambiguity",
    "neighbour": "unknown word beside it",
}
_CLASSES_SAID = {"number": "numbers or dates", "latin": "Latin", "punctuation": "punctuation", "other": "other"}


def kinds_line(row: Mapping[str, Any]) -> str:
    """Return in a line of how many gold words a system misses which shape and which cause, with their shares.

    Args:
        row: of a system in the document of ``cwsdiag diagnose``.
    """
    kinds = row["kinds"]
    missed = sum(kinds[shape] for shape in SHAPES)
    said = f"{printable(row['name'])} misses {missed:,} of {row['gold_words']:,} gold words"
    more = f" {kinds['differing']:,} more, where its characters differ." if kinds["differing"] else ""
    if not missed:
        return f"{said}.{more}"
    said += ": " + ", ".join(f"{shape} {_share(kinds[shape], missed)}" for shape in SHAPES)
    if kinds["causes"] is None:
        return f"{said}.{more}"
    return f"{said}; " + ", ".join(_cause(row, cause, missed) for cause in CAUSES) + f".{more}"


def _cause(row: Mapping[str, Any], cause: str, missed: int) -> str:
    count = row["kinds"]["causes"][cause]
    classes = row["missed_oov"] if cause == "oov" else {}
    parts = [f"{number:,} {_CLASSES_SAID[key]}" for key, number in classes.items() if number]
    return f"{CAUSES_SAID[cause]} {_share(count, missed, *parts)}"


def _share(count: int, missed: int, *parts: str) -> str:
    """Return a number with its share of what is missed, and what it consists of in the same brackets."""
    inside = f"{100 * count / missed:.0f} %" + (f": {', '.join(parts)}" if parts else "")
    return f"{count:,} ({inside})"
