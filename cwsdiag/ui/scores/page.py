"""Scores: who is best by the rules of the bakeoffs, by boundaries, and where hard words count more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.languages import _, lazy
from cwsdiag.ui.scores import bakeoff, balanced, separators
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

# By the name of a part in the address: what it is called, what is operated there, and what draws it.
_PARTS = {
    "bakeoff": (lazy("Bakeoff"), bakeoff.controls, bakeoff.part),
    "separators": (lazy("Boundaries"), separators.controls, separators.part),
    "balanced": (lazy("Balanced F"), balanced.controls, balanced.part),
}


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is not None:
        _scores(view)


@in_place
def _scores(view: View) -> None:
    part = state.choose(Key.PART, _PARTS) or "bakeoff"
    _name, controls, draw = _PARTS[part]
    with widgets.controls("scores", in_a_row=True):
        names = {key: name for key, (name, *_rest) in _PARTS.items()}
        widgets.segments(Key.PART, names, part, label=_("View"), default="bakeoff")
        controls(view)
    draw(view)
