"""The first part of the Study page: F1 of all systems on all datasets, and which systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from cwsdiag.figures.names import short_names
from cwsdiag.figures.study_ranks import LONGEST_NAME, ranks_figure
from cwsdiag.report.tables import number, p_value
from cwsdiag.ui import study_tables, widgets
from cwsdiag.ui.ranking import BEST, MEAN
from cwsdiag.ui.study_sentences import friedman_sentence, gaps_sentence, study_order
from cwsdiag.ui.study_tables import Drawn
from cwsdiag.ui.study_view import StudyView, to_system

if TYPE_CHECKING:
    from cwsdiag.study import Nemenyi

_LEVEL = 0.05
# Up to so many systems with so short names, the diagram has room beside its table; widths in pixels.
_MOST_BESIDE, _LONGEST_BESIDE = 6, 18
_HALF, _WHOLE = 470, 890
_RANK = "rank"


def part(seen: StudyView) -> None:
    """Draw the table of scores, and the systems by their mean rank."""
    table(seen)
    if len(seen.study.datasets) > 1:
        apart(seen)


def table(seen: StudyView) -> None:
    """Draw F1 of every system on every dataset, with averages; a cell leads to where the system fails there."""
    study, models = seen.study, seen.models
    f1 = study.f1[[study.models.index(name) for name in models]]
    rows, averaged = f1, len(study.complete) > 1
    if averaged:
        whole = study.f1[[study.models.index(name) for name in study.complete]]
        rows = np.vstack([f1, whole.mean(axis=0)])
    columns: dict[str, Any] = {
        id: st.column_config.NumberColumn(name) for id, name in zip(seen.ids, study.datasets, strict=True)
    }
    values = {id: rows[:, place].tolist() for place, id in enumerate(seen.ids)}
    if len(seen.ids) > 1:
        columns[MEAN] = st.column_config.NumberColumn(
            "mean", help="Over all datasets, each counted alike, where the system has all."
        )
        values[MEAN] = rows.mean(axis=1).tolist()
    best = {column: _best(numbers[: len(models)]) for column, numbers in values.items()}

    def drawn(row: int, column: str) -> Drawn:
        value = values[column][row]
        if row < len(models) and value == best[column]:
            return f"{BEST} {number(value)}", study_tables.BEST
        return number(value), "" if row < len(models) else study_tables.SURE

    def lead(row: int, column: str) -> None:
        if row < len(models) and (column == MEAN or not np.isnan(values[column][row])):
            to_system(seen, models[row], column)

    names = [*models, *(["mean of the systems"] if averaged else [])]
    study_tables.grid(
        names, columns, values, drawn, key="study scores", alt="F1 of every system on every dataset", lead=lead
    )
    remarks = [f"F1; {BEST} is the best of its column. A click on a cell: where that system fails there."]
    if averaged:
        remarks.append("The last line is over the systems with all datasets.")
    widgets.note(" ".join(filter(None, [*remarks, gaps_sentence(seen)])))


def _best(values: list[float]) -> float:
    return float(np.nanmax(values)) if not np.isnan(values).all() else float("nan")


def apart(seen: StudyView) -> None:
    """Draw which systems differ over the datasets, and say whether datasets differ over the systems."""
    study = seen.study
    widgets.heading("Which systems differ?", "ranked on each dataset, then averaged")
    found = study.models_apart()
    test = study.models_test()
    if found is None:
        widgets.box("info", friedman_sentence(test, treatments="systems", blocks="datasets"))
    else:
        beside = len(found.treatments) <= _MOST_BESIDE and max(map(len, found.treatments)) <= _LONGEST_BESIDE
        left, right = (
            st.columns([0.54, 0.46], gap="medium", vertical_alignment="center")
            if beside
            else (st.container(), st.container())
        )
        with left:
            _diagram(seen, found, width=_HALF if beside else _WHOLE)
        with right:
            _ranks_table(seen, found)
        widgets.note(
            "Systems under one bar are less than the critical difference apart (Nemenyi, p = 0.05). "
            + ("" if test.is_significant else "Friedman's test finds no difference, so none of theirs counts.")
        )
    widgets.note(
        friedman_sentence(study.datasets_test(), treatments="datasets", blocks="systems")
        + " Systems on one test set are not independent blocks: this p tells how far they agree on which datasets are "
        "hard. Datasets that share texts are not independent either."
    )


def _diagram(seen: StudyView, found: Nemenyi, *, width: int) -> None:
    widgets.leading_chart(
        ranks_figure(
            found.treatments,
            found.ranks.tolist(),
            found.groups,
            found.critical_difference,
            colours=seen.colours,
            roles=seen.roles,
            width=width,
        ),
        key="critical difference",
        lead=lambda data: to_system(seen, data[0]),
        alt="Systems by their mean rank, with bars over those that do not differ; the table holds the same",
    )


def _ranks_table(seen: StudyView, found: Nemenyi) -> None:
    """Draw mean ranks, and the p-value of each two systems: columns bear the numbers of the rows."""
    complete, ranks, p = found.treatments, found.ranks, found.p
    places = sorted(range(len(complete)), key=lambda place: (ranks[place], study_order(seen).index(complete[place])))
    names = [complete[place] for place in places]
    numbered = [f"{number}. {name}" for number, name in enumerate(short_names(names, LONGEST_NAME), start=1)]
    columns: dict[str, Any] = {_RANK: st.column_config.NumberColumn("rank", help="Mean rank; 1 is the best.")}
    values = {_RANK: [float(ranks[place]) for place in places]}
    for count, place in enumerate(places, start=1):
        columns[str(count)] = st.column_config.NumberColumn(
            f"p, {count}", help=f"Nemenyi's p-value against system {count} of these rows."
        )
        values[str(count)] = [float("nan") if row == place else float(p[row, place]) for row in places]

    def drawn(row: int, column: str) -> Drawn:
        value = values[column][row]
        if column == _RANK:
            return f"{value:.2f}", ""
        return (p_value(value), study_tables.SURE if value < _LEVEL else "") if value == value else ("", "")

    study_tables.grid(
        numbered,
        columns,
        values,
        drawn,
        key="study ranks",
        alt="Mean ranks of the systems, and the p-values of every two",
        lead=lambda row, _: to_system(seen, names[row]),
    )
