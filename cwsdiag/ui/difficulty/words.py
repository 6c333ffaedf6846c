"""Words, a part of the page Difficulty: who gets the hard ones right, and which kinds of words are hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.difficulty import word_kinds
from cwsdiag.formats.language import language_of
from cwsdiag.languages import _, n_
from cwsdiag.ui.difficulty import files
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.hardness import ALL_EQUAL, hardness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.ui.shell.view import View

# The ten intervals, for when the address has attributes cut in another way.
_TENTHS = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"


def to_words(interval: int | None = None, word: str | None = None) -> None:
    """In a callback: lead to all places of a word, or to those in an interval of difficulty, which is cut into ten."""
    notation = state.get(Key.BUCKETS)
    cut: dict[str, str | None] = {}
    if notation is not None:
        others = [part for part in notation.split(";") if not part.startswith("diff=")]
        cut["buckets"] = ";".join([*others, _TENTHS])
    leads.to_words("diff", interval, word=word, **cut)


def part(view: View) -> None:
    """Draw who gets hard words right, and which kinds of words are hard; a click on an interval leads to its words."""
    look = view.look
    hard = show.exhibit(look, "hard-words")
    widgets.lead(hard.content.sentence)
    if hardness(look).all_equal:
        widgets.box("warning", ALL_EQUAL)
    is_chinese = language_of(look.dataset.gold.text.chars) is None
    idioms, whose = files.idioms(view) if is_chinese else (None, "")
    said = _("Idioms of four characters are a kind of Chinese words, and this text is not Chinese.")
    if idioms is not None:
        count = n_("{n:,} word", "{n:,} words", len(idioms))
        said = _("Idioms: words of four characters in {list}, {words}.", list=whose, words=count)
    if look.dataset.training is None:
        said = widgets.joined(said, _("Without training data no word is OOV."))
    left, right = st.columns([0.57, 0.43], gap="medium")
    with left:
        _figure(hard, _("Who gets the hard ones?"), key="accuracy")
    with right:
        kinds = show.exhibit(look, "word-kinds", word_kinds(look, idioms=idioms))
        _figure(kinds, _("Which words are hard?"), key="kinds", about=said)
        if idioms is not None:
            files.idioms_control(view)


def _figure(exhibit: Exhibit, title: str, *, key: str, about: str = "") -> None:
    """Draw a chart, and its numbers, a row an interval of difficulty, closed at first."""

    def click(mark: Sequence[Any]) -> None:
        to_words(int(mark[0]))

    show.chart(exhibit, key=f"{key} by difficulty", title=title, about=about, click=click, size=HALF)
    with widgets.controls(f"{key} table"), st.expander(_("As a table")):
        show.table(exhibit, key=f"{key} table", lead=to_words, label=90)
