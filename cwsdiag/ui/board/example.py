"""The example board on the page Leaderboard: marked as what it is, and removed and brought back with a click."""

from __future__ import annotations

from cwsdiag import examples
from cwsdiag.languages import lazy, translated
from cwsdiag.ui.shell import aside
from cwsdiag.ui.shell.empty import Way

WHAT = lazy("The systems of the sample, submitted for a task of its own. It lies apart from your own board.")
NO_SUBMISSION = lazy(
    "Nothing can be submitted to the example. For a task of your own this is where others give the name of their "
    "system and its file, and get the scores at once."
)


def mark() -> None:
    """Say that the task is an example, and draw what removes it."""
    aside.mark(examples.BOARD, translated(WHAT))


def way_back() -> Way | None:
    """Return what brings the example back; None where it is not for this person to do."""
    return aside.way_back(examples.BOARD)
