"""The first part of the page Systems: F1 of all systems on all datasets, and which systems differ."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cwsdiag.charts.matrices import ALIKE
from cwsdiag.charts.names import short_names
from cwsdiag.charts.rows import LONGEST_NAME
from cwsdiag.diagnosis.paired import to_best
from cwsdiag.exhibits.across import across, apart_chart
from cwsdiag.languages import _, lazy
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.ui.data.project_data import verdicts_of
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import show, state, tables, widgets
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.shell.tables import BEST, MEAN
from cwsdiag.ui.study.view import StudyView, of_some, published_switch, to_system
from cwsdiag.ui.work.progress import answer, wait_for_answer
from cwsdiag.views.across import systems as wording
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import number

if TYPE_CHECKING:
    from cwsdiag.study import Nemenyi
    from cwsdiag.ui.shell.tables import Drawn

_LEVEL = 0.05
_PUBLISHED = "†"
_DEPENDENT = lazy(
    "Systems on one test set are not independent blocks: this p shows how far they agree on which datasets are hard. "
    "Datasets that share texts are not independent either."
)


def part(view: StudyView) -> None:
    """Draw the table of scores, and the systems by their mean rank."""
    published_switch(view)
    _scores(view)
    if len(view.shown.datasets) > 1:
        _apart(view)


def part_names(view: StudyView) -> list[str]:
    """Return the parts that systems declare, in the order of the project."""
    return list(dict.fromkeys(part for own in view.shown.parts.values() for part in own))


def _scores(view: StudyView) -> None:
    """Draw F1 of every system on every dataset, with averages; a cell leads to where the system fails there.

    Systems that are ranked come first, the best first, then their mean, then published ones that are not ranked.
    """
    shown, ranked = view.shown, view.ranked
    parts, group = part_names(view), state.choose(Key.GROUP, part_names(view))
    order = list(wording.mean_f1(ranked))
    order = order if group is None else wording.grouped(order, ranked.parts, group)
    aside = [name for name in shown.models if name not in order]
    systems = [*order, *([None] if len(order) > 1 else []), *aside]

    own = dict(zip(shown.models, shown.f1, strict=True))
    leading = np.array([own[name] for name in order])
    means = mean_of_defined(leading, axis=0)[0]
    f1 = np.array([means if name is None else own[name] for name in systems])
    # Of datasets that are only scores, there are no ids.
    columns = tables.dataset_columns(view.ids or list(shown.datasets), shown.datasets)
    if len(columns) > 1:
        over_datasets = mean_of_defined(f1, axis=1)[0]
        f1 = np.column_stack([f1, np.where([name is None for name in systems], np.nan, over_datasets)])
        meaning = _("Over the datasets that the system has a score on, each with equal weight.")
        columns[MEAN] = tables.Shown(Column(_("mean"), meaning, format="styled"))
    keys, digits = list(columns), 4 if shown.sources else 3
    # A mean over some of the datasets is of other texts than the others: it is not the best of them.
    fair = np.array([[key != MEAN or name in ranked.complete for key in keys] for name in order], dtype=bool)
    best = np.where(fair, np.nan_to_num(f1[: len(order)], nan=-1), -1).max(axis=0)

    job = verdicts_of(view.chosen, view.study)
    verdicts = answer(job)
    measured = np.nan_to_num(view.study.f1).max(axis=0, initial=0)
    # Where a published score is the best of a column there is no such test.
    unclear = {
        (id, name)
        for id, row, highest, measured_best in zip(view.ids, verdicts or (), best, measured, strict=False)
        for name, one in to_best(row).items()
        if one.verdict != "significant" and highest == measured_best
    }

    def drawn(row: int, column: str) -> Drawn:
        name, at = systems[row], keys.index(column)
        # Over how many a mean is, where these are not all.
        averaged = own.get(name or "", ()) if column == MEAN else leading[:, at] if name is None else ()
        said = number(f1[row, at], digits) + of_some(int(np.isfinite(averaged).sum()), len(averaged))
        if row < len(order) and fair[row, at] and f1[row, at] == best[at]:
            return f"{BEST} {said}", tables.BEST_STYLE
        if name is None:
            return said, tables.MARKED
        if name in aside:
            return said, tables.GREYED
        return (f"{ALIKE} {said}" if (column, name) in unclear else said), ""

    def lead(row: int, column: str) -> None:
        name = systems[row]
        if name is not None and (column == MEAN or not np.isnan(f1[row, keys.index(column)])):
            to_system(view, name, column)

    names = [
        _("mean of the systems") if name is None else f"{name} {_PUBLISHED}" if name in shown.sources else name
        for name in systems
    ]
    tables.grid(
        names,
        columns,
        {key: f1[:, at].tolist() for at, key in enumerate(keys)},
        drawn,
        key="study scores",
        alt=_("F1 of every system on every dataset"),
        lead=lead,
        # A dataset or what tables add may be called so: nothing else ends with two blanks.
        texts={
            f"{part}  ": [shown.parts.get(name or "", {}).get(part, "") for name in systems]
            for part in dict.fromkeys([*filter(None, [group]), *parts])
        },
    )
    near = _(
        "{mark}: the lead of the best over it is not significant by the paired test, adjusted for the pairs of the "
        "dataset, or too few sentences differ.",
        mark=ALIKE,
    )
    means_said = _("Means are over the scores that exist; where some are missing, their number is given.")
    widgets.note(
        _("F1; {star} is the best of its column. A click on a cell: where that system fails there.", star=BEST),
        near if unclear else "",
        means_said if len(order) > 1 else "",
        wording.gaps_sentence(ranked),
        wording.published_sentence(shown, view.chosen.spec.published, counted=view.counts_published),
    )
    if verdicts is None:
        wait_for_answer(job, _("The paired tests of the systems are under way …"))


def _apart(view: StudyView) -> None:
    """Draw which systems differ over the datasets, and say whether datasets differ over the systems."""
    study, title, remark = view.ranked, _("Which systems differ?"), _("ranked on each dataset, then averaged")
    apart, test = study.models_apart(), study.models_test()
    if apart is None:
        widgets.heading(title, remark)
        widgets.box("info", wording.friedman_sentence(test, treatments="systems", blocks="datasets"))
    else:
        look = tray.looks().look(view.selection.where)

        def draw(size: Any) -> Any:
            return apart_chart(apart, size, colours=view.colours, roles=view.roles)

        show.chart(
            show.exhibit(look, "across", replace(across(look), chart=draw, signature=view.signature)),
            key="critical difference",
            title=title,
            remark=remark,
            click=lambda mark: to_system(view, mark[0]),
            alt=_(
                "Systems by their mean rank, with bars over those that do not differ; the table holds the same numbers"
            ),
        )
        _ranks_table(view, apart)
        widgets.note(
            _("Systems under one bar are less than the critical difference apart (Nemenyi, p = 0.05)."),
            "" if test.is_significant else _("Friedman's test finds no difference, so no pair counts as different."),
        )
    over = study.datasets_test()
    said = wording.friedman_sentence(over, treatments="datasets", blocks="systems")
    widgets.note(said, "" if over.undefined else _DEPENDENT)


def _ranks_table(view: StudyView, apart: Nemenyi) -> None:
    """Draw mean ranks, and the p-value of each two systems."""
    order = wording.study_order(view.ranked)
    places = sorted(
        range(len(apart.treatments)), key=lambda place: (apart.ranks[place], order.index(apart.treatments[place]))
    )
    names = [apart.treatments[place] for place in places]
    p = np.where(np.eye(len(places), dtype=bool), np.nan, apart.p[np.ix_(places, places)])
    frame = pd.DataFrame({"name": names, "rank": apart.ranks[places]})
    columns = {"rank": Column(_("rank"), _("Mean rank; 1 is the best."), format="hundredths")}
    for at, (name, short) in enumerate(zip(names, short_names(names, LONGEST_NAME), strict=True)):
        meaning = _("Nemenyi's p-value against {system}.", system=widgets.plain(name))
        columns[str(at)] = Column(_("p against {system}", system=short), meaning, format="exact")
        frame[str(at)] = p[:, at]
    tables.names_table(
        frame,
        tables.columns(columns),
        tables.OF_SYSTEM,
        key="study ranks",
        lead=partial(to_system, view),
        styled=lambda rows: rows.style.map(lambda p: tables.MARKED if p < _LEVEL else "", subset=list(columns)[1:]),
        alt=_("Mean ranks of the systems, and the p-values of every two"),
    )
