"""What is shown of the systems of a project over all its datasets: scores, tests, sizes, what parts of systems bring.

Page, terminal, print and files have the same tables; biases and diagnoses are in ``biases``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from cwsdiag.charts import theme
from cwsdiag.charts.bars import Bars, BarsRow, bars_chart
from cwsdiag.charts.layout import LegendEntry
from cwsdiag.charts.matrices import MatrixCell, cells_chart
from cwsdiag.charts.rows import ranks_chart
from cwsdiag.charts.theme import styles
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.exhibit import Content, exhibit, names_of_datasets
from cwsdiag.frames import bucket_name, p_value, signed
from cwsdiag.inference import Intervals
from cwsdiag.languages import _, lazy, translated
from cwsdiag.output import Emphasis, Table, cells, pivot
from cwsdiag.scores import score_systems
from cwsdiag.study import Friedman, Gain, ScoreTable, Study, bucket_gains, corpus_sizes, pair_gains, value_gains
from cwsdiag.study.bias import mean_of_defined
from cwsdiag.study.parts import BucketGain
from cwsdiag.views.across import (
    bucket_place,
    components_finding,
    friedman_finding,
    friedman_sentence,
    headline,
    mean_f1,
    score_rows,
    small_buckets_sentence,
    why_undefined,
)
from cwsdiag.views.columns import BUCKET_TESTS, CORPORA, PART_GAINS, Column, column
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.rows import Row
from cwsdiag.views.wording import UNDEFINED, bracketed, in_turn, left_out_sentence, listed, number, small_text

_POINTS = 100
F1 = Column("F1", format="score100")
MEAN_F1 = column("mean F1", format="score100")
_TEXTS = {"train": lazy("training data"), "test": lazy("test text")}
_P = ("p_adjusted", "p", "p_chi2")
_PAIR = {
    "part": PART_GAINS["part"],
    "first": column("first system"),
    "second": column("second system"),
    "attribute": column("attribute"),
    "end": Column(""),
}
_MEANS = {key: column(label, format="gain100") for key, label in {"gain": "mean", "low": "low", "high": "high"}.items()}
# More would make a figure of many screens.
_MOST_PAIRS = 40


@dataclass(frozen=True, eq=False)
class Systems:
    """The systems of a project as somebody looks at them.

    Attributes:
        study: the numbers of those with predictions.
        table: F1 of those that are ranked, with what they are made of; published ones may be among them.
        colours: of the systems.
        roles: which of them are A and B.
        verdicts: of each dataset its paired tests; none while they are under way, those of the study without it.
    """

    study: Study
    table: ScoreTable
    colours: Mapping[str, str]
    roles: Mapping[str, str] = field(default_factory=dict)
    verdicts: Sequence[Sequence[PairedComparison]] | None = None


def _systems(look: PrivateLook) -> Systems:
    """Return the systems of the project around a dataset; published scores are left out."""
    study = look.study
    # Not every system of a study is one of this dataset.
    colours = theme.system_colours(study.models) | {**look.colours}
    return Systems(study, study.measured if look.parts is None else look.parts(), colours, look.roles)


OF_SYSTEMS: dict[str, Any] = {"page": "datasets", "of_project": True, "subject": _systems}


def content_of(
    one: Systems, title: str, finding: tuple[str, str], numbers: Mapping[str, float] | None = None, **more: Any
) -> Content:
    """Return what there is to show, with the datasets that it is of, and what is left out of their scores."""
    study = one.study
    lost = (
        left_out_sentence(score_systems(diagnosis.dataset), dataset=name)
        for name, diagnosis in zip(study.datasets, study.diagnoses, strict=True)
    )
    return Content(
        title,
        *finding,
        numbers or {},
        source=in_turn(names_of_datasets(study.datasets), *lost),
        **more,
    )


def label_of(study: Study, key: str) -> str:
    """Return what people call an attribute of a study."""
    return next(translated(one.label) for one in study.attributes if one.key == key)


def titles_of(study: Study) -> dict[str, str]:
    """Return what attributes are called at the head of columns, by key."""
    return {one.key: translated(one.title) for one in study.attributes}


@exhibit("across", "F1 of all systems on all datasets, and which systems differ over them", **OF_SYSTEMS)
def across(one: Systems) -> Content:
    """Return F1 of all systems on all datasets: who is best on average, and which differ."""
    means, apart = mean_f1(one.table), one.table.models_apart()
    return content_of(
        one,
        _("All systems on all datasets"),
        headline(one.table),
        {"mean_f1": next(iter(means.values())), "p": one.table.models_test().p} if means else {},
        chart=None
        if apart is None
        else lambda size: ranks_chart(
            apart.treatments,
            apart.ranks.tolist(),
            apart.groups,
            apart.critical_difference,
            size,
            styles=styles(one.colours, one.roles),
        ),
        table=lambda: _scores(one),
    )


def _scores(one: Systems) -> Table:
    """Return F1 of every system on every dataset, the best on average first, with parts, ranks and means."""
    table, order = one.table, list(mean_f1(one.table))
    rows = list(score_rows(one.study, table, one.study.verdicts if one.verdicts is None else one.verdicts))
    sources: dict[str, dict[str, None]] = {}
    for row in rows:
        if row["source"]:
            sources.setdefault(row["source"], {})[row["model"]] = None
    (of_models, over_datasets), (of_datasets, over_models) = (mean_of_defined(table.f1, axis=axis) for axis in (1, 0))
    rows += cells({"model": table.models, "dataset": [None]}, f1=of_models, n=over_datasets)
    rows.sort(key=lambda row: order.index(row["model"]))
    means = cells({"model": [None], "dataset": table.datasets}, f1=of_datasets, n=over_models) if len(order) > 1 else []

    def mark(row: Mapping[str, Any], _key: str) -> Emphasis | None:
        if row.get("best"):
            return "strong"
        return None if row.get("verdict") in (None, "significant") else "weak"

    scores = pivot(
        [
            *({**row, "of": len(table.datasets)} for row in rows),
            *({**row, "of": len(table.models)} for row in means),
        ],
        ["model"],
        "dataset",
        {"f1": F1},
        labels={"model": column("system")},
        mark=mark,
        notes=[
            _("≈: the lead of the best over it is not significant by the paired test, adjusted for the pairs of the "
              "dataset, or too few sentences differ."),
            friedman_sentence(table.datasets_test(), treatments="datasets", blocks="systems"),
            *(_("Published in {source}: {names}.", source=source, names=listed([*names]))
              for source, names in sources.items()),
        ],
    )  # fmt: skip
    beside: dict[str, Row] = {}
    columns: dict[str, Column] = {}
    for model in order:
        for part, value in table.parts.get(model, {}).items():
            # A dataset may be called so, too.
            columns[f"{part}  "] = Column(part)
            beside.setdefault(model, {})[f"{part}  "] = value
    if (apart := table.models_apart()) is not None:
        columns["rank  "] = Column(
            _("mean rank"),
            _(
                "Means over the datasets; those at least {points} apart differ (Nemenyi, p = 0.05).",
                points=number(apart.critical_difference, 2),
            ),
            format="hundredths",
        )
        for model, rank in zip(apart.treatments, apart.ranks.tolist(), strict=True):
            beside.setdefault(model, {})["rank  "] = rank
    return with_columns(scores, columns, beside)


def with_columns(table: Table, columns: Mapping[str, Column], values: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return a table with further columns behind its first, by what stands in that."""
    (first, head), *others = table.columns.items()
    return replace(
        table,
        frame=[{**dict.fromkeys(columns), **row, **values.get(row[first], {})} for row in table.frame],
        columns={first: head, **columns, **dict(others)},
    )


