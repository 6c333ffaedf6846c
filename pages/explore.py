"""Explore: what are these words?"""

import streamlit as st

from cwsdiag.ui import explore, widgets

view = widgets.view_with_systems("Explore")
if view is not None:
    attribute, bucket = explore.selected_bucket(view)
    explore.controls(view, attribute, bucket)
    words = view.known.words(attribute.attribute.key if attribute else None, bucket, view.roles)
    show, text = explore.selected_filter()
    table = words.frame(show=show, text=text)
    widgets.lead(explore.summary(view, words, attribute, bucket))
    left, right = st.columns([0.55, 0.45], gap="medium")
    with left:
        word = explore.words_table(view, table)
    with right:
        explore.places(view, words, word, show=show)
    widgets.signature_line(view.known)
