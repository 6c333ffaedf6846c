"""Parts of a page whose clicks run them alone, and make one entry of the browser's history each."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import streamlit as st

from cwsdiag.ui import state
from cwsdiag.ui.shell import navigation, show

P = ParamSpec("P")
# What stood over the page when it ran last.
_CHOSEN = "chosen over all pages"
# Where what looks at work under way stands in the part that is drawn.
_FIRST = "first place"
# Of which other systems an attribute is asks for results as A does.
_OVER = (*navigation.EVERYWHERE, "missed")


def stands() -> None:
    """Keep what stands over the page in this run of all of it."""
    st.session_state[_CHOSEN] = state.address(_OVER)


def if_chosen_anew() -> None:
    """Run the whole page where a callback has chosen what stands over it; in a fragment."""
    if state.address(_OVER) != st.session_state.get(_CHOSEN):
        st.rerun()


def again() -> None:
    """In a callback: have the whole page run, not only the part that was clicked."""
    st.session_state.pop(_CHOSEN, None)


def first_place() -> Any:
    """Return where what runs again by itself is to stand: first in the part that is drawn, or here outside of one.

    When a part runs again before its messages are sent, they are dropped, but not those of a fragment within it: these
    need a place that the browser has, whatever the part draws.
    """
    return st.session_state[_FIRST] if _FIRST in st.session_state else st.container()


def in_place(draw: Callable[P, None]) -> Callable[P, None]:
    """Have a part of a page run alone when something in it is clicked; what it shows must be drawn in it too.

    What its callbacks select is in the address once it was drawn: one act, one entry. A callback may lead to another
    page, by ``navigation.lead_to``, or choose what stands over all pages, such as A: then the whole page runs.
    """

    @st.fragment
    @wraps(draw)
    def run(*args: P.args, **named: P.kwargs) -> None:
        state.speak_language()
        navigation.follow()
        if_chosen_anew()
        st.session_state[_FIRST] = st.container()
        try:
            draw(*args, **named)
        finally:
            del st.session_state[_FIRST]
        show.toast()
        state.write_address(navigation.PAGES[state.page()].keys)

    return run
