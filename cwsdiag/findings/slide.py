"""A finding as a slide: what a talk shows of it, on a screen or in a file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.exhibits import Exhibit
    from cwsdiag.findings.finding import Finding
    from cwsdiag.findings.shown import Shown

# Rows of a table that are read from the back of a room.
MOST_ROWS = 8
# What is large where that which is asked for is not there: a kind has a figure, or else rows, or else a sentence.
_ELSE = ("figure", "table", "ribbon", "headline")


@dataclass(frozen=True, eq=False)
class Slide:
    """One finding a slide: a title, one sentence, and one thing large; how the sentence is to be taken is left out.

    Its parts are made when they are asked for, and each of them raises a ``CwsdiagError`` where it cannot be made.

    Attributes:
        exhibit: what it is made from.
        show: what of it is to be large, of ``cwsdiag.findings.SHOWS``.
        called: its title; empty for what the exhibit is called.
        note: what the speaker sees; it may have several lines, or be empty.
        finding: what it shows; None for an exhibit that nobody has kept.
    """

    exhibit: Exhibit
    show: str = "figure"
    called: str = ""
    note: str = ""
    finding: Finding | None = None

    @property
    def title(self) -> str:
        """What stands at the top."""
        return self.called or self.exhibit.content.title

    @property
    def sentence(self) -> str:
        """The headline, below the title."""
        return self.exhibit.content.sentence

    @property
    def source(self) -> str:
        """What stands small at the foot: the dataset, its size, and what intervals are of."""
        return self.exhibit.source

    @cached_property
    def large(self) -> str:
        """What is large, of ``SHOWS``: what is asked for, else what there is; ``headline`` is the sentence itself."""
        return next(one for one in (self.show, *_ELSE) if _has(self.exhibit, one))


def slides(found: Iterable[Shown]) -> list[Slide]:
    """Return findings as a talk, a slide each, in order; those that cannot be made any more are left out."""
    return [_slide(one.exhibit, one.finding) for one in found if one.exhibit is not None]


def _slide(exhibit: Exhibit, finding: Finding) -> Slide:
    # One that was written by hand may be called by its kind alone.
    called = "" if finding.title == finding.kind else finding.title
    return Slide(exhibit, show=finding.show, called=called, note=finding.note, finding=finding)


def _has(exhibit: Exhibit, show: str) -> bool:
    """Return whether an exhibit has what is to be large."""
    if show == "figure":
        return exhibit.content.chart is not None or exhibit.content.svg is not None
    if show == "table":
        return exhibit.content.table is not None
    if show == "ribbon":
        return exhibit.example is not None
    return True