@exhibit(
    "tests",
    "whether F1 differs between the buckets of each attribute, on every dataset or for every system",
    place={"part": "tests"},
    **OF_SYSTEMS,
)
def tests(one: Systems, by: str = "dataset") -> Content:
    """Return Friedman's tests over the buckets of each attribute [RC Tables 6, 7].

    Args:
        one: the systems.
        by: ``dataset`` for a row a dataset, with systems as blocks; ``system`` the other way round.

    Raises:
        SettingError: ``by`` is something else.
    """
    study = one.study
    if by == "dataset":
        title, note, blocks = _("Tests by dataset"), _("Buckets are compared, systems are the blocks."), "systems"
        lines = dict(zip(study.datasets, study.dataset_tests, strict=True))
    elif by == "system":
        title, note, blocks = _("Tests by system"), _("Buckets are compared, datasets are the blocks."), "datasets"
        lines = {model: study.model_tests[study.models.index(model)] for model in mean_f1(study)}
    else:
        raise SettingError(lazy("tests are by {names}.", names="dataset or system"))
    rows = [
        {by: name, "key": key, "test": test, **{column: getattr(test, column) for column in _P}}
        for name, row in lines.items()
        for key, test in zip(study.keys, row, strict=True)
    ]
    undefined = undefined_notes(((row["test"], f"{row[by]} {label_of(study, row['key'])}") for row in rows), blocks)
    bold = _("bold: F1 differs between the buckets, p adjusted by Holm for the table < 0.05")

    def cell(row: Row) -> MatrixCell:
        test = row["test"]
        why = why_undefined(test, treatments="buckets", blocks=blocks)
        hover = row[by], _("{name}: {value}", name=label_of(study, row["key"]), value=why or f"p = {p_value(test.p)}")
        dropped = (_("dropped: {names}", names=listed(test.dropped)),) if test.dropped else ()
        return MatrixCell(
            (p_value(test.p_adjusted),),
            hover + dropped,
            (row[by],),
            1.0 if test.is_significant else None if test.undefined else 0.12,
            0 if test.is_significant else None,
        )

    cells = [cell(row) for row in rows]
    width = len(study.keys)
    return content_of(
        one,
        title,
        friedman_finding(study.dataset_tests, study.model_tests),
        chart=lambda size: cells_chart(
            list(lines),
            list(titles_of(study).values()),
            [cells[first : first + width] for first in range(0, len(cells), width)],
            size,
            legend=[LegendEntry(bold)],
        ),
        table=lambda: pivot(
            rows,
            [by],
            "key",
            {key: BUCKET_TESTS[key] for key in _P},
            labels={by: column(by)},
            head=titles_of(study).__getitem__,
            mark=lambda row, key: "strong" if row["test"].is_significant and key != "p_chi2" else None,
            notes=[
                note,
                small_buckets_sentence(study),
                *undefined,
            ],
        ),
    )


