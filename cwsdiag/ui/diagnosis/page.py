"""Self-diagnosis: where does this system fail most?"""

from __future__ import annotations

import streamlit as st

from cwsdiag.figures import theme
from cwsdiag.figures.panels import panels_figure
from cwsdiag.ui.shell import bucket_editor, navigation, widgets
from cwsdiag.views.results import worst_remark, worst_sentence

COLUMNS = {
    "title": st.column_config.TextColumn("attribute", width=150),
    "label": st.column_config.TextColumn("bucket", width=116),
    "mark": st.column_config.TextColumn("", help="The worst bucket of each attribute; those too small to be named."),
    "gold": widgets.count_column("gold", "Gold words in the bucket; characters for character attributes."),
    "percent": st.column_config.NumberColumn("share", format="%.1f%%", help="Of all gold words, or characters."),
    "f1": widgets.score_column("F1"),
    "f1_low": widgets.score_column("low", "Lower end of the 95 % interval of F1."),
    "f1_high": widgets.score_column("high", "Upper end of the 95 % interval of F1."),
    "precision": widgets.score_column("precision"),
    "recall": widgets.score_column("recall"),
    "predicted": widgets.count_column("system", "What the system put into the bucket."),
    "matched": widgets.count_column("matched"),
}


def to_words(attribute: str, bucket: int) -> None:
    """Lead to the words of a bucket."""
    navigation.lead_to("explore", attribute=attribute, bucket=str(bucket), where=None, word=None, show=None, text=None)


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("Self-diagnosis")
    if view is None or view.a is None:
        return
    results, system = view.known, view.a
    worst, min_size = results.worst(system), results.diagnosis.min_size
    if worst is None:
        widgets.lead(f"No bucket of {system} has the {min_size} gold units that a diagnosis requires.")
    else:
        widgets.lead(worst_sentence(worst, system=system), worst_remark(worst, min_size=min_size))
    left, right = st.columns([0.82, 0.18], vertical_alignment="center")
    with left:
        widgets.panel_legend(min_size)
    with right, widgets.controls("buckets"):
        bucket_editor.editor(view)
    widgets.leading_chart(
        panels_figure(results.panels(system), colour=theme.A),
        key="panels",
        lead=lambda data: to_words(*data[:2]),
        alt="F1 by bucket of every attribute, with 95 % intervals; the table below holds the same numbers",
    )
    table = results.bucket_table(system)
    with widgets.controls("table"):
        widgets.attribute_meanings(results)
        widgets.leading_table(
            table,
            COLUMNS,
            key="buckets table",
            lead=lambda row: to_words(table["attribute"][row], table["bucket"][row]),
            alt="Every bucket with its scores",
        )
    for remark in results.bucket_notes:
        widgets.note(remark)
    widgets.signature_line(results.diagnosis.signature)
