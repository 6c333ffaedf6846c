"""Who somebody is on a page, and what they do to a file of the server: forms that keep what was typed, owner's acts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, language, lazy, translated
from cwsdiag.ui.data.boards import LabFile, said
from cwsdiag.ui.host import server, who
from cwsdiag.ui.shell import widgets

Field = tuple[str, str, str, Mapping[str, Any]]
Action = Callable[..., None]

_BY_COMMAND = lazy(
    "Nobody becomes the owner on the pages of this server: it has no board whose key could be typed, and no sign-in. "
    "Its owner works with the commands of cwsdiag, or at the machine of a server for that machine alone."
)


def owns(kept: LabFile | None) -> bool:
    """Return whether the visitor may make, close and remove what a file has."""
    return kept is not None and not kept.is_example and who.is_owner()


def check_owner(kept: LabFile) -> None:
    """Check, where something is done, whatever was drawn before, that the visitor may do it.

    Raises:
        CwsdiagError: they may not.
    """
    if not owns(kept):
        raise CwsdiagError(lazy("You are not the owner here, or no longer: give the owner's key again."))


def become_owner(place: str) -> None:
    """Draw how one becomes the owner here, and how one leaves; nothing at home, where one is it already.

    Args:
        place: what it stands on, of which a page has one each.
    """
    if server.settings().no_board or who.is_at_the_machine():
        return
    if who.held():
        widgets.note(
            _("You are here as the owner: this session has the owner's key. It is forgotten with the session.")
        )
        st.button(_("Leave"), key=f"leave {place}", icon=":material/logout:", on_click=who.leave)
        return
    sign_in_or_out(place)
    if who.is_owner():
        return
    if who.board() is not None:
        widgets.note(
            _("For the owner alone, who makes tasks and studies, gives keys, and closes or removes what is here.")
        )
        _key_field(place)
    elif not who.providers():
        widgets.note(translated(_BY_COMMAND))


def sign_in_or_out(place: str) -> None:
    """Draw who is signed in with what ends that, or what begins it; nothing where one cannot sign in.

    Args:
        place: what it stands on.
    """
    person = who.person()
    if person is None and not who.providers():
        return
    with st.container(horizontal=True, vertical_alignment="center", key=f"sign-in {place}"):
        if person is not None:
            widgets.note(_("Signed in as {name}.", name=person.name))
            st.button(_("Sign out"), key=f"sign out {place}", icon=":material/logout:", on_click=st.logout)
            return
        for name in who.providers():
            st.button(
                _("Sign in with {name}", name=widgets.plain(name)) if name else _("Sign in"),
                key=f"sign in {name} {place}",
                icon=":material/login:",
                on_click=st.login,
                args=(name or None,),
            )


def _key_field(place: str) -> None:
    name = f"owner's key on {place}"

    def typed() -> None:
        # Taken out of the field before the page is drawn: what is kept there is sent to the browser again.
        st.session_state[f"refused {name}"] = who.take(st.session_state.pop(name, ""))

    with (
        st.form(f"form of the {name}", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        st.text_input(
            _("Owner's key"),
            type="password",
            key=name,
            max_chars=200,
            width=360,
            autocomplete="off",
            help=_("The server printed it when it first started with this board. It is kept for this session alone."),
        )
        st.form_submit_button(_("I am the owner"), icon=":material/key:", on_click=typed)
    if refusal := st.session_state.pop(f"refused {name}", ""):
        widgets.box("error", translated(refusal))


_OUTCOME = "outcome of the owner's last action"


@dataclass(frozen=True)
class ActionOutcome:
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
    act: Callable[[dict[str, Any]], ActionOutcome],
    *,
    button: str,
    icon: str,
) -> None:
    """Draw a form that keeps what was typed until it is accepted, and the outcome of the last try.

    Args:
        name: of it, in a session.
        file: that is worked on.
        rows: of fields.
        act: does what is asked for with their values, by name.
        button: what sends them.
        icon: of the button.
    """
    # With each time that it was accepted the form is a new one.
    accepted, outcome = st.session_state.get(name, (0, None))
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
        with st.spinner(_("Checking and scoring …")):
            outcome = _attempt(partial(act, values))
        st.session_state[name] = (accepted + isinstance(outcome, ActionOutcome), outcome)
        st.rerun()
    if outcome is not None:
        _show(outcome, file, _("This was not accepted. What you typed is still here."))


def owner(place: str, kept: LabFile, draw: Callable[[Action], None]) -> None:
    """Draw how one becomes the owner, and what an owner does with a file.

    Args:
        place: name of the file, on its page.
        kept: the file that is worked on.
        draw: draws its actions, by the function that it is given; see ``_action``.
    """
    become_owner(place)
    if not owns(kept):
        return
    file, outcome = st.session_state.get(_OUTCOME, (None, None))
    if file == kept.path:
        _show(outcome, file, _("This was not done"))
        if isinstance(outcome, ActionOutcome) and outcome.secret:
            st.code(outcome.secret, language=None)
            forget = partial(st.session_state.pop, _OUTCOME)
            st.button(_("I have kept it"), key=f"kept of {place}", icon=":material/check:", on_click=forget)
    draw(partial(_action, place, kept))


def _action(
    place: str, kept: LabFile, label: str, explanation: str, do: Callable[[], ActionOutcome], *, key: str, icon: str
) -> None:
    """Draw a button that explains an action, and one inside that does it.

    Args:
        place: name of the file, on its page.
        kept: the file that is worked on.
        label: of the button.
        explanation: what will happen, in plain text.
        do: does it.
        key: of the action, in this place.
        icon: of the button.
    """

    def act() -> None:
        st.session_state[_OUTCOME] = (kept.path, _attempt(do, kept))

    with st.popover(label, icon=f":material/{icon}:", type="tertiary", key=f"{key} of {place}"):
        widgets.note(explanation)
        st.button(label, on_click=act, key=f"do {key} of {place}", type="primary")


def _attempt(act: Callable[[], ActionOutcome], owned: LabFile | None = None) -> ActionOutcome | CwsdiagError:
    """Return the outcome of an action, which may be for the owner of a file alone, or why it was refused."""
    try:
        if owned is not None:
            check_owner(owned)
        return act()
    except CwsdiagError as error:
        # Without its traceback, which refers to all that was there.
        return copy(error)


def _show(outcome: ActionOutcome | CwsdiagError, file: Path, refused: str) -> None:
    if isinstance(outcome, CwsdiagError):
        widgets.box("error", said(outcome, file), title=refused)
        return
    if outcome.sentence:
        widgets.box("info", outcome.sentence)
    for warning in outcome.warnings:
        widgets.box("warning", warning)
