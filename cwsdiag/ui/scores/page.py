"""Scores: bakeoff and boundaries."""

from __future__ import annotations

from cwsdiag.ui.bakeoff import page as bakeoff
from cwsdiag.ui.bakeoff import separators
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key


def page() -> None:
    """Draw the page."""
    (separators if state.choose(Key.PART, bakeoff.PARTS) == "separators" else bakeoff).page()
