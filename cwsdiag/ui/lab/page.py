"""Lab: the leaderboard and judging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.errors import BoardError, JudgingError
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui import state
from cwsdiag.ui.data import boards
from cwsdiag.ui.lab import board, judging, parts
from cwsdiag.ui.lab.actions import owner
from cwsdiag.ui.lab.session import judged_now
from cwsdiag.ui.shell import empty, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.state import Key

if TYPE_CHECKING:
    pass

VIEWS = {"board": lazy("Leaderboard"), "judge": lazy("Judging")}
# By view: what is said where no file is there, and where nothing is in it.
_LACKS = {
    "board": (
        lazy(
            "There is no board here. A board is a small bakeoff for a laboratory: its owner gives a gold file that can "
            "stay private, others submit what their segmenters make of its raw text, and one table has all scores. "
            "Whoever starts the server names its board, with --board FILE, or sits at its machine."
        ),
        lazy("This board has no task yet. Its owner makes one from a gold file and training data."),
    ),
    "judge": (
        lazy(
            "This server keeps no judgements. People mark the best and second-best segmentations of drawn sentences, "
            "without knowing which systems made them, and the page compares their scores with F1 and balanced F. "
            "Whoever starts the server names the file that keeps them, with --judgements FILE, or sits at its machine."
        ),
        lazy("There is no study yet. The owner of the judgements makes one."),
    ),
}


@in_place
def page() -> None:
    """Draw the page."""
    part = state.choose(Key.PART, VIEWS) or "board"
    row = widgets.controls("lab", in_a_row=True)
    if part == "board" or not judged_now():
        with row:
            widgets.segments(Key.PART, VIEWS, part, label=_("Part of the page"), default="board")
    own = None
    try:
        own, kept = boards.board() if part == "board" else boards.judgements()
        draw = board.draw if part == "board" else judging.draw
        if kept is not None and kept.is_there and draw(own, kept, row):
            return
    except (BoardError, JudgingError) as error:
        paths = [] if own is None else [own.path]
        widgets.box("error", boards.said(error, *paths), title=_("This file cannot be used"))
        return
    # What the view lacks, and for the owner what makes it.
    view = current()
    empty.empty_state(
        translated(_LACKS[part][own is not None]),
        None if view.a is None else empty.to_page("scores", lazy("Rank the systems that are open")),
        empty.open_sample(view),
    )
    if own is not None:
        owner(part, own, lambda _action: parts.task(own) if part == "board" else judging.new_study(own, ()))
