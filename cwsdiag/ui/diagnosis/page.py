"""One system: where does this system fail most?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.figures.panels import panels_figure
from cwsdiag.languages import _, lazy
from cwsdiag.ui.shell import bucket_editor, doors, leads, tables, widgets
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.views.columns import BUCKETS
from cwsdiag.views.results import both_remark, costliest_sentence, left_aside, worst_remark, worst_sentence

_NO_TRAINING = lazy(
    "Attributes that look words and characters up in training data are undefined here: this dataset has none."
)
_WIDTHS = {"title": 150, "label": 116}


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("self_diagnosis", term=_("self-diagnosis"))
    if view is None or view.a is None:
        return
    results, system = view.known, view.a
    worst = results.worst(system)
    if worst is None:
        widgets.lead(results.no_worst_sentence(system))
    else:
        said, remark = worst_sentence(worst, system=system), worst_remark(worst, least=results.least, unit=results.unit)
        remark += left_aside(results.diagnosis)
        costliest = results.costliest(system)
        if costliest is not None:
            said = _("{first} {second}", first=costliest_sentence(costliest, system=system), second=said)
            remark += both_remark()
        widgets.lead(said, remark)
    left, right = st.columns([0.82, 0.18], vertical_alignment="center")
    with left:
        widgets.panel_legend(results, colour=view.colours[system])
    with right, widgets.controls("buckets"):
        bucket_editor.editor(view)
    widgets.leading_chart(
        panels_figure(results.panels(system), colour=view.colours[system]),
        key="panels",
        lead=lambda data: leads.to_words(*data[:2]),
        alt=_("F1 by bucket of every attribute, with 95 % intervals; the table below holds the same numbers"),
    )
    unit_remark(view, results.diagnosis.block_factors[system])
    table = results.bucket_table(system)
    with widgets.controls("table"):
        widgets.attribute_meanings(results)
        tables.leading_table(
            table,
            tables.columns(BUCKETS, **_WIDTHS),
            key="buckets table",
            lead=lambda row: leads.to_words(table["attribute"][row], table["bucket"][row]),
            alt=_("Every bucket with its scores"),
        )
    if results.dataset.training is None and not view.withholds_gold:
        doors.here("self_diagnosis", _NO_TRAINING, doors.to_files(lazy("Add training data")))
    for remark in results.bucket_notes:
        widgets.note(remark)
    widgets.signature_line(results.diagnosis.signature)
