"""The tables of the Overview: systems with their scores, and systems over datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from cwsdiag.languages import _, lazy, n_
from cwsdiag.ui.data.project_data import name_of
from cwsdiag.ui.data.siblings import f1_table, siblings
from cwsdiag.ui.shell import leads, tables, widgets
from cwsdiag.views.columns import COSTLIEST, COVERAGES, SCORES, TO_BEST, Column
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from cwsdiag.ui.shell.view import View

INTERVAL = Column(
    lazy("95 % interval"),
    lazy("How far F1 may be off by the choice of the text: its sentences, or what is chosen, are drawn anew."),
    lazy("2.5 % and 97.5 % quantiles of F1 over the resamples"),
)
_EXPLAINED = ("precision", "recall", "oov_recall", "iv_recall", "coverage", "system_coverage")
_MATCHED = lazy("A word is matched where gold and system have a word from the same first to the same last character.")


def meanings() -> None:
    """Offer what the scores mean, with their formulas, one click away."""
    scores = [SCORES["f1"], INTERVAL, *(SCORES[key] for key in _EXPLAINED)]
    tables.explained(_("What the scores mean"), _MATCHED, scores)


def systems_table(ranking: pd.DataFrame) -> None:
    """Draw the systems with their scores, best first, what is known of their differences to the best, and what costs.

    A click leads to where one fails.

    Args:
        ranking: a row a system, with ``costliest``, what its costliest bucket is and costs.
    """
    tables.names_table(
        ranking,
        tables.columns({**SCORES, **TO_BEST, "costliest": COSTLIEST}, _keys(ranking), verdict=96),
        {"name": lazy("system")},
        key="scores table",
        lead=leads.to_system,
        alt=_("Scores of every system"),
    )


def _keys(ranking: pd.DataFrame) -> list[str]:
    """Return the scores that say something here."""
    keys = list(SCORES)
    keys.remove("matched")
    if ranking[["oov_recall", "iv_recall"]].isna().all(axis=None):
        keys = [key for key in keys if key not in ("oov_recall", "iv_recall")]
    for key in COVERAGES:
        if not (ranking[key] < 1).any():
            keys.remove(key)
    return [*keys, *(key for key in TO_BEST if key in ranking), "costliest"]


def datasets_table(view: View) -> None:
    """Draw F1 of every system on every dataset of the project that is open; a cell leads to where the system fails."""
    entries = siblings(view)
    if len(entries) < 2:
        return
    widgets.heading(_("Over all datasets"))
    with st.spinner(_("Scoring all datasets …")):
        table = f1_table(entries, baselines=view.where.baselines)
    if table.empty:
        return

    def lead(row: int, column: str) -> None:
        if column in entries and pd.notna(table[column][row]):
            leads.to_system(name_of(entries[column], table[tables.FULL][row]), dataset=column)

    means = Column(
        _("mean"), _("Over all datasets, each with equal weight, where the system has all."), format="styled"
    )
    labels = {id: Column(entry.files.name, format="styled") for id, entry in entries.items()}
    frame, shown = tables.named(table, tables.columns({**labels, tables.MEAN: means}), {tables.FULL: lazy("system")})
    tables.cells_table(
        frame, shown, key="datasets table", lead=lead, styled=_marked, alt=_("F1 of every system on every dataset")
    )
    complete = int(table[tables.MEAN].notna().sum())
    note = _(
        "F1 on {datasets}; {star} is the best of its dataset. A click on a cell shows where that system fails there.",
        datasets=n_("{n:,} dataset", "{n:,} datasets", len(entries)),
        star=tables.BEST,
    )
    widgets.note(note if complete == len(table) else note + _(" A mean is only given where a system has all datasets."))


def _marked(table: pd.DataFrame) -> Any:
    """Return the table with the best of each column marked by a star and by colour, and holes as dashes."""
    scores = table.select_dtypes(float)
    best = scores.eq(scores.max()).reindex(columns=table.columns, fill_value=False)

    def text(highest: float) -> Any:
        return lambda value: f"{tables.BEST} {number(value)}" if value == highest else number(value)

    style = table.style.format({column: text(scores[column].max()) for column in scores})
    return style.apply(lambda _frame: best.replace({True: tables.BEST_STYLE, False: ""}), axis=None)
