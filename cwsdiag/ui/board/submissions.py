"""The page Leaderboard: which task of which board, which track, who leads; and what to do where there is no task."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from cwsdiag.board import Board
from cwsdiag.board.schema import RANKED_BY
from cwsdiag.board.verdicts import board_verdicts, chosen_lines
from cwsdiag.errors import BoardError
from cwsdiag.frames import track_said
from cwsdiag.languages import _, n_, p_
from cwsdiag.report.board_text import size_said, times_said
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.results import begun
from cwsdiag.views.pairs import judged
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.board import Submission, Task
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.ui.data.boards import Kept
    from cwsdiag.ui.work.jobs import Job

    # The paired tests by column of the table, and by the number of the line that they stand in: ``behind``, the leader
    # of its track against each other system, and ``ahead``, each system against the next of its track.
    Verdicts = Mapping[str, Mapping[int, PairedComparison]]

ALL = "all"


@dataclass(frozen=True, eq=False)
class Submissions:
    """The task on the page with its submissions, as they were when this run began.

    Attributes:
        own: the board in which tasks are made; None where there is none.
        kept: the board of the chosen task.
        board: all of it.
        offered: all tasks of all boards, as addresses name them, with their names for people.
        task: the chosen one.
        lines: its public table, best F first.
        track: which systems are shown: ``all``, or the name of a track.
    """

    own: Kept | None
    kept: Kept
    board: Board
    offered: Mapping[str, str]
    task: Task
    lines: tuple[Submission, ...]
    track: str

    @property
    def id(self) -> str:
        """The chosen task, as addresses name it."""
        return self.kept.id(self.task.name)

    def systems(self, track: str | None = None) -> list[Submission]:
        """Return the submissions of a track, best F first; without one, those of all."""
        return [line for line in self.lines if line.kind == "system" and track in (None, line.track)]

    @property
    def baselines(self) -> list[Submission]:
        """BASE and TOP, as far as they are there."""
        return [line for line in self.lines if line.kind == "baseline"]

    @property
    def tracks(self) -> list[str]:
        """The tracks that are shown."""
        return [track for track in self.task.tracks if self.track in (ALL, track)]

    @property
    def shown(self) -> list[Submission]:
        """The lines of the table: a track below the other, best F first, then BASE and TOP."""
        return [line for track in self.tracks for line in self.systems(track)] + self.baselines

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
        columns: dict[str, dict[int, PairedComparison]] = defaultdict(dict)
        for track in self.task.tracks:
            ids = [line.id for line in self.systems(track)]
            columns["behind"] |= {id: pairs[ids[0], id] for id in ids[1:] if (ids[0], id) in pairs}
            columns["ahead"] |= {pair[0]: pairs[pair] for pair in pairwise(ids) if pair in pairs}
        return {name: column for name, column in columns.items() if column}


def look(no_task: Callable[[Kept | None], None]) -> Submissions | None:
    """Return the task on the page; where there is none, say so and return None.

    Args:
        no_task: draws what to do where there is none in one's own board, or no such board.
    """
    own, example = boards.boards()
    try:
        offered = boards.offered(own, example, _tasks, error=BoardError)
        # The latest one: of the two parts of a split that with private gold.
        id = state.choose(Key.TASK, offered.found, default=offered.default)
        if id is None:
            no_task(own)
            return None
        kept, task = offered.found[id]
        board = Board(kept.path, create=False)
        lines = board.table(task.name)
    except BoardError as error:
        paths = [kept.path for kept in (own, example) if kept is not None]
        widgets.box("error", said(error, *paths), title=_("The board cannot be used"))
        return None
    track = state.choose(Key.TRACK, task.tracks) or ALL
    return Submissions(own, kept, board, offered.names(lambda task: task.name), task, tuple(lines), track)


def _tasks(kept: Kept) -> dict[str, Task]:
    return {task.name: task for task in Board(kept.path, create=False).tasks()}


def headline(seen: Submissions, tests: Verdicts) -> tuple[str, str]:
    """Return who leads each track as one may quote it, with the paired test, and what the task is."""
    leads = [_lead(seen, track, systems, tests) for track in seen.tracks if (systems := seen.systems(track))]
    facts = _facts(seen)
    if seen.baselines:
        bars = [_("{name} has F {f1}", name=one.system, f1=number(_f1(one))) for one in reversed(seen.baselines)]
        facts = _("{lines}. {facts}", lines=_joined_clauses(bars), facts=facts)
    if leads:
        return _joined(leads), facts
    if seen.track == ALL:
        return _("No system has been submitted for {task} yet.", task=seen.task.name), facts
    return _(
        "No system of the {track} track has been submitted for {task} yet.",
        track=track_said(seen.track),
        task=seen.task.name,
    ), facts


def _joined(sentences: Sequence[str]) -> str:
    first, *rest = sentences
    for sentence in rest:
        first = _("{said} {more}", said=first, more=sentence)
    return first


def _joined_clauses(clauses: Sequence[str]) -> str:
    first, *rest = clauses
    for clause in rest:
        first = p_("clauses", "{one}, {other}", one=first, other=clause)
    return first


def _lead(seen: Submissions, track: str, systems: Sequence[Submission], tests: Verdicts) -> str:
    """Return who leads a track, with the scores and the verdict on the lead over the next that is not level."""
    best = systems[0]
    level = [line for line in systems if _f1(line) == _f1(best)]
    named = {"f1": "f1", "recall": "recall", "precision": "precision", "oov": "oov_recall"}
    scores = {place: number(best.scores.get(f"bakeoff.{name}")) for place, name in named.items()}
    if "bakeoff.oov_recall" in best.scores:
        all_scores = _("F {f1} (R {recall}, P {precision}, OOV recall {oov})", **scores)
    else:
        all_scores = _("F {f1} (R {recall}, P {precision})", **scores)
    facts = {"system": best.system, "author": best.author, "track": track_said(track), "task": seen.task.name}
    facts |= {"scores": all_scores}
    if len(systems) == 1:
        sentence = _("{system} by {author} is alone on the {track} track of {task}: {scores}.", **facts)
    elif len(level) > 1:
        sentence = _(
            "{system} by {author} and {more:,} more share the lead of the {track} track of {task}: {scores}.",
            more=len(level) - 1,
            **facts,
        )
    else:
        sentence = _("{system} by {author} leads the {track} track of {task}: {scores}.", **facts)
    following = next((line for line in systems if _f1(line) < _f1(best)), None)
    test = None if following is None else tests.get("behind", {}).get(following.id)
    if following is None or test is None:
        return sentence
    lead = _(
        "Its lead over {system} by {author}: {verdict}.",
        system=following.system,
        author=following.author,
        verdict=judged(test),
    )
    return _joined([sentence, lead])


def _f1(line: Submission) -> float:
    return line.scores.get(RANKED_BY, float("nan"))


def _facts(seen: Submissions) -> str:
    task, systems = seen.task, seen.systems()
    submitted = n_("{n:,} submission", "{n:,} submissions", len(systems))
    if len(task.tracks) > 1 and systems:
        tracks = [_("{n:,} {track}", n=len(seen.systems(track)), track=track_said(track)) for track in task.tracks]
        submitted = _("{submissions} ({tracks})", submissions=submitted, tracks=_(", ").join(tracks))
    facts = {
        "submissions": submitted,
        "sentences": n_("{n:,} sentence", "{n:,} sentences", task.sentences),
        "words": size_said(task),
        "gold": _("gold may be seen") if task.open_gold else _("gold is private"),
    }
    if systems:
        last = max(line.created for line in systems)[:10]
        sentence = _("{submissions}, the last of {date}. {sentences}, {words}; {gold}.", date=last, **facts)
    else:
        sentence = _("{submissions}. {sentences}, {words}; {gold}.", **facts)
    times = times_said(task)
    return _joined([sentence, times]) if times else sentence
