"""Leaderboard: who segments best what nobody has seen?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _, translated
from cwsdiag.ui.board import admin, example, files, new_task, submission_form, table, tested
from cwsdiag.ui.board.submissions import headline, look
from cwsdiag.ui.data import boards
from cwsdiag.ui.host import server
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import widgets
from cwsdiag.ui.work.progress import answer, wait_for_answer


def page() -> None:
    """Draw the page."""
    widgets.page_head("board")
    seen = look()
    if seen is None:
        admin.without_task(boards.boards()[0])
        return
    job = tested.work(seen.board, seen.task, seen.lines)
    verdicts = None if job is None else answer(job)
    found = tested.arranged([seen.systems(track) for track in seen.task.tracks], verdicts)
    widgets.lead(*headline(seen, found))
    if seen.kept.is_example:
        example.mark()
    scores = table.controls(seen)
    table.table(seen, scores, found)
    if job is not None and verdicts is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))
    with widgets.controls("board parts"):
        names = [_("Submit a system"), _("The task and its files")]
        # The example belongs to nobody, but beside it somebody may become the owner of a board of their own.
        owned = entrance.is_of_use() if seen.kept.is_example else not server.settings().no_board
        submit, about, *rest = st.tabs([*names, _("Owner")] if owned else names)
        with submit:
            if seen.kept.is_example:
                widgets.note(translated(example.NO_SUBMISSION))
            else:
                submission_form.form(seen)
        with about:
            files.about(seen)
        for tab in rest:
            with tab:
                admin.panel(seen)
        new_task.another_task(seen.own, beside_example=seen.kept.is_example)
    # Each submission has a signature of its own, in the CSV.
    widgets.signature_line(seen.task.signature)
