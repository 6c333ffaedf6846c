"""What the owner of a board does: the task, its submissions, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.board.texts import moment_of
from cwsdiag.languages import _, lazy, n_, n_lazy
from cwsdiag.ui.lab.actions import Outcome
from cwsdiag.ui.shell import state, tables
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import BOARD_KEYS

if TYPE_CHECKING:
    from cwsdiag.ui.lab.actions import Admin
    from cwsdiag.ui.lab.submissions import Submissions


def panel(seen: Submissions, admin: Admin) -> None:
    """Draw what the owner does with the task on the page, its submissions, and keys."""
    _task(seen, admin)
    _submissions(seen, admin)
    _keys(seen, admin)


def _task(seen: Submissions, admin: Admin) -> None:
    """Draw what opens, closes and removes the task."""
    board, task = seen.board, seen.task.name

    def close() -> Outcome:
        board.close(task)
        return Outcome(lazy("{task} is closed.", task=task))

    def reopen() -> Outcome:
        board.reopen(task, closes=moment_of(closes))
        return Outcome(lazy("{task} is open.", task=task))

    def remove() -> Outcome:
        copy = board.remove_task(task)
        # The next run shows another one.
        state.put(Key.TASK, None)
        return Outcome(lazy("{task} was removed; {copy} has it as it was before.", task=task, copy=copy.name))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        closes = st.text_input(
            _("Open until"),
            key=f"end of {task}",
            placeholder="2026-05-08 18:00",
            help=_("UTC, by the clock of the server, or with a zone: 2026-05-01T18:00+08:00. Empty: no bound."),
            width=200,
        )
        explanation = _(
            "Systems can be submitted from now on, until then. What was seen of a private gold by now is known."
        )
        admin.action(_("Open it"), explanation, reopen, key="reopen", icon="lock_open")
        if seen.task.phase != "closed":
            explanation = _("No system is accepted any more; all scores are shown, exact, and charts of all systems.")
            admin.action(_("Close it now"), explanation, close, key="close", icon="lock")
        count = seen.task.submissions
        explanation = n_("The task goes, with {n:,} submission.", "The task goes, with {n:,} submissions.", count)
        admin.action(_("Remove the task"), explanation, remove, key="remove the task", icon="delete")


def _submissions(seen: Submissions, admin: Admin) -> None:
    """Draw what removes submissions."""

    def remove() -> Outcome:
        copy = seen.board.remove(chosen).name
        return Outcome(
            n_lazy(
                "{n:,} submission was removed; {copy} has it.",
                "{n:,} submissions were removed; {copy} has them.",
                len(chosen),
                copy=copy,
            )
        )

    names = {line.id: f"{line.id} {line.system} ({line.author})" for line in seen.systems()}
    if not names:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = f"submissions to remove of {seen.task.name}"
        hint = _("Choose some")
        chosen = st.multiselect(_("Submissions"), list(names), format_func=names.__getitem__, placeholder=hint, key=key)
        if chosen:
            explanation = _("They go, with their scores and files.")
            admin.action(_("Remove"), explanation, remove, key="remove submissions", icon="delete_sweep")


def _keys(seen: Submissions, admin: Admin) -> None:
    """Draw who has a key, what makes one, and what revokes one."""
    if keys := seen.board.keys():
        rows = [(key.name, key.submissions, key.created[:10], key.revoked[:10]) for key in keys]
        frame = pd.DataFrame(rows, columns=list(BOARD_KEYS))
        tables.table(frame, tables.columns(BOARD_KEYS), key="keys of the board", alt=_("Who has a key"))

    def create() -> Outcome:
        key = seen.board.add_key(name)
        return Outcome(lazy("The key of {name}, shown this once. Give it to them alone.", name=name), secret=key)

    def revoke() -> Outcome:
        seen.board.revoke_key(one)
        return Outcome(lazy("The key of {name} is revoked.", name=one))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(_("A key for"), key="name of the new key", width=260)
        explanation = _("Whoever has a key submits under its name, and nobody else can.")
        admin.action(_("Make the key"), explanation, create, key="make the key", icon="key")
        if valid := [key.name for key in keys if not key.revoked]:
            one = st.selectbox(_("Key of"), valid, key="key to revoke", width=220)
            explanation = _("Nobody submits with the key of {name} any more; its submissions stay.", name=one)
            admin.action(_("Revoke"), explanation, revoke, key="revoke", icon="key_off")
