"""Overview: who is best, by how much, is it real?"""

from __future__ import annotations

from functools import partial

from cwsdiag.exhibits.overview import Scores
from cwsdiag.languages import _
from cwsdiag.ui.overview import runs, tables
from cwsdiag.ui.shell import leads, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.findings import copies_of_gold, copies_said, costliest_cell, unsegmented_said
from cwsdiag.views.pairs.verdicts import beside_best, between, lead_sentence
from cwsdiag.views.units import few_remark


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("overview")
    if view is None:
        return
    results = view.known
    scores = results.ranking.assign(
        costliest=[costliest_cell(results.costliest(name)) for name in results.ranking["name"]]
    )
    # The ranking stands on the diagnosis: what follows takes it from there.
    exhibit = Scores(view.scene)
    work = ask(results, "verdicts", exhibit.scene.verdicts)
    found = answer(work)
    if results.lead is None:
        widgets.lead(_("No system has a word that could be compared, so there is no score."))
    else:
        words = len(results.dataset.gold)
        verdict = between(found or (), results.lead.best, results.lead.next or "")
        widgets.lead(
            lead_sentence(results.lead, dataset=results.dataset.name, words=words, verdict=verdict), exhibit=exhibit
        )
    if copies := copies_of_gold(results.dataset):
        widgets.box("warning", copies_said(copies))
    if said := unsegmented_said(results.dataset):
        widgets.box("warning", said)
    if few := few_remark(len(results.diagnosis.unit_starts), results.unit):
        widgets.note(few)
    differing_remark(results.dataset, list(scores["name"]))
    widgets.leading_chart(
        exhibit.chart(roles=view.roles),
        key="scores",
        exhibit=exhibit,
        redrawn=partial(exhibit.chart, roles=view.roles),
        lead=lambda data: leads.to_system(data[0]),
        alt=_("F1 of every system with its 95 % interval, best first; the table below holds the same numbers"),
    )
    unit_remark(view, results.largest_block_factor, of="systems")
    tables.systems_table(beside_best(scores, found) if found else scores, exhibit=exhibit)
    if found is None:
        wait_for_answer(work, _("The paired tests of the systems are under way …"))
    widgets.note(_("A click on a system, in the chart or in the table, shows where it fails."))
    runs.part(view)
    with widgets.controls("overview", in_a_row=True):
        tables.meanings()
        widgets.baselines_toggle(view)
    tables.datasets_table(view)
    widgets.signature_line(results.diagnosis.signature)
