"""All systems against A, the base: a column each, with its difference over all words, by bucket and by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.charts.against import against_figure
from cwsdiag.exhibits.against import AgainstBase
from cwsdiag.languages import _
from cwsdiag.ui.shell import leads, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.pairs.against import OVERALL, against, against_remark, against_sentence, line_said

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View


def part(view: View, base: str) -> None:
    """Draw the part."""
    results = view.known
    exhibit = AgainstBase(view.scene, system=base)
    work = ask(results, ("against", base), exhibit.tests)
    tested = answer(work)
    if tested is None:
        under_way = _("{n} systems are being tested against {base} …", n=len(results.systems) - 1, base=base)
        wait_for_answer(work, under_way, draw=widgets.lead)
        return
    found = against(results, tested)
    widgets.lead(against_sentence(found, dataset=results.dataset.name), against_remark(found), exhibit=exhibit)
    keys = [line.key for line in found.lines]
    order = state.choose(Key.SORT, keys) or OVERALL
    names = {line.key: line_said(line) for line in found.lines}
    with widgets.controls("against"):
        state.bind(
            Key.SORT,
            st.selectbox,
            value=order,
            default=OVERALL,
            label=_("Columns by"),
            options=keys,
            format_func=names.__getitem__,
            width=320,
        )
    widgets.leading_chart(
        against_figure(found.ordered(order), colour=view.colours[base]),
        key="against",
        lead=lambda data: _lead(data, base),
        alt=_("The difference of every system to {base}, over all words, by bucket and by kind of error", base=base),
        exhibit=exhibit if order == OVERALL else AgainstBase(view.scene, system=base, sort=order),
    )
    widgets.note(
        _(
            "In the colour of {base}: it is ahead; grey: the other. Bold and full: significant. Grey numbers: too few "
            "sentences or words for a verdict. Kinds of errors: gold words missed more or fewer; they have no test.",
            base=base,
        )
    )
    widgets.signature_line(results.diagnosis.signature)


def _lead(asked: list[Any], base: str) -> None:
    """In a callback: lead from a cell to both systems, or to the words behind it."""
    key, system = asked
    if key == OVERALL:
        leads.to_pair(system, base)
        return
    of, _colon, what = key.partition(":")
    pair = {"system": system, "other": base}
    if of in ("shape", "cause"):
        leads.to_words(of="a", **{of: what}, **pair)
    else:
        leads.to_words(of, int(what), **pair)
