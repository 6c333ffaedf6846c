"""One system: where does it lose most, where is it weakest, and what kind of errors are these?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from cwsdiag.exhibits.exhibit import MISSED
from cwsdiag.exhibits.one_system import self_diagnosis
from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui.shell import empty, leads, show, state, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.view import SWITCH
from cwsdiag.views.buckets import bucket_notes
from cwsdiag.views.fidelity import differing_said

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View
    from cwsdiag.views.look import PrivateLook

_NO_TRAINING = lazy(
    "Attributes that look words and characters up in training data are undefined here: this dataset has none."
)
_WIDTHS: dict[str, Any] = {"title": 136, "label": 116}
# By what panels are put in order: that of the attributes, or the score whose finding comes first.
_LISTED = "listed"
_FIRST = {_LISTED: lazy("as listed"), "f1": lazy("weakest first"), "cost": lazy("costliest first")}
# So many systems are told apart as lines.
_MOST_LINES = 10


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None or view.a is None:
        return
    everyone, system, beside = view.look, view.a, view.beside("a")
    added = {} if beside is view else {MISSED: "a"}
    view, look = beside, beside.look
    first = state.choose(Key.FIRST, _FIRST) or _LISTED
    options = {"system": system} | ({} if first == _LISTED else {"order": first}) | added
    exhibit = show.exhibit(look, "self", **options)
    show.lead(exhibit)
    widgets.note(*differing_said(look.dataset, [system]))
    _panels(view, everyone, first, options)
    widgets.unit_remark(view, look.diagnosis.block_factors[system])
    if missed := look.diagnosis.kind_counts(system).missed:
        remark = n_("{n:,} missed gold word, by kind", "{n:,} missed gold words, by kind", missed)
        kinds = show.exhibit(look, "kinds", system=system)
        show.chart(kinds, key="kinds", title=_("Why it fails"), remark=remark)
    buckets = [row for panel in look.panels(system) for row in panel.rows]

    def lead(row: int) -> None:
        leads.to_words(buckets[row]["attribute"], buckets[row]["bucket"])

    with widgets.controls("table"):
        widgets.attribute_meanings(look)
        show.table(exhibit, key="buckets table", lead=lead, **_WIDTHS)
    with st.expander(_("Slices of two"), key="slices of two", on_change="rerun") as expander:
        if expander.open:
            of_two = show.exhibit(look, "slices", system=system)
            with show.beside(of_two, "slices"):
                widgets.said(of_two.content.sentence)
                widgets.note(of_two.content.remark)

            def to_slice(row: int) -> None:
                if of_two.content.click is not None and (target := of_two.content.click([row])):
                    leads.to_target(look, target)

            show.table(of_two, key="slices table", lead=to_slice)
    if look.dataset.training is None and not view.withholds_gold:
        empty.empty_state(_NO_TRAINING, empty.to_files(lazy("Add training data")))
    for remark in bucket_notes(look.diagnosis):
        widgets.note(remark)


def _panels(view: View, everyone: PrivateLook, first: str, options: dict[str, str]) -> None:
    look, system = view.look, options["system"]
    with_field = state.choose(Key.FIELD, SWITCH) == "on"
    with widgets.controls("panels", in_a_row=True):
        widgets.segments(Key.FIRST, _FIRST, first, label=_("Order of the panels"), default=_LISTED)
        if len(look.systems) > 1:
            state.bind(
                Key.FIELD,
                st.toggle,
                value=with_field,
                to_text=SWITCH.__getitem__,
                default=False,
                label=_("All systems"),
                help=_("F1 of the others as lines, up to ten; A and B are strong."),
            )
        widgets.missed_by_others(view, "a")
    others = [name for name in look.best_first if name != system][: _MOST_LINES - 1] if with_field else []
    field = {name: everyone.panels(name) for name in ([system, *others] if others else [])}
    content = self_diagnosis(look, system, order=options.get("order"), field=field)
    show.chart(show.exhibit(look, "self", content, **options), key="panels")
