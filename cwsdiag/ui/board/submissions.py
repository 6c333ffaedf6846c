"""The page Leaderboard: which task of which board, which track, who leads; and what to do where there is no task."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from cwsdiag.baselines import BASE, TOP
from cwsdiag.board import Board
from cwsdiag.board.schema import RANKED_BY
from cwsdiag.errors import BoardError
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, n_, p_, translated
from cwsdiag.report.board_text import size_said, times_said
from cwsdiag.ui.board import example, new_task
from cwsdiag.ui.board.tested import lead_verdict
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.board import Submission, Task
    from cwsdiag.ui.board.tested import Verdicts
    from cwsdiag.ui.data.boards import Kept

ALL = "all"
NO_BOARD = lazy(
    "There is no board here. A board is a small bakeoff for a laboratory: its owner gives a gold file that can stay "
    "private, others submit what their segmenters make of its raw text, and one table has all scores. Whoever starts "
    "the server names its board, with --board FILE, or sits at its machine."
)
NO_TASK = lazy("This board has no task yet. Its owner makes one from a gold file and training data.")
NO_TASK_OF_YOURS = lazy(
    "You have no task yet. Make one from a gold file and training data, and systems can be submitted for it."
)


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


def look() -> Submissions | None:
    """Return the task on the page; where there is none, draw what to do and return None."""
    own, shown = boards.boards()
    try:
        offered = boards.offered(own, shown, _tasks, error=BoardError)
        # The latest one: of the two parts of a split that with private gold.
        id = state.choose(Key.TASK, offered.found, default=offered.default)
        if id is None:
            _no_task(own)
            return None
        kept, task = offered.found[id]
        board = Board(kept.path, create=False)
        lines = board.table(task.name)
    except BoardError as error:
        paths = [kept.path for kept in (own, shown) if kept is not None]
        widgets.box("error", said(error, *paths), title=_("The board cannot be used"))
        return None
    track = state.choose(Key.TRACK, task.tracks) or ALL
    return Submissions(own, kept, board, offered.names(lambda task: task.name), task, tuple(lines), track)


def _tasks(kept: Kept) -> dict[str, Task]:
    return {task.name: task for task in Board(kept.path, create=False).tasks()}


def _no_task(own: Kept | None) -> None:
    """Draw what to do where there is no task to look at."""
    reason = NO_BOARD if own is None else NO_TASK_OF_YOURS if new_task.may_create(own) else NO_TASK
    view = current()
    compare = None if view.a is None else empty.to_page("bakeoff", lazy("Rank the systems that are open"))
    empty.empty_state(translated(reason), example.way_back(), compare, empty.open_sample("bakeoff", view))
    new_task.first_task(own)


def headline(seen: Submissions, tested: Verdicts) -> tuple[str, str]:
    """Return who leads each track as one may quote it, with the paired test, and what the task is."""
    leads = [_lead(seen, track, systems, tested) for track in seen.tracks if (systems := seen.systems(track))]
    facts = _facts(seen)
    if seen.baselines:
        facts = _("{lines}. {facts}", lines=_lines_to_beat(seen.baselines), facts=facts)
    if leads:
        return reduce(lambda some, more: _("{said} {more}", said=some, more=more), leads), facts
    if seen.track == ALL:
        return _("No system has been submitted for {task} yet.", task=seen.task.name), facts
    track = track_said(seen.track)
    return _(
        "No system of the {track} track has been submitted for {task} yet.", track=track, task=seen.task.name
    ), facts


def _lead(seen: Submissions, track: str, systems: Sequence[Submission], tested: Verdicts) -> str:
    """Return who leads a track, with the scores and the verdict on the lead over the next that is not level."""
    best = systems[0]
    level = [line for line in systems if _f1(line) == _f1(best)]
    facts = {
        "system": best.system,
        "author": best.author,
        "track": track_said(track),
        "task": seen.task.name,
        "scores": _scores(best),
    }
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
    verdict = lead_verdict(tested, following)
    return _("{said} {more}", said=sentence, more=verdict) if verdict else sentence


def _scores(line: Submission) -> str:
    names = {"f1": "f1", "recall": "recall", "precision": "precision", "oov": "oov_recall"}
    scores = {place: number(line.scores.get(f"bakeoff.{name}")) for place, name in names.items()}
    if "bakeoff.oov_recall" in line.scores:
        return _("F {f1} (R {recall}, P {precision}, OOV recall {oov})", **scores)
    return _("F {f1} (R {recall}, P {precision})", **scores)


def _f1(line: Submission) -> float:
    return line.scores.get(RANKED_BY, float("nan"))


def _lines_to_beat(baselines: Sequence[Submission]) -> str:
    by_name = {line.system: line for line in baselines}
    lines = (
        _("{name} has F {f1}", name=name, f1=number(_f1(by_name[name]))) for name in (BASE, TOP) if name in by_name
    )
    return reduce(lambda one, other: p_("clauses", "{one}, {other}", one=one, other=other), lines)


def _facts(seen: Submissions) -> str:
    task, systems = seen.task, seen.systems()
    submitted = n_("{n:,} submission", "{n:,} submissions", len(systems))
    if len(task.tracks) > 1 and systems:
        by_track = (_("{n:,} {track}", n=len(seen.systems(track)), track=track_said(track)) for track in task.tracks)
        tracks = reduce(lambda some, more: _("{some}, {more}", some=some, more=more), by_track)
        submitted = _("{submissions} ({tracks})", submissions=submitted, tracks=tracks)
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
    return _("{said} {more}", said=sentence, more=times) if times else sentence
