"""What a report holds: findings as they are now, and all datasets that its numbers are of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits import Exhibit, Look, PrivateLook, Where
from cwsdiag.findings import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.looks import Looks
    from cwsdiag.findings import Finding, Shown

# Of the name of a file; 255 is what disks hold, and endings come behind it.
_MOST_BYTES = 200


@dataclass(frozen=True, eq=False)
class Entry:
    """A finding that is reported.

    Attributes:
        number: its place, from 1.
        shown: it, with how it stands now.
        exhibit: what it shows.
    """

    number: int
    shown: Shown
    exhibit: Exhibit

    @property
    def title(self) -> str:
        """What it is called; one that nobody gave a title, as what it shows."""
        finding = self.shown.finding
        return self.exhibit.content.title if finding.title == finding.kind else finding.title

    @property
    def note(self) -> str:
        """What somebody wrote beside it; may be empty."""
        return self.shown.finding.note

    @property
    def stem(self) -> str:
        """What its files are called, without an ending; no two are called alike."""
        return _short(f"{self.number:02d}-{self.exhibit.stem}")


@dataclass(frozen=True, eq=False)
class Contents:
    """What a report holds.

    Attributes:
        title: of the whole.
        made: when.
        entries: the findings that can be shown, in order.
        missing: title of each finding that cannot, and why.
        looks: every dataset, as it is where nobody chose.
        unread: name of each dataset that cannot be read, and why.
        proposed: whether the findings come from rules, and nobody has chosen them.
    """

    title: str
    made: datetime
    entries: tuple[Entry, ...]
    missing: tuple[tuple[str, CwsdiagError], ...]
    looks: tuple[PrivateLook, ...]
    unread: tuple[tuple[str, CwsdiagError], ...]
    proposed: bool = False

    @property
    def day(self) -> str:
        """When it was made: ``2026-11-22``."""
        return self.made.date().isoformat()

    @property
    def withheld(self) -> list[str]:
        """The names of datasets whose gold is private."""
        return [look.name for look in self.looks if not isinstance(look, Look)]


def _short(stem: str) -> str:
    """Return the name of a file that any disk can hold; Chinese takes three bytes a character."""
    return stem.encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore").rstrip("-")


def contents_of(title: str, findings: Sequence[Finding], looks: Looks, *, proposed: bool = False) -> Contents:
    """Return what a report of some findings holds; nothing of it is drawn yet.

    Args:
        title: of the whole.
        findings: in order; there may be none.
        looks: where their datasets come from.
        proposed: whether they come from rules.
    """
    entries: list[Entry] = []
    missing = []
    for one in shown(findings, looks):
        if one.problem is not None:
            missing.append((one.finding.title, one.problem))
        elif one.exhibit is not None:
            entries.append(Entry(len(entries) + 1, one, one.exhibit))
    found, unread = _read(looks)
    return Contents(
        title,
        datetime.now(UTC).replace(microsecond=0),
        tuple(entries),
        tuple(missing),
        tuple(found),
        tuple(unread),
        proposed,
    )


def _read(looks: Looks) -> tuple[list[PrivateLook], list[tuple[str, CwsdiagError]]]:
    found: list[PrivateLook] = []
    unread = []
    for name in looks.names:
        try:
            found.append(looks.look(Where(name)))
        except CwsdiagError as error:
            unread.append((name, error))
    return found, unread
