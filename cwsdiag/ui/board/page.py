"""Leaderboard: who segments best what nobody has seen?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.languages import _, translated
from cwsdiag.ui.board import desk, example, files, office, owner, part, schedule, table, tested
from cwsdiag.ui.board.seen import headline, look
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
        office.without_task(boards.boards()[0])
        return
    job = tested.work(seen.board, seen.task, seen.lines)
    tracks = [seen.systems(track) for track in seen.task.tracks]
    verdicts = None if job is None else answer(job)
    found = tested.arranged(tracks, verdicts)
    widgets.lead(*headline(seen, found))
    if seen.kept.is_example:
        example.mark()
    scores = table.controls(seen)
    table.table(seen, scores, found)
    if job is not None and verdicts is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))
    with widgets.controls("board parts"):
        names = [_("Hand in a system"), _("The task and its files"), _("Who took part"), _("Get a file back")]
        # The example belongs to nobody, but beside it somebody may become the owner of a board of their own.
        owned = entrance.is_of_use() if seen.kept.is_example else not server.settings().no_board
        hand_in, about, took_part, file, *rest = st.tabs([*names, _("Owner")] if owned else names)
        with hand_in:
            if seen.kept.is_example:
                widgets.note(translated(example.NO_HAND_IN))
            else:
                desk.hand_in(seen)
        with about:
            files.about(seen)
            schedule.times(seen)
        with took_part:
            part.participation(seen)
        with file:
            if seen.kept.is_example:
                widgets.note(translated(example.NO_FILE_BACK))
            else:
                desk.file_back(seen)
        for tab in rest:
            with tab:
                office.office(seen)
        owner.another_task(seen.own, beside_example=seen.kept.is_example)
    # Each submission has a signature of its own, in the CSV.
    widgets.signature_line(seen.task.signature)
