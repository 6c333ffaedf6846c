"""Overview: who is best, by how much, is it real?"""

import streamlit as st

from cwsdiag.figures import theme
from cwsdiag.figures.overview import scores_figure
from cwsdiag.ui import navigation, sentences, widgets

COLUMNS = {
    "name": st.column_config.TextColumn("system", width="medium"),
    "f1": widgets.score_column("F1", "Harmonic mean of precision and recall: 2 · matched / (gold + system words)."),
    "f1_low": widgets.score_column("low", "Lower end of the 95 % interval of F1, from resampling sentences."),
    "f1_high": widgets.score_column("high", "Upper end of the 95 % interval of F1, from resampling sentences."),
    "precision": widgets.score_column("precision", "Matched words / words of the system."),
    "recall": widgets.score_column("recall", "Matched words / words of gold."),
    "oov_recall": widgets.score_column("OOV recall", "Recall over gold words that the training data does not have."),
    "iv_recall": widgets.score_column("IV recall", "Recall over gold words that the training data has."),
    "words": widgets.count_column("words", "Words of the system."),
}
COVERAGE = {
    "coverage": st.column_config.NumberColumn(
        "coverage", format="%.4f", help="Share of the gold words that were compared; the rest had other characters."
    )
}

view = widgets.view_with_systems("Overview")
if view is not None:
    results = view.known
    ranking = results.ranking
    widgets.lead(sentences.lead_sentence(results.lead, dataset=results.dataset.name, words=len(results.dataset.gold)))
    widgets.leading_chart(
        scores_figure(ranking, colours=theme.system_colours(results.systems, a=view.a, b=view.b)),
        key="scores",
        lead=lambda data: navigation.lead_to("self_diagnosis", system=data[0]),
        alt="F1 of every system with its 95 % interval, best first",
    )
    widgets.leading_table(
        ranking,
        COLUMNS | (COVERAGE if (ranking["coverage"] < 1).any() else {}),
        key="scores table",
        lead=lambda row: navigation.lead_to("self_diagnosis", system=ranking["name"][row]),
        alt="Scores of every system",
    )
    widgets.note("A click on a system, in the chart or in the table, shows where it fails.")
    widgets.signature_line(results)
