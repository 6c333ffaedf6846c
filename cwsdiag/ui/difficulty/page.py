"""Difficulty: which words are hard, are there members enough to say so, would more training data help?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.theme import HALF
from cwsdiag.exhibits.difficulty import word_kinds
from cwsdiag.formats.language import language_of
from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui.difficulty import committee, files
from cwsdiag.ui.shell import leads, navigation, private_gold, show, state, widgets
from cwsdiag.ui.shell.in_place import in_place
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current
from cwsdiag.views.hardness import ALL_EQUAL, hardness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.exhibit import Exhibit
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
        _words(view)
    elif bench is not None and part == "learning":
        committee.learning_part(bench)
    elif bench is not None:
        committee.part(bench)


# The ten intervals, for when the address has attributes cut in another way.
_TENTHS = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"


def to_words(interval: int | None = None, word: str | None = None) -> None:
    """In a callback: lead to all places of a word, or to those in an interval of difficulty, which is cut into ten."""
    notation = state.get(Key.BUCKETS)
    cut: dict[str, str | None] = {}
    if notation is not None:
        others = [_words for _words in notation.split(";") if not _words.startswith("diff=")]
        cut["buckets"] = ";".join([*others, _TENTHS])
    leads.to_words("diff", interval, word=word, **cut)


def _words(view: View) -> None:
    """Draw who gets hard words right, and which kinds of words are hard; a click on an interval leads to its words."""
    look = view.look
    hard = show.exhibit(look, "hard-words")
    widgets.lead(hard.content.sentence)
    if hardness(look).all_equal:
        widgets.box("warning", ALL_EQUAL)
    is_chinese = language_of(look.dataset.gold.text.chars) is None
    idioms, whose = files.idioms(view) if is_chinese else (None, "")
    text = _("Idioms of four characters are a kind of Chinese words, and this text is not Chinese.")
    if idioms is not None:
        count = n_("{n:,} word", "{n:,} words", len(idioms))
        text = _("Idioms: words of four characters in {list}, {words}.", list=whose, words=count)
    if look.dataset.training is None:
        text = widgets.joined(text, _("Without training data no word is OOV."))
    left, right = st.columns([0.57, 0.43], gap="medium")
    with left:
        _figure(hard, _("Who gets the hard ones?"), key="accuracy")
    with right:
        kinds = show.exhibit(look, "word-kinds", word_kinds(look, idioms=idioms))
        _figure(kinds, _("Which words are hard?"), key="kinds", about=text)
        if idioms is not None:
            files.idioms_control(view)


def _figure(exhibit: Exhibit, title: str, *, key: str, about: str = "") -> None:
    """Draw a chart, and its numbers, a row an interval of difficulty, closed at first."""

    def click(mark: Sequence[Any]) -> None:
        to_words(int(mark[0]))

    show.chart(exhibit, key=f"{key} by difficulty", title=title, about=about, click=click, size=HALF)
    with widgets.controls(f"{key} table"), st.expander(_("As a table")):
        show.table(exhibit, key=f"{key} table", lead=to_words, label=90)
