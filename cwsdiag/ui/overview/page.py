"""Overview: who is best, by how much, is it real?"""

from __future__ import annotations

from cwsdiag.exhibits import overview
from cwsdiag.languages import _, translated
from cwsdiag.ui.overview import runs, tables
from cwsdiag.ui.shell import show, widgets
from cwsdiag.ui.shell.differing import differing_remark
from cwsdiag.ui.shell.unit_remark import unit_remark
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.findings import copies_of_gold, copies_said, costliest_cell, unsegmented_said
from cwsdiag.views.pairs.verdicts import beside_best
from cwsdiag.views.units import few_remark


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems("overview")
    if view is None:
        return
    look = view.look
    scores = look.ranking.assign(costliest=[costliest_cell(look.costliest(name)) for name in look.ranking["name"]])
    # The ranking stands on the diagnosis: what follows takes it from there.
    work = ask(look, "verdicts", look.verdicts)
    verdicts = answer(work)
    exhibit = show.exhibit(look, "scores", overview.scores(look, tested=verdicts is not None))
    show.lead(exhibit)
    if copies := copies_of_gold(look.dataset):
        widgets.box("warning", copies_said(copies))
    if said := unsegmented_said(look.dataset):
        widgets.box("warning", said)
    if few := translated(few_remark(len(look.diagnosis.unit_starts), look.unit)):
        widgets.note(few)
    differing_remark(look.dataset, list(scores["name"]))
    show.chart(exhibit, key="scores")
    unit_remark(view, look.largest_block_factor, of="systems")
    tables.systems_table(beside_best(scores, verdicts) if verdicts else scores)
    if verdicts is None:
        wait_for_answer(work, _("The paired tests of the systems are under way …"))
    widgets.note(_("A click on a system, in the chart or in the table, shows where it fails."))
    runs.part(view)
    with widgets.controls("overview", in_a_row=True):
        tables.meanings()
        widgets.baselines_toggle(view)
    tables.datasets_table(view)
    widgets.signature_line(look.diagnosis.signature)
