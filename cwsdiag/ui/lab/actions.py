"""What somebody does on a page to a file of the server: forms that keep what was typed, and an owner's actions."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, language, lazy
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.lab.entrance import become_owner, owns
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from cwsdiag.ui.data.boards import Kept

    Field = tuple[str, str, str, Mapping[str, Any]]

_OUTCOME = "outcome of the owner's last action"
_NOT_THE_OWNER = lazy("You are not the owner here, or no longer: give the owner's key again.")


@dataclass(frozen=True)
class Outcome:
    """What an action did.

    Attributes:
        sentence: about it; ``lazy``, plain text; empty where the page itself shows it.
        secret: shown this once, to be copied.
        warnings: what looks odd about what came in.
    """

    sentence: str
    secret: str = ""
    warnings: Sequence[str] = ()


def field(name: str, widget: str, label: str, **options: Any) -> Field:
    """Return a field of a form: the name of its value, the function of Streamlit that draws it, its label, options."""
    return name, widget, label, options


def form(
    name: str,
    file: Path,
    rows: Sequence[Sequence[Field]],
    act: Callable[[dict[str, Any]], Outcome],
    *,
    button: str,
    icon: str,
    waiting: str,
    refused: str,
) -> None:
    """Draw a form that keeps what was typed until it is accepted, and the outcome of the last try.

    Args:
        name: of it, in a session.
        file: that is worked on.
        rows: of fields.
        act: does what is asked for with their values, by name.
        button: what sends them.
        icon: of the button.
        waiting: what is said meanwhile.
        refused: the title of a refusal.
    """
    # With each time that it was accepted the form is a new one.
    accepted, outcome = st.session_state.get(name, (0, None))
    if isinstance(outcome, Outcome):
        _show(outcome, file, refused)
    values: dict[str, Any] = {}
    with st.form(f"{name} {accepted}", enter_to_submit=False):
        for row in rows:
            for place, (what, widget, label, options) in zip(st.columns(len(row)), row, strict=True):
                # The browser holds what a choice is called: in another language it begins anew.
                tongue = language() if "format_func" in options else ""
                key = f"{what} of {name} {accepted} {tongue}"
                values[what] = getattr(place, widget)(label, key=key, **options)
        pressed = st.form_submit_button(button, type="primary", icon=icon)
    if pressed:
        with st.spinner(waiting):
            outcome = _attempt(lambda: act(values))
        is_accepted = isinstance(outcome, Outcome)
        st.session_state[name] = (accepted + is_accepted, outcome)
        if is_accepted:
            st.rerun()
    if isinstance(outcome, CwsdiagError):
        _show(outcome, file, refused)


def owner(place: str, kept: Kept, act: Callable[[Admin], None]) -> None:
    """Draw how one becomes the owner, and what an owner does with a file: ``act`` draws its actions."""
    become_owner(place)
    if owns(kept):
        admin = Admin(place, kept)
        admin.outcome()
        act(admin)


@dataclass(frozen=True)
class Admin:
    """The actions of an owner on a file.

    Attributes:
        place: name of it, on its page.
        kept: the file that is worked on.
    """

    place: str
    kept: Kept

    def action(self, label: str, explanation: str, do: Callable[[], Outcome], *, key: str, icon: str) -> None:
        """Draw a button that explains an action, and one inside that does it.

        Args:
            label: of the button.
            explanation: what will happen, in plain text.
            do: does it.
            key: of the action, in this place.
            icon: of the button.
        """

        def act() -> None:
            # Asked again where something is done, whatever was drawn before.
            outcome = _attempt(do) if owns(self.kept) else CwsdiagError(_NOT_THE_OWNER)
            st.session_state[_OUTCOME] = (self.kept.path, outcome)

        with st.popover(label, icon=f":material/{icon}:", type="tertiary", key=f"{key} of {self.place}"):
            widgets.note(explanation)
            st.button(label, on_click=act, key=f"do {key} of {self.place}", type="primary")

    def outcome(self) -> None:
        """Draw the outcome of the last action, if that was on this file."""
        file, outcome = st.session_state.get(_OUTCOME, (None, None))
        if outcome is None or file != self.kept.path:
            return
        _show(outcome, file, _("This was not done"))
        if isinstance(outcome, Outcome) and outcome.secret:
            st.code(outcome.secret, language=None)
            label = _("I have kept it")
            forget = st.session_state.pop
            st.button(label, key=f"kept of {self.place}", icon=":material/check:", on_click=forget, args=(_OUTCOME,))


def _attempt(act: Callable[[], Outcome]) -> Outcome | CwsdiagError:
    """Return the outcome of an action, or why it was refused."""
    try:
        return act()
    except CwsdiagError as error:
        # Without its traceback, which refers to all that was there.
        return copy(error)


def _show(outcome: Outcome | CwsdiagError, file: Path, refused: str) -> None:
    if isinstance(outcome, CwsdiagError):
        widgets.box("error", said(outcome, file), title=refused)
        return
    if outcome.sentence:
        widgets.box("info", outcome.sentence)
    for warning in outcome.warnings:
        widgets.box("warning", warning)
