"""Difficulty: which words are hard, are there members enough to say so, would more training data help?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy
from cwsdiag.ui.difficulty import committee, learning, words
from cwsdiag.ui.shell import navigation, private_gold, state, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

_NAMES = {"words": lazy("Words"), "committee": lazy("Committee"), "learning": lazy("Learning curve")}
# Where parts of 0.2.0 are.
_MOVED: dict[str, tuple[str, dict[str, str]]] = {
    "scores": ("scores", {"part": "balanced"}),
    "rows": ("sentences", {"order": "hardest"}),
    "sentence": ("sentences", {"order": "hardest"}),
}
_PRIVATE = lazy(
    "Your own difficulties are not accepted here: if they gave weight to a single word, they would reveal which "
    "systems got it right."
)


def page() -> None:
    """Draw the page."""
    if (moved := _MOVED.get(state.get(Key.PART) or "")) is not None:
        state.put(Key.PART, None)
        navigation.lead_to(moved[0], **moved[1])
        navigation.follow()
    view: View | None = current()
    # Gold and training data are enough for a committee.
    if view is None or view.found is None or view.a is not None or view.withholds_gold:
        view = widgets.view_with_systems()
    if view is not None:
        _difficulty(view)


@in_place
def _difficulty(view: View) -> None:
    look, bench = view.look, None if view.withholds_gold else committee.bench(view)
    if bench is not None:
        committee.settle(bench)
    weights = look.dataset.difficulty
    if bench is None and weights is None:
        private_gold.page(view, what=_("The difficulties of words"))
        widgets.note(_PRIVATE)
        return
    is_there = bench is not None, weights is not None and view.a is not None
    names = {key: name for key, name in _NAMES.items() if is_there[key == "words"]}
    part = state.choose(Key.PART, names) or next(iter(names))
    with widgets.controls("difficulty", in_a_row=True):
        widgets.segments(Key.PART, names, part, label=_("View"), default=next(iter(names)))
        if bench is not None and weights is not None:
            with st.popover(_("Difficulties"), icon=":material/scale:", type="tertiary"):
                committee.form(bench)
    if bench is not None:
        committee.state_of(bench)
    if part == "words":
        words.part(view)
    elif bench is not None and part == "learning":
        learning.part(bench)
    elif bench is not None:
        committee.part(bench)
