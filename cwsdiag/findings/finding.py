"""A finding: an exhibit that somebody keeps, with what it said when it was kept, how it stands now, and its slide."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits.registry import KINDS, made
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.views.look import LookKey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.exhibits.looks import Looks

# What of an exhibit is shown large: its figure, its table, its sentence as a ribbon, or its headline alone.
SHOWS = ("figure", "table", "ribbon", "headline")
# Numbers are kept to so many significant digits, and are the same as before where they differ by less.
_DIGITS = 6
_NEAR = 1e-5


@dataclass(frozen=True)
class Finding:
    """An exhibit that somebody keeps.

    Attributes:
        id: tells it from all others, also those of the same exhibit.
        title: what it is called; never empty.
        note: what somebody wrote beside it; may have several lines, or be empty.
        kind: of the exhibit, of ``cwsdiag.exhibits.KINDS``; one of an earlier version cannot be shown.
        options: of that kind.
        where: which dataset, and how it is looked at.
        show: what of it is shown large, of ``SHOWS``.
        address: what the address of its page says beyond what follows from the exhibit.
        headline: its sentence as it was when it was kept; empty for one that was written by hand.
        numbers: those of the headline as they were then, to six significant digits; NaN where undefined.
        digests: the first 12 digits of the SHA-256 of each file it rested on then, by what the file is.
        signature: where the numbers came from.
    """

    id: str
    title: str
    kind: str
    where: LookKey
    options: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    show: str = "figure"
    address: Mapping[str, str] = field(default_factory=dict)
    headline: str = ""
    numbers: Mapping[str, float] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    signature: str = ""

    @property
    def page(self) -> str:
        """The page where it stands, by the name of its file in pages/; empty where its kind cannot be shown."""
        return KINDS[self.kind].page if self.kind in KINDS else ""

    def is_twin(self, other: Finding) -> bool:
        """Return whether another one shows the same of the same data, whatever it is called."""
        return all(getattr(self, name) == getattr(other, name) for name in ("kind", "where", "options", "show"))


@dataclass(frozen=True)
class Standing:
    """How a finding stands now.

    Attributes:
        changed: what files are others than when it was kept, by what they are; empty where it says what it said, where
            all are the same, and where nothing is known of then.
        numbers: by name what a number was and is, of those that differ; NaN where it is or was not defined.
    """

    changed: tuple[str, ...] = ()
    numbers: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def is_same(self) -> bool:
        """Whether it says what it said."""
        return not self.changed and not self.numbers


def kept(
    exhibit: Exhibit,
    *,
    title: str = "",
    note: str = "",
    show: str = "figure",
    address: Mapping[str, str] | None = None,
    id: str = "",
) -> Finding:
    """Return an exhibit as a finding, with what it says now.

    Args:
        exhibit: what is kept.
        title: what it is to be called; what the exhibit is called without one.
        note: what stands beside it.
        show: what of it is shown large, of ``SHOWS``.
        address: what the address of its page says beyond what follows from the exhibit.
        id: tells it from all others; one of its own without it.
    """
    return Finding(
        id=id or secrets.token_hex(4),
        title=title or exhibit.content.title,
        kind=exhibit.kind.name,
        where=exhibit.look.where,
        options=exhibit.options,
        note=note,
        show=show,
        address={} if address is None else address,
        headline=exhibit.content.sentence,
        numbers={name: float(f"{value:.{_DIGITS}g}") for name, value in exhibit.content.numbers.items()},
        digests={name: digest[:DIGEST_SHOWN] for name, digest in exhibit.digests.items()},
        signature=exhibit.signature,
    )


def standing(finding: Finding, exhibit: Exhibit) -> Standing:
    """Return how a finding stands against the exhibit as it is now; one that knows nothing of then is the same.

    Files that have changed are named only where a number is another one, or the sentence is.
    """
    changed, now = changed_files(finding, exhibit), exhibit.content.numbers
    pairs = {name: (value, now.get(name, math.nan)) for name, value in finding.numbers.items()}
    differing = {name: pair for name, pair in pairs.items() if not _same(*pair)}
    if not differing and changed and finding.headline in ("", exhibit.content.sentence):
        changed = ()
    return Standing(changed, differing)


def changed_files(finding: Finding, exhibit: Exhibit) -> tuple[str, ...]:
    """Return which files a finding rests on are others than when it was kept; none where nothing is known of then."""
    digests = {name: digest[:DIGEST_SHOWN] for name, digest in exhibit.digests.items()}
    names = dict.fromkeys([*finding.digests, *digests]) if finding.digests else {}
    return tuple(name for name in names if finding.digests.get(name) != digests.get(name))


def _same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_NEAR, abs_tol=_NEAR) or (math.isnan(one) and math.isnan(other))


@dataclass(frozen=True, eq=False)
class Shown:
    """A finding with what it shows now, as talks and reports have it.

    Attributes:
        finding: as it is kept.
        exhibit: what it shows.
        standing: how it stands against what it said when it was kept.
    """

    finding: Finding
    exhibit: Exhibit
    standing: Standing

    @property
    def title(self) -> str:
        """Its title; that of the exhibit where it was written by hand and called by its kind alone."""
        finding = self.finding
        return self.exhibit.content.title if finding.title == finding.kind else finding.title

    @cached_property
    def large(self) -> str:
        """What is large on its slide, of ``SHOWS``: what is asked for, else what there is."""
        content = self.exhibit.content
        for one in (self.finding.show, *SHOWS):
            if one == "headline" or (one == "table" and content.table) or (one == "ribbon" and self.exhibit.example):
                return one
            if one == "figure" and (content.chart or content.svg):
                return one
        return "headline"

    @cached_property
    def on_slide(self) -> Exhibit:
        """What its slide shows: of the panels of all attributes, which nobody reads from afar, the costliest."""
        one = self.exhibit
        if self.large == "headline" or not one.is_of_all_attributes:
            return one
        if (costliest := one.look.costliest(one.options["system"])) is None:
            return one
        return made(one.look, one.kind.name, {**one.options, "attribute": costliest.panel.key})


@dataclass(frozen=True, eq=False)
class Lost:
    """A finding that cannot be shown any more, and why."""

    finding: Finding
    problem: CwsdiagError


def shown(findings: Iterable[Finding], looks: Looks) -> list[Shown | Lost]:
    """Return findings with what they show now, in their order."""
    every: list[Shown | Lost] = []
    for finding in findings:
        try:
            exhibit = made(looks.look(finding.where), finding.kind, finding.options)
            every.append(Shown(finding, exhibit, standing(finding, exhibit)))
        except CwsdiagError as error:
            every.append(Lost(finding, error))
    return every


def slides(every: Iterable[Shown | Lost]) -> list[Shown]:
    """Return those that can be shown."""
    return [one for one in every if isinstance(one, Shown)]
