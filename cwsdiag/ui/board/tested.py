"""The paired tests of a task whose gold is open: made aside, told in the table and above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from cwsdiag.board.verdicts import board_verdicts, chosen_lines
from cwsdiag.languages import _
from cwsdiag.ui.work.results import begun
from cwsdiag.views.pairs import judged

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cwsdiag.board import Board, Submission, Task
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.work.jobs import Job


@dataclass(frozen=True)
class Verdicts:
    """What is known of the systems of a task.

    Attributes:
        behind: the leader of its track against each other system, by the number of the latter.
        ahead: each system against the next of its track, by the number of the former.
    """

    behind: Mapping[int, PairedComparison] = field(default_factory=dict)
    ahead: Mapping[int, PairedComparison] = field(default_factory=dict)


def work(board: Board, task: Task, lines: Sequence[Submission]) -> Job[list[PairedComparison]] | None:
    """Return the work on the tests of a task; None where its gold is private, or nothing is to be compared.

    Args:
        board: the board.
        task: of it.
        lines: its public table.
    """
    chosen = chosen_lines(lines, task.tracks)
    if not task.open_gold or len(chosen) < 2:
        return None
    stamp = (str(board.path), task.name, task.created, *(line.id for line in chosen))
    return begun("server", "verdicts of a task", stamp, lambda: board_verdicts(board, task.name))


def arranged(tracks: Iterable[Sequence[Submission]], found: Sequence[PairedComparison] | None) -> Verdicts:
    """Return tests by the lines of a table; nothing before they are made.

    Args:
        tracks: the systems of each, best F first.
        found: the tests.
    """
    pairs = {(int(one.a), int(one.b)): one for one in found or ()}
    behind: dict[int, PairedComparison] = {}
    ahead: dict[int, PairedComparison] = {}
    for systems in tracks:
        ids = [line.id for line in systems]
        behind |= {other: pairs[ids[0], other] for other in ids[1:] if (ids[0], other) in pairs}
        ahead |= {pair[0]: pairs[pair] for pair in pairwise(ids) if pair in pairs}
    return Verdicts(behind, ahead)


def lead_verdict(tested: Verdicts, following: Submission | None) -> str:
    """Return the paired test of the lead of a track over another system; empty where it was not made."""
    if following is None or following.id not in tested.behind:
        return ""
    return _(
        "Its lead over {system} by {author}: {verdict}.",
        system=following.system,
        author=following.author,
        verdict=judged(tested.behind[following.id]),
    )
