"""What each member of the committee in use scores by itself: marks, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.difficulty.members import members_figure
from cwsdiag.difficulty import member_scores
from cwsdiag.frames import records
from cwsdiag.languages import _
from cwsdiag.ui.shell import tables, widgets
from cwsdiag.views.columns import MEMBERS
from cwsdiag.views.hardness.committee import members_frame, members_sentence

if TYPE_CHECKING:
    from cwsdiag.text import Bools
    from cwsdiag.ui.difficulty.committee.bench import Bench


def members(bench: Bench, wrong: Bools) -> None:
    """Draw what each member scores by itself: marks by template where that is known, and a table."""
    scores = member_scores(wrong)
    frame = members_frame(scores, None if bench.made is None else bench.made.members)
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        widgets.heading(_("What each member scores"), _("by template") if bench.made else "")
        widgets.leading_chart(
            members_figure(records(frame)),
            key="members",
            lead=lambda data: None,
            alt=_("The share of the gold words that each member gets right; the table beside holds the same numbers"),
        )
        widgets.note(members_sentence(scores))
    with right:
        shown = tables.columns(MEMBERS, frame.columns, member=66, score=84, template=92, ratio=70)
        tables.table(frame, shown, key="members table", alt=_("What each member drew, and what it scores"), height=250)
