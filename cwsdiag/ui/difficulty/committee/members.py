"""What each member of the committee in use scores by itself: marks, and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.charts.sizes import HALF
from cwsdiag.exhibits import committee
from cwsdiag.languages import _
from cwsdiag.ui.shell import show, widgets

if TYPE_CHECKING:
    from cwsdiag.ui.difficulty.committee.bench import Bench


def members(bench: Bench) -> None:
    """Draw what each member scores by itself: marks by template where that is known, and a table."""
    look = bench.view.look
    content = committee.members(look, drawn=None if bench.made is None else bench.made.members)
    exhibit = show.exhibit(look, "members", content)
    left, right = st.columns([0.6, 0.4], gap="medium")
    with left:
        remark = _("by template") if bench.made else ""
        show.chart(exhibit, key="members", title=_("What each member scores"), remark=remark, size=HALF)
        widgets.note(content.sentence)
    with right:
        show.table(exhibit, key="members table", height=250, member=66, score=84, template=92, ratio=70)
