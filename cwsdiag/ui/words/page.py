"""Words: what are these words?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _
from cwsdiag.ui.shell import private_gold, widgets
from cwsdiag.ui.words import listing, places, style
from cwsdiag.ui.words.selection import chosen_words, controls, selected, shows, summary


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("explore")
    if view is None:
        return
    if view.withholds_gold:
        private_gold.page(view, what=_("The words behind the figures"))
        return
    selection = selected(view)
    words = chosen_words(view, selection)
    sheet = style.SHEET + (style.PRESENTING if view.presenting else "")
    st.html(sheet + style.beside(words.number(show) for show in shows(view)))
    controls(view, selection)
    table = words.frame(show=selection.show, text=selection.text, order=selection.order, attributes=selection.columns)
    said = summary(view, words, selection)
    if table.empty:
        widgets.lead(said)
        listing.nothing(words, selection)
    else:
        with st.container(key="words lead"):
            widgets.lead(said, listing.filter_note(words, table, selection))
        # As high as the style says; without a height of its own the table would not fill it.
        with st.container(key="words and places", height=500, border=False):
            with st.container(key="words side", gap="xsmall", height="stretch"):
                word = listing.words_table(view, table, selection)
                found = places.find(words, word, show=selection.show)
                with st.container(key=places.SENTENCE):
                    places.sentence(view, words, found)
            places.lines(view, words, found, show=selection.show)
    widgets.signature_line(view.known.diagnosis.signature)
