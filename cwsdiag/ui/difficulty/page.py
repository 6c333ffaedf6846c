"""Difficulty: which words are hard, who gets the hard ones, and are there members enough to say so?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.ui.data import cached
from cwsdiag.ui.difficulty import committee, files, scores, words
from cwsdiag.ui.shell import navigation, private_gold, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.committee import F_B, committee_said
from cwsdiag.views.hardness import (
    balanced_sentence,
    hard_words_sentence,
    hardness,
)
from cwsdiag.views.wording import on_page

if TYPE_CHECKING:
    from cwsdiag.ui.difficulty.committee import Bench
    from cwsdiag.ui.shell.view import View

_COMMITTEE = "committee"
# By the name of a part in the address: what it is called, the sentence it begins with, what draws it. The committee is
# drawn without systems, too.
PARTS = {
    "scores": (lazy("Scores"), balanced_sentence, scores.part),
    "words": (lazy("Words"), hard_words_sentence, words.part),
}
_NAMES = {**{key: name for key, (name, *_) in PARTS.items()}, _COMMITTEE: lazy("Committee")}
_NO_SYSTEMS = lazy("No system is shown here, so nobody is scored yet. A committee needs gold and training data alone.")
_ALL_EQUAL = lazy(
    "All words have the same difficulty, so there are no hard ones: balanced scores are the plain ones, or undefined. "
    "A committee of more, or weaker, members would tell words apart."
)
_PRIVATE = lazy(
    "The balanced scores on the page Leaderboard are all that is shown of how hard its words are. Your own "
    "difficulties are not accepted here: if they gave weight to a single word, they would reveal which systems got it "
    "right."
)
_FILE = lazy(
    "Difficulties that are known elsewhere can be given as a file, here or in the project file: "
    'weights = "difficulty.csv". On the command line, cwsdiag difficulty --gold GOLD --train TRAINING --out '
    "difficulty.csv makes one."
)


def page(first: str = "scores") -> None:
    """Draw the page.

    Args:
        first: the part that is open where the address does not say one.
    """
    if state.get(Key.PART) in ("rows", "sentence"):
        # Where they were in 0.2.0.
        navigation.lead_to("sentences", part=None, order="hardest")
        navigation.follow()
    view: View | None = current()
    # Gold and training data are enough for a committee.
    if view is None or view.found is None or view.a is not None or view.withholds_gold:
        view = widgets.view_with_systems()
    if view is None:
        return
    bench = None if view.withholds_gold else committee.bench(view)
    if bench is not None:
        committee.settle(bench)
    if view.look.dataset.difficulty is None:
        _without_difficulty(view, bench)
        return
    part = (state.choose(Key.PART, _NAMES) or first) if view.a is not None else _COMMITTEE
    if part != _COMMITTEE:
        _with_systems(view, bench, part, first)
    elif bench is None:
        _controls(view, part, first)
        private_gold.part(view, what=_("The difficulties of words"))
    else:
        committee.lead(bench)
        if view.a is None:
            widgets.note(_NO_SYSTEMS)
        else:
            _controls(view, part, first)
        committee.part(bench)


def committee_page() -> None:
    """Draw the page under the address that its part Committee had as a page of its own: with that part open."""
    page(first=_COMMITTEE)


def _without_difficulty(view: View, bench: Bench | None) -> None:
    """Say what the page answers once difficulties are known, and let a committee or a file say them."""
    if bench is None:
        private_gold.page(view, what=_("The difficulties of words"))
        widgets.note(_PRIVATE)
        return
    committee.lead(bench)
    entry = view.entry
    if entry is not None and entry.files.weights is not None:
        problem = cached.loaded(entry).problems.get(entry.files.weights.part)
        if problem:
            widgets.box("error", on_page(problem), title=_("The file of difficulties cannot be used"))
    committee.part(bench)
    with widgets.controls("file of difficulties"):
        widgets.heading(_("From a file"))
        widgets.note(_FILE)
        files.uploader(entry)


def _with_systems(view: View, bench: Bench | None, part: str, first: str) -> None:
    hard = hardness(view.look)
    _name, said, draw = PARTS[part]
    remark = _("Committee: {name}.", name=committee_said(hard.weights.committee, hard.weights.members))
    if part == "scores":
        remark = widgets.joined(F_B, remark, ONE_COMMITTEE)
    widgets.lead(said(hard, dataset=view.look.dataset.name), remark)
    _controls(view, part, first)
    if bench is not None and bench.settings is not None:
        # It need not be that in use: then its state says so.
        committee.state_of(bench)
        with widgets.controls("committee"):
            committee.button(bench)
    if hard.all_equal:
        widgets.box("warning", _ALL_EQUAL)
    draw(view, hard)
    # Buckets have no part in the numbers.


def _controls(view: View, part: str, first: str) -> None:
    """Draw what chooses a part, and where difficulties of one's own are given."""
    with widgets.controls("difficulty parts", in_a_row=True):
        widgets.segments(Key.PART, _NAMES, part, label=_("Part of the page"), default=first)
        weights = view.look.dataset.difficulty
        if weights is not None and not view.withholds_gold:
            with st.popover(_("Difficulties"), icon=":material/scale:", type="tertiary"):
                widgets.note(_("In use: {name}", name=weights.name))
                files.uploader(view.entry)
