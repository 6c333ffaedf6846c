"""Who took part in what on the page Leaderboard: a line an author, a column a task and track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.frames import track_said
from cwsdiag.languages import _
from cwsdiag.ui.shell import tables, widgets
from cwsdiag.views.columns import SUBMISSIONS, Column
from cwsdiag.views.submissions import took_part

if TYPE_CHECKING:
    from cwsdiag.ui.board.seen import Seen


def participation(seen: Seen) -> None:
    """Draw who handed in how many systems for which tasks of the board, on which tracks."""
    participants, tasks = seen.board.participants(), seen.board.tasks()
    if not participants:
        widgets.note(_("No system has been submitted to this board yet."))
        return
    columns, counts = took_part(participants, tasks)
    frame = pd.DataFrame({"author": [one.author for one in participants]})
    shown: dict[str, Any] = {"author": tables.column(SUBMISSIONS["by"])}
    for place, (task, track) in enumerate(columns):
        # Zeros say nothing here: who took part in what is seen by where there is a number.
        frame[str(place)] = pd.array([row[place] or None for row in counts], dtype="Int64")
        label = _("{task} {track}", task=task, track=track_said(track))
        shown[str(place)] = tables.column(Column(label, _("Submissions by track of a task."), format="count"))
    widgets.note(
        _("Submissions of each author, by task and track. Without a key or a sign-in, names are taken on trust.")
    )
    tables.table(frame, shown, key="participants", alt=_("Who took part in what"))
