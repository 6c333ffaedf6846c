"""Leaderboard: who segments best what nobody has seen?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _, translated
from cwsdiag.ui.board import desk, example, files, owner, table
from cwsdiag.ui.board.seen import headline, look
from cwsdiag.ui.shell import widgets


def page() -> None:
    """Draw the page."""
    widgets.page_head("board")
    seen = look()
    if seen is None:
        return
    widgets.lead(*headline(seen))
    if seen.kept.is_example:
        example.mark()
    scores = table.controls(seen)
    table.table(seen, scores)
    with widgets.controls("board parts"):
        hand_in, about, file = st.tabs([_("Hand in a system"), _("The task and its files"), _("Get a file back")])
        with hand_in:
            if seen.kept.is_example:
                widgets.note(translated(example.NO_HAND_IN))
            else:
                desk.hand_in(seen)
        with about:
            files.about(seen)
        with file:
            if seen.kept.is_example:
                widgets.note(translated(example.NO_FILE_BACK))
            else:
                desk.file_back(seen)
        owner.another_task(seen.own, beside_example=seen.kept.is_example)
    # Each submission has a signature of its own, in the CSV.
    widgets.signature_line(seen.task.signature)
