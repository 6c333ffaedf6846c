"""The office of the board's owner on the page Leaderboard: the task, its submissions, keys; acts can be taken back."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from cwsdiag.board import Board
from cwsdiag.board.limits import moment_of
from cwsdiag.database import stamp
from cwsdiag.errors import BoardError, CwsdiagError
from cwsdiag.languages import _, lazy, n_, n_lazy
from cwsdiag.ui.board import owner
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.owning import acts, entrance
from cwsdiag.ui.owning.acts import Outcome
from cwsdiag.ui.shell import state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.views.columns import BOARD_KEYS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from cwsdiag.board import BoardKey, Submission
    from cwsdiag.ui.board.seen import Seen
    from cwsdiag.ui.data.boards import Kept

_ACTS = {
    "close": lazy("a task was closed"),
    "reopen": lazy("a task was opened again"),
    "remove": lazy("submissions were removed"),
    "rescore": lazy("a task was scored anew"),
    "remove-task": lazy("a task was removed"),
    "undo": lazy("an earlier state was brought back"),
}
_EVERYBODY = ""


def office(seen: Seen) -> None:
    """Draw what the owner does with the task that is looked at, or how one becomes the owner."""
    entrance.owners_door("board")
    if not owner.may_make(seen.kept):
        return
    desk = _desk(seen.kept, seen.board)
    acts.last(desk)
    widgets.heading(_("Task"))
    _task(seen, desk)
    widgets.heading(_("Submissions"))
    _submissions(seen, desk)
    widgets.heading(_("Keys"))
    _keys(seen, desk)


def without_task(own: Kept | None) -> None:
    """Draw what takes the last acts back where no task is left, or how one becomes the owner."""
    if own is None:
        return
    if not owner.may_make(own):
        entrance.owners_door("board")
    elif own.is_there:
        # What is wrong with a board that cannot be opened was said.
        with suppress(BoardError):
            desk = _desk(own, Board(own.path, create=False))
            acts.last(desk)
            acts.earlier(desk, _ACTS)


def _desk(kept: Kept, board: Board) -> acts.Office:
    return acts.Office("board", board, lambda: owner.may_make(kept))


def _task(seen: Seen, desk: acts.Office) -> None:
    board, task = seen.board, seen.task.name
    with st.container(horizontal=True):
        if seen.phase == "closed":
            acts.act(
                desk,
                _("Open it again"),
                _("Systems can be handed in again, without an end. What was seen of a private gold by now is known."),
                lambda: Outcome(lazy("{task} is open again.", task=task), board.reopen(task).backup),
                key="reopen",
                icon=":material/lock_open:",
            )
        else:
            acts.act(
                desk,
                _("Close it now"),
                _("No system is taken any more; scores are exact, over all sentences, and figures of all can be seen."),
                lambda: Outcome(lazy("{task} is closed.", task=task), board.close(task).backup),
                key="close",
                icon=":material/lock:",
            )
        acts.act(
            desk,
            _("Score anew"),
            _("All that was handed in, BASE and TOP too, is scored as this version of cwsdiag does it."),
            lambda: _rescored(board, task),
            key="rescore",
            icon=":material/refresh:",
        )
        acts.act(
            desk,
            _("Remove the task"),
            n_(
                "The task goes, with {n:,} submission.",
                "The task goes, with {n:,} submissions.",
                seen.task.submissions,
            ),
            lambda: _task_removed(board, task),
            key="remove the task",
            icon=":material/delete:",
        )
        acts.earlier(desk, _ACTS)
    st.checkbox(
        _("Systems may be handed in without a key"),
        value=seen.task.keyless,
        # Another one once it was changed, by whomever: what the browser has of the first does not count then.
        key=f"keyless of {task} {seen.task.keyless}",
        on_change=acts.perform,
        args=(desk, lambda: _keyless(board, task, allowed=not seen.task.keyless)),
    )


def _rescored(board: Board, task: str) -> Outcome:
    done = board.rescore(task)
    told = n_lazy(
        "{n:,} line of {task} was scored anew.", "{n:,} lines of {task} were scored anew.", done.count, task=task
    )
    return Outcome(told, done.backup)


def _task_removed(board: Board, task: str) -> Outcome:
    done = board.remove_task(task)
    # The next run shows another one.
    state.put(Key.TASK, None)
    return Outcome(lazy("{task} was removed.", task=task), done.backup)


def _keyless(board: Board, task: str, *, allowed: bool) -> Outcome:
    board.set_keyless(task, allowed=allowed)
    if allowed:
        return Outcome(lazy("Systems may be handed in for {task} without a key.", task=task))
    return Outcome(lazy("Systems are handed in for {task} with a key alone.", task=task))


def _submissions(seen: Seen, desk: acts.Office) -> None:
    """Draw what removes submissions by whose they are, or by when they came."""
    lines, task = seen.systems(), seen.task.name
    if not lines:
        widgets.note(_("No system has been submitted for {task} yet.", task=task))
        return
    authors = [_EVERYBODY, *sorted({line.author for line in lines})]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        author = st.selectbox(
            _("Whose"),
            authors,
            format_func=lambda one: one or _("everybody's"),
            key=f"author to remove of {task}",
            width=220,
        )
        since = st.text_input(_("From"), key="removed since", placeholder="2026-05-01 18:00", width=180)
        before = st.text_input(_("Until"), key="removed before", placeholder="2026-05-08 18:00", width=180)
        try:
            bounds = moment_of(since), moment_of(before)
        except CwsdiagError as error:
            widgets.box("error", said(error, seen.board.path))
            return
        if not (author or bounds[0] or bounds[1]):
            widgets.note(_("Choose an author, or from when or until when (UTC)."))
            return
        chosen = _chosen(lines, author, *(None if one is None else stamp(one) for one in bounds))
        acts.act(
            desk,
            n_("Remove {n:,} submission", "Remove {n:,} submissions", len(chosen)),
            _("What {whose} handed in for {task} goes, as far as it was in that time.", whose=author or _("everybody"),
              task=task),
            partial(_removed, seen.board, task, author, bounds),
            key="remove submissions",
            icon=":material/delete_sweep:",
        )  # fmt: skip


def _chosen(lines: Sequence[Submission], author: str, since: str | None, before: str | None) -> list[Submission]:
    """Return the submissions that would go: of an author, or of all, and of a time as it is stored."""
    return [
        line
        for line in lines
        if author in (_EVERYBODY, line.author)
        and (since is None or line.created >= since)
        and (before is None or line.created < before)
    ]


def _removed(board: Board, task: str, author: str, bounds: tuple[datetime | None, datetime | None]) -> Outcome:
    since, before = bounds
    done = board.remove_submissions(task, author=author, since=since, before=before)
    return Outcome(n_lazy("{n:,} submission was removed.", "{n:,} submissions were removed.", done.count), done.backup)


def _keys(seen: Seen, desk: acts.Office) -> None:
    """Draw who has a key, what makes one, and what revokes one."""
    keys = seen.board.keys()
    if keys:
        _key_table(keys)
    else:
        widgets.note(_("Nobody has a key yet. Who has one hands in under its name, and nobody else can."))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(_("A key for"), key="name of the new key", max_chars=seen.board.limits.author, width=260)
        st.button(
            _("Make the key"),
            key="make the key",
            icon=":material/key:",
            disabled=not name.strip(),
            on_click=acts.perform,
            args=(desk, lambda: _made(seen.board, name)),
        )
        good = [key.name for key in keys if not key.revoked]
        if good:
            one = st.selectbox(_("Key of"), good, key="key to revoke", width=220)
            acts.act(
                desk,
                _("Revoke"),
                _("Nobody hands in with the key of {name} any more; what came with it stays.", name=one),
                lambda: _revoked(seen.board, one),
                key="revoke",
                icon=":material/key_off:",
            )


def _key_table(keys: Sequence[BoardKey]) -> None:
    frame = pd.DataFrame(
        {
            "name": [key.name for key in keys],
            "submissions": [key.submissions for key in keys],
            "created": [key.created[:10] for key in keys],
            "revoked": [key.revoked[:10] for key in keys],
        }
    )
    tables.table(frame, tables.columns(BOARD_KEYS, list(BOARD_KEYS)), key="keys of the board", alt=_("Who has a key"))


def _made(board: Board, name: str) -> Outcome:
    key = board.add_key(name)
    return Outcome(lazy("The key of {name}, shown this once. Give it to them alone.", name=name), secret=key)


def _revoked(board: Board, name: str) -> Outcome:
    board.revoke_key(name)
    return Outcome(lazy("The key of {name} is revoked.", name=name))
