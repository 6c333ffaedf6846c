"""Lab: leaderboard and judging."""

from __future__ import annotations

from cwsdiag.ui.board import page as board
from cwsdiag.ui.judging import page as judging
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key


def page() -> None:
    """Draw the page."""
    (judging if state.choose(Key.PART, ("judge",)) else board).page()
