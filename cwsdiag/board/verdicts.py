"""The paired tests of a task whose gold is open: of the leaders and of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cwsdiag.bakeoff import verdicts
from cwsdiag.board.models import Submission
from cwsdiag.board.store import Board
from cwsdiag.board.tasks import load, read_file
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import PairedComparison

# So many of the best of each track are tested: reading and testing hundreds takes minutes.
MOST_TESTED = 20


def chosen_lines(lines: Sequence[Submission], tracks: Sequence[str]) -> list[Submission]:
    """Return the lines of a public table that are tested: the best of each track, then BASE and TOP.

    Args:
        lines: best F1 first.
        tracks: of the task, in its order.
    """
    best = [line for track in tracks for line in [one for one in lines if one.track == track][:MOST_TESTED]]
    return best + [line for line in lines if line.kind == "baseline"]


def board_verdicts(board: Board, task: str) -> list[PairedComparison]:
    """Test the pairs of a task as ``bakeoff.verdicts`` does, systems called by the numbers of their submissions.

    Nothing where gold is private: no more is said of it than scores.

    Args:
        board: the board.
        task: name of the task.

    Raises:
        BoardError: there is no such task.
    """
    public = board.task(task)
    if not public.open_gold:
        return []
    lines = {str(line.id): line for line in chosen_lines(board.table(task), public.tracks)}
    material = board.material(task, [line.id for line in lines.values()])
    documents = dict(zip(lines, map(read_file, material.systems), strict=True))
    tracks = {name: line.track for name, line in lines.items() if line.track is not None}
    dataset = replace(load(replace(material, references=(), weights=None), documents)[0], tracks=tracks)
    # BASE and TOP are on no track.
    return verdicts(diagnose(dataset, attributes=()), lines=[name for name in lines if name not in tracks])
