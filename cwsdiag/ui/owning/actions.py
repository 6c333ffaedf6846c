"""What an owner does on a page: explained before it is done, asked for once more, and its outcome shown."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_OUTCOME = "outcome of the owner's last action"
_NOT_THE_OWNER = lazy("You are not the owner here, or no longer: give the owner's key again.")


@dataclass(frozen=True)
class Outcome:
    """What an action did.

    Attributes:
        sentence: about it; ``lazy``, plain text.
        secret: shown this once, to be copied.
    """

    sentence: str
    secret: str = ""


@dataclass(frozen=True)
class Admin:
    """The actions of an owner on a page.

    Attributes:
        place: name of it, on its page.
        file: that is worked on.
        may: whether the visitor may do so; asked again whenever something is done.
    """

    place: str
    file: Path
    may: Callable[[], bool]

    def action(self, label: str, explanation: str, do: Callable[[], Outcome], *, key: str, icon: str) -> None:
        """Draw a button that explains an action, and one inside that does it.

        Args:
            label: of the button.
            explanation: what will happen, in plain text.
            do: does it.
            key: of the action, in this place.
            icon: of the button.
        """
        with st.popover(label, icon=icon, type="tertiary", key=f"{key} of {self.place}"):
            widgets.note(explanation)
            st.button(
                label, key=f"do {key} of {self.place}", type="primary", icon=icon, on_click=self.perform, args=(do,)
            )

    def perform(self, do: Callable[[], Outcome]) -> None:
        """In a callback: do something where the visitor may, and store its outcome."""
        outcome: Outcome | CwsdiagError
        try:
            outcome = do() if self.may() else CwsdiagError(_NOT_THE_OWNER)
        except CwsdiagError as error:
            # Without its traceback, which refers to all that was there.
            outcome = copy(error)
        st.session_state[_OUTCOME] = (self.file, outcome)

    def outcome(self) -> None:
        """Draw the outcome of the last action, if that was on this file."""
        file, outcome = st.session_state.get(_OUTCOME, (None, None))
        if outcome is None or file != self.file:
            return
        if isinstance(outcome, CwsdiagError):
            widgets.box("error", said(outcome, file), title=_("This was not done"))
            return
        widgets.box("info", translated(outcome.sentence))
        if outcome.secret:
            st.code(outcome.secret, language=None)
            label = _("I have kept it")
            st.button(label, key=f"kept of {self.place}", icon=":material/check:", on_click=_forget)


def _forget() -> None:
    """In a callback: show no longer what is shown once."""
    st.session_state.pop(_OUTCOME, None)
