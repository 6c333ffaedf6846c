"""Findings: exhibits that somebody keeps, how they stand now, their slides, and their file.

The file of findings, ``findings.toml``: readable, to be edited by hand, and to be merged line by line.

    [[finding]]
    id = "9c41e07a"
    title = "crf wins on long words"
    note = "Ask about the training data."
    kind = "compare"                      # cwsdiag figure --list names all
    dataset = "news"
    system = "crf"                        # the options of the kind
    other = "jieba"
    buckets = "equal:4"                   # optional, as are unit, baselines and show
    headline = "crf is 2.6 points …"      # from here on what it said when it was kept; may be left out
    numbers = { difference = 0.0261, p = 0.0894 }
    digests = { gold = "3f0c5a12be77" }
    signature = "cwsdiag 0.3.0 | …"

Titles, notes and names are text and nothing else, whatever they hold.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from cwsdiag import files
from cwsdiag.errors import CwsdiagError, FormatError
from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.exhibits.looks import Looks
from cwsdiag.exhibits.registry import KINDS, RETIRED, made
from cwsdiag.languages import lazy
from cwsdiag.signature import DIGEST_SHOWN
from cwsdiag.toml import read_toml, written
from cwsdiag.views.look import LookKey

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
        address=address or {},
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


FILE_NAME = "findings.toml"
_HEAD = "# Findings kept with cwsdiag. Titles, notes and the order may be changed by hand.\n"
_WHERE = ("dataset", "buckets", "unit")
# Of a finding, with the type of each; its options are texts.
_KEYS = dict.fromkeys(("id", "title", "note", "kind", "show", "headline", "signature", *_WHERE), str)
_TABLES = ("numbers", "digests", "address")
_TYPES = {str: lazy("a text in quotes"), bool: lazy("true or false"), dict: lazy("a table")}
# More findings than anybody shows, and more text than anybody writes.
MOST, LONGEST = 200, 20_000


def findings_path(project: Path) -> Path:
    """Return where the findings of a project lie, given its file or folder: beside it."""
    return (project if project.is_dir() else project.parent) / FILE_NAME


def read_file(path: Path) -> tuple[Finding, ...]:
    """Read a file of findings.

    Raises:
        ReadError: it is not there, or cannot be read.
        FormatError: it is no file of findings.
    """
    try:
        text = files.read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(lazy("{path}: it is not UTF-8. Save it as UTF-8.", path=str(path))) from None
    return read_findings(text, called=str(path))


def write_file(path: Path, findings: Sequence[Finding]) -> None:
    """Write findings in place of those that are there; whoever reads meanwhile has the old file or the new one.

    Args:
        path: of the file.
        findings: all of them, in their order.

    Raises:
        FormatError: what is there is no file of findings: it stays as it is.
        ReadError: it cannot be read or written.
    """
    if path.exists():
        read_file(path)
    files.save(path, to_text(findings))


# Pages ask again and again.
@lru_cache(16)
def read_findings(text: str, *, called: str = FILE_NAME) -> tuple[Finding, ...]:
    """Read the text of a file of findings.

    Args:
        text: of the file.
        called: what complaints call it.

    Returns:
        The findings in order, each with an id of its own: two hands may have copied one. None for an empty text.

    Raises:
        FormatError: it is no TOML, has unknown keys or kinds, lacks some, has values of another type, too many
            findings or too long texts.
    """

    def complain(what: str) -> FormatError:
        return FormatError(lazy("{path}: {what}.", path=called, what=what))

    content = read_toml(text, complain)
    blocks = content.get("finding", [])
    if set(content) - {"finding"} or not isinstance(blocks, list) or not all(isinstance(one, dict) for one in blocks):
        raise complain(lazy("it must hold [[finding]] tables and nothing else"))
    if len(blocks) > MOST:
        raise complain(lazy("it holds {n:,} findings, more than {most}", n=len(blocks), most=MOST))
    findings: dict[str, Finding] = {}
    for place, block in enumerate(blocks, start=1):
        try:
            finding = _finding(block)
        except FormatError as error:
            raise complain(lazy("finding {place}: {what}", place=place, what=error.problem)) from None
        id = finding.id or f"finding-{place}"
        while id in findings:
            id += "+"
        findings[id] = replace(finding, id=id)
    return tuple(findings.values())


def _finding(block: Mapping[str, Any]) -> Finding:
    kind = str(block.get("kind"))
    if kind not in KINDS and kind not in RETIRED:
        raise FormatError(lazy("kind must be one of {kinds}", kinds=", ".join(KINDS)))
    needs = KINDS[kind].needs if kind in KINDS else ()
    options = RETIRED[kind] if kind in RETIRED else (*needs, *KINDS[kind].takes)
    types = dict.fromkeys(options, str) | _KEYS | {"baselines": bool} | dict.fromkeys(_TABLES, dict)
    for key, value in block.items():
        if key not in types:
            raise FormatError(lazy("unknown key {key!r}", key=key))
        if not isinstance(value, types[key]):
            raise FormatError(lazy("{key} must be {what}", key=key, what=_TYPES[types[key]]))
        if isinstance(value, str) and len(value) > LONGEST:
            raise FormatError(lazy("{key} is longer than {n:,} characters", key=key, n=LONGEST))
    for key in needs:
        if key not in block:
            raise FormatError(lazy("{key} is missing", key=key))
    if block.get("show", SHOWS[0]) not in SHOWS:
        raise FormatError(lazy("show must be one of {names}", names=", ".join(SHOWS)))
    try:
        numbers = {name: float(one) for name, one in block.get("numbers", {}).items()}
    except (TypeError, ValueError):
        raise FormatError(lazy("numbers must be a table of numbers")) from None
    return Finding(
        id=block.get("id", ""),
        title=block.get("title") or kind,
        kind=kind,
        where=LookKey(**{key: block[key] for key in (*_WHERE, "baselines") if key in block}),
        options={key: block[key] for key in options if key in block},
        numbers=numbers,
        address={name: str(one) for name, one in block.get("address", {}).items()},
        digests={name: str(one) for name, one in block.get("digests", {}).items()},
        **{key: block[key] for key in ("note", "show", "headline", "signature") if key in block},
    )


def to_text(findings: Iterable[Finding]) -> str:
    """Return the file of findings, a key a line but for those that say nothing; the same findings give the same."""
    blocks = [_HEAD]
    for one in findings:
        values = {
            **{key: getattr(one, key) for key in ("id", "title", "note", "kind")},
            **{key: getattr(one.where, key) for key in _WHERE},
            **one.options,
            "baselines": one.where.baselines,
            "show": "" if one.show == SHOWS[0] else one.show,
            "address": one.address,
            "headline": one.headline,
            "numbers": one.numbers,
            "digests": one.digests,
            "signature": one.signature,
        }
        lines = [f"{key} = {written(value)}\n" for key, value in values.items() if value]
        blocks.append(f"\n[[finding]]\n{''.join(lines)}")
    return "".join(blocks)
