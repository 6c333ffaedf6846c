"""The first part of the page Systems: F1 of all systems on all datasets, and which systems differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from cwsdiag.diagnosis.paired import to_best
from cwsdiag.figures.names import short_names
from cwsdiag.figures.significance import ALIKE
from cwsdiag.figures.study_ranks import LONGEST_NAME, ranks_figure
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, lazy, translated
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.ui.data.project_data import verdicts_of
from cwsdiag.ui.shell import tables, widgets
from cwsdiag.ui.shell.tables import BEST, MEAN
from cwsdiag.ui.study.seen import StudyView, of_some, to_system
from cwsdiag.ui.work import later
from cwsdiag.views.columns import Column
from cwsdiag.views.study import friedman_sentence, gaps_sentence, headline, study_order
from cwsdiag.views.wording import number, p_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.study import Nemenyi
    from cwsdiag.ui.shell.tables import Drawn

_LEVEL = 0.05
# With so few Latin letters in the heads of its columns, the table has room beside the diagram; widths in pixels.
_AGAINST, _LETTERS_BESIDE = 10, 40
_HALF, _WHOLE = 470, 890
_RANK = "rank"
_DEPENDENT = lazy(
    "Systems on one test set are not independent blocks: this p shows how far they agree on which datasets are hard. "
    "Datasets that share texts are not independent either."
)


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    return headline(seen.study)


def part(seen: StudyView) -> None:
    """Draw the table of scores, and the systems by their mean rank."""
    table(seen)
    if len(seen.study.datasets) > 1:
        apart(seen)


def table(seen: StudyView) -> None:
    """Draw F1 of every system on every dataset, with averages; a cell leads to where the system fails there."""
    study, models = seen.study, seen.models
    f1 = study.f1[[study.models.index(name) for name in models]]
    averaged = len(models) > 1
    by_dataset, systems = mean_of_defined(f1, axis=0)
    by_system, datasets = mean_of_defined(f1, axis=1)
    columns = tables.dataset_columns(seen.ids, study.datasets)
    values = {id: [*f1[:, place].tolist(), float(by_dataset[place])] for place, id in enumerate(seen.ids)}
    if len(seen.ids) > 1:
        columns[MEAN] = tables.column(
            Column(
                _("mean"),
                _("Over the datasets that the system has a score on, each with equal weight."),
                format="styled",
            )
        )
        values[MEAN] = [*by_system.tolist(), float("nan")]
    if not averaged:
        values = {column: numbers[: len(models)] for column, numbers in values.items()}
    # A mean over some of the datasets is of other texts than the others: it is not the best of them.
    fair = np.array([name in study.complete for name in models])
    best = {
        column: _best(np.where(fair | (column != MEAN), numbers[: len(models)], np.nan))
        for column, numbers in values.items()
    }

    job = verdicts_of(seen.chosen, study)
    verdicts = later.answer(job)
    unclear = _unclear(seen, verdicts)

    def drawn(row: int, column: str) -> Drawn:
        value, said = values[column][row], number(values[column][row])
        if row == len(models) and column != MEAN:
            said += of_some(int(systems[seen.ids.index(column)]), len(models))
        elif row < len(models) and column == MEAN:
            said += of_some(int(datasets[row]), len(seen.ids))
        if row < len(models) and value == best[column] and (column != MEAN or fair[row]):
            return f"{BEST} {said}", tables.BEST_STYLE
        if row < len(models) and (column, models[row]) in unclear:
            return f"{ALIKE} {said}", ""
        return said, "" if row < len(models) else tables.MARKED

    def lead(row: int, column: str) -> None:
        if row < len(models) and (column == MEAN or not np.isnan(values[column][row])):
            to_system(seen, models[row], column)

    names = [*models, *([_("mean of the systems")] if averaged else [])]
    alt = _("F1 of every system on every dataset")
    tables.grid(names, columns, values, drawn, key="study scores", alt=alt, lead=lead)
    said = _("F1; {star} is the best of its column. A click on a cell: where that system fails there.", star=BEST)
    if unclear:
        near = _(
            "{mark}: the lead of the best over it is not significant by the paired test, adjusted for the pairs of the "
            "dataset, or too few sentences differ.",
            mark=ALIKE,
        )
        said = _("{first} {second}", first=said, second=near)
    if verdicts is None:
        later.drawn_anew(job, _("The paired tests of the systems are under way …"))
    means = _("Means are over the scores that exist; where some are missing, their number is given.")
    for remark in (means if averaged else "", gaps_sentence(seen.study)):
        said = _("{first} {second}", first=said, second=remark) if remark else said
    widgets.note(said)


def _unclear(seen: StudyView, found: Sequence[Sequence[PairedComparison]] | None) -> set[tuple[str, str]]:
    """Return the cells, by dataset and system, over which the lead of the best is not significant."""
    return {
        (id, name)
        for id, row in zip(seen.ids, found or (), strict=False)
        for name, one in to_best(row).items()
        if one.verdict != "significant"
    }


def _best(values: NDArray[np.float64]) -> float:
    return float(np.nanmax(values)) if not np.isnan(values).all() else float("nan")


def apart(seen: StudyView) -> None:
    """Draw which systems differ over the datasets, and say whether datasets differ over the systems."""
    study = seen.study
    widgets.heading(_("Which systems differ?"), _("ranked on each dataset, then averaged"))
    found = study.models_apart()
    test = study.models_test()
    if found is None:
        widgets.box("info", friedman_sentence(test, treatments="systems", blocks="datasets"))
    else:
        beside = sum(_AGAINST + width_of(name) for name in found.treatments) <= _LETTERS_BESIDE
        left, right = (
            st.columns([0.54, 0.46], gap="medium", vertical_alignment="center")
            if beside
            else (st.container(), st.container())
        )
        with left:
            _diagram(seen, found, width=_HALF if beside else _WHOLE)
        with right:
            _ranks_table(seen, found)
        said = _("Systems under one bar are less than the critical difference apart (Nemenyi, p = 0.05).")
        if not test.is_significant:
            none = _("Friedman's test finds no difference, so no pair counts as different.")
            said = _("{first} {second}", first=said, second=none)
        widgets.note(said)
    over = study.datasets_test()
    said = friedman_sentence(over, treatments="datasets", blocks="systems")
    widgets.note(said if over.undefined else _("{first} {second}", first=said, second=translated(_DEPENDENT)))


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
        alt=_("Systems by their mean rank, with bars over those that do not differ; the table holds the same numbers"),
    )


def _ranks_table(seen: StudyView, found: Nemenyi) -> None:
    """Draw mean ranks, and the p-value of each two systems."""
    complete, ranks, p = found.treatments, found.ranks, found.p
    order = study_order(seen.study)
    places = sorted(range(len(complete)), key=lambda place: (ranks[place], order.index(complete[place])))
    names = [complete[place] for place in places]
    short = short_names(names, LONGEST_NAME)
    columns: dict[str, Any] = {_RANK: tables.column(Column(_("rank"), _("Mean rank; 1 is the best."), format="styled"))}
    values = {_RANK: [float(ranks[place]) for place in places]}
    for count, place in enumerate(places, start=1):
        columns[str(count)] = tables.column(
            Column(
                _("p against {system}", system=short[count - 1]),
                _("Nemenyi's p-value against {system}.", system=widgets.plain(names[count - 1])),
                format="styled",
            )
        )
        values[str(count)] = [float("nan") if row == place else float(p[row, place]) for row in places]

    def drawn(row: int, column: str) -> Drawn:
        value = values[column][row]
        if column == _RANK:
            return f"{value:.2f}", ""
        return (p_value(value), tables.MARKED if value < _LEVEL else "") if value == value else ("", "")

    tables.grid(
        names,
        columns,
        values,
        drawn,
        key="study ranks",
        alt=_("Mean ranks of the systems, and the p-values of every two"),
        lead=lambda row, _column: to_system(seen, names[row]),
    )
