"""Biases and diagnoses of the systems of a project: what F1 depends on, where systems fail, where one is ahead."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from cwsdiag.charts import theme
from cwsdiag.charts.bars import DASHES, Bars, BarsRow, Radar, Ring, bars_chart, radars_chart
from cwsdiag.charts.layout import LegendEntry
from cwsdiag.charts.matrices import MatrixCell, cells_chart
from cwsdiag.charts.theme import styles
from cwsdiag.diagnosis import SelfDiagnosis
from cwsdiag.errors import SettingError, brief
from cwsdiag.exhibits.across import (
    MEAN_F1,
    OF_SYSTEMS,
    Systems,
    content_of,
    label_of,
    titles_of,
    undefined_notes,
    with_columns,
)
from cwsdiag.exhibits.exhibit import Content, exhibit
from cwsdiag.frames import bucket_name, signed, tick_label, written
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output import Table, averaged, cells, pivot
from cwsdiag.study import Study
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.views.across import (
    RHO,
    SIGMA,
    ahead_finding,
    bucket_place,
    datasets_finding,
    fails_finding,
    mean_f1,
    models_finding,
    no_order_sentence,
    plural_name,
    small_buckets_sentence,
)
from cwsdiag.views.columns import AIDED_DIAGNOSIS, Column, column
from cwsdiag.views.rows import Row
from cwsdiag.views.wording import UNDEFINED, bracketed, number

_POINTS = 100
_MEASURES = {RHO: Column("S^ρ", format="share100"), SIGMA: Column("S^σ", format="share100")}
_ALPHA = {
    "mean": Column("α^μ", format="hundredths"),
    "rho": Column("α^ρ", format="share100"),
    "sigma": Column("α^σ", format="share100"),
}
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
    "biases",
    "whether F1 of each system rises or falls with an attribute (rho), and how much it varies (sigma)",
    place={"part": "models"},
    address={"measure": "measure"},
    **OF_SYSTEMS,
)
def biases(one: Systems, measure: str = RHO, *, over: int | None = None) -> Content:
    """Return the biases of all systems, an axis an attribute.

    Args:
        one: the systems.
        measure: ``rho`` or ``sigma``.
        over: the number of a dataset; means over all of them without it.

    Raises:
        SettingError: there is no such measure.
    """
    if measure not in _MEASURES:
        raise SettingError(lazy("measure is rho or sigma, not {given}.", given=brief(measure)))
    study, names = one.study, list(mean_f1(one.study))
    by_model, every = (study.rho_by_model, study.rho) if measure == RHO else (study.sigma_by_model, study.sigma)
    drawn = [place for place, each in enumerate(study.attributes) if measure == SIGMA or not each.categorical]
    values = (by_model[0] if over is None else every[:, over])[[study.models.index(name) for name in names]]
    style_of = styles(one.colours, one.roles)
    rings = [
        Ring(
            name=name,
            values=[abs(float(value)) for value in row[drawn]],
            colour=style.colour,
            dash=style.dash,
            symbol=style.symbol,
            hollow=[measure == RHO and value < 0 for value in row[drawn]],
            thick=bool(style.role),
            said=[signed(value, 3) if measure == RHO else number(value) for value in row[drawn].tolist()],
        )
        for name, row in zip(names, values, strict=True)
        for style in [style_of[name]]
    ]
    legend = [
        LegendEntry(
            f"{name} ({style_of[name].role.upper()})" if style_of[name].role else name, ring.colour, ring.symbol
        )
        for name, ring in zip(names, rings, strict=True)
    ]
    limit = 1.0 if measure == RHO else None
    axes = [translated(study.attributes[place].label) for place in drawn]
    return content_of(
        one,
        _("Biases of systems"),
        models_finding(study, measure, over),
        dict(zip(study.keys, mean_of_defined(np.abs(values), axis=0)[0].tolist(), strict=True)),
        chart=lambda size: radars_chart([Radar("", axes, rings, limit=limit)], size, legend=legend),
        table=lambda: bias_table(study, [measure], over),
    )


def bias_table(study: Study, measures: Sequence[str], over: int | None = None) -> Table:
    """Return biases of the systems, grey where a test shows none: means over the datasets, or those on one of them."""
    names = list(mean_f1(study))
    if over is None:
        tests = dict(zip(study.models, study.model_tests, strict=True))
        columns = averaged(rho=study.rho_by_model, sigma=study.sigma_by_model)
    else:
        # Whatever is known of one dataset is of all systems.
        tests = dict.fromkeys(study.models, study.dataset_tests[over])
        columns = {RHO: study.rho[:, over], SIGMA: study.sigma[:, over]}
    rows = cells({"model": study.models, "key": study.keys}, **columns)
    test_of = {(model, key): test for model, row in tests.items() for key, test in zip(study.keys, row, strict=True)}
    blocks = "datasets" if over is None else "systems"
    grey = _(
        "grey: by Friedman's test over the {blocks} F1 does not differ significantly between the buckets (p, adjusted "
        "by Holm for all tests of the kind, ≥ 0.05), or the test is not defined.",
        blocks=plural_name(blocks),
    )
    table = pivot(
        sorted(rows, key=lambda row: names.index(row["model"])),
        ["model"],
        "key",
        {measure: _MEASURES[measure] for measure in measures},
        labels={"model": _FAILS["name"]},
        head=titles_of(study).__getitem__,
        whole=len(study.datasets),
        mark=lambda row, _key: None if test_of[row["model"], row["key"]].is_significant else "weak",
        notes=[
            grey,
            no_order_sentence(study) if RHO in measures else "",
            small_buckets_sentence(study, over),
            *undefined_notes(((test, label_of(study, key)) for (_model, key), test in test_of.items()), blocks),
        ],
    )
    if over is not None:
        return table
    return with_columns(table, {"mean_f1": MEAN_F1}, {name: {"mean_f1": mean} for name, mean in mean_f1(study).items()})


@exhibit(
    "datasets",
    "what the words of every dataset are like, and how closely F1 follows that there",
    place={"part": "datasets"},
    **OF_SYSTEMS,
)
def datasets(one: Systems) -> Content:
    """Return means of the attributes on every dataset, and biases averaged over the systems; an axis an attribute."""
    study, names = one.study, one.study.datasets
    # Where colours come again, dashes differ.
    lines = [
        (theme.OTHERS[place % len(theme.OTHERS)], DASHES[(place + place // len(theme.OTHERS)) % len(DASHES)])
        for place in range(len(names))
    ]
    every = list(range(len(study.keys)))
    ordered = [place for place in every if not study.attributes[place].categorical]
    rho, sigma = study.rho_by_dataset, study.sigma_by_dataset
    radars = [
        Radar(
            title,
            [translated(study.attributes[place].label) for place in places],
            [
                Ring(name, row[places].tolist(), [written(value, 3) for value in values[places]], colour, dash)
                for name, row, values, (colour, dash) in zip(names, drawn, numbers, lines, strict=True)
            ],
            limit=limit,
        )
        for title, drawn, numbers, limit, places in (
            (_("what words are like"), study.relative_means, study.means, 1.0, ordered),
            (_("how F1 follows it"), rho[0], rho[0], 1.0, ordered),
            (_("how F1 varies with it"), sigma[0], sigma[0], None, every),
        )
    ]
    entries = [LegendEntry(name, colour, dash=dash) for name, (colour, dash) in zip(names, lines, strict=True)]
    units = [
        f"{label_of(study, study.keys[place])}: {translated(study.attributes[place].mean_unit)}" for place in ordered
    ]
    return content_of(
        one,
        _("Biases of datasets"),
        datasets_finding(study),
        chart=lambda size: radars_chart(radars, size, legend=entries),
        table=lambda: pivot(
            cells({"dataset": names, "key": study.keys}, mean=study.means, **averaged(rho=rho, sigma=sigma)),
            ["dataset"],
            "key",
            _ALPHA if study.models else {"mean": _ALPHA["mean"]},
            labels={"dataset": _FAILS["dataset"]},
            head=titles_of(study).__getitem__,
            whole=len(study.models),
            notes=[
                _(
                    "α^μ: mean of the attribute over gold words, or characters; on the radar over the largest of the "
                    "datasets. α^ρ: mean of |S^ρ| over the systems. α^σ: mean of S^σ over the systems."
                ),
                _("Units of α^μ: {units}.", units=_("; ").join(units)),
                no_order_sentence(study),
                small_buckets_sentence(study),
            ],
        ),
    )


@exhibit(
    "fails",
    "how far the worst bucket of each attribute is below its best, for every system on every dataset",
    place={"part": "diagnosis"},
    **OF_SYSTEMS,
)
def fails(one: Systems) -> Content:
    """Return of every system on every dataset the worst bucket of each attribute, and its gap to the best [RC Table 4].

    A click on a bar gives system, dataset, attribute and bucket.
    """
    study = one.study
    rows = {model: study.self_diagnosis(model) for model in mean_f1(study)}
    # By number: two datasets may be called alike.
    gaps = [
        (place, cell)
        for table in rows.values()
        for place, row in enumerate(table)
        for cell in row
        if cell is not None and not math.isnan(cell.gap)
    ]
    largest = max((cell.gap for _place, cell in gaps), default=0.0)
    return content_of(
        one,
        _("Where every system fails"),
        fails_finding(study),
        {"gap": largest} if gaps else {},
        chart=lambda size: bars_chart(
            [
                BarsRow(
                    (model,),
                    tuple(number(_POINTS * value, 1) for value in study.f1[study.models.index(model)].tolist()),
                    tuple(
                        tuple(_fails_bars(study, place, cell) for cell in row if cell is not None)
                        for place, row in enumerate(table)
                    ),
                    high=one.colours[model],
                )
                for model, table in rows.items()
            ],
            study.datasets,
            study.keys,
            size,
            span=(0.0, largest or 1.0),
        ),
        table=lambda: Table([_fails_row(study, *gap) for gap in gaps], _FAILS),
    )


def _fails_row(study: Study, place: int, one: SelfDiagnosis) -> Row:
    labels, values = study.labels(place, one.attribute), study.values(one.system, place, one.attribute)
    row: Row = {"name": one.system, "dataset": study.datasets[place], "title": label_of(study, one.attribute)}
    row |= {"key": one.attribute, "bucket": one.worst, "gap": _POINTS * one.gap}
    for name, end in (("worst", one.worst), ("best", one.best)):
        if end is not None:
            row |= {name: bucket_name(labels[end]), f"f1_{name}": float(values[end])}
    return row


def _fails_bars(study: Study, place: int, one: SelfDiagnosis) -> Bars:
    row = _fails_row(study, place, one)
    head = _("{dataset}, {attribute}", dataset=row["dataset"], attribute=row["title"])
    if one.worst is None or one.best is None:
        return Bars((), (head, UNDEFINED))
    return Bars(
        (one.gap,),
        (
            head,
            _("worst {bucket}: F1 {f1}", bucket=row["worst"], f1=number(row["f1_worst"])),
            _("best {bucket}: F1 {f1}", bucket=row["best"], f1=number(row["f1_best"])),
            _("gap {gap:.1f} points", gap=row["gap"]),
        ),
        (one.system, row["dataset"], one.attribute, one.worst),
        # Three categories are no small, medium and large.
        text=str(one.worst + 1)
        if study.diagnoses[place].attribute(one.attribute).attribute.categorical
        else bucket_place(one.worst, len(study.labels(place, one.attribute)), short=True),
    )


@exhibit(
    "ahead",
    "where the better of two systems is furthest ahead of the other on every dataset, and where furthest behind",
    place={"part": "diagnosis"},
    **OF_SYSTEMS,
)
def ahead(one: Systems, system: str, other: str) -> Content:
    """Return where the better of two systems is furthest ahead and furthest behind on every dataset [RC Table 8].

    A click on a cell gives dataset, attribute, bucket, and the words that only the system ahead gets right there.
    """
    study = one.study
    ends = [
        (place, cell, called, None if cell is None else getattr(cell, end))
        for place, line in enumerate(study.aided_diagnosis(system, other))
        for end, called in (("highest", ("▲", _("highest"))), ("lowest", ("▼", _("lowest"))))
        for cell in line
    ]
    limit = max((abs(end.difference) for *_first, end in ends if end is not None), default=0) or 1
    rows: list[Row] = []
    drawn = []
    for place, cell, (mark, called), end in ends:
        dataset = study.datasets[place]
        if cell is None or end is None:
            why = UNDEFINED if cell is not None else _("no prediction on this dataset")
            drawn.append(MatrixCell((UNDEFINED,), (dataset, why)))
            continue
        leader = cell.better if end.difference > 0 else cell.other
        role, points = "a" if leader == system else "b", signed(_POINTS * end.difference)
        title, bucket = label_of(study, cell.attribute), study.labels(place, cell.attribute)[end.bucket]
        label = bucket_name(bucket)
        interval, holds_zero = bracketed(end.low, end.high), end.low <= 0 <= end.high
        level = abs(end.difference) / limit * (theme.LIGHTER if holds_zero else 1)
        words = f"only_{role}" if end.difference else None
        # Of none is ahead where the difference is written as nothing.
        lead = points if points == "0.0" else f"{role.upper()} {points}"
        hover = (dataset, f"{title}, {called}: {label}", f"{cell.better} − {cell.other}: {points} {interval}")
        data = (dataset, cell.attribute, end.bucket, words)
        lines = f"{mark} {tick_label(bucket)}", f"{lead} {interval}"
        drawn.append(MatrixCell(lines, hover, data, level if role == "a" else -level, None if holds_zero else 1))
        rows.append(
            {
                **dict(zip(("dataset", "key", "bucket", "words"), data, strict=True)),
                "better": cell.better,
                "title": title,
                "end": f"{mark} {called}",
                "label": label,
                **{key: _POINTS * getattr(end, key) for key in ("difference", "low", "high")},
            }
        )
    width = len(study.keys)
    return content_of(
        one,
        _("{a} and {b}", a=system, b=other),
        ahead_finding(study, system, other),
        chart=lambda size: cells_chart(
            study.datasets,
            list(titles_of(study).values()),
            [drawn[first : first + width] for first in range(0, len(drawn), width)],
            size,
            low=one.colours[other],
            high=one.colours[system],
            groups=2,
            legend=[
                LegendEntry(_("{system} (A) is ahead there", system=system), one.colours[system]),
                LegendEntry(_("{system} (B) is", system=other), one.colours[other]),
            ],
        ),
        table=lambda: Table(rows, AIDED_DIAGNOSIS),
    )
