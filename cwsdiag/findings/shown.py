"""Findings with what they show now: what a tray lists, a talk shows and a report prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.errors import CwsdiagError
from cwsdiag.exhibits import made
from cwsdiag.findings.finding import Finding, Standing, standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cwsdiag.exhibits import Exhibit
    from cwsdiag.exhibits.looks import Looks


@dataclass(frozen=True, eq=False)
class Shown:
    """A finding with what it shows now.

    Attributes:
        finding: as it is kept.
        exhibit: what it shows; None where that cannot be made any more.
        standing: how it stands against what it said when it was kept.
        problem: why there is no exhibit; None where there is one.
    """

    finding: Finding
    exhibit: Exhibit | None
    standing: Standing
    problem: CwsdiagError | None = None


def shown(findings: Iterable[Finding], looks: Looks) -> list[Shown]:
    """Return findings with what they show now, in their order; one that cannot be made says why."""
    return [_shown(finding, looks) for finding in findings]


def _shown(finding: Finding, looks: Looks) -> Shown:
    try:
        exhibit = made(looks.look(finding.where), finding.kind, finding.options)
        return Shown(finding, exhibit, standing(finding, exhibit))
    except CwsdiagError as error:
        return Shown(finding, None, Standing(), error)
