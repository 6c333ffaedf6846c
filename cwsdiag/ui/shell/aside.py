"""Examples on the pages: marked as what they are, and removed and brought back with a click by whose machine it is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.host import server, who
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.shell.empty import Way

if TYPE_CHECKING:
    from cwsdiag.examples import Example

_PROBLEM = "an example could not be removed or brought back"
_NOT_REMOVED = lazy("The example cannot be removed: your data folder cannot be written to.")
_NOT_BROUGHT_BACK = lazy("The example cannot be brought back: your data folder cannot be written to.")


def mark(example: Example, what: str) -> None:
    """Draw the mark of an example, with what removes it."""
    with st.container(key=f"example {example.name}"):
        left, right = st.columns([0.78, 0.22], vertical_alignment="center")
        with left:
            widgets.box("info", what, title=_("An example"))
        if who.is_owner():
            right.container(key="remove").button(
                _("Remove the example"),
                key=f"remove example {example.name}",
                icon=":material/delete:",
                type="tertiary",
                on_click=_remove,
                args=(example,),
                help=_("It can be brought back here as long as you have nothing of your own."),
            )
    _refused()


def way_back(example: Example) -> Way | None:
    """Return what brings an example back; None where it was not removed, or this person may not."""
    if server.settings().no_board or not example.is_removed or not who.is_owner():
        return None
    _refused()
    return Way(lazy("Bring the example back"), ":material/restore:", partial(_restore, example))


def _refused() -> None:
    """Say what the last click could not do, if anything."""
    if problem := st.session_state.pop(_PROBLEM, ""):
        st.toast(translated(problem), icon=":material/error:")


def _remove(example: Example) -> None:
    """In a callback: remove an example, where whoever asks may."""
    if not who.is_owner():
        return
    try:
        example.remove()
    except OSError:
        st.session_state[_PROBLEM] = _NOT_REMOVED


def _restore(example: Example) -> None:
    """In a callback: bring an example back, where whoever asks may."""
    if not who.is_owner():
        return
    try:
        example.restore()
    except OSError:
        st.session_state[_PROBLEM] = _NOT_BROUGHT_BACK
