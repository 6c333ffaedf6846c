"""When systems may be submitted for a task, set on the page Leaderboard by the owner of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.board.limits import moment_of
from cwsdiag.errors import CwsdiagError
from cwsdiag.languages import _, translated
from cwsdiag.ui.board import owner
from cwsdiag.ui.data.board_entry import said
from cwsdiag.ui.shell import widgets
from cwsdiag.views.submissions import moment_typed

if TYPE_CHECKING:
    from cwsdiag.ui.board.seen import Seen


def times(seen: Seen) -> None:
    """Draw what sets when systems may be submitted for a task, for the owner of its board."""
    if not owner.may_make(seen.kept):
        return
    task = seen.task
    with st.form(f"times of {task.name}", enter_to_submit=False):
        given = owner.time_fields(lambda name: f"{name} of {task.name}", *map(moment_typed, (task.opens, task.closes)))
        wanted = st.form_submit_button(_("Set the times"), icon=":material/schedule:")
    if not wanted:
        return
    # Asked again where something is done, whatever was drawn before.
    if not owner.may_make(seen.kept):
        widgets.box("error", translated(owner.NOT_YOURS))
        return
    try:
        seen.board.set_times(task.name, opens=moment_of(given["opens"]), closes=moment_of(given["closes"]))
    except CwsdiagError as error:
        widgets.box("error", said(error, seen.kept.path))
    else:
        st.rerun()
