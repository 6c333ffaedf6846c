"""Leaderboard: who segments best what nobody has seen?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag import examples
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.board import about, admin, forms, table
from cwsdiag.ui.board.submissions import headline, look
from cwsdiag.ui.data import boards
from cwsdiag.ui.host import server
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import aside, empty, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.work.progress import answer, wait_for_answer

if TYPE_CHECKING:
    from cwsdiag.ui.data.boards import Kept

_EXAMPLE = lazy("The systems of the sample, submitted for a task of its own. It lies apart from your own board.")
_NO_SUBMISSION = lazy(
    "Nothing can be submitted to the example. For a task of your own this is where others give the name of their "
    "system and its file, and get the scores at once."
)
_NO_BOARD = lazy(
    "There is no board here. A board is a small bakeoff for a laboratory: its owner gives a gold file that can stay "
    "private, others submit what their segmenters make of its raw text, and one table has all scores. Whoever starts "
    "the server names its board, with --board FILE, or sits at its machine."
)
_NO_TASK = lazy("This board has no task yet. Its owner makes one from a gold file and training data.")
_NO_TASK_OF_YOURS = lazy(
    "You have no task yet. Make one from a gold file and training data, and systems can be submitted for it."
)


def page() -> None:
    """Draw the page."""
    widgets.page_head("board")
    seen = look(_no_task)
    if seen is None:
        own = boards.boards()[0]
        if own is not None and forms.may_create(own):
            admin.admin_of(own).outcome()
        elif own is not None:
            entrance.become_owner("board")
        return
    job = seen.testing()
    tests = None if job is None else answer(job)
    verdicts = seen.arranged(tests or ())
    widgets.lead(*headline(seen, verdicts))
    is_example = seen.kept.is_example
    if is_example:
        aside.mark(examples.BOARD, translated(_EXAMPLE))
    scores = table.controls(seen)
    table.table(seen, scores, verdicts)
    if job is not None and tests is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))
    with widgets.controls("board parts"):
        names = [_("Submit a system"), _("The task and its files")]
        # The example belongs to nobody, but beside it somebody may become the owner of a board of their own.
        owned = entrance.is_of_use() if is_example else not server.settings().no_board
        submit, facts, *rest = st.tabs([*names, _("Owner")] if owned else names)
        with submit:
            if is_example:
                widgets.note(translated(_NO_SUBMISSION))
            else:
                forms.submission(seen)
        with facts:
            about.about(seen)
        for tab in rest:
            with tab:
                admin.panel(seen)
        if seen.own is not None and forms.may_create(seen.own):
            label = _("Make a task of your own") if is_example else _("Make another task")
            with st.expander(label, icon=":material/add:"):
                forms.task(seen.own)
    # Each submission has a signature of its own, in the CSV.
    widgets.signature_line(seen.task.signature)


def _no_task(own: Kept | None) -> None:
    """Draw what to do where there is no task to look at."""
    mine = forms.may_create(own)
    reason = _NO_BOARD if own is None else _NO_TASK_OF_YOURS if mine else _NO_TASK
    view = current()
    compare = None if view.a is None else empty.to_page("bakeoff", lazy("Rank the systems that are open"))
    way_back = aside.way_back(examples.BOARD)
    empty.empty_state(translated(reason), way_back, compare, empty.open_sample("bakeoff", view))
    if own is not None and mine:
        with widgets.controls("first task"):
            widgets.heading(_("Make a task"))
            forms.task(own)
