"""How one is known here: signed in, where the server has it, and as the owner by signing in or by the owner's key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.host import owner_key, server, sign_in, who
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from cwsdiag.ui.data.boards import Kept

_BY_COMMAND = lazy(
    "Nobody becomes the owner on the pages of this server: it has no board whose key could be typed, and no sign-in. "
    "Its owner works with the commands of cwsdiag, or at the machine of a server for that machine alone."
)


def owns(kept: Kept | None) -> bool:
    """Return whether the visitor may make, close and remove what a file has."""
    return kept is not None and not kept.is_example and who.is_owner()


def become_owner(place: str) -> None:
    """Draw how one becomes the owner here, and how one leaves; nothing at home, where one is it already.

    Args:
        place: what it stands on, of which a page has one each.
    """
    if server.settings().no_board or who.is_at_the_machine():
        return
    if owner_key.held():
        widgets.note(
            _("You are here as the owner: this session has the owner's key. It is forgotten with the session.")
        )
        st.button(_("Leave"), key=f"leave {place}", icon=":material/logout:", on_click=owner_key.leave)
        return
    sign_in_or_out(place)
    if who.is_owner():
        return
    if owner_key.board() is not None:
        widgets.note(
            _("For the owner alone, who makes tasks and studies, gives keys, and closes or removes what is here.")
        )
        _key_field(place)
    elif not sign_in.providers():
        widgets.note(translated(_BY_COMMAND))


def sign_in_or_out(place: str) -> None:
    """Draw who is signed in with what ends that, or what begins it; nothing where one cannot sign in.

    Args:
        place: what it stands on.
    """
    person = sign_in.person()
    if person is None and not sign_in.providers():
        return
    with st.container(horizontal=True, vertical_alignment="center", key=f"sign-in {place}"):
        if person is not None:
            widgets.note(_("Signed in as {name}.", name=person.name))
            st.button(_("Sign out"), key=f"sign out {place}", icon=":material/logout:", on_click=st.logout)
            return
        for name in sign_in.providers():
            label = _("Sign in with {name}", name=widgets.plain(name)) if name else _("Sign in")
            provider = (name,) if name else ()
            key = f"sign in {name} {place}"
            st.button(label, key=key, icon=":material/login:", on_click=st.login, args=provider)


def _key_field(place: str) -> None:
    name = f"owner's key on {place}"

    def typed() -> None:
        # Taken out of the field before the page is drawn: what is kept there is sent to the browser again.
        st.session_state[f"refused {name}"] = owner_key.take(st.session_state.pop(name, ""))

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
