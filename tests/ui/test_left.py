"""What Back shows of a page that was left for another by a click, and what a link with the same address shows."""

from streamlit.testing.v1 import AppTest


def _page() -> None:
    import streamlit as st

    from cwsdiag.ui.shell import state
    from cwsdiag.ui.shell.state import Key

    keys = (Key.DATASET, Key.SYSTEM, Key.ATTRIBUTE)
    st.query_params.from_dict({"dataset": "news", "attribute": "wLen"})
    state.read_address("diagnosis", keys)
    state.passes({"dataset": "news", "system": "crf"})
    state.read_address("summary", keys)
    if st.session_state.get("linked"):
        state.leads_to("diagnosis", {"dataset": "news", "system": "crf"})
    st.query_params.from_dict({"dataset": "news", "system": "crf"})
    state.read_address("diagnosis", keys)
    st.text(f"{state.get(Key.ATTRIBUTE)} {state.get(Key.SYSTEM)}")


def test_back_shows_what_was_left() -> None:
    assert AppTest.from_function(_page).run().text[0].value == "wLen None"


def test_what_a_link_says_is_what_it_leads_to() -> None:
    app = AppTest.from_function(_page)
    app.session_state["linked"] = True
    assert app.run().text[0].value == "None crf"
