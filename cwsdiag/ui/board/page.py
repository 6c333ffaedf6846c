"""Leaderboard: who segments best what nobody has seen?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.board import about, admin, forms, table
from cwsdiag.ui.board.submissions import headline, look
from cwsdiag.ui.host import server
from cwsdiag.ui.owning import entrance
from cwsdiag.ui.shell import empty, widgets
from cwsdiag.ui.shell.view import current
from cwsdiag.ui.work.progress import answer, wait_for_answer

if TYPE_CHECKING:
    from cwsdiag.ui.data.boards import Kept

_EXAMPLE = lazy(
    "The systems of the sample, submitted for a task of its own. It lies apart from your own board, and makes room for "
    "its first task."
)
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


def page() -> None:
    """Draw the page."""
    seen = look(_no_task)
    if seen is None:
        return
    job = seen.testing()
    tests = None if job is None else answer(job)
    verdicts = seen.arranged(tests or ())
    widgets.lead(*headline(seen, verdicts))
    is_example = seen.kept.is_example
    if is_example:
        widgets.box("info", translated(_EXAMPLE), title=_("An example"))
    scores = table.controls(seen)
    table.table(seen, scores, verdicts)
    if job is not None and tests is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))
    with widgets.controls("board parts"):
        names = [_("Submit a system"), _("The task and its files")]
        submit, facts, *rest = st.tabs(names if server.settings().no_board else [*names, _("Owner")])
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


def _no_task(own: Kept | None) -> None:
    """Draw what to do where there is no task to look at."""
    view = current()
    compare = None if view.a is None else empty.to_page("scores", lazy("Rank the systems that are open"))
    reason = translated(_NO_BOARD if own is None else _NO_TASK)
    empty.empty_state(reason, compare, empty.open_sample(view))
    if own is None:
        return
    entrance.become_owner("board")
    if forms.may_create(own):
        admin.admin_of(own).outcome()
        with widgets.controls("first task"):
            widgets.heading(_("Make a task"))
            forms.task(own)
