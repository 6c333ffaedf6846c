"""The words or patterns of a selection, the places of the chosen one, and the sentence of the chosen place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, translated
from cwsdiag.ui import state
from cwsdiag.ui.diagnosis import listing, places
from cwsdiag.ui.diagnosis.selection import ALL, FILTERS, LISTS, PATTERNS, WORDS, chosen_words, filters, summary, title
from cwsdiag.ui.shell import show, widgets
from cwsdiag.ui.shell.progress import answer, wait_for_answer
from cwsdiag.ui.state import Key
from cwsdiag.ui.work.results import ask
from cwsdiag.views.patterns import of_system

if TYPE_CHECKING:
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.ui.diagnosis.places import Places
    from cwsdiag.ui.diagnosis.selection import KeyColumn, Selection
    from cwsdiag.ui.shell.view import View


def draw(view: View, selection: Selection, left: KeyColumn | None) -> None:
    """Draw them, each beside what it was chosen from; ``left`` is the column that the selection comes from."""
    words = chosen_words(view, selection)
    with st.container(key="diagnosis words", gap="xsmall"):
        here = (_patterns if selection.listed == PATTERNS else _words)(view, words, selection)
    with st.container(key="diagnosis places", gap="xsmall"):
        if here is not None:
            look, middle = here
            places.lines(view, look, places.sentence(view, look), [left, middle])


def _head(view: View, words: WordTypes, selection: Selection, exhibit: Exhibit, remark: str) -> None:
    """Draw which words these are, and what chooses the list, who is right, and what they hold."""
    widgets.heading(title(view, selection), remark)
    with st.container(key="words beside", horizontal=True, gap="xsmall", vertical_alignment="center"):
        widgets.segments(Key.LIST, LISTS, selection.listed, label=_("List"), default=WORDS)
        names = {name: f"{translated(FILTERS[name])}  ·  {words.number(name):,}" for name in filters(view)}
        state.bind(
            Key.SHOW,
            st.selectbox,
            value=selection.show,
            default=ALL,
            label=_("Show"),
            label_visibility="collapsed",
            options=list(names),
            format_func=names.__getitem__,
            width=112,
        )
        state.bind(
            Key.TEXT,
            st.text_input,
            value=selection.text,
            label=_("Search"),
            label_visibility="collapsed",
            placeholder=_("Search /"),
            width=84,
            help=_("In the words, and in what A and B made of them: `北 京` finds what was cut there."),
        )
        show.menu(exhibit, key="words", within=True)


def _words(view: View, words: WordTypes, selection: Selection) -> tuple[Places, KeyColumn] | None:
    """Draw the words of the selection; return the places of the chosen one, None where no word is left."""
    table = words.frame(show=selection.show, text=selection.text, attributes=selection.columns)
    exhibit = listing.words_exhibit(view, table, selection)
    _head(view, words, selection, exhibit, summary(view, words, selection))
    if table.empty:
        listing.nothing(selection)
        return None
    word, column = listing.words_table(view, table, selection)
    return places.of_word(words, word, show=selection.show), replace(column, exhibit=exhibit)


def _patterns(view: View, words: WordTypes, selection: Selection) -> tuple[Places, KeyColumn] | None:
    """Draw the patterns of a system's errors among the words; return the places of the chosen one."""
    name = view.roles[selection.role]
    of = of_system(view.open, name)
    table = of.frame(words, show=selection.show, text=selection.text)
    # All of the training text is read for them.
    work = ask(view.look, ("ways", name), lambda: of.ways)
    ways = answer(work)
    note = "" if table.empty else listing.patterns_note(of, table, view, name)
    _head(view, words, selection, listing.patterns_exhibit(view, of, table, ways), note)
    if table.empty:
        listing.nothing(selection, name=name)
        return None
    if len(of.conventions.listed):
        conventions = show.exhibit(view.look, "conventions", system=name)
        with show.beside(conventions, "conventions"):
            widgets.said(conventions.content.sentence)
    chosen, column = listing.patterns_table(of, table, words, selection, ways)
    # None is an answer too: without a training text there is nothing to search.
    if ways is None and not (work.state == "done" and work.result() is None):
        wait_for_answer(work, _("The training text is searched for the characters of all patterns …"))
    return places.of_pattern(chosen, view.look.dataset.gold), column
