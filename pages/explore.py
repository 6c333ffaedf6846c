"""Explore: what are these words?"""

import streamlit as st

from cwsdiag.ui import board_gate, explore, widgets, word_list

view = widgets.view_with_systems("Explore")
if view is not None and view.withholds_gold:
    board_gate.page(view, what="The words behind the figures")
elif view is not None:
    selection = explore.selected(view)
    explore.controls(view, selection)
    words = view.known.words(selection.key, selection.bucket, view.roles, where=selection.where)
    table = words.frame(show=selection.show, text=selection.text, order=selection.order, attributes=selection.columns)
    summary = explore.summary(view, words, selection)
    if table.empty:
        widgets.lead(summary)
        word_list.nothing(words, selection)
    else:
        widgets.lead(summary, word_list.filter_note(words, table, selection))
        left, right = st.columns([0.55, 0.45], gap="medium")
        with left:
            word = word_list.words_table(view, table, selection)
        with right:
            word_list.places(view, words, word, show=selection.show)
    widgets.signature_line(view.known.diagnosis.signature)
