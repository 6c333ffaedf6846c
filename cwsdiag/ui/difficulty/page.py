"""Difficulty: which words are hard, who gets the hard ones, and are there members enough to say so?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.bakeoff import RESAMPLES, SEED
from cwsdiag.languages import _, lazy, translated
from cwsdiag.report.difficulty import ONE_COMMITTEE
from cwsdiag.signature import signature
from cwsdiag.ui.difficulty import door, ranks, rows, sentence, words
from cwsdiag.ui.difficulty.committee import bench as benches
from cwsdiag.ui.difficulty.committee import results
from cwsdiag.ui.difficulty.committee.part import part as committee_part
from cwsdiag.ui.shell import private_gold, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.hardness.committee import F_B, committee_said
from cwsdiag.views.hardness.scores import balanced_sentence, hard_words_sentence, hardness
from cwsdiag.views.hardness.sentences import hard_sentences_sentence

if TYPE_CHECKING:
    from cwsdiag.ui.difficulty.committee.bench import Bench
    from cwsdiag.ui.shell.view import View

COMMITTEE, ROWS = "committee", "rows"
# By the name of a part in the address: what it is called, the sentence it begins with, what draws it. The committee is
# drawn without systems, too.
PARTS = {
    "scores": (lazy("Scores"), balanced_sentence, ranks.scores_part),
    "words": (lazy("Words"), hard_words_sentence, words.words_part),
    ROWS: (lazy("Sentences"), hard_sentences_sentence, rows.part),
    "sentence": (lazy("One sentence"), hard_sentences_sentence, sentence.part),
}
_NAMES = {**{key: name for key, (name, *_) in PARTS.items()}, COMMITTEE: lazy("Committee")}
_NO_SYSTEMS = lazy("No system is shown here, so nobody is scored yet. A committee needs gold and training data alone.")
_ALL_EQUAL = lazy(
    "All words have the same difficulty, so there are no hard ones: balanced scores are the plain ones, or undefined. "
    "A committee of more, or weaker, members would tell words apart."
)


def page(first: str = "scores") -> None:
    """Draw the page.

    Args:
        first: the part that is open where the address does not say one.
    """
    view: View | None = current()
    if view is not None and view.found is not None and view.a is None and not view.withholds_gold:
        # Gold and training data are enough for a committee.
        widgets.page_head("difficulty")
    else:
        view = widgets.view_with_systems("difficulty")
    if view is None:
        return
    bench = None if view.withholds_gold else benches.bench(view)
    if bench is not None:
        benches.settle(bench)
    if view.look.dataset.difficulty is None:
        door.without_difficulty(view, bench)
        return
    part = (state.choose(Key.PART, _NAMES) or first) if view.a is not None else COMMITTEE
    if part == COMMITTEE:
        _committee(view, bench, first)
    else:
        _with_systems(view, bench, part, first)


def _committee(view: View, bench: Bench | None, first: str) -> None:
    if bench is None:
        _controls(view, COMMITTEE, first)
        private_gold.part(view, what=_("The difficulties of words"))
        return
    results.lead(bench)
    if view.a is None:
        widgets.note(translated(_NO_SYSTEMS))
    else:
        _controls(view, COMMITTEE, first)
    committee_part(bench)


def _with_systems(view: View, bench: Bench | None, part: str, first: str) -> None:
    hard = hardness(view.look)
    _name, said, draw = PARTS[part]
    committee = _("Committee: {name}.", name=committee_said(hard.weights.committee, hard.weights.members))
    if part == "scores":
        defined = _("{first} {second}", first=translated(F_B), second=committee)
        committee = _("{first} {second}", first=defined, second=translated(ONE_COMMITTEE))
    widgets.lead(said(hard, dataset=view.look.dataset.name), committee)
    _controls(view, part, first)
    if bench is not None and bench.settings is not None:
        # It need not be that in use: then its state says so.
        benches.state_of(bench)
        with widgets.controls("committee"):
            benches.button(bench)
    if hard.all_equal:
        widgets.box("warning", translated(_ALL_EQUAL))
    draw(view, hard)
    # Buckets have no part in the numbers.
    widgets.signature_line(signature(view.look.dataset, {"resamples": RESAMPLES, "seed": SEED}))


def _controls(view: View, part: str, first: str) -> None:
    """Draw what chooses a part, and where difficulties of one's own are given."""
    with (
        widgets.controls("difficulty parts"),
        st.container(horizontal=True, vertical_alignment="center", key="difficulty parts"),
    ):
        widgets.segments(Key.PART, _NAMES, part, label=_("Part of the page"), default=first)
        if part == ROWS:
            rows.controls(view)
        door.weights_control(view)