def undefined_notes(tests: Iterable[tuple[Friedman, str]], blocks: str) -> list[str]:
    """Say which tests of buckets, each with its name, are undefined, and why."""
    reasons: dict[str, dict[str, None]] = {}
    for test, name in tests:
        if why := why_undefined(test, treatments="buckets", blocks=blocks):
            reasons.setdefault(why, {})[name] = None
    return [_("Undefined, {reason}: {cells}.", reason=why, cells=listed([*of])) for why, of in reasons.items()]


@exhibit(
    "sizes", "how large training data and test text of every dataset are", place={"part": "datasets"}, **OF_SYSTEMS
)
def sizes(one: Systems) -> Content:
    """Return sentences, characters, words and types of training data and test text of every dataset."""
    rows = [asdict(size) for diagnosis in one.study.diagnoses for size in corpus_sizes(diagnosis.dataset)]
    content = content_of(one, _("How large the datasets are"), ("", ""))
    rules = frozenset(place for place, row in enumerate(rows) if place and row["dataset"] != rows[place - 1]["dataset"])
    for row in rows:
        row["text"] = translated(_TEXTS[row["text"]])
    return replace(content, sentence=content.source, table=lambda: Table(rows, CORPORA, rules=rules))


@exhibit(
    "components",
    "what one part brings over another, over pairs of systems that differ in nothing else; needs parts in the project",
    place={"part": "components"},
    **OF_SYSTEMS,
)
def components(one: Systems) -> Content:
    """Return what each value of a part brings over another in F1, and in which bucket most and least."""
    gains = value_gains(one.table)
    means = [gain.mean.value for gain in gains if gain.datasets]
    return content_of(
        one,
        _("What a part brings"),
        components_finding(gains),
        {"gain": max(means, key=abs)} if means else {},
        table=lambda: Table([_gain_row(one.study, gain) for gain in gains], PART_GAINS),
    )


