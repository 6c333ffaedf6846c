"""The first part of the page Systems: F1 of all systems on all datasets, and which systems differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.charts.names import short_names
from cwsdiag.charts.study_ranks import LONGEST_NAME
from cwsdiag.exhibits.across import across, apart_chart
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import show, tables, widgets
from cwsdiag.ui.study.scores_table import table
from cwsdiag.ui.study.seen import StudyView, to_system
from cwsdiag.views.across.systems import friedman_sentence, headline, study_order
from cwsdiag.views.columns import Column
from cwsdiag.views.wording import p_value

if TYPE_CHECKING:
    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.sizes import Size
    from cwsdiag.study import Nemenyi
    from cwsdiag.ui.shell.tables import Drawn

_LEVEL = 0.05
_RANK = "rank"
_DEPENDENT = lazy(
    "Systems on one test set are not independent blocks: this p shows how far they agree on which datasets are hard. "
    "Datasets that share texts are not independent either."
)


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    return headline(seen.ranked)


def part(seen: StudyView) -> None:
    """Draw the table of scores, and the systems by their mean rank."""
    table(seen)
    if len(seen.shown.datasets) > 1:
        apart(seen)


def apart(seen: StudyView) -> None:
    """Draw which systems differ over the datasets, and say whether datasets differ over the systems."""
    study = seen.ranked
    title, remark = _("Which systems differ?"), _("ranked on each dataset, then averaged")
    found = study.models_apart()
    test = study.models_test()
    if found is None:
        widgets.heading(title, remark)
        widgets.box("info", friedman_sentence(test, treatments="systems", blocks="datasets"))
    else:
        _diagram(seen, found, title, remark)
        _ranks_table(seen, found)
        said = _("Systems under one bar are less than the critical difference apart (Nemenyi, p = 0.05).")
        if not test.is_significant:
            none = _("Friedman's test finds no difference, so no pair counts as different.")
            said = _("{first} {second}", first=said, second=none)
        widgets.note(said)
    over = study.datasets_test()
    said = friedman_sentence(over, treatments="datasets", blocks="systems")
    widgets.note(said if over.undefined else _("{first} {second}", first=said, second=translated(_DEPENDENT)))


def _diagram(seen: StudyView, found: Nemenyi, title: str, remark: str) -> None:
    def draw(size: Size) -> Spec:
        return apart_chart(found, size, colours=seen.colours, roles=seen.roles)

    look = tray.looks().look(seen.view.where)
    exhibit = show.exhibit(look, "across", replace(across(look), chart=draw, signature=seen.signature))
    show.chart(
        exhibit,
        key="critical difference",
        title=title,
        remark=remark,
        click=lambda mark: to_system(seen, mark[0]),
        alt=_("Systems by their mean rank, with bars over those that do not differ; the table holds the same numbers"),
    )


def _ranks_table(seen: StudyView, found: Nemenyi) -> None:
    """Draw mean ranks, and the p-value of each two systems."""
    complete, ranks, p = found.treatments, found.ranks, found.p
    order = study_order(seen.ranked)
    places = sorted(range(len(complete)), key=lambda place: (ranks[place], order.index(complete[place])))
    names = [complete[place] for place in places]
    short = short_names(names, LONGEST_NAME)
    columns: dict[str, Any] = {_RANK: tables.Shown(Column(_("rank"), _("Mean rank; 1 is the best."), format="styled"))}
    values = {_RANK: [float(ranks[place]) for place in places]}
    for count, place in enumerate(places, start=1):
        columns[str(count)] = tables.Shown(
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
