"""Markdown of texts that may hold anything: what people called things is text and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cwsdiag.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Signs that Markdown, or the HTML in it, takes for something inside a line; and what makes an address a link.
_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&$^@]|:(?=//)|(?<=www)\.")


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is, inside a line; control characters are written out."""
    return _SIGNS.sub(r"\\\g<0>", printable(text))


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()) -> list[str]:
    """Return the lines of a table.

    Args:
        headings: of the columns; Markdown.
        rows: cells in this order; Markdown, see ``escaped``.
        right: the columns that are set to the right, by their place.
    """
    numbers = set(right)
    ruler = ["---:" if place in numbers else "---" for place in range(len(headings))]
    return [_row(one) for one in (headings, ruler, *rows)]


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