def _bucket_of(study: Study, one: BucketGain) -> str:
    """Return which bucket it is; categories, which all datasets share, by name."""
    for diagnosis in study.diagnoses:
        breakdown = diagnosis.attribute(one.attribute)
        if breakdown.attribute.categorical and breakdown.buckets is not None:
            return bucket_name(breakdown.buckets.labels[one.bucket])
    return bucket_place(one.bucket, one.buckets)


def _gain_row(study: Study, gain: Gain) -> Row:
    buckets = bucket_gains(study, gain.pairs)
    # A bucket that few datasets have is no match for one that all have.
    most = max((bucket.datasets for bucket in buckets), default=0)
    full = sorted((one for one in buckets if one.datasets == most > 0), key=lambda one: one.mean.value)
    ends: list[str | None] = [
        f"{label_of(study, one.attribute)} {_bucket_of(study, one)}: {signed(_POINTS * one.mean.value)}"
        for one in (*full[:1], *full[-1:])
    ] or [None, None]
    return {
        "part": gain.part,
        "first": gain.first_value,
        "second": gain.second_value,
        "pairs": len(gain.pairs),
        "gain": _POINTS * gain.mean.value,
        "interval": bracketed(gain.mean.low, gain.mean.high),
        "datasets": gain.datasets,
        "least": ends[0],
        "most": ends[1],
    }


@exhibit(
    "pairs",
    "F1 and differences by bucket of every two systems that differ in one part; needs parts in the project",
    place={"part": "components"},
    **OF_SYSTEMS,
)
def pairs(one: Systems) -> Content:
    """Return each pair of systems that differs in one part: F1 of both on every dataset, differences by bucket.

    A click on bars gives both names, dataset, attribute, the bucket of the tallest bar, and whose words they are.
    """
    study, gains = one.study, pair_gains(one.table)
    finding = components_finding(value_gains(one.table))
    drawn = gains[:_MOST_PAIRS]
    by_pair = {gain: [_differences(study, gain, place) for place in range(len(study.diagnoses))] for gain in drawn}
    values = [cells.values for rows in by_pair.values() for row in rows for cells in row.values()]
    known = np.concatenate([[0.0], *values])
    low, high = float(np.nanmin(known)), float(np.nanmax(known))
    remark = ""
    if low < high:
        remark = _(
            "The tallest bar is {points} points high. Bars have the colour of the system that is ahead, lighter "
            "where the paired 95 % interval holds 0; of each attribute they stand from its lowest bucket to its "
            "highest. Buckets with {small} have none.",
            points=number(_POINTS * max(-low, high), 1),
            small=small_text(study.diagnoses[0]),
        )
    if len(gains) > _MOST_PAIRS:
        most = _("{most} of {n:,} pairs are drawn; the table lists all.", most=_MOST_PAIRS, n=len(gains))
        remark = in_turn(remark, most)
    # Those with bars first: what their bars are of is named under the last of them.
    order = sorted(drawn, key=lambda gain: not any(by_pair[gain]))
    columns = [*one.table.datasets, _("mean")]
    return content_of(
        one,
        _("Pairs that differ in one part"),
        (finding[0], remark),
        chart=None
        if not gains
        else lambda size: bars_chart(
            [_pair_row(one, gain, by_pair[gain]) for gain in order],
            columns,
            study.keys,
            size,
            span=(low, high) if low < high else (0.0, 1.0),
        ),
        table=lambda: _pairs(one, gains),
    )


def _differences(study: Study, gain: Gain, place: int) -> dict[str, Intervals]:
    """Return how the two systems of a gain differ in each bucket, by attribute; none where one is not measured."""
    (pair,) = gain.pairs
    return study.bucket_differences(place, pair.first, pair.second) or {}


