"""Overview: who is best, by how much, is it real?"""

from cwsdiag.figures import theme
from cwsdiag.figures.overview import scores_figure
from cwsdiag.ui import navigation, ranking, sentences, widgets

view = widgets.view_with_systems("Overview")
if view is not None:
    results = view.known
    scores = results.ranking
    if results.lead is None:
        widgets.lead("No system has a word that could be compared, so there is no score.")
    else:
        words = len(results.dataset.gold)
        widgets.lead(sentences.lead_sentence(results.lead, dataset=results.dataset.name, words=words))
    if len(results.dataset.gold.text.sentence_ends) == 1:
        widgets.note("Intervals come from drawing sentences anew: over a single one they say nothing.")
    widgets.leading_chart(
        scores_figure(scores, colours=theme.system_colours(results.systems, a=view.a, b=view.b), roles=view.roles),
        key="scores",
        lead=lambda data: navigation.lead_to("self_diagnosis", system=data[0]),
        alt="F1 of every system with its 95 % interval, best first; the table below holds the same numbers",
    )
    ranking.systems_table(scores)
    widgets.note("A click on a system, in the chart or in the table, shows where it fails.")
    with widgets.controls("overview", in_a_row=True):
        ranking.meanings()
        widgets.baselines_toggle(view)
    ranking.datasets_table(view)
    widgets.signature_line(results.diagnosis.signature)
