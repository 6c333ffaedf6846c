"""Datasets: what holds across them, and do they agree on what a word is?"""

from __future__ import annotations

from cwsdiag.ui.criteria import page as criteria
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.study import page as study


def page() -> None:
    """Draw the page."""
    (criteria if state.get(Key.PART) in criteria.PARTS else study).page()
