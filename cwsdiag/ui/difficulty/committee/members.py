"""What each member of the committee in use scores by itself: marks, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.committee import members_chart
from cwsdiag.charts.sizes import HALF
from cwsdiag.difficulty import member_scores
from cwsdiag.exhibits.exhibit import Content
from cwsdiag.exhibits.table import Table
from cwsdiag.frames import records
from cwsdiag.languages import _
from cwsdiag.ui.shell import show, widgets
from cwsdiag.views.columns import MEMBERS
from cwsdiag.views.hardness.committee import members_frame, members_sentence

if TYPE_CHECKING:
    from cwsdiag.text import Bools
    from cwsdiag.ui.difficulty.committee.bench import Bench


def members(bench: Bench, wrong: Bools) -> None:
    """Draw what each member scores by itself: marks by template where that is known, and a table."""
    scores = member_scores(wrong)
    frame = members_frame(scores, None if bench.made is None else bench.made.members)
    columns = {key: MEMBERS[key] for key in frame.columns}
    title, sentence = _("What each member scores"), members_sentence(scores)
    content = Content(
        title,
        sentence,
        chart=lambda size: members_chart(records(frame), size),
        table=lambda: Table(frame, columns),
    )
    exhibit = show.alone("difficulty", "members", content, bench.view.scene)
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        show.chart(exhibit, key="members", title=title, remark=_("by template") if bench.made else "", size=HALF)
        widgets.note(sentence)
    with right:
        show.table(exhibit, key="members table", height=250, member=66, score=84, template=92, ratio=70)
