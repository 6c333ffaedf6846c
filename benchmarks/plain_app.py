"""An app as plain as can be with as many elements as a page of the dashboard: what Streamlit itself takes for an act.

``streamlit run benchmarks/plain_app.py``: the links, boxes, choices, table and texts of the page Words, and a second
page with a figure, without numbers behind them. ``benchmarks/browser.py`` measures it as it does the dashboard.
"""

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

st.set_page_config(layout="wide")
st.session_state.setdefault("presses", 0)


def press() -> None:
    """Count a press."""
    st.session_state.presses += 1


def aside() -> None:
    """Draw twelve links in five groups and four boxes."""
    with st.sidebar:
        for group in range(5):
            st.html(f"<p>group {group}</p>")
        for place in range(12):
            st.page_link(PAGES[place % 2], label=f"link {place}", icon=":material/search:")
        for box in range(4):
            st.selectbox(f"box {box}", ["one", "two", "three"], key=f"box {box}")


def words() -> None:
    """Draw a page of choices, a table of 1,000 rows and texts that change."""
    aside()
    presses = st.session_state.presses
    st.title("Words")
    with st.container(horizontal=True):
        for name in ("present", "save", "language"):
            st.button(name)
        st.button("Press", on_click=press)
    with st.container(horizontal=True):
        for box in range(5):
            st.selectbox(f"choice {box}", ["one", "two"], key=f"choice {box}")
        st.text_input("search")
        for choice in range(3):
            st.segmented_control(f"which {choice}", ["one", "two", "three", "four"], key=f"which {choice}")
    for text in range(3):
        st.html(f"<p>text {text}</p>")
    st.html(f"<p>{presses} presses</p>")
    rows = pd.DataFrame({"word": [f"{place}" for place in range(1000)], "n": range(presses, presses + 1000)})
    st.dataframe(rows, height=400)
    if st.button("To the figure"):
        st.switch_page(PAGES[1])


def figure() -> None:
    """Draw a page with a figure of eight panels."""
    aside()
    drawn = go.Figure([go.Bar(x=["a", "b", "c", "d"], y=[1, 2, 3, 4 + panel], name=f"{panel}") for panel in range(8)])
    st.plotly_chart(drawn, key="figure", on_select="rerun")
    if st.button("To the words"):
        st.switch_page(PAGES[0])


PAGES = [st.Page(words, default=True), st.Page(figure)]
st.navigation(PAGES, position="hidden").run()
