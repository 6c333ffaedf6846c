"""What is shown of all datasets of a project together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from cwsdiag.charts import theme
from cwsdiag.charts.bars import Bars, BarsRow, bars_chart
from cwsdiag.charts.layout import Entry
from cwsdiag.charts.rows import ranks_chart
from cwsdiag.charts.study_radar import Radar, Ring, radars_chart
from cwsdiag.charts.styles import styles
from cwsdiag.errors import SettingError, shown
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.frames import bucket_said, signed
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output.table import Table
from cwsdiag.scores import score_systems
from cwsdiag.study import value_gains
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.views.across.parts import RHO, SIGMA, bucket_place, components_finding, fails_finding, models_finding
from cwsdiag.views.across.systems import headline, mean_f1
from cwsdiag.views.columns import PART_GAINS, Column, column
from cwsdiag.views.fidelity import left_out_sentence
from cwsdiag.views.wording import UNDEFINED, bracketed, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.charts.layout import Spec
    from cwsdiag.charts.sizes import Size
    from cwsdiag.charts.styles import Style
    from cwsdiag.diagnosis import SelfDiagnosis
    from cwsdiag.study import Nemenyi, Study
    from cwsdiag.views.look import PrivateLook

    Floats = NDArray[np.float64]

_POINTS = 100
_FAILS = {
    "name": column("system"),
    "dataset": column("dataset"),
    "title": column("attribute"),
    "worst": column("worst bucket"),
    "f1_worst": column("F1", format="score"),
    "best": column("best bucket"),
    "f1_best": column("F1", format="score"),
    "gap": column("gap", "F1 of the best bucket minus that of the worst, in points.", "points"),
}


@exhibit(
    "across",
    "F1 of all systems on all datasets, and which systems differ over them",
    page="study",
    of_project=True,
)
def across(look: PrivateLook) -> Content:
    """Return F1 of all systems on all datasets: who is best on average, and which differ.

    Raises:
        SettingError: there is no project around the dataset.
    """
    study = _study(look)
    sentence, remark = headline(study)
    means, apart = mean_f1(study), study.models_apart()
    return Content(
        _("All systems on all datasets"),
        sentence,
        remark,
        {"mean_f1": next(iter(means.values())), "p": study.models_test().p} if means else {},
        chart=None if apart is None else lambda size: apart_chart(apart, size, colours=look.colours),
        table=lambda: _scores(study),
        source=_source(study),
    )


@exhibit(
    "biases",
    "whether F1 of each system rises or falls with an attribute (rho), and how much it varies (sigma)",
    page="study",
    takes=("measure",),
    place={"part": "models"},
    address={"measure": "measure"},
    of_project=True,
)
def biases(
    look: PrivateLook, measure: str = RHO, *, over: int | None = None, models: Mapping[str, Style] | None = None
) -> Content:
    """Return the biases of all systems, an axis an attribute.

    Args:
        look: of any of the datasets.
        measure: ``rho`` or ``sigma``.
        over: the number of a dataset; means over all of them without it.
        models: the systems, in the order they are shown, with how they are drawn; those of the study without them.

    Raises:
        SettingError: there is no such measure.
    """
    if measure not in (RHO, SIGMA) or look.across is None:
        raise SettingError(lazy("measure is rho or sigma, not {given}.", given=shown(measure)))
    study = look.across()
    # Not every system of a study is one of this dataset.
    drawn = models or styles(theme.system_colours(study.models) | {**look.colours}, look.roles)
    names = list(study.models if models is None else models)
    means = study.rho_by_model[0] if measure == RHO else study.sigma_by_model[0]
    every = study.rho if measure == RHO else study.sigma
    order = [study.models.index(name) for name in names]
    values = (means if over is None else every[:, over])[order]
    columns = {one.key: Column(one.title, format="score") for one in study.attributes}
    sentence, remark = models_finding(study, measure, over)
    return Content(
        _("Biases of systems"),
        sentence,
        remark,
        {key: float(mean) for key, mean in zip(columns, mean_of_defined(np.abs(values), axis=0)[0], strict=True)},
        chart=lambda size: radars_chart(
            [_radar(study, {name: drawn[name] for name in names}, values, measure)],
            size,
            legend=[_entry(name, drawn[name]) for name in names],
        ),
        table=lambda: Table(
            pd.DataFrame(values, columns=list(columns)).assign(name=names), {"name": column("system"), **columns}
        ),
        source=_source(study),
    )


@exhibit(
    "fails",
    "how far the worst bucket of each attribute is below its best, for every system on every dataset",
    page="study",
    place={"part": "components"},
    of_project=True,
)
def fails(look: PrivateLook, *, colours: Mapping[str, str] | None = None) -> Content:
    """Return of every system on every dataset the worst bucket of each attribute, and its gap to the best.

    Args:
        look: of any of the datasets.
        colours: of the systems of the study, where somebody has given them theirs.

    Raises:
        SettingError: there is no project around the dataset.
    """
    study = _study(look)
    drawn = colours or theme.system_colours(study.models) | {**look.colours}
    rows = {model: study.self_diagnosis(model) for model in mean_f1(study)}
    # By number: two datasets may be called alike.
    gaps = [
        (place, one)
        for table in rows.values()
        for place, row in enumerate(table)
        for one in row
        if one is not None and not math.isnan(one.gap)
    ]
    largest = max((one.gap for _place, one in gaps), default=0.0)
    sentence, remark = fails_finding(study)

    def table() -> Table:
        found = []
        for place, one in gaps:
            labels, values = study.labels(place, one.attribute), study.values(one.system, place, one.attribute)
            row: dict[str, object] = {"name": one.system, "dataset": study.datasets[place]}
            row["title"] = _title(study, place, one.attribute)
            for name, end in (("worst", one.worst), ("best", one.best)):
                if end is not None:
                    row |= {name: bucket_said(labels[end]), f"f1_{name}": float(values[end])}
            found.append(row | {"gap": _POINTS * one.gap})
        return Table(pd.DataFrame(found, columns=list(_FAILS)), _FAILS)

    return Content(
        _("Where every system fails"),
        sentence,
        remark,
        {"gap": largest} if gaps else {},
        chart=lambda size: bars_chart(
            [_fails_row(study, model, table, drawn[model]) for model, table in rows.items()],
            study.datasets,
            study.keys,
            size,
            span=(0.0, largest or 1.0),
        ),
        table=table,
        source=_source(study),
    )


@exhibit(
    "components",
    "what one part brings over another, over pairs of systems that differ in nothing else; needs parts in the project",
    page="study",
    place={"part": "components"},
    of_project=True,
)
def components(look: PrivateLook) -> Content:
    """Return what each value of a part brings over another in F1, and the largest of these; published scores count.

    Raises:
        SettingError: there is no project around the dataset.
    """
    study = _study(look)
    scores = study.measured if look.parts is None else look.parts()
    gains = value_gains(scores)
    means = [one.mean.value for one in gains if one.datasets]
    rows = [
        {
            "part": one.part,
            "first": one.first_value,
            "second": one.second_value,
            "pairs": len(one.pairs),
            "gain": _POINTS * one.mean.value,
            "interval": bracketed(one.mean.low, one.mean.high),
            "datasets": one.datasets,
        }
        for one in gains
    ]
    columns = {key: PART_GAINS[key] for key in ("part", "first", "second", "pairs", "gain", "interval", "datasets")}
    return Content(
        _("What a part brings"),
        *components_finding(gains, declared=len(scores.parts)),
        {"gain": max(means, key=abs)} if means else {},
        table=lambda: Table(pd.DataFrame(rows, columns=list(columns)), columns),
        source=_source(study),
    )


def _fails_row(study: Study, model: str, table: Sequence[Sequence[SelfDiagnosis | None]], colour: str) -> BarsRow:
    f1 = study.f1[study.models.index(model)].tolist()
    return BarsRow(
        name=(model,),
        titles=tuple(number(_POINTS * value, 1) for value in f1),
        cells=tuple(
            tuple(_fails_bars(study, place, one) for one in row if one is not None) for place, row in enumerate(table)
        ),
        high=colour,
        low=colour,
    )


def _fails_bars(study: Study, place: int, one: SelfDiagnosis) -> Bars:
    title = _title(study, place, one.attribute)
    head = _("{dataset}, {attribute}", dataset=study.datasets[place], attribute=title)
    if one.worst is None or one.best is None:
        return Bars((), (head, UNDEFINED))
    labels, values = study.labels(place, one.attribute), study.values(one.system, place, one.attribute)
    return Bars(
        (one.gap,),
        (
            head,
            _("worst {bucket}: F1 {f1}", bucket=bucket_said(labels[one.worst]), f1=number(float(values[one.worst]))),
            _("best {bucket}: F1 {f1}", bucket=bucket_said(labels[one.best]), f1=number(float(values[one.best]))),
            _("gap {gap:.1f} points", gap=_POINTS * one.gap),
        ),
        data=(one.system, place, one.attribute, one.worst),
        text=bucket_place(one.worst, len(labels), short=True),
    )


def _title(study: Study, place: int, attribute: str) -> str:
    return translated(study.diagnoses[place].attribute(attribute).attribute.label)


def _study(look: PrivateLook) -> Study:
    if look.across is None:
        raise SettingError(lazy("{dataset} is of no project, so there is nothing across datasets.", dataset=look.name))
    return look.across()


def _entry(name: str, style: Style) -> Entry:
    """Return what the mark of a system is: its name, and the letter of A or B."""
    return Entry(f"{name} ({style.role.upper()})" if style.role else name, style.colour, style.symbol)


def _radar(study: Study, drawn: Mapping[str, Style], values: Floats, measure: str) -> Radar:
    rings = [
        Ring(
            name=name,
            values=[abs(float(value)) for value in row],
            colour=style.colour,
            dash=style.dash,
            symbol=style.symbol,
            hollow=[measure == RHO and value < 0 for value in row],
            thick=bool(style.role),
            said=[bias_said(float(value), measure) for value in row],
        )
        for (name, style), row in zip(drawn.items(), values, strict=True)
    ]
    return Radar("", [translated(one.label) for one in study.attributes], rings, limit=1.0 if measure == RHO else None)


def bias_said(value: float, measure: str) -> str:
    """Return a bias as text, S^ρ with its sign."""
    return number(value) if measure == SIGMA or math.isnan(value) else signed(value, 3)


def apart_chart(
    apart: Nemenyi, size: Size, *, colours: Mapping[str, str], roles: Mapping[str, str] | None = None
) -> Spec:
    """Return systems by their mean rank, with bars over those that do not differ."""
    ranks = apart.ranks.tolist()
    groups, critical = apart.groups, apart.critical_difference
    return ranks_chart(apart.treatments, ranks, groups, critical, size, colours=colours, roles=roles)


def _scores(study: Study) -> Table:
    """Return F1 of every system on every dataset, and its mean; the best first."""
    # By number: two datasets may be called alike, and one as a column beside it.
    datasets = {f"dataset {place}": Column(name, format="score") for place, name in enumerate(study.datasets)}
    scores = dict(zip(study.models, study.f1, strict=True))
    rows = [
        {"name": name, "mean": mean, **dict(zip(datasets, scores[name].tolist(), strict=True))}
        for name, mean in mean_f1(study).items()
    ]
    columns = {"name": column("system"), **datasets, "mean": column("mean", format="score")}
    return Table(pd.DataFrame(rows, columns=list(columns)), columns)


def _source(study: Study) -> str:
    """Name the datasets, and what is left out of their scores."""
    names = _("{n} datasets: {names}.", n=len(study.datasets), names=_(", ").join(study.datasets))
    lost = (
        left_out_sentence(score_systems(one.dataset), dataset=name)
        for name, one in zip(study.datasets, study.diagnoses, strict=True)
    )
    return " ".join([names, *filter(None, lost)])
