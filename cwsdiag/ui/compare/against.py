"""All systems against A, a part of Two systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from cwsdiag.languages import _
from cwsdiag.ui.shell import show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.pairs.against import OVERALL, against, line_said

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View


def part(view: View, base: str) -> None:
    """Draw how all other systems differ from one; a cell leads to the words behind it."""
    look = view.look
    work = ask(look, ("against", base), lambda: look.against(base))
    if answer(work) is None:
        under_way = _("{n} systems are being tested against {base} …", n=len(look.systems) - 1, base=base)
        wait_for_answer(work, under_way, draw=widgets.lead)
        return
    lines = against(look, base).lines
    order = state.choose(Key.SORT, [line.key for line in lines]) or OVERALL
    exhibit = show.exhibit(look, "against", system=base, **({} if order == OVERALL else {"sort": order}))
    show.lead(exhibit)
    names = {line.key: line_said(line) for line in lines}
    with widgets.controls("against"):
        state.bind(
            Key.SORT,
            st.selectbox,
            value=order,
            default=OVERALL,
            label=_("Columns by"),
            options=list(names),
            format_func=names.__getitem__,
            width=320,
        )
    show.chart(exhibit, key="against")
    widgets.note(_("Grey numbers: too few sentences or words for a verdict. Kinds of errors have no test."))
    widgets.signature_line(look.diagnosis.signature)
