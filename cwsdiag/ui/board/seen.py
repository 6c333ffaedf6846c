"""The page Leaderboard: which task of which board, which track, who leads; and what to do where there is no task."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from cwsdiag.baselines import BASE, TOP
from cwsdiag.board import Board
from cwsdiag.board.records import RANKED_BY
from cwsdiag.errors import BoardError
from cwsdiag.frames import track_said
from cwsdiag.languages import _, lazy, n_, p_, translated
from cwsdiag.ui.board import example, owner
from cwsdiag.ui.board.tested import lead_said
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.shell import empty, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.submissions import size_said, times_said
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.board import Submission, Task
    from cwsdiag.board.models import Phase
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
class Seen:
    """What of the boards is looked at, as it was when this run began.

    Attributes:
        own: the board in which tasks are made; None where there is none.
        kept: which board the chosen task is of.
        board: all of it.
        offered: all tasks of all boards, as addresses name them, with their names for people.
        task: the chosen one.
        lines: its public table, best F first.
        track: which systems are shown: ``all``, or the name of a track.
        phase: whether systems may be handed in, by the clock of the server.
    """

    own: Kept | None
    kept: Kept
    board: Board
    offered: Mapping[str, str]
    task: Task
    lines: tuple[Submission, ...]
    track: str
    phase: Phase

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


def look() -> Seen | None:
    """Return what is looked at; where there is nothing, say what to do and return None."""
    own, shown = boards.boards()
    try:
        offered = boards.offered(own, shown, _tasks, error=BoardError)
        # The latest one: of the two parts of a split that with private gold.
        id = state.choose(Key.TASK, offered.found, default=offered.default)
        if id is None:
            _nothing(own)
            return None
        kept, task = offered.found[id]
        board = _board(kept)
        lines, phase = board.table(task.name), board.phase(task)
    except BoardError as error:
        paths = [kept.path for kept in (own, shown) if kept is not None]
        widgets.box("error", said(error, *paths), title=_("The board cannot be used"))
        return None
    track = state.choose(Key.TRACK, task.tracks) or ALL
    names = offered.names(lambda task: task.name)
    return Seen(own, kept, board, names, task, tuple(lines), track, phase)


def _tasks(kept: Kept) -> dict[str, Task]:
    return {task.name: task for task in _board(kept).tasks()}


def _board(kept: Kept) -> Board:
    return Board(kept.path, create=False)


def _nothing(own: Kept | None) -> None:
    """Say what to do where there is no task to look at."""
    lacks = NO_BOARD if own is None else NO_TASK_OF_YOURS if owner.may_make(own) else NO_TASK
    view = current()
    compare = None if view.a is None else empty.to_page("bakeoff", lazy("Rank the systems that are open"))
    empty.empty_state(translated(lacks), example.way_back(), compare, empty.open_sample("bakeoff", view))
    owner.first_task(own)


def headline(seen: Seen, tested: Verdicts) -> tuple[str, str]:
    """Return who leads each track as one may quote it, with what the paired test finds, and what the task is."""
    leaders = [(track, systems) for track in seen.tracks if (systems := seen.systems(track))]
    if not leaders:
        return _nobody_leads(seen), _facts(seen)
    first, *others = leaders
    said = _with_lead(_leads_task(*first, seen.task.name), first[1], tested)
    for track, systems in others:
        said = _("{said} {more}", said=said, more=_with_lead(_leads(track, systems), systems, tested))
    if not seen.baselines:
        return said, _facts(seen)
    return said, _("{lines}. {facts}", lines=_lines_to_beat(seen.baselines), facts=_facts(seen))


def _with_lead(said: str, systems: Sequence[Submission], tested: Verdicts) -> str:
    """Return what is said of a track with the verdict on its lead over the next that is not level with it."""
    following = next((line for line in systems if _f1(line) < _f1(systems[0])), None)
    more = lead_said(tested, systems[0], following)
    return _("{said} {more}", said=said, more=more) if more else said


def _nobody_leads(seen: Seen) -> str:
    """Say that there is no system, and which lines are to be beaten."""
    task = seen.task.name
    if seen.track == ALL:
        if not seen.baselines:
            return _("No system has been submitted for {task} yet.", task=task)
        return _(
            "No system has been submitted for {task} yet: {lines}.", task=task, lines=_lines_to_beat(seen.baselines)
        )
    track = track_said(seen.track)
    if not seen.baselines:
        return _("No system of the {track} track has been submitted for {task} yet.", track=track, task=task)
    return _(
        "No system of the {track} track has been submitted for {task} yet: {lines}.",
        track=track,
        task=task,
        lines=_lines_to_beat(seen.baselines),
    )


def _leads_task(track: str, systems: Sequence[Submission], task: str) -> str:
    """Say who leads a track of a task, with the scores."""
    who = _who(track, systems) | {"task": task, "scores": _scores(systems[0])}
    if len(systems) == 1:
        return _("{system} by {author} is alone on the {track} track of {task}: {scores}.", **who)
    if who["more"]:
        return _(
            "{system} by {author} and {more:,} more share the lead of the {track} track of {task}: {scores}.", **who
        )
    return _("{system} by {author} leads the {track} track of {task}: {scores}.", **who)


def _leads(track: str, systems: Sequence[Submission]) -> str:
    """Say who leads another track of the same task."""
    who = _who(track, systems) | {"f1": number(_f1(systems[0]))}
    if len(systems) == 1:
        return _("{system} by {author} is alone on the {track} track: F {f1}.", **who)
    if who["more"]:
        return _("{system} by {author} and {more:,} more share the lead of the {track} track: F {f1}.", **who)
    return _("{system} by {author} leads the {track} track: F {f1}.", **who)


def _who(track: str, systems: Sequence[Submission]) -> dict[str, Any]:
    """Return what is said of who leads a track: the number of those who are alike, too."""
    best = systems[0]
    alike = sum(_f1(line) == _f1(best) for line in systems)
    return {"system": best.system, "author": best.author, "track": track_said(track), "more": max(alike - 1, 0)}


def _scores(line: Submission) -> str:
    return _(
        "F {f1} (R {recall}, P {precision}, OOV recall {oov})",
        f1=number(_f1(line)),
        recall=number(line.scores.get("bakeoff.recall")),
        precision=number(line.scores.get("bakeoff.precision")),
        oov=number(line.scores.get("bakeoff.oov_recall")),
    )


def _f1(line: Submission) -> float:
    return line.scores.get(RANKED_BY, float("nan"))


def _lines_to_beat(baselines: Sequence[Submission]) -> str:
    by_name = {line.system: line for line in baselines}
    lines = (
        _("{name} has F {f1}", name=name, f1=number(_f1(by_name[name]))) for name in (BASE, TOP) if name in by_name
    )
    return reduce(lambda one, other: p_("clauses", "{one}, {other}", one=one, other=other), lines)


def _facts(seen: Seen) -> str:
    task, systems = seen.task, seen.systems()
    handed_in = n_("{n:,} submission", "{n:,} submissions", len(systems))
    if len(task.tracks) > 1 and systems:
        by_track = (_("{n:,} {track}", n=len(seen.systems(track)), track=track_said(track)) for track in task.tracks)
        tracks = reduce(lambda some, more: _("{some}, {more}", some=some, more=more), by_track)
        handed_in = _("{submissions} ({tracks})", submissions=handed_in, tracks=tracks)
    facts = {
        "submissions": handed_in,
        "sentences": n_("{n:,} sentence", "{n:,} sentences", task.sentences),
        "words": size_said(task),
        "gold": _("gold may be seen") if task.open_gold else _("gold is private"),
    }
    if systems:
        last = max(line.created for line in systems)[:10]
        told = _("{submissions}, the last of {date}. {sentences}, {words}; {gold}.", date=last, **facts)
    else:
        told = _("{submissions}. {sentences}, {words}; {gold}.", **facts)
    times = times_said(task, seen.phase)
    return _("{said} {more}", said=told, more=times) if times else told
