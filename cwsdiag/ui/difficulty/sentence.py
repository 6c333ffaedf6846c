"""One sentence with the difficulty of its words: a bar over each, and what A and B made of it below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.ui.difficulty.words import to_word
from cwsdiag.ui.shell import private_gold, show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import WORDS, Column
from cwsdiag.views.hardness.scores import SHORT
from cwsdiag.views.hardness.sentences import hard_ribbon, hard_words
from cwsdiag.views.wording import number, ordinal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cwsdiag.frames import HardWord
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.hardness.scores import Hardness

_NUMBER_WIDGET = "choose hard sentence"
_MARKS = {"right": "✓", "wrong": "✗", "off": "–"}


def part(view: View, hard: Hardness) -> None:
    """Draw the chosen sentence, the hardest where none is, with the way to harder and easier ones."""
    if view.withholds_gold:
        private_gold.part(view, what=_("Sentences and their words"))
        return
    order = hard.hardest
    chosen = state.choose(Key.SENTENCE, {str(sentence + 1) for sentence in order}, default=str(order[0] + 1))
    sentence = int(chosen or 1) - 1
    words = hard_words(hard, view.roles, sentence)
    title, place = _("Sentence {n:,}", n=sentence + 1), _place(hard, sentence, order)
    widgets.heading(title, place)
    drawn = hard_ribbon(hard, view.roles, sentence, colours=view.role_colours).ribbon
    show.ribbon(drawn, title=f"{title}, {place}", key="hard sentence drawing", large=True)
    controls(order, sentence)
    with widgets.controls("hard words"):
        _table(words, view.roles)


def _place(hard: Hardness, sentence: int, order: Sequence[int]) -> str:
    mean = number(float(hard.sentence_means[sentence]), 2)
    rank, sentences = order.index(sentence), n_("{n:,} sentence", "{n:,} sentences", len(order))
    if not rank:
        return _("hardest of {sentences}: mean difficulty {mean}", sentences=sentences, mean=mean)
    place = ordinal(rank + 1)
    return _("{place} hardest of {sentences}: mean difficulty {mean}", place=place, sentences=sentences, mean=mean)


def controls(order: Sequence[int], sentence: int) -> None:
    """Draw what leads from sentence to sentence, hardest first."""
    rank = order.index(sentence)

    def changed(given: int | None) -> None:
        if given is not None:
            _go(given - 1)

    with widgets.controls("hard sentence"), st.container(horizontal=True, vertical_alignment="bottom"):
        steps = ((lazy("Hardest"), 0, "H"), (lazy("Harder"), rank - 1, "P"), (lazy("Less hard"), rank + 1, "N"))
        for label, place, shortcut in steps:
            there = 0 <= place < len(order) and place != rank
            st.button(
                translated(label),
                key=f"sentence {label.lower()}",
                shortcut=shortcut,
                disabled=not there,
                on_click=_go,
                args=(order[place] if there else sentence,),
            )
        state.draw_input(
            _NUMBER_WIDGET,
            st.number_input,
            value=sentence + 1,
            changed=changed,
            label=_("Sentence"),
            min_value=1,
            max_value=len(order),
            step=1,
            width=110,
            help=_(
                "Ordered by the mean difficulty of their words; those with fewer than {least} words come last.",
                least=SHORT,
            ),
        )
        widgets.next_page("sentence", _("What all systems made of it"))


def _go(sentence: int) -> None:
    state.put(Key.SENTENCE, str(sentence + 1))


def _table(words: Sequence[HardWord], roles: Iterable[str]) -> None:
    """Draw the words as a table, closed at first; a click leads to all places of a word in its interval."""
    frame = pd.DataFrame(
        {
            "word": [one.word for one in words],
            "difficulty": [one.difficulty for one in words],
            "votes": [one.votes or None for one in words],
            **{role: [_MARKS[one.verdicts[role]] for one in words] for role in roles},
        }
    )
    columns = tables.columns(WORDS, ("word", "difficulty", "votes"), word=110, votes=190)
    columns |= {role: tables.Shown(Column(role.upper()), width=60) for role in roles}
    if frame["votes"].isna().all():
        del columns["votes"]
    with st.expander(_("Words of the sentence")):
        tables.leading_table(
            frame,
            columns,
            key="hard words",
            lead=lambda row: to_word(words[row].word, words[row].interval),
            alt=_("Words of the sentence with their difficulty"),
        )
        widgets.note(_("A click on a word: all its places, among the words that are as hard."))
