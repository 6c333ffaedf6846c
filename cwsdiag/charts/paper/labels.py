"""Labels and titles of axes that have less room than on a page: names are cut, titles take lines, labels slant."""

from __future__ import annotations

from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.names import short_by_name, wrapped
from cwsdiag.charts.paper.measure import LINE, TAGS, label_width
from cwsdiag.frames import width as width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.charts.paper.sizes import Size
    from cwsdiag.charts.traces import Part

# Of the width, what names beside rows may take; and what a label that slants may be long.
_NAMES, _SLANTING = 0.4, 0.3
_SLANT, _SINE = -60, 0.87
# A letter over the size of its type, the shortest name that says which it is, and what a number on an axis takes.
_LETTER, _SHORTEST, _NUMBER = 0.57, 8, 4.0
# Between two labels, over the size of their type.
_BETWEEN = 0.3
# Numbers on an axis, at least.
_FEWEST = 3


def fitted_rows(axis: Part, size: Size) -> Part:
    """Return an axis, scaled already, whose labels beside rows have room."""
    if "title" in axis:
        # Plotly does not count how far labels stand away.
        standoff = axis["title"]["standoff"] + axis.get("ticklabelstandoff", 0)
        axis = {**axis, "title": {**axis["title"], "standoff": standoff}}
    if not axis.get("ticktext") or not axis.get("visible", True):
        return axis
    return {**axis, "ticktext": cut_labels(axis["ticktext"], _NAMES * size.width / axis["tickfont"]["size"])}


def rows_room(axis: Part) -> float:
    """Return how many pixels the labels and the title beside an axis take, about."""
    if not axis.get("visible", True):
        return 0.0
    type_size = axis["tickfont"]["size"]
    labels = max(map(label_width, axis["ticktext"]), default=0.0) if axis.get("ticktext") else _NUMBER
    title = LINE * type_size if "title" in axis else 0.0
    return float(type_size * labels + axis.get("ticklabelstandoff", 0) + title)


def fitted_columns(axis: Part, size: Size, *, across: float) -> tuple[Part, float]:
    """Return an axis, scaled already, whose labels and title under or over columns have room.

    Args:
        axis: of a layout.
        size: what the chart is made for.
        across: the width of all that is drawn, in pixels.

    Returns:
        The axis, and how much higher it makes the figure, in pixels.
    """
    if not axis.get("visible", True) or "overlaying" in axis:
        return axis, 0.0
    low, high = axis.get("domain", (0, 1))
    room = (high - low) * across
    titled, more = _titled(axis, room)
    labels, type_size = axis.get("ticktext"), axis["tickfont"]["size"]
    if labels is None:
        most = max(_FEWEST, int(room / (_NUMBER * type_size)))
        return {**titled, "nticks": min(axis.get("nticks") or most, most), "tickangle": 0}, more
    if not labels or axis.get("tickangle") or not _collide(axis, labels, room):
        return titled, more
    short = cut_labels([label.replace("<br>", " ") for label in labels], _SLANTING * size.width / type_size)
    slanting = _SINE * type_size * max(map(label_width, short))
    before = LINE * type_size * max(label.count("<br>") + 1 for label in labels)
    return {**titled, "ticktext": short, "tickangle": _SLANT}, more + max(0.0, slanting - before)


def _collide(axis: Part, labels: Sequence[str], room: float) -> bool:
    """Return whether two labels beside each other have too little room, on an axis of so many pixels."""
    low, high = axis["range"]
    type_size = axis["tickfont"]["size"]
    placed = sorted(zip(axis["tickvals"], map(label_width, labels), strict=True))
    return any(
        (wide + next_wide) / 2 * type_size + _BETWEEN * type_size > (after - before) / abs(high - low) * room
        for (before, wide), (after, next_wide) in pairwise(placed)
    )


def _titled(axis: Part, room: float) -> tuple[Part, float]:
    """Return an axis whose title has as many lines as it needs, and how high those beyond the first are."""
    title = axis.get("title")
    if not title or TAGS.search(title["text"]):
        return axis, 0.0
    type_size = title["font"]["size"]
    if label_width(title["text"]) * type_size <= room:
        return axis, 0.0
    lines = wrapped(unescape(title["text"]), int(room / (_LETTER * type_size)))
    shown = {**title, "text": "<br>".join(map(theme.plain, lines))}
    return {**axis, "title": shown}, LINE * type_size * (len(lines) - 1)


def cut_labels(labels: Sequence[str], most: float) -> list[str]:
    """Return labels with tags of Plotly as narrow as they must be, as different from each other as they are.

    Of a label that is too wide its longest piece is cut, in the middle.

    Args:
        labels: as they are.
        most: how wide one may be, over the size of its type.
    """
    if max(map(label_width, labels), default=0) <= most:
        return list(labels)
    split = [TAGS.split(label) for label in labels]
    # Pieces stand at even places, tags between them.
    longest_at = [max(range(0, len(parts), 2), key=lambda at: width_of(unescape(parts[at]))) for parts in split]
    pieces = [unescape(parts[at]) for parts, at in zip(split, longest_at, strict=True)]
    others = max(_letters(parts) - width_of(piece) for parts, piece in zip(split, pieces, strict=True))
    short = short_by_name(list(dict.fromkeys(pieces)), max(_SHORTEST, int(most / _LETTER) - others))
    for parts, at, piece in zip(split, longest_at, pieces, strict=True):
        parts[at] = theme.plain(short[piece])
    return ["".join(parts) for parts in split]


def _letters(parts: Sequence[str]) -> int:
    return sum(width_of(unescape(part)) for part in parts[::2])
