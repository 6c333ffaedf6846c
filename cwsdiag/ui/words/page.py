"""Words: what are these words?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.exhibits.exhibit import BESIDE
from cwsdiag.languages import _
from cwsdiag.ui.shell import leads, private_gold, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words import listing, places, style
from cwsdiag.ui.words.selection import (
    AUDIT,
    PATTERNS,
    choose_list,
    chosen_words,
    controls,
    offered,
    selected,
    summary,
)
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.patterns import of_system

if TYPE_CHECKING:
    from collections.abc import Callable

    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.exhibits.exhibit import Exhibit
    from cwsdiag.ui.shell.view import View
    from cwsdiag.ui.words.places import Places
    from cwsdiag.ui.words.selection import Selection


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    if view.withholds_gold:
        private_gold.page(view, what=_("The words behind the figures"))
        return
    view = view.beside(state.choose(Key.MISSED, BESIDE) or "a")
    selection = selected(view)
    if selection.listed == AUDIT:
        _audit(view, selection)
        return
    words = chosen_words(view, selection)
    st.html(style.SHEET + style.beside(words.number(show) for show in offered(view, selection)))
    controls(view, selection)
    (_patterns if selection.listed == PATTERNS else _words)(view, words, selection, summary(view, words, selection))


def _words(view: View, words: WordTypes, selection: Selection, said: str) -> None:
    """Draw the sentence of the selection, its words, and the places of the chosen one."""
    table = words.frame(show=selection.show, text=selection.text, attributes=selection.columns)
    if table.empty:
        widgets.lead(said)
        listing.nothing(selection)
        return
    exhibit, note = listing.words_exhibit(view, table, selection), listing.words_note(words, table, selection)

    def draw() -> Places:
        return places.of_word(words, listing.words_table(view, table, selection), show=selection.show)

    _beside(view, exhibit, said, note, draw)


def _patterns(view: View, words: WordTypes, selection: Selection, said: str) -> None:
    """Draw the same with the patterns of a system's errors in place of the words."""
    name = view.roles[selection.role]
    of = of_system(view.open, name)
    table = of.frame(words, show=selection.show, text=selection.text)
    if table.empty:
        widgets.lead(said)
        listing.nothing(selection, name=name)
        return
    # All of the training text is read for them.
    work = ask(view.look, ("ways", name), lambda: of.ways)
    ways = answer(work)
    exhibit, note = listing.patterns_exhibit(view, of, table, ways), listing.patterns_note(of, table, name)

    def draw() -> Places:
        chosen = listing.patterns_table(of, table, words, selection, ways)
        return places.of_pattern(chosen, view.look.dataset.gold)

    if len(of.conventions.listed):
        show.lead(show.exhibit(view.open, "conventions", system=name))
    _beside(view, exhibit, said, note, draw)
    if not work.done() or work.state == "failed":
        wait_for_answer(work, _("The training text is searched for the characters of all patterns …"))


def _audit(view: View, selection: Selection) -> None:
    """Draw the places of gold that are worth a look; each leads to its sentence."""
    with widgets.controls("explore"):
        choose_list(selection)
    # All of the training text is read for them.
    work = ask(view.look, "audit", lambda: view.open.audit)
    found = answer(work)
    if found is None:
        wait_for_answer(work, _("Gold is compared with itself, the systems and the training text …"))
        return
    exhibit = show.exhibit(view.look, "audit")
    show.lead(exhibit)

    def lead(row: int) -> None:
        leads.to_sentence(found.places[row][0].sentence)

    show.table(exhibit, key="audit", lead=lead, rank=60, gold=120, proposal=120, why=200, context=290, sentence=70)


def _beside(view: View, exhibit: Exhibit, said: str, note: str, draw: Callable[[], Places]) -> None:
    """Draw a table, and beside it the places of what is chosen there, which ``draw`` gives."""
    with st.container(key="words lead"), show.beside(exhibit, "words"):
        widgets.lead(said, note)
    # As high as the style says; without a height of its own the table would not fill it.
    with st.container(key="words and places", height=500, border=False):
        with st.container(key="words side", gap="xsmall", height="stretch"):
            found = draw()
            with st.container(key=places.SENTENCE):
                places.sentence(view, found)
        places.lines(view, found)
