"""Data: did my files load as I meant?"""

import streamlit as st

from cwsdiag.ui import cached, cards, loading, store, uploads, view, widgets

st.title("Data")
seen = view.current()
for problem in seen.catalogue.problems:
    widgets.box("error", problem, title="A project cannot be opened")
for number, aside in enumerate(uploads.put_aside()):
    cards.aside_card(aside, number)

uploaded, entry = store.uploads(), seen.entry
own = entry is None or entry.origin == "upload"
if entry is None and not uploaded.files:
    loading.first_steps(seen)
loading.uploaders(expanded=own)
if own and uploaded.files:
    loading.still_missing(uploaded)
    loading.undoing(uploaded)
    cards.cards(uploaded, cached.uploaded(uploaded), editable=True)
elif entry is not None:
    loading.origin(entry)
    cards.cards(entry.files, cached.loaded(entry), editable=False)
if seen.results is not None and seen.a is not None:
    widgets.next_page("overview", "Overview: which system is best")