def _pair_row(one: Systems, gain: Gain, differences: Sequence[Mapping[str, Intervals]]) -> BarsRow:
    (pair,) = gain.pairs
    titles = [
        UNDEFINED
        if np.isnan(first + second)
        else f"{number(_POINTS * first, 2)} → {number(_POINTS * second, 2)}\n{signed(_POINTS * (second - first), 2)}"
        for first, second in zip(gain.first, gain.second, strict=True)
    ]
    interval = "" if np.isnan(gain.mean.low) else f"\n{bracketed(gain.mean.low, gain.mean.high)}"

    def bars(place: int, key: str, cells: Intervals) -> Bars:
        study = one.study
        head = _("{dataset}, {attribute}", dataset=study.datasets[place], attribute=label_of(study, key))
        if np.isnan(cells.values).all():
            return Bars((), (head, UNDEFINED))
        tallest = int(np.nanargmax(np.abs(cells.values)))
        ahead = "only_b" if cells.values[tallest] > 0 else "only_a"
        hover = [
            _(
                "{bucket}: {points} {interval}, {gold:,} gold units",
                bucket=bucket_name(label),
                points=signed(_POINTS * bucket.value),
                interval=bracketed(bucket.low, bucket.high),
                gold=int(gold),
            )
            for label, bucket, gold in zip(
                study.labels(place, key), cells, study.diagnoses[place].attribute(key).gold, strict=True
            )
            if not np.isnan(bucket.value)
        ]
        return Bars(
            tuple(cells.values.tolist()),
            (head, _("{second} minus {first}, points:", first=pair.first, second=pair.second), *hover),
            (pair.first, pair.second, study.datasets[place], key, tallest, ahead if cells.values[tallest] else None),
            faint=tuple(not bucket.leaves_out_zero for bucket in cells),
        )

    return BarsRow(
        (
            f"{pair.first} →",
            pair.second,
            _("{part}: {first} → {second}", part=pair.part, first=pair.first_value, second=pair.second_value),
        ),
        (*titles, f"{signed(_POINTS * gain.mean.value, 2)}{interval}"),
        tuple(tuple(bars(place, key, cells) for key, cells in row.items()) for place, row in enumerate(differences)),
        low=one.colours[pair.first],
        high=one.colours[pair.second],
    )


def _pairs(one: Systems, gains: Sequence[Gain]) -> Table:
    """Return each pair that differs in one part: over all words, and in the buckets of each attribute at either end.

    Differences are F1 of the second minus F1 of the first.
    """
    study, datasets = one.study, one.table.datasets
    rows: list[Row] = []
    firsts = []
    for gain in gains:
        (pair,) = gain.pairs
        firsts.append(len(rows))
        names = {"part": pair.part, "first": pair.first, "second": pair.second}
        whole = {**names, "attribute": "F1", "end": _("all words")}
        for place, (first, second) in enumerate(zip(gain.first, gain.second, strict=True)):
            whole |= {
                f"bucket {place}": " → ".join(number(_POINTS * value, 2) for value in (first, second)),
                f"points {place}": second - first,
            }
        rows.append({**whole, "gain": gain.mean.value, "low": gain.mean.low, "high": gain.mean.high})
        every = [_differences(study, gain, place) for place in range(len(study.diagnoses))]
        for key in study.keys if any(every) else ():
            for end, extreme in ((_("lowest"), np.nanargmin), (_("highest"), np.nanargmax)):
                line: Row = {**names, "attribute": label_of(study, key), "end": end}
                for place, differences in enumerate(every):
                    values = differences[key].values if differences else np.empty(0)
                    if not np.isnan(values).all():
                        bucket = int(extreme(values))
                        line |= {
                            f"bucket {place}": bucket_name(study.labels(place, key)[bucket]),
                            f"points {place}": values[bucket],
                        }
                rows.append(line)
    columns = dict(_PAIR)
    for place, name in enumerate(datasets):
        columns |= {f"bucket {place}": Column(name), f"points {place}": column("points", format="gain100")}
    columns |= _MEANS
    return Table(rows, columns, rules=frozenset(firsts[1:]))
