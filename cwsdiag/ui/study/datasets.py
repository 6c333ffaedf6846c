"""Biases of datasets: what their words are like, and how far systems depend on that (the paper's figure 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.study_radar import DASHES, Radar, Ring, radars_chart
from cwsdiag.frames import written
from cwsdiag.languages import _, lazy, translated
from cwsdiag.ui.shell import navigation, tables, widgets
from cwsdiag.ui.study import corpora
from cwsdiag.ui.study.seen import StudyView, chart, of_some
from cwsdiag.views.across.parts import datasets_finding
from cwsdiag.views.across.systems import small_buckets_sentence
from cwsdiag.views.wording import UNDEFINED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.ui.shell.tables import Drawn

UNIT: str = lazy("unit") + " "
_MU = (lazy("What its words are like"), lazy("α^μ: mean of the attribute over gold words, or characters"))
_RHO = (lazy("How closely F1 follows the attribute"), lazy("α^ρ: mean of |S^ρ| over the systems"))
_SIGMA = (lazy("How far F1 differs between buckets"), lazy("α^σ: mean of S^σ over the systems"))


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    return datasets_finding(seen.study)


def part(seen: StudyView) -> None:
    """Draw the datasets over one another, by means and by biases, and the numbers under them."""
    study = seen.study
    (rho, rho_counts), (sigma, sigma_counts) = study.rho_by_dataset, study.sigma_by_dataset
    colours, dashes = _looks(study.datasets)
    entries = [Entry(name, colour, dash=dashes[name]) for name, colour in colours.items()]
    radars = [
        _radar(seen, _("what words are like"), study.relative_means, study.means, limit=1.0),
        _radar(seen, _("how F1 follows it"), rho, rho, limit=1.0),
        _radar(seen, _("how F1 varies with it"), sigma, sigma, limit=None),
    ]
    chart(
        seen,
        _("Biases of datasets"),
        lambda size: radars_chart(radars, size, legend=entries),
        # Streamlit tells of no clicks on a radar: the cells of the tables lead on.
        key="datasets radars",
        alt=_("Means and biases of the datasets, one axis per attribute; the tables hold the same numbers"),
    )
    said = _(
        "Left: means, each divided by the largest over the datasets, so that one touches the rim. Middle: α^ρ, from 0 "
        "to 1. Right: α^σ. A click on a cell below: the systems on that dataset."
    )
    small = small_buckets_sentence(seen.study)
    widgets.note(_("{first} {second}", first=said, second=small) if small else said)
    _table(seen, _MU, study.means, None, key="means table")
    _table(seen, _RHO, rho, rho_counts, key="rho table")
    _table(seen, _SIGMA, sigma, sigma_counts, key="sigma table")
    corpora.sizes(seen)


def to_dataset(seen: StudyView, place: int) -> None:
    """In a callback: lead to how the systems do on a dataset."""
    navigation.lead_to("overview", dataset=seen.ids[place])


def _looks(names: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """Return colour and dash of each dataset: where colours come again, dashes differ."""
    colours = {name: theme.OTHERS[place % len(theme.OTHERS)] for place, name in enumerate(names)}
    dashes = {name: DASHES[(place + place // len(theme.OTHERS)) % len(DASHES)] for place, name in enumerate(names)}
    return colours, dashes


def _radar(
    seen: StudyView,
    title: str,
    values: NDArray[np.float64],
    said: NDArray[np.float64],
    *,
    limit: float | None,
) -> Radar:
    colours, dashes = _looks(seen.study.datasets)
    rings = [
        Ring(
            name=name,
            values=values[row].tolist(),
            colour=colours[name],
            dash=dashes[name],
            said=[written(value, 3) for value in said[row]],
        )
        for row, name in enumerate(seen.study.datasets)
    ]
    return Radar(title, [translated(one.label) for one in seen.study.attributes], rings, limit=limit)


def _table(
    seen: StudyView,
    title: tuple[str, str],
    values: NDArray[np.float64],
    counts: NDArray[np.int64] | None,
    *,
    key: str,
) -> None:
    """Draw a value of every dataset, a row an attribute, with the unit of means and the number behind a mean."""
    study = seen.study
    widgets.heading(*map(translated, title))
    columns = tables.dataset_columns(seen.ids, study.datasets)
    shown = {id: values[place].tolist() for place, id in enumerate(seen.ids)}

    def drawn(row: int, column: str) -> Drawn:
        place = seen.ids.index(column)
        value = shown[column][row]
        if value != value:
            return UNDEFINED, ""
        some = "" if counts is None else of_some(counts[place, row], len(seen.models))
        return f"{written(value, 3)}{some}", ""

    texts = {UNIT: [translated(one.mean_unit) for one in study.attributes]} if counts is None else {}
    tables.grid(
        [translated(one.label) for one in study.attributes],
        columns,
        shown,
        drawn,
        key=key,
        alt=_("{what}, by attribute and dataset", what=translated(title[0])),
        label=lazy("attribute"),
        texts=texts,
        lead=lambda _row, column: to_dataset(seen, seen.ids.index(column)),
    )
