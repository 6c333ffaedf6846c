"""Hard words on the Difficulty page: who gets them right, which kinds are hard, scores that weigh them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.difficulty import word_kinds
from cwsdiag.formats.language import language_of
from cwsdiag.languages import _, n_
from cwsdiag.ui.difficulty import files
from cwsdiag.ui.shell import leads, show, state, widgets
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness import Hardness

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


def part(view: View, hard: Hardness) -> None:
    """Draw who gets hard words right, and which kinds of words are hard."""
    left, right = st.columns([0.57, 0.43], gap="medium")
    with left:
        title, remark = _("Who gets the hard ones?"), _("accuracy; columns: share of words")
        exhibit = show.exhibit(view.look, "hard-words")
        _chart(exhibit, title, remark, key="accuracy by difficulty")
        widgets.note(_("A click on an interval leads to its words, in both figures."))
        _table(exhibit, _("Accuracy as a table"), key="accuracy table")
    with right:
        _kinds(view, hard)


def _kinds(view: View, hard: Hardness) -> None:
    is_chinese = language_of(view.look.dataset.gold.text.chars) is None
    idioms, whose = files.idioms(view) if is_chinese else (None, "")
    shares, _sizes = hard.kinds(idioms)
    exhibit = show.exhibit(view.look, "word-kinds", word_kinds(view.look, idioms=idioms))
    _chart(exhibit, _("Which words are hard?"), _("per cent of each kind"), key="kinds by difficulty")
    if idioms is not None:
        count = n_("{n:,} word", "{n:,} words", len(idioms))
        said = _("Idioms: words of four characters in {list}, {words}.", list=whose, words=count)
    else:
        said = _("Idioms of four characters are a kind of Chinese words, and this text is not Chinese.")
    widgets.note(said, "" if "OOV words" in shares else _("Without training data no word is OOV."))
    if idioms is not None:
        files.idioms_control(view)
    _table(exhibit, _("Shares as a table"), key="kinds table")


def _chart(exhibit: Exhibit, title: str, remark: str, *, key: str) -> None:
    show.chart(exhibit, key=key, title=title, remark=remark, click=lambda mark: to_words(int(mark[0])), size=HALF)


def _table(exhibit: Exhibit, title: str, *, key: str) -> None:
    """Draw numbers, a row an interval of difficulty, closed at first; a click leads to the words of an interval."""
    with widgets.controls(key), st.expander(title):
        show.table(exhibit, key=key, lead=to_words, alt=title, label=90)
