"""Difficulty: which words are hard, and who gets the hard ones?"""

from __future__ import annotations

from cwsdiag.bakeoff import RESAMPLES, SEED
from cwsdiag.report.balanced_text import committee_line
from cwsdiag.signature import signature
from cwsdiag.ui.difficulty import door, ranks, sentence, words
from cwsdiag.ui.shell import widgets
from cwsdiag.views.difficulty import balanced_sentence, hardness

_ALL_EQUAL = (
    "All words have the same difficulty, so there are no hard ones: balanced scores are the plain ones, or undefined. "
    "A committee of more, or weaker, members would tell words apart."
)


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("difficulty")
    if view is None:
        return
    if view.known.dataset.difficulty is None:
        door.without_difficulty(view)
        return
    hard = hardness(view.known)
    widgets.lead(
        balanced_sentence(hard, dataset=view.known.dataset.name),
        committee_line({"committee": hard.weights.committee, "members": hard.weights.members}),
    )
    if hard.all_equal:
        widgets.box("warning", _ALL_EQUAL)
    sentence.part(view, hard)
    words.words_part(view, hard)
    ranks.part(view, hard)
    ranks.differences(view, hard)
    words.variants(view, hard)
    ranks.halves(view, hard)
    door.weights_control(view)
    # Buckets have no part in the numbers.
    widgets.signature_line(signature(view.known.dataset, {"resamples": RESAMPLES, "seed": SEED}))
