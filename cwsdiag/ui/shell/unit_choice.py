"""The choice of what resamples draw, in one place for all pages whose intervals follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, language, translated
from cwsdiag.resampling import SENTENCE
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.units import UNITS_DRAWN, units_offered

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View


def choice(view: View) -> None:
    """Draw a button that opens the choice; nothing where there is nothing to look at."""
    look = view.found
    if look is None:
        return
    with st.popover(_("Intervals"), icon=":material/expand:", type="tertiary"):
        state.draw_input(
            # The browser holds what the choices are called: another language is another widget.
            f"unit {language()}",
            st.segmented_control,
            value=look.unit,
            changed=lambda chosen: state.put(Key.UNIT, None if chosen == SENTENCE else chosen),
            label=_("Resamples draw"),
            options=units_offered(look.dataset),
            format_func=lambda one: translated(UNITS_DRAWN[one]),
            required=True,
            help=_(
                "95 % intervals come from drawing these anew, with replacement, 1,000 times. Sentences of one document "
                "are right and wrong together: intervals by sentences can then be too narrow."
            ),
        )
