"""A finding as a slide: what a talk shows of it, on a screen or in a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cwsdiag.exhibits import Exhibit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.exhibits import Ribbon, Table
    from cwsdiag.figures.kept import Figure
    from cwsdiag.findings.finding import Finding
    from cwsdiag.findings.shown import Shown

# Rows of a table that are read from the back of a room.
MOST_ROWS = 8
# What is large where that which is asked for is not there: a kind has a figure, or else rows, or else a sentence.
_ELSE = ("figure", "table", "ribbon", "headline")


@dataclass(frozen=True, eq=False)
class Slide:
    """One finding a slide: a title, one sentence, and one thing large; how the sentence is to be taken is left out.

    Attributes:
        title: at the top.
        sentence: the headline, below it.
        source: small, at the foot: the dataset, its size, and what intervals are of.
        note: what the speaker sees; it may have several lines, or be empty.
        large: what is large, of ``cwsdiag.findings.SHOWS``: ``headline`` where it is the sentence itself.
        exhibit: what it is made from.
        finding: what it shows; None for an exhibit that nobody has kept.
    """

    title: str
    sentence: str
    source: str
    note: str
    large: str
    exhibit: Exhibit
    finding: Finding | None = None

    @property
    def figure(self) -> Figure | None:
        """The figure, where that is large."""
        return self.exhibit.chart() if self.large == "figure" else None

    @property
    def ribbon(self) -> Ribbon | None:
        """The sentence that is large, where it is one."""
        return self.exhibit.example() if self.large == "ribbon" else None

    @property
    def table(self) -> Table | None:
        """The whole table, where that is large; ``MOST_ROWS`` of it are shown."""
        return self.exhibit.table() if self.large == "table" else None


def slide_of(exhibit: Exhibit, *, show: str = "figure", title: str = "", note: str = "") -> Slide:
    """Return an exhibit as a slide.

    Args:
        exhibit: what is shown.
        show: what of it is to be large, of ``cwsdiag.findings.SHOWS``; where it has none, what it has is.
        title: at the top; what the exhibit is called without one.
        note: what the speaker sees.

    Raises:
        CwsdiagError: the exhibit cannot be made.
    """
    large = next(one for one in (show, *_ELSE) if _has(exhibit, one))
    return Slide(title or exhibit.title, exhibit.headline, exhibit.drawn_from, note, large, exhibit)


def slides(found: Iterable[Shown]) -> list[Slide]:
    """Return findings as a talk, a slide each, in order; those that cannot be made any more are left out."""
    made = []
    for one in found:
        if one.exhibit is not None:
            finding = one.finding
            # One that was written by hand may be called by its kind alone.
            title = "" if finding.title == finding.kind else finding.title
            slide = slide_of(one.exhibit, show=finding.show, title=title, note=finding.note)
            made.append(replace(slide, finding=finding))
    return made


def _has(exhibit: Exhibit, show: str) -> bool:
    """Return whether an exhibit has what is to be large."""
    if show == "figure":
        # Not drawn for it: of a kind that has one, there always is one.
        return type(exhibit).chart is not Exhibit.chart
    if show == "table":
        return exhibit.table() is not None
    if show == "ribbon":
        return exhibit.example() is not None
    return True
