"""What somebody does on a page to a file of the server: forms that keep what was typed, and an owner's actions."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, language, lazy
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

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


@dataclass(frozen=True)
class Field:
    """A field of a form.

    Attributes:
        name: of its value.
        widget: the function of Streamlit that draws it.
        label: what it is called.
        width: its share of the row.
        options: of the function.
    """

    name: str
    widget: str
    label: str
    width: float = 1
    options: Mapping[str, Any] = field(default_factory=dict)


def field_of(name: str, widget: str, label: str, width: float = 1, **options: Any) -> Field:
    """Return a field."""
    return Field(name, widget, label, width, options)


@dataclass
class _State:
    """What a session has of a form; it is changed in place, as Streamlit may stop a run where it stores something.

    Attributes:
        accepted: how often it was accepted; with each time the form is a new one.
        about: what the last try was about.
        outcome: of the last try.
    """

    accepted: int = 0
    about: str = ""
    outcome: Outcome | CwsdiagError | None = None


@dataclass(frozen=True)
class Form:
    """A form that keeps what was typed until it is accepted, and shows the outcome of the last try.

    Attributes:
        name: of it, in a session.
        file: that is worked on.
        about: what a try is about: of another its outcome is not shown.
        longest: the most characters of its texts, by name.
    """

    name: str
    file: Path
    about: str = ""
    longest: Mapping[str, int] = field(default_factory=dict)

    def draw(
        self,
        rows: Sequence[Sequence[Field]],
        act: Callable[[dict[str, Any]], Outcome],
        *,
        button: str,
        icon: str,
        waiting: str,
        refused: str,
        folded: Sequence[Field] = (),
    ) -> None:
        """Draw it.

        Args:
            rows: of fields.
            act: does what is asked for with their values, by name.
            button: what sends them.
            icon: of the button.
            waiting: what is said meanwhile.
            refused: the title of a refusal.
            folded: fields about how a file is read, behind a button.
        """
        state: _State = st.session_state.setdefault(self.name, _State())
        if isinstance(state.outcome, Outcome) and state.about == self.about:
            _show(state.outcome, self.file, refused)
        values: dict[str, Any] = {}
        with st.form(f"{self.name} {state.accepted}", enter_to_submit=False):
            for row in rows:
                places = st.columns([one.width for one in row])
                for place, one in zip(places, row, strict=True):
                    values[one.name] = self._draw(one, place, state)
            if folded:
                with st.popover(_("Read it differently"), type="tertiary"):
                    values |= {one.name: self._draw(one, st, state) for one in folded}
            pressed = st.form_submit_button(button, type="primary", icon=icon)
        if pressed:
            with st.spinner(waiting):
                state.about, state.outcome = self.about, _attempt(lambda: act(values))
            if isinstance(state.outcome, Outcome):
                state.accepted += 1
                st.rerun()
        if isinstance(state.outcome, CwsdiagError) and state.about == self.about:
            _show(state.outcome, self.file, refused)

    def _draw(self, one: Field, place: Any, state: _State) -> Any:
        options = dict(one.options)
        if one.widget in ("text_input", "text_area") and one.name in self.longest:
            options.setdefault("max_chars", self.longest[one.name])
        key = f"{one.name} of {self.name} {state.accepted}"
        if "format_func" in options:
            # The choices may be others, and the browser holds what one is called: there it begins anew, for all to see.
            key = f"{key} {self.about} {language()}"
        return getattr(place, one.widget)(one.label, key=key, **options)


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
            self.button(label, do, key=f"do {key} of {self.place}", type="primary", icon=icon)

    def button(self, label: str, do: Callable[[], Outcome], **options: Any) -> None:
        """Draw a button that does something where the visitor may, and stores its outcome."""

        def act() -> None:
            outcome = _attempt(do) if self.may() else CwsdiagError(_NOT_THE_OWNER)
            st.session_state[_OUTCOME] = (self.file, outcome)

        st.button(label, on_click=act, **options)

    def outcome(self) -> None:
        """Draw the outcome of the last action, if that was on this file."""
        file, outcome = st.session_state.get(_OUTCOME, (None, None))
        if outcome is None or file != self.file:
            return
        _show(outcome, file, _("This was not done"))
        if isinstance(outcome, Outcome) and outcome.secret:
            st.code(outcome.secret, language=None)
            label = _("I have kept it")
            forget = st.session_state.pop
            st.button(label, key=f"kept of {self.place}", icon=":material/check:", on_click=forget, args=(_OUTCOME,))
