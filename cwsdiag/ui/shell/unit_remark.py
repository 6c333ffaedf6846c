"""What is said beside intervals by sentences that are too narrow, with the way to mend them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from cwsdiag.languages import _
from cwsdiag.resampling import BLOCKS
from cwsdiag.ui.shell import state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.units import block_remark

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View


def unit_remark(view: View, factor: float, *, of: Literal["system", "systems", "difference"] = "system") -> None:
    """Say beside intervals that they are too narrow, and offer the unit that mends it; nothing where they are not.

    Args:
        view: what is selected; there are results.
        factor: see ``block_remark``.
        of: see ``block_remark``.
    """
    said = block_remark(factor, unit=view.look.unit, of=of)
    if not said:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(width="content"):
            widgets.note(said)
        with widgets.controls("unit", beside=True):
            st.button(
                _("Draw blocks of 25"),
                key="draw blocks",
                type="tertiary",
                icon=":material/expand:",
                help=_(
                    "Intervals of Overview, One system, Two systems and Bakeoff then come from blocks of 25 sentences."
                ),
                on_click=lambda: state.put(Key.UNIT, BLOCKS),
            )
