"""The two parts of Bakeoff, each at an address of its own: words, and the boundaries between them."""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.shell import navigation, state, widgets

WORDS, BOUNDARIES = "bakeoff", "separators"
_NAMES = {WORDS: lazy("Words"), BOUNDARIES: lazy("Boundaries")}


def parts(shown: str) -> None:
    """Draw the choice of the other part.

    Args:
        shown: the part that is open, by the name of its page.
    """
    with widgets.controls("parts of bakeoff"):
        state.draw_input(
            "part of bakeoff",
            st.segmented_control,
            value=shown,
            changed=navigation.lead_to,
            label=_("What is scored"),
            options=list(_NAMES),
            format_func=lambda name: translated(_NAMES[name]),
            required=True,
            label_visibility="collapsed",
        )
