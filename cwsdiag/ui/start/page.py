"""The page at /: Overview where something is open, what to begin with where nothing is."""

from __future__ import annotations

import streamlit as st

from cwsdiag.ui.import_report import loading
from cwsdiag.ui.overview import page as overview
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import current


def page() -> None:
    """Draw the page."""
    view = current()
    if view.entry is not None:
        overview.page()
        return
    widgets.page_head("cwsdiag")
    widgets.lead(
        "Where does a Chinese word segmenter fail, on what kind of words, and is another one really better?",
        "Give a gold file and what one or more segmenters made of its text; training data adds OOV scores and five "
        "attributes.",
    )
    sample = next((entry for entry in view.catalogue.entries.values() if entry.origin == "sample"), None)
    if sample is not None:
        st.button(
            "Open the sample",
            type="primary",
            on_click=state.put,
            args=(Key.DATASET, sample.id),
            help="Two small texts, news and microblog, under two criteria, with the output of three segmenters.",
        )
    loading.places(expanded=True)
