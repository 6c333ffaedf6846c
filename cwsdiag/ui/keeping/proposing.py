"""Findings that cwsdiag proposes itself, added to the tray by a button."""

from __future__ import annotations

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.findings.proposals import proposed
from cwsdiag.languages import _, n_
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import show, widgets
from cwsdiag.views.wording import on_page

_ASKED = "findings are asked for"


def button(*, first: bool = False) -> None:
    """Draw what asks for them.

    Args:
        first: whether it is what one would press.
    """
    st.button(
        _("Propose findings"),
        key="propose",
        icon=":material/lightbulb:",
        type="primary" if first else "tertiary",
        help=_(
            "Who is best and whether that is real, what costs most, where the runner-up wins, what all get wrong: by "
            "rules. Nothing that is not significant is proposed as a difference."
        ),
        on_click=lambda: st.session_state.update({_ASKED: True}),
    )


def add() -> None:
    """Add those that were asked for and are not there yet; in a run, before the tray is drawn."""
    if not st.session_state.pop(_ASKED, False):
        return
    try:
        with st.spinner(_("Looking for findings …")):
            found = proposed(tray.looks())
    except CwsdiagError as error:
        widgets.box("error", on_page(error))
        return
    there = tray.findings()
    new = [one for one in found if not any(one.is_twin(other) for other in there)]
    tray.keep([*there, *new])
    if new:
        show.tell(n_("{n:,} finding was added.", "{n:,} findings were added.", len(new)))
    elif found:
        show.tell(_("All that the rules give is there already."))
    else:
        show.tell(_("The rules give nothing here: no system can be compared with gold."))
    # How many there are stands above already.
    st.rerun()
