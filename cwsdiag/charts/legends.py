"""What the marks of a chart mean, where it says so itself: pages have words around it, a file has not."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import unescape
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.charts.marks import Part


class Explained(Protocol):
    """A line of a legend, whoever makes it: see ``Entry``."""

    @property
    def label(self) -> str:
        """What it means."""

    @property
    def colour(self) -> str:
        """Of the mark."""

    @property
    def symbol(self) -> str:
        """The form of the mark."""

    @property
    def dash(self) -> str:
        """The dash of the line."""


@dataclass(frozen=True)
class Entry:
    """A line of a legend.

    Attributes:
        label: what a mark means, as people read it; any text.
        colour: of the mark; empty for a remark without one.
        symbol: its form as Plotly calls it; empty for a line or a bar.
        dash: of a line, as Plotly calls it; empty for a mark or a bar.
    """

    label: str
    colour: str = ""
    symbol: str = ""
    dash: str = ""


def explained(*entries: Entry, **titles: str) -> dict[str, Any]:
    """Return what a chart says of itself where nothing around it does, for the ``meta`` of its layout.

    Args:
        entries: what its marks mean.
        titles: of axes that have none on a page, by their names in a layout.
    """
    return {"legend": [asdict(entry) for entry in entries], "titles": titles}


def legend_of(layout: Part, data: Iterable[Part]) -> list[Entry]:
    """Return what a chart says of its marks itself: beside it, or by the names of its traces where these are shown."""
    told = (layout.get("meta") or {}).get("legend")
    if told:
        return [Entry(**entry) for entry in told]
    found: dict[str, Entry] = {}
    shown = layout.get("showlegend", False)
    for trace in data:
        named = trace.get("showlegend", True) and trace.get("name")
        if named and (shown or trace["type"] == "scatterpolar"):
            found.setdefault(trace["name"], _entry(trace))
    return list(found.values())


def _entry(trace: Part) -> Entry:
    """Return a trace's line of the legend; its name is one of Plotly, with tags."""
    marker, line = trace.get("marker", {}), trace.get("line", {})
    symbol, colour = marker.get("symbol", "circle"), marker.get("color") or line.get("color")
    if not isinstance(symbol, str):
        symbol = str(symbol[0])
    name = trace["name"].replace("<b>", "").replace("</b>", "")
    return Entry(unescape(name), str(colour), symbol.removesuffix("-open"), line.get("dash") or "")
