"""The owner's panel on the page Leaderboard: the task, its submissions, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.board.texts import LONGEST, moment_of
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, lazy, n_, n_lazy
from cwsdiag.ui.board.forms import may_create
from cwsdiag.ui.data.boards import said
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.owning.actions import Admin, Outcome
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import BOARD_KEYS

if TYPE_CHECKING:
    from cwsdiag.board import Board
    from cwsdiag.ui.board.submissions import Submissions
    from cwsdiag.ui.data.boards import Kept


def panel(seen: Submissions) -> None:
    """Draw what the owner does with the task on the page, or how one becomes the owner."""
    entrance.become_owner("board")
    if may_create(seen.kept):
        admin = admin_of(seen.kept)
        admin.outcome()
        widgets.heading(_("Task"))
        _task(seen, admin)
        widgets.heading(_("Submissions"))
        _submissions(seen, admin)
        widgets.heading(_("Keys"))
        _keys(seen.board, admin)


def admin_of(kept: Kept) -> Admin:
    """Return the actions of the owner of a board."""
    return Admin("board", kept.path, lambda: may_create(kept))


def _task(seen: Submissions, admin: Admin) -> None:
    board, task = seen.board, seen.task.name

    def close() -> Outcome:
        board.close(task)
        return Outcome(lazy("{task} is closed.", task=task))

    def reopen() -> Outcome:
        board.reopen(task, closes=moment_of(closes))
        return Outcome(lazy("{task} is open.", task=task))

    def rescore() -> Outcome:
        lines = board.rescore(task)
        return Outcome(
            n_lazy("{n:,} line of {task} was scored anew.", "{n:,} lines of {task} were scored anew.", lines, task=task)
        )

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
        count = seen.task.submissions
        goes = n_("The task goes, with {n:,} submission.", "The task goes, with {n:,} submissions.", count)
        for key, icon, label, explanation, do in (
            (
                "reopen",
                "lock_open",
                _("Open it"),
                _("Systems can be submitted from now on, until then. What was seen of a private gold by now is known."),
                reopen,
            ),
            (
                "close",
                "lock",
                _("Close it now"),
                _("No system is accepted any more; all scores are shown, exact, and charts of all systems."),
                close,
            ),
            (
                "rescore",
                "refresh",
                _("Score anew"),
                _("All submissions, BASE and TOP too, are scored as this version of cwsdiag does it."),
                rescore,
            ),
            ("remove the task", "delete", _("Remove the task"), goes, remove),
        ):
            if key != "close" or seen.task.phase != "closed":
                admin.action(label, explanation, do, key=key, icon=f":material/{icon}:")


def _submissions(seen: Submissions, admin: Admin) -> None:
    """Draw what removes submissions by author, or by time."""
    board, task = seen.board, seen.task.name
    authors = sorted({line.author for line in seen.systems()})
    if not authors:
        widgets.note(_("No system has been submitted for {task} yet.", task=task))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        author = st.selectbox(
            _("Whose"),
            ["", *authors],
            format_func=lambda one: one or _("everybody's"),
            key=f"author to remove of {task}",
            width=220,
        )
        since = st.text_input(_("From"), key="removed since", placeholder="2026-05-01 18:00", width=180)
        before = st.text_input(_("Until"), key="removed before", placeholder="2026-05-08 18:00", width=180)
        try:
            chosen = board.find(task, author=author, since=moment_of(since), before=moment_of(before))
        except CwsdiagError as error:
            widgets.box("error", said(error, board.path))
            return
        if not (author or since or before):
            widgets.note(_("Choose an author, or from when or until when (UTC)."))
            return

        def remove() -> Outcome:
            copy = board.remove([line.id for line in chosen]).name
            return Outcome(
                n_lazy(
                    "{n:,} submission was removed; {copy} has it.",
                    "{n:,} submissions were removed; {copy} has them.",
                    len(chosen),
                    copy=copy,
                )
            )

        if chosen:
            label = n_("Remove {n:,} submission", "Remove {n:,} submissions", len(chosen))
            explanation = _("They go, with their scores and files.")
            admin.action(label, explanation, remove, key="remove submissions", icon=":material/delete_sweep:")


def _keys(board: Board, admin: Admin) -> None:
    """Draw who has a key, what makes one, and what revokes one."""
    if keys := board.keys():
        rows = [(key.name, key.submissions, key.created[:10], key.revoked[:10]) for key in keys]
        frame = pd.DataFrame(rows, columns=list(BOARD_KEYS))
        tables.table(frame, tables.columns(BOARD_KEYS), key="keys of the board", alt=_("Who has a key"))
    else:
        widgets.note(_("Nobody has a key yet. Whoever has one submits under its name, and nobody else can."))

    def create() -> Outcome:
        key = board.add_key(name)
        return Outcome(lazy("The key of {name}, shown this once. Give it to them alone.", name=name), secret=key)

    def revoke() -> Outcome:
        board.revoke_key(one)
        return Outcome(lazy("The key of {name} is revoked.", name=one))

    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(_("A key for"), key="name of the new key", max_chars=LONGEST["author"], width=260)
        empty = not name.strip()
        admin.button(_("Make the key"), create, key="make the key", icon=":material/key:", disabled=empty)
        if valid := [key.name for key in keys if not key.revoked]:
            one = st.selectbox(_("Key of"), valid, key="key to revoke", width=220)
            explanation = _("Nobody submits with the key of {name} any more; its submissions stay.", name=one)
            admin.action(_("Revoke"), explanation, revoke, key="revoke", icon=":material/key_off:")
