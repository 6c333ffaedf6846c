"""The leaderboard: which task, which track, who leads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cwsdiag.board import Board, Submission, Task
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.frames import track_name
from cwsdiag.languages import _, n_
from cwsdiag.report.lab import board_verdicts, chosen_lines, size_text, times_text
from cwsdiag.ui import state
from cwsdiag.ui.data.boards import LabFile
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import Job, begun
from cwsdiag.views.pairs import judged
from cwsdiag.views.wording import in_turn, number

# The paired tests by column of the table, and by the number of the line that they stand in: ``behind``, the leader
# of its track against each other system, and ``ahead``, each system against the next of its track.
Verdicts = Mapping[str, Mapping[int, PairedComparison]]

ALL = "all"


@dataclass(frozen=True, eq=False)
class Submissions:
    """The task on the page with its submissions, as they were when this run began.

    Attributes:
        kept: the board of the chosen task.
        board: all of it.
        tasks: names of its tasks, oldest first.
        task: the chosen one.
        lines: its public table, best F first.
        track: which systems are shown: ``all``, or the name of a track.
    """

    kept: LabFile
    board: Board
    tasks: Sequence[str]
    task: Task
    lines: Sequence[Submission]
    track: str

    def systems(self, track: str | None = None) -> list[Submission]:
        """Return the submissions of a track, best F first; without one, those of all."""
        return [line for line in self.lines if line.kind == "system" and track in (None, line.track)]

    @property
    def tracks(self) -> list[str]:
        """The tracks that are shown."""
        return [track for track in self.task.tracks if self.track in (ALL, track)]

    @property
    def shown(self) -> list[Submission]:
        """The lines of the table: a track below the other, best F first, then BASE and TOP."""
        baselines = [line for line in self.lines if line.kind == "baseline"]
        return [line for track in self.tracks for line in self.systems(track)] + baselines

    def testing(self) -> Job[list[PairedComparison]] | None:
        """Return the work on the paired tests; None where gold is private, or nothing is to be compared."""
        chosen = chosen_lines(self.lines, self.task.tracks)
        if not self.task.open_gold or len(chosen) < 2:
            return None
        stamp = (str(self.board.path), self.task.name, self.task.created, *(line.id for line in chosen))
        return begun("server", "verdicts of a task", stamp, lambda: board_verdicts(self.board, self.task.name))

    def arranged(self, tests: Sequence[PairedComparison]) -> Verdicts:
        """Return tests by column and line of the table."""
        pairs = {(int(one.a), int(one.b)): one for one in tests}
        tracks = [[line.id for line in self.systems(track)] for track in self.task.tracks]
        behind = {id: pairs[ids[0], id] for ids in tracks for id in ids if (ids[0], id) in pairs}
        ahead = {pair[0]: pairs[pair] for ids in tracks for pair in pairwise(ids) if pair in pairs}
        return {"behind": behind, "ahead": ahead} if behind else {}


def look(kept: LabFile) -> Submissions | None:
    """Return the task on the page; None where the board has none.

    Args:
        kept: the board that is looked at.

    Raises:
        BoardError: it cannot be used.
    """
    board = Board(kept.path, create=False)
    tasks = {task.name: task for task in board.tasks()}
    if not tasks:
        return None
    # The latest one.
    task = tasks[state.choose(Key.TASK, tasks) or next(reversed(tasks))]
    track = state.choose(Key.TRACK, task.tracks) or ALL
    return Submissions(kept, board, list(tasks), task, board.table(task.name), track)


def headline(seen: Submissions, tests: Verdicts) -> tuple[str, str]:
    """Return who leads each track as one may quote it, with the paired test, and what the task is."""
    task = seen.task
    leads = [_lead(seen, track, systems, tests) for track in seen.tracks if (systems := seen.systems(track))]
    facts = _(
        "{submissions}. {sentences}, {words}; {gold}.",
        submissions=n_("{n:,} submission", "{n:,} submissions", len(seen.systems())),
        sentences=n_("{n:,} sentence", "{n:,} sentences", task.sentences),
        words=size_text(task),
        gold=_("gold may be seen") if task.open_gold else _("gold is private"),
    )
    sentence = in_turn(*leads) or _("No system has been submitted for {task} yet.", task=task.name)
    return sentence, in_turn(facts, times_text(task))


def _lead(seen: Submissions, track: str, systems: Sequence[Submission], tests: Verdicts) -> str:
    """Return who leads a track, with the score and the verdict on the lead over the next that is not level."""
    best = systems[0]
    facts = {"system": best.system, "author": best.author, "track": track_name(track), "task": seen.task.name}
    facts["f1"] = number(best.f1)
    if more := [line.f1 for line in systems[1:]].count(best.f1):
        sentence = _(
            "{system} by {author} and {more:,} more share the lead of the {track} track of {task}: F {f1}.",
            more=more,
            **facts,
        )
    else:
        sentence = _("{system} by {author} leads the {track} track of {task}: F {f1}.", **facts)
    behind = tests.get("behind", {})
    for line in systems:
        if line.f1 < best.f1 and line.id in behind:
            lead = _(
                "Its lead over {system} by {author}: {verdict}.",
                system=line.system,
                author=line.author,
                verdict=judged(behind[line.id]),
            )
            return in_turn(sentence, lead)
    return sentence
