"""What parts of systems bring: pairs that differ in one (the paper's Table 8), and where all systems fail (Table 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cwsdiag.charts.bars import Bars, BarsRow, bars_chart
from cwsdiag.exhibits.across import fails
from cwsdiag.frames import bucket_said, signed
from cwsdiag.languages import _, translated
from cwsdiag.study import pair_gains, value_gains
from cwsdiag.ui.data.project_data import gains_by_bucket, pair_differences
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import leads, show, tables, widgets
from cwsdiag.ui.study.view import StudyView, chart, published_switch
from cwsdiag.views.across.parts import bucket_place
from cwsdiag.views.columns import PART_GAINS
from cwsdiag.views.units import small_said
from cwsdiag.views.wording import UNDEFINED, bracketed, listed, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.inference import Intervals
    from cwsdiag.study import Gain

    # Of a pair, by dataset: its differences by attribute; None where one of the two is missing.
    Differences = Sequence[Mapping[str, Intervals] | None]

_POINTS = 100
# More would make a figure of many screens.
_MOST_PAIRS = 40
_WIDTHS: dict[str, int | str] = {"pairs": 55, "gain": 70, "interval": 125, "datasets": 75, "most": 165, "least": 165}


def part(view: StudyView) -> None:
    """Draw what parts bring, pair by pair and dataset by dataset, and the gaps of all systems in the same layout."""
    published_switch(view)
    gains = pair_gains(view.ranked)
    if gains:
        _values(view)
        _pairs(view, gains[:_MOST_PAIRS])
    if len(gains) > _MOST_PAIRS:
        widgets.note(_("{most} of {n:,} pairs are drawn; cwsdiag study lists all.", most=_MOST_PAIRS, n=len(gains)))
    if view.study.models:
        _fails(view)


def _interval(gain: Gain) -> str:
    low, high = _POINTS * gain.mean.low, _POINTS * gain.mean.high
    return "" if np.isnan(low) else f"[{signed(low, 2)}, {signed(high, 2)}]"


def _values(view: StudyView) -> None:
    """Draw what each value of a part brings over another, and where."""
    widgets.heading(_("What a part brings"), _("points of F1, mean over pairs and datasets"))
    rows = []
    for gain in value_gains(view.ranked):
        buckets = gains_by_bucket(view.chosen, view.study, gain)
        # A bucket that few datasets have is no match for one that all have.
        most = max((one.datasets for one in buckets), default=0)
        full = sorted((one for one in buckets if one.datasets == most > 0), key=lambda one: one.mean.value)
        # By its key, as in the figure: its name has no room.
        ends: list[str | None] = [
            f"{one.attribute} {bucket_place(one.bucket, one.buckets)}: {signed(_POINTS * one.mean.value)}"
            for one in (*full[:1], *full[-1:])
        ] or [None, None]
        rows.append(
            {
                "part": gain.part,
                "first": gain.first_value,
                "second": gain.second_value,
                "pairs": len(gain.pairs),
                "gain": _POINTS * gain.mean.value,
                "interval": _interval(gain) or UNDEFINED,
                "datasets": gain.datasets,
                "least": ends[0],
                "most": ends[1],
            }
        )
    frame = pd.DataFrame(rows)
    shown = [key for key in PART_GAINS if key not in ("most", "least") or frame[key].notna().any()]
    tables.table(
        frame,
        tables.columns(PART_GAINS, shown, **_WIDTHS),
        key="part gains",
        alt=_("What each value of a part brings over another, with its interval over datasets"),
    )


def _pairs(view: StudyView, gains: Sequence[Gain]) -> None:
    """Draw the pairs that differ in one part: F1 of both on every dataset, over the differences in each bucket."""
    differences = {gain.pairs[0]: pair_differences(view.chosen, view.study, gain.pairs[0]) for gain in gains}
    defined = {
        pair: [
            cells.values
            for row in found
            if row is not None
            for cells in row.values()
            if not np.isnan(cells.values).all()
        ]
        for pair, found in differences.items()
    }
    known = [values for every in defined.values() for values in every]
    low, high = (float(reach(np.concatenate([[0.0], *known]))) for reach in (np.nanmin, np.nanmax))
    # Those with bars first: what their bars are of is named under the last of them.
    rows = [
        _pair_row(view, gain, differences[gain.pairs[0]])
        for gain in sorted(gains, key=lambda gain: not defined[gain.pairs[0]])
    ]
    columns, span = [*view.ranked.datasets, _("mean")], (low, high) if low < high else (0.0, 1.0)
    bars = _("F1 of the first and of the second × 100; bars: second minus first in each bucket")

    def to_pair(mark: Sequence[Any]) -> None:
        if mark:
            first, second, dataset, attribute, bucket, words = mark
            leads.to_words(attribute, int(bucket), show=words, **view.there(dataset, system=first, other=second))

    chart(
        view,
        _("Pairs that differ in one part"),
        lambda size: bars_chart(rows, columns, view.study.keys, size, span=span),
        key="part pairs",
        remark=bars if known else _("F1 of the first and of the second × 100"),
        click=to_pair,
        alt=_("F1 of the systems of each pair on every dataset, and their differences by bucket"),
    )
    if known:
        widgets.note(
            _(
                "The tallest bar is {points} points high. Bars have the colour of the system that is ahead, lighter "
                "where the paired 95 % interval holds 0; of each attribute they stand from its lowest bucket to its "
                "highest. Buckets with {small} have none. A click: the words of the tallest bar there. {attributes}.",
                points=number(_POINTS * max(-low, high), 1),
                small=small_said(view.study.diagnoses[0]),
                attributes=listed([f"{one.key} {translated(one.label)}" for one in view.study.attributes]),
            )
        )


def _pair_row(view: StudyView, gain: Gain, differences: Differences) -> BarsRow:
    (pair,) = gain.pairs
    titles = [
        UNDEFINED
        if np.isnan(one)
        else f"{number(_POINTS * one, 2)} → {number(_POINTS * other, 2)}\n{signed(_POINTS * (other - one), 2)}"
        for one, other in zip(gain.first, gain.second, strict=True)
    ]
    mean = f"{signed(_POINTS * gain.mean.value, 2)}\n{_interval(gain)}".strip()

    def bars(place: int, key: str, cells: Intervals) -> Bars:
        bucketed = view.study.diagnoses[place].attribute(key)
        label = translated(bucketed.attribute.label)
        head = _("{dataset}, {attribute}", dataset=view.study.datasets[place], attribute=label)
        if np.isnan(cells.values).all():
            return Bars((), (head, UNDEFINED))
        tallest = int(np.nanargmax(np.abs(cells.values)))
        ahead = "only_b" if cells.values[tallest] > 0 else "only_a"
        said = [
            _(
                "{bucket}: {points} {interval}, {gold:,} gold units",
                bucket=bucket_said(label),
                points=signed(_POINTS * one.value),
                interval=bracketed(one.low, one.high),
                gold=int(gold),
            )
            for label, one, gold in zip(view.study.labels(place, key), cells, bucketed.gold, strict=True)
            if not np.isnan(one.value)
        ]
        words = ahead if cells.values[tallest] else None
        return Bars(
            tuple(cells.values.tolist()),
            (head, _("{second} minus {first}, points:", first=pair.first, second=pair.second), *said),
            data=(pair.first, pair.second, view.ids[place], key, tallest, words),
            faint=tuple(not one.leaves_out_zero for one in cells),
        )

    return BarsRow(
        name=(
            f"{pair.first} →",
            pair.second,
            _("{part}: {first} → {second}", part=pair.part, first=pair.first_value, second=pair.second_value),
        ),
        titles=(*titles, mean),
        cells=tuple(
            tuple(bars(place, key, cells) for key, cells in (row or {}).items())
            for place, row in enumerate(differences)
        ),
        low=view.colours[pair.first],
        high=view.colours[pair.second],
    )


def _fails(view: StudyView) -> None:
    """Draw of every system on every dataset how far the worst bucket of each attribute is below its best."""
    look = tray.looks().look(view.selection.where)
    content = fails(look, colours=view.colours)

    def to_worst(mark: Sequence[Any]) -> None:
        if mark:
            system, place, attribute, bucket = mark
            leads.to_words(attribute, int(bucket), **view.there(view.ids[int(place)], system=system))

    show.chart(
        show.exhibit(look, "fails", content),
        key="self diagnoses",
        title=content.title,
        remark=_(
            "F1 × 100; bars: points from the best bucket of an attribute down to its worst, whose number stands above"
        ),
        click=to_worst,
        alt=_("The worst bucket of each attribute and its gap, for every system on every dataset"),
    )
    widgets.note(
        _(
            "The tallest bar is {points} points high; each is the largest of its attribute, chosen after looking. A "
            "click: the words of the worst bucket.",
            points=number(_POINTS * content.numbers.get("gap", 0.0), 1),
        )
    )
