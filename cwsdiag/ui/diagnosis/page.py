"""One system: where does it lose most, where is it weakest, and what kind of errors are these?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.exhibits import Mark
from cwsdiag.exhibits.one_system import Kinds, SelfDiagnosis
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.languages.visible import escape
from cwsdiag.ui.shell import bucket_editor, empty, leads, legends, state, tables, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.views.columns import BUCKETS
from cwsdiag.views.units import small_said

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

_NO_TRAINING = lazy(
    "Attributes that look words and characters up in training data are undefined here: this dataset has none."
)
_WIDTHS = {"title": 136, "label": 116}
# By what panels are put in order: that of the attributes, or the score whose finding comes first.
_LISTED = "listed"
_FIRST = {_LISTED: lazy("as listed"), "f1": lazy("weakest first"), "cost": lazy("costliest first")}
# So many systems are told apart as lines.
_MOST_LINES = 10


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("self_diagnosis", term=_("self-diagnosis"))
    if view is None or view.a is None:
        return
    results, system = view.known, view.a
    exhibit = SelfDiagnosis(view.scene, system=system)
    widgets.lead(exhibit.headline, exhibit.remark, exhibit=exhibit)
    differing_remark(results.dataset, [system])
    _panels(view, system)
    unit_remark(view, results.diagnosis.block_factors[system])
    _kinds(view, system)
    table = results.bucket_table(system)
    with widgets.controls("table"):
        widgets.attribute_meanings(results)
        tables.leading_table(
            table,
            tables.columns(BUCKETS, **_WIDTHS),
            key="buckets table",
            lead=lambda row: leads.to_words(table["attribute"][row], table["bucket"][row]),
            alt=_("Every bucket with its scores"),
            exhibit=exhibit,
        )
    if results.dataset.training is None and not view.withholds_gold:
        empty.empty_state(_NO_TRAINING, empty.to_files(lazy("Add training data")))
    for remark in results.bucket_notes:
        widgets.note(remark)
    widgets.signature_line(results.diagnosis.signature)


def legend(small: str, *, colour: str) -> None:
    """Explain the marks of the panels, whose points have the colour of a system.

    Args:
        small: which buckets are not named; see ``small_said``.
        colour: of the system.
    """
    score = legends.system("a", _("F1 with its 95 % interval"), colour=colour)
    worst = _("worst of its attribute")
    cost = _("cost: F1 to be won; full the costliest, grey of characters")
    share = _("share of gold, counts below")
    click = _("Click a bucket: its words.")
    st.html(
        f'<div class="cw-legend">{score}'
        f'<span><span class="cw-key mark worst">◆</span> {worst}</span>'
        f'<span><span class="cw-key mark">○</span> {escape(small)}</span>'
        f'<span><span class="cw-key" style="background:{colour}"></span> {cost}</span>'
        f'<span><span class="cw-key strip"></span> {share}</span>'
        f"<span>{click}</span></div>"
    )


def _panels(view: View, system: str) -> None:
    results, colour = view.known, view.colours[system]
    first = state.choose(Key.FIRST, _FIRST) or _LISTED
    everyone = state.choose(Key.FIELD, SWITCH) == "on"
    legend(small_said(results.diagnosis), colour=colour)
    with widgets.controls("panels"), st.container(horizontal=True, vertical_alignment="center", gap="small"):
        names = {name: translated(label) for name, label in _FIRST.items()}
        widgets.segments(Key.FIRST, names, first, label=_("Order of the panels"), default=_LISTED)
        if len(results.systems) > 1:
            state.bind(
                Key.FIELD,
                st.toggle,
                value=everyone,
                to_text=lambda on: SWITCH[on],
                default=False,
                label=_("All systems"),
                help=_("F1 of the others as lines, up to ten; A and B are strong."),
            )
        bucket_editor.editor(view)
    shown = [name for name in results.best_first if name != system][: _MOST_LINES - 1] if everyone else []
    others = [system, *shown] if shown else []
    if others:
        _names(view, others)
    exhibit = SelfDiagnosis(view.scene, system=system, **({} if first == _LISTED else {"order": first}))
    lines = {name: view.looks[name] for name in others}
    chart = partial(exhibit.chart, field={name: results.panels(name) for name in others}, looks=lines)
    widgets.leading_chart(
        chart(),
        exhibit=exhibit,
        redrawn=chart,
        also=tuple(Mark(name, look.colour, dash=look.dash) for name, look in lines.items()),
        key="panels",
        lead=lambda data: leads.to_words(*data[:2]),
        alt=_("F1 and cost by bucket of every attribute, with 95 % intervals; the table below holds the same numbers"),
    )


def _names(view: View, others: list[str]) -> None:
    """Say which line is whose."""
    lines = [legends.system(view.looks[name].role or "c", name, colour=view.looks[name].colour) for name in others]
    st.html(f'<div class="cw-legend">{"".join(lines)}</div>')


def _kinds(view: View, system: str) -> None:
    """Draw the errors of a system by shape and cause."""
    counts = view.known.diagnosis.kind_counts(system)
    if not counts.missed:
        return
    widgets.heading(
        _("Why it fails"), n_("{n:,} missed gold word, by kind", "{n:,} missed gold words, by kind", counts.missed)
    )
    exhibit = Kinds(view.scene, system=system)

    def lead(asked: list[Any]) -> None:
        shape, cause = asked
        leads.to_words(shape=shape or None, cause=cause or None, of="a")

    alt = _("Missed gold words by shape and cause")
    widgets.leading_chart(exhibit.chart(), key="kinds", lead=lead, alt=alt, exhibit=exhibit)
