"""Overview: who is best, by how much, is it real?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.baselines import LINES, no_vote_said
from cwsdiag.exhibits import overview
from cwsdiag.frames import records
from cwsdiag.languages import _
from cwsdiag.output.table import Table
from cwsdiag.ui.shell import leads, show, tables, widgets
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.ui.work.results import ask
from cwsdiag.views.columns import COSTLIEST, RUN_PAIRS, RUNS_TABLE, SCORES, TO_BEST, Column, idle
from cwsdiag.views.fidelity import differing_said
from cwsdiag.views.findings import copies_of_gold, copies_said, costliest_cell, unsegmented_said
from cwsdiag.views.pairs import beside_best
from cwsdiag.views.runs import best_run_sentence, drawn_sentence, runs_of
from cwsdiag.views.units import few_remark

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View


_FIRST = ("f1", "f1_low", "f1_high", "f1_no_punctuation")


def page() -> None:
    """Draw the page."""
    view = widgets.view_with_systems()
    if view is None:
        return
    look = view.look
    scores = look.ranking.assign(costliest=[costliest_cell(look.costliest(name)) for name in look.ranking["name"]])
    # The ranking stands on the diagnosis: what follows takes it from there.
    work = ask(look, "verdicts", look.verdicts)
    verdicts = answer(work)
    exhibit = show.exhibit(look, "scores", overview.scores(look, tested=verdicts is not None))
    show.lead(exhibit)
    copies = copies_of_gold(look.dataset)
    for warning in (copies_said(copies) if copies else "", unsegmented_said(look.dataset)):
        if warning:
            widgets.box("warning", warning)
    unit = look.diagnosis.unit_of()
    widgets.note(few_remark(len(look.diagnosis.starts(unit)), unit))
    widgets.note(*differing_said(look.dataset, list(scores["name"])))
    show.chart(exhibit, key="scores")
    _systems_table(beside_best(scores, verdicts) if verdicts else scores)
    if verdicts is None:
        wait_for_answer(work, _("The paired tests of the systems are under way …"))
    if look.dataset.runs:
        _runs(view)
    # Those of a board are the board's own, and no vote is among them.
    if look.where.baselines:
        widgets.note(no_vote_said(look.dataset))
    with widgets.controls("overview", in_a_row=True):
        widgets.baselines_toggle(view)
    if len(view.siblings) > 1:
        widgets.next_page("datasets", _("Over all datasets"))


def _systems_table(ranking: pd.DataFrame) -> None:
    """Draw the systems with their scores, best first, what is known of their differences to the best, and what costs.

    Scores that say nothing here are left out. A click leads to where a system fails.
    """
    # What a reader compares comes first: the table is wider than the page.
    columns = {**{key: SCORES[key] for key in _FIRST}, **TO_BEST, "costliest": COSTLIEST, **SCORES}
    left_out = {"matched", *idle(records(ranking))}
    keys = [key for key in columns if key not in left_out and key in ranking and ranking[key].notna().any()]
    best = Table(ranking, {"name": Column("system"), **{key: columns[key] for key in keys}}).with_best(aside=LINES)
    tables.names_table(
        ranking,
        tables.columns(columns, keys, verdict=96),
        tables.OF_SYSTEM,
        key="scores table",
        lead=leads.to_system,
        alt=_("Scores of every system"),
        styled=lambda rows: tables.bold(best.emphasis)(rows.style),
    )


def _runs(view: View) -> None:
    """Draw models of several runs, a row each, and the best of them beside the others."""
    look, runs = view.look, runs_of(view.look)
    table = pd.DataFrame(runs.table)
    title = _("Several runs of a model")
    widgets.heading(title, _("means over its runs, with their standard deviation (SD)"))

    def first_run(name: str) -> str:
        return look.dataset.runs.get(name, (name,))[0]

    tables.names_table(
        table,
        tables.columns(RUNS_TABLE, [key for key in RUNS_TABLE if key != "name" and table[key].notna().any()]),
        tables.OF_SYSTEM,
        key="runs table",
        lead=lambda name: leads.to_system(first_run(name)),
        alt=title,
    )
    widgets.note(best_run_sentence(look))
    if runs.pairs:
        tables.names_table(
            pd.DataFrame(runs.pairs),
            tables.columns(RUN_PAIRS, ("f1", "low", "high", "share")),
            tables.OF_PAIR,
            key="run pairs",
            lead=lambda first, second: leads.to_pair(first_run(first), first_run(second)),
            alt=_("The difference in mean F1 of the best and every other"),
        )
        widgets.note(drawn_sentence(runs.compared))
    widgets.note(_("Each run is a system of its own on all pages; a click leads to the first one."))
