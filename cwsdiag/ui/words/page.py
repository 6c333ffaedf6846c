"""Explore: what are these words?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.ui.shell import private_gold, widgets
from cwsdiag.ui.words import listing
from cwsdiag.ui.words.selection import controls, selected, summary


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("Words")
    if view is None:
        return
    if view.withholds_gold:
        private_gold.page(view, what="The words behind the figures")
        return
    selection = selected(view)
    controls(view, selection)
    words = view.known.words(selection.key, selection.bucket, view.roles, where=selection.where)
    table = words.frame(show=selection.show, text=selection.text, order=selection.order, attributes=selection.columns)
    said = summary(view, words, selection)
    if table.empty:
        widgets.lead(said)
        listing.nothing(words, selection)
    else:
        widgets.lead(said, listing.filter_note(words, table, selection))
        left, right = st.columns([0.55, 0.45], gap="medium")
        with left:
            word = listing.words_table(view, table, selection)
        with right:
            listing.places(view, words, word, show=selection.show)
    widgets.signature_line(view.known.diagnosis.signature)
