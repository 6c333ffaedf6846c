"""The page Leaderboard: which task of which board, which track, who leads; and what to do where there is no task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.baselines import BASE, TOP
from cwsdiag.board import Board
from cwsdiag.board.records import RANKED_BY
from cwsdiag.errors import BoardError
from cwsdiag.ui.board import example, owner
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.shell import doors, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views import wording
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.board import Submission, Task
    from cwsdiag.ui.data.boards import Kept

ALL = "all"
NO_BOARD = (
    "There is no board here. A board is a small bakeoff for a laboratory: its owner gives a gold file that can stay "
    "private, others submit what their segmenters make of its raw text, and one table has all scores. Whoever starts "
    "the server names its board, with --board FILE, or sits at its machine."
)
NO_TASK = "This board has no task yet. Its owner makes one from a gold file and training data."
NO_TASK_OF_YOURS = (
    "You have no task yet. Make one from a gold file and training data, and systems can be submitted for it."
)
# Of a leader's scores, those that are said beside F.
_SAID = {"bakeoff.recall": "R", "bakeoff.precision": "P", "bakeoff.oov_recall": "OOV recall"}


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
        track: which systems are shown: ``all``, ``closed`` or ``open``.
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
        lines = board.table(task.name)
    except BoardError as error:
        paths = [kept.path for kept in (own, shown) if kept is not None]
        widgets.box("error", said(error, *paths), title="The board cannot be used")
        return None
    track = state.choose(Key.TRACK, task.tracks) or ALL
    names = offered.names(lambda task: task.name)
    return Seen(own, kept, board, names, task, tuple(lines), track)


def _tasks(kept: Kept) -> dict[str, Task]:
    return {task.name: task for task in _board(kept).tasks()}


def _board(kept: Kept) -> Board:
    return Board(kept.path, create=False)


def _nothing(own: Kept | None) -> None:
    """Say what to do where there is no task to look at."""
    lacks = NO_BOARD if own is None else NO_TASK_OF_YOURS if owner.may_make(own) else NO_TASK
    view = current()
    compare = None if view.a is None else doors.to_page("bakeoff", "Rank the systems that are open")
    doors.dead_end("board", lacks, example.way_back(), compare, doors.open_sample("bakeoff", view))
    owner.first_task(own)


def headline(seen: Seen) -> tuple[str, str]:
    """Return who leads each track as one may quote it, and what the task is."""
    task = seen.task
    leaders = [(track, systems) for track in seen.tracks if (systems := seen.systems(track))]
    if not leaders:
        none = "No system" if seen.track == ALL else f"No system of the {seen.track} track"
        said = f"{none} has been submitted for {task.name} yet"
        return f"{said}: {_lines_to_beat(seen.baselines)}." if seen.baselines else f"{said}.", _facts(seen)
    said = f"{_leads(*leaders[0])} of {task.name}: {_scores(leaders[0][1][0])}."
    for track, systems in leaders[1:]:
        said += f" {_leads(track, systems)}: F {number(_f1(systems[0]))}."
    between = f"{_lines_to_beat(seen.baselines)}. " if seen.baselines else ""
    return said, f"{between}{_facts(seen)}"


def _leads(track: str, systems: Sequence[Submission]) -> str:
    best = systems[0]
    if len(systems) == 1:
        return f"{best.system} by {best.author} is alone on the {track} track"
    alike = sum(_f1(line) == _f1(best) for line in systems)
    verb = f"and {alike - 1:,} more share the lead of" if alike > 1 else "leads"
    return f"{best.system} by {best.author} {verb} the {track} track"


def _scores(line: Submission) -> str:
    others = ", ".join(f"{label} {number(line.scores.get(name))}" for name, label in _SAID.items())
    return f"F {number(_f1(line))} ({others})"


def _f1(line: Submission) -> float:
    return line.scores.get(RANKED_BY, float("nan"))


def _lines_to_beat(baselines: Sequence[Submission]) -> str:
    by_name = {line.system: line for line in baselines}
    return ", ".join(f"{name} has F {number(_f1(by_name[name]))}" for name in (BASE, TOP) if name in by_name)


def _facts(seen: Seen) -> str:
    task, systems = seen.task, seen.systems()
    handed_in = wording.counted(len(systems), "submissions")
    if len(task.tracks) > 1 and systems:
        handed_in += f" ({', '.join(f'{len(seen.systems(track)):,} {track}' for track in task.tracks)})"
    if systems:
        handed_in += f", the last of {max(line.created for line in systems)[:10]}"
    size = f"{wording.counted(task.sentences, 'sentences')}, {wording.counted(task.words, 'gold words')}"
    gold = "gold may be seen" if task.open_gold else "gold is private"
    return f"{handed_in}. {size}; {gold}."
