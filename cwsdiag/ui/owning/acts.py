"""What an owner does on a page: said before it is done, asked for once more, told afterwards, and taken back."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import streamlit as st

from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_lazy, translated
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.shell import widgets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from cwsdiag.board import Board
    from cwsdiag.judging import Judgements

_LAST = "last act of the owner"
_NOT_THE_OWNER = lazy("You are not the owner here, or no longer: give the owner's key again.")


@dataclass(frozen=True)
class Office:
    """Where an owner works.

    Attributes:
        place: name of it, on its page.
        kept: the file that is worked on.
        may: whether who looks at the page may do so; asked again whenever something is done.
    """

    place: str
    kept: Board | Judgements
    may: Callable[[], bool]


@dataclass(frozen=True)
class Outcome:
    """What an act did.

    Attributes:
        told: what is said of it; ``lazy``, plain text.
        backup: what was there before; None where nothing is to be taken back.
        secret: what is shown this once, to be copied.
    """

    told: str
    backup: Path | None = None
    secret: str = ""


@dataclass(frozen=True)
class _Last:
    """What became of the last act of a session, in which file: done, or refused."""

    file: Path
    found: Outcome | CwsdiagError


def act(office: Office, label: str, does: str, do: Callable[[], Outcome], *, key: str, icon: str) -> None:
    """Draw what an owner can do: a button that says what will happen, and one inside that does it.

    Args:
        office: where.
        label: of the button.
        does: what will happen, in plain text.
        do: does it.
        key: of the act, in this office.
        icon: of the button.
    """
    with st.popover(label, icon=icon, type="tertiary", key=f"{key} of {office.place}"):
        widgets.note(does)
        st.button(
            label, key=f"do {key} of {office.place}", type="primary", icon=icon, on_click=perform, args=(office, do)
        )


def perform(office: Office, do: Callable[[], Outcome]) -> None:
    """In a callback: do something where whoever asks may, and keep what became of it."""
    file = office.kept.path
    if not office.may():
        st.session_state[_LAST] = _Last(file, CwsdiagError(_NOT_THE_OWNER))
        return
    try:
        st.session_state[_LAST] = _Last(file, do())
    except CwsdiagError as error:
        # Without where it was raised, which holds on to all that was there.
        st.session_state[_LAST] = _Last(file, copy(error))


def last(office: Office) -> None:
    """Draw what became of the last act, and what takes it back."""
    done: _Last | None = st.session_state.get(_LAST)
    if done is None or done.file != office.kept.path:
        return
    with st.container(key=f"last act of {office.place}"):
        if isinstance(done.found, CwsdiagError):
            widgets.box("error", said(done.found, done.file), title=_("This was not done"))
            return
        widgets.box("info", translated(done.found.told))
        if done.found.secret:
            st.code(done.found.secret, language=None)
            st.button(_("I have kept it"), key=f"kept of {office.place}", icon=":material/check:", on_click=_forget)
        if done.found.backup is not None:
            st.button(
                _("Undo"),
                key=f"undo the last of {office.place}",
                icon=":material/undo:",
                help=_("Everything goes back to what it was before, what others have added since then too."),
                on_click=perform,
                args=(office, _undoing(office, done.found.backup)),
            )


def _forget() -> None:
    """In a callback: show what is shown once no longer."""
    st.session_state.pop(_LAST, None)


def earlier(office: Office, acts: Mapping[str, str]) -> None:
    """Draw what was there before the last acts, each with what brings it back.

    Args:
        office: where.
        acts: what acts are called, by their names.
    """
    backups = cast("Board", office.kept).backups()
    if not backups:
        return
    with st.popover(_("Earlier states"), icon=":material/history:", type="tertiary", key=f"earlier of {office.place}"):
        widgets.note(
            _("As it was before each of the last acts. Going back loses what came since, which is kept here, too.")
        )
        for place, one in enumerate(backups):
            moment = one.created[:16].replace("T", " ")
            told = _("{moment} UTC, before: {act}", moment=moment, act=translated(acts.get(one.act, one.act)))
            with st.container(horizontal=True, vertical_alignment="center"):
                widgets.note(told)
                st.button(
                    _("Go back to it"),
                    key=f"back to {place} of {office.place}",
                    on_click=perform,
                    args=(office, _undoing(office, one.path)),
                )


def _undoing(office: Office, backup: Path) -> Callable[[], Outcome]:
    def undo() -> Outcome:
        done = cast("Board", office.kept).undo(backup)
        if not done.count:
            return Outcome(lazy("Taken back: all is as it was before."), done.backup)
        told = n_lazy(
            "Taken back: all is as it was before. With it went {n:,} entry of others that came since: Undo brings it "
            "back.",
            "Taken back: all is as it was before. With it went {n:,} entries of others that came since: Undo brings "
            "them back.",
            done.count,
        )
        return Outcome(told, done.backup)

    return undo
