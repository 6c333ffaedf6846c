"""Hard words on the Difficulty page: who gets them right, which kinds are hard, scores that weigh them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.charts.names import short_names
from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits.difficulty import labels, word_kinds
from cwsdiag.formats.language import language_of
from cwsdiag.languages import _, n_, translated
from cwsdiag.ui.difficulty import door
from cwsdiag.ui.shell import leads, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.columns import Columns
    from cwsdiag.views.hardness.scores import Hardness

# The ten intervals, for when the address has attributes cut in another way.
_TENTHS = "diff=edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9"
_LONGEST_NAME = 24


def to_interval(place: int) -> None:
    """In a callback: lead to the words of an interval of difficulty, which needs difficulty cut into ten."""
    _lead(bucket=place, word=None)


def to_word(word: str, place: int | None = None) -> None:
    """In a callback: lead to all places of a word, or to those of them in an interval of difficulty."""
    _lead(bucket=place, word=word)


def _lead(*, bucket: int | None, word: str | None) -> None:
    notation = state.get(Key.BUCKETS)
    cut: dict[str, str | None] = {}
    if notation is not None:
        others = [part for part in notation.split(";") if not part.startswith("diff=")]
        cut["buckets"] = ";".join([*others, _TENTHS])
    leads.to_words("diff", bucket, word=word, **cut)


def words_part(view: View, hard: Hardness) -> None:
    """Draw who gets hard words right, and which kinds of words are hard."""
    left, right = st.columns([0.57, 0.43], gap="medium")
    with left:
        exhibit = show.exhibit(view.look, "hard-words")
        title, remark = _("Who gets the hard ones?"), _("accuracy; columns: share of words")
        show.chart(exhibit, key="accuracy by difficulty", title=title, remark=remark, click=_on_interval, size=HALF)
        widgets.note(_("A click on an interval leads to its words, in both figures."))
        _accuracy_table(view, hard)
    with right:
        _kinds(view, hard)


def _on_interval(mark: Sequence[Any]) -> None:
    to_interval(int(mark[0]))


def _accuracy_table(view: View, hard: Hardness) -> None:
    short = short_names(view.look.systems, _LONGEST_NAME)
    # By number: a system may be called as a column beside it.
    scores = {f"system {place}": Column(name, format="score") for place, name in enumerate(short)}
    _intervals_table(
        pd.concat([hard.intervals[["words"]], hard.accuracy.set_axis(list(scores), axis=1)], axis=1),
        {"words": Column(_("words"), format="count"), **scores},
        title=_("Accuracy as a table"),
        key="accuracy table",
        alt=_("Accuracy of every system by difficulty"),
    )


def _intervals_table(frame: pd.DataFrame, columns: Columns, *, title: str, key: str, alt: str) -> None:
    """Draw numbers, a row an interval of difficulty, closed at first; a click leads to the words of an interval."""
    shown = {"label": tables.Shown(Column(_("difficulty")), width=90), **tables.columns(columns)}
    with widgets.controls(key), st.expander(title):
        tables.leading_table(frame.assign(label=labels()), shown, key=key, lead=to_interval, alt=alt)


def _kinds(view: View, hard: Hardness) -> None:
    language = language_of(view.look.dataset.gold.text.chars)
    listed, whose = door.idioms(view) if language is None else (None, "")
    shares, _sizes = hard.kinds(listed)
    exhibit = show.exhibit(view.look, "word-kinds", word_kinds(view.look, idioms=listed))
    title, remark = _("Which words are hard?"), _("per cent of each kind")
    show.chart(exhibit, key="kinds by difficulty", title=title, remark=remark, click=_on_interval, size=HALF)
    if listed is not None:
        count = n_("{n:,} word", "{n:,} words", len(listed))
        said = _("Idioms: words of four characters in {list}, {words}.", list=whose, words=count)
    else:
        said = _("Idioms of four characters are a kind of Chinese words, and this text is not Chinese.")
    if "OOV words" not in shares:
        said = _("{first} {second}", first=said, second=_("Without training data no word is OOV."))
    widgets.note(said)
    if listed is not None:
        door.idioms_control(view)
    _intervals_table(
        pd.DataFrame(shares),
        {name: Column(_("{kind} %", kind=translated(name)), format="points") for name in shares},
        title=_("Shares as a table"),
        key="kinds table",
        alt=_("Per cent of each kind of words by difficulty"),
    )
