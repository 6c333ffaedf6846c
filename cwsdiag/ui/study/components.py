"""What parts of systems bring: pairs that differ in one (the paper's Table 8), and where all systems fail (Table 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cwsdiag.charts.study_cells import Bars, BarsRow, bars_chart
from cwsdiag.exhibits.across import fails
from cwsdiag.frames import bucket_said, signed
from cwsdiag.languages import _, translated
from cwsdiag.study import pair_gains, value_gains
from cwsdiag.ui.data.project_data import gains_by_bucket, pair_differences
from cwsdiag.ui.keeping import tray
from cwsdiag.ui.shell import leads, show, tables, widgets
from cwsdiag.ui.study.scores_table import published_switch
from cwsdiag.ui.study.seen import StudyView, chart
from cwsdiag.views.across.parts import bucket_place, components_finding
from cwsdiag.views.columns import PART_GAINS
from cwsdiag.views.units import small_said
from cwsdiag.views.wording import UNDEFINED, bracketed, listed, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.inference import Intervals
    from cwsdiag.study import BucketGain, Gain, PartPair

    Floats = NDArray[np.float64]

_POINTS = 100
# More would make a figure of many screens.
_MOST_PAIRS = 40
_WIDTHS: dict[str, int | str] = {"pairs": 55, "gain": 70, "interval": 125, "datasets": 75, "most": 165, "least": 165}


def found(seen: StudyView) -> tuple[str, str]:
    """Return what the part finds, and how it is to be taken."""
    table = seen.ranked
    return components_finding(value_gains(table), declared=sum(name in table.parts for name in table.models))


def part(seen: StudyView) -> None:
    """Draw what parts bring, pair by pair and dataset by dataset, and the gaps of all systems in the same layout."""
    published_switch(seen)
    gains = pair_gains(seen.ranked)
    if gains:
        _brings(seen)
        _pairs(seen, gains[:_MOST_PAIRS])
    if len(gains) > _MOST_PAIRS:
        widgets.note(_("{most} of {n:,} pairs are drawn; cwsdiag study lists all.", most=_MOST_PAIRS, n=len(gains)))
    if seen.study.models:
        _selves(seen)


def _brings(seen: StudyView) -> None:
    """Draw what each value of a part brings over another, and where."""
    widgets.heading(_("What a part brings"), _("points of F1, mean over pairs and datasets"))
    frame = pd.DataFrame([_row(seen, gain) for gain in value_gains(seen.ranked)])
    shown = [key for key in PART_GAINS if key not in ("most", "least") or frame[key].notna().any()]
    tables.table(
        frame,
        tables.columns(PART_GAINS, shown, **_WIDTHS),
        key="part gains",
        alt=_("What each value of a part brings over another, with its interval over datasets"),
    )


def _row(seen: StudyView, gain: Gain) -> dict[str, Any]:
    mean = gain.mean
    places = gains_by_bucket(seen.chosen, seen.study, gain)
    # A bucket that few datasets have is no match for one that all have.
    known = max((one.datasets for one in places), default=0)
    full = sorted((one for one in places if one.datasets == known > 0), key=lambda one: one.mean.value)
    none = np.isnan(mean.low)
    return {
        "part": gain.part,
        "first": gain.first_value,
        "second": gain.second_value,
        "pairs": len(gain.pairs),
        "gain": _POINTS * mean.value,
        "interval": UNDEFINED if none else f"[{signed(_POINTS * mean.low, 2)}, {signed(_POINTS * mean.high, 2)}]",
        "datasets": gain.datasets,
        "most": _where(full[-1]) if full else None,
        "least": _where(full[0]) if full else None,
    }


def _where(one: BucketGain) -> str:
    # By its key, as in the figure: its name has no room.
    place = bucket_place(one.bucket, one.buckets)
    return f"{one.attribute} {place}: {signed(_POINTS * one.mean.value)}"


def _pairs(seen: StudyView, gains: Sequence[Gain]) -> None:
    """Draw the pairs that differ in one part: F1 of both on every dataset, over the differences in each bucket."""
    differences = {gain.pairs[0]: pair_differences(seen.chosen, seen.study, gain.pairs[0]) for gain in gains}
    # Those with bars first: what their bars are of is named under the last of them.
    rows = sorted(gains, key=lambda gain: not _defined(differences[gain.pairs[0]]))
    known = [values for found in differences.values() for values in _defined(found)]
    low, high = (float(reach(np.concatenate([[0.0], *known]))) for reach in (np.nanmin, np.nanmax))
    bars = _("F1 of the first and of the second × 100; bars: second minus first in each bucket")
    drawn = [_pair_row(seen, gain, differences[gain.pairs[0]]) for gain in rows]
    columns, span = [*seen.ranked.datasets, _("mean")], (low, high) if low < high else (0.0, 1.0)
    chart(
        seen,
        _("Pairs that differ in one part"),
        lambda size: bars_chart(drawn, columns, seen.study.keys, size, span=span),
        key="part pairs",
        remark=bars if known else _("F1 of the first and of the second × 100"),
        click=lambda mark: _to_pair(seen, list(mark)),
        alt=_("F1 of the systems of each pair on every dataset, and their differences by bucket"),
    )
    if known:
        _note(seen, max(-low, high))


def _note(seen: StudyView, tallest: float) -> None:
    attributes = [f"{one.key} {translated(one.label)}" for one in seen.study.attributes]
    widgets.note(
        _(
            "The tallest bar is {points} points high. Bars have the colour of the system that is ahead, lighter where "
            "the paired 95 % interval holds 0; of each attribute they stand from its lowest bucket to its highest. "
            "Buckets with {small} have none. A click: the words of the tallest bar there. {attributes}.",
            points=number(_POINTS * tallest, 1),
            small=small_said(seen.study.diagnoses[0]),
            attributes=listed(attributes),
        )
    )


def _defined(found: Sequence[Mapping[str, Intervals] | None]) -> list[Floats]:
    """Return the differences of the attributes that have at least one that is defined."""
    every = [cells.values for row in found if row is not None for cells in row.values()]
    return [values for values in every if not np.isnan(values).all()]


def _pair_row(seen: StudyView, gain: Gain, found: Sequence[Mapping[str, Intervals] | None]) -> BarsRow:
    (pair,) = gain.pairs
    mean = gain.mean
    between = "" if np.isnan(mean.low) else f"\n[{signed(_POINTS * mean.low, 2)}, {signed(_POINTS * mean.high, 2)}]"
    titles = [_title(one, other) for one, other in zip(gain.first, gain.second, strict=True)]
    return BarsRow(
        name=(
            f"{pair.first} →",
            pair.second,
            _("{part}: {first} → {second}", part=pair.part, first=pair.first_value, second=pair.second_value),
        ),
        titles=(*titles, f"{signed(_POINTS * mean.value, 2)}{between}"),
        cells=tuple(
            tuple(_pair_bars(seen, pair, place, key, cells) for key, cells in (row or {}).items())
            for place, row in enumerate(found)
        ),
        low=seen.colours[pair.first],
        high=seen.colours[pair.second],
    )


def _title(first: float, second: float) -> str:
    if np.isnan(first):
        return UNDEFINED
    gain = signed(_POINTS * (second - first), 2)
    return f"{number(_POINTS * first, 2)} → {number(_POINTS * second, 2)}\n{gain}"


def _pair_bars(seen: StudyView, pair: PartPair, place: int, key: str, found: Intervals) -> Bars:
    study = seen.study
    bucketed = study.diagnoses[place].attribute(key)
    head = _("{dataset}, {attribute}", dataset=study.datasets[place], attribute=translated(bucketed.attribute.label))
    if np.isnan(found.values).all():
        return Bars((), (head, UNDEFINED))
    tallest = int(np.nanargmax(np.abs(found.values)))
    ahead = "only_b" if found.values[tallest] > 0 else "only_a"
    said = [
        _(
            "{bucket}: {points} {interval}, {gold:,} gold units",
            bucket=bucket_said(label),
            points=signed(_POINTS * one.value),
            interval=bracketed(one.low, one.high),
            gold=int(gold),
        )
        for label, one, gold in zip(study.labels(place, key), found, bucketed.gold, strict=True)
        if not np.isnan(one.value)
    ]
    return Bars(
        tuple(found.values.tolist()),
        (head, _("{second} minus {first}, points:", first=pair.first, second=pair.second), *said),
        data=(
            pair.first,
            pair.second,
            seen.ids[place],
            key,
            tallest,
            ahead if found.values[tallest] else None,
        ),
        faint=tuple(not one.leaves_out_zero for one in found),
    )


def _to_pair(seen: StudyView, data: list[Any]) -> None:
    """In a callback: lead to the words of a bucket, with the systems of a pair as A and B."""
    if not data:
        return
    first, second, dataset, attribute, bucket, show = data
    leads.to_words(
        attribute,
        int(bucket),
        show=show,
        dataset=dataset,
        system=seen.called(first, dataset),
        other=seen.called(second, dataset),
        buckets=seen.buckets,
    )


def _selves(seen: StudyView) -> None:
    """Draw of every system on every dataset how far the worst bucket of each attribute is below its best."""
    look = tray.looks().look(seen.view.where)
    content = fails(look, colours=seen.colours)
    show.chart(
        show.exhibit(look, "fails", content),
        key="self diagnoses",
        title=content.title,
        remark=_(
            "F1 × 100; bars: points from the best bucket of an attribute down to its worst, whose number stands above"
        ),
        click=lambda mark: _to_self(seen, list(mark)),
        alt=_("The worst bucket of each attribute and its gap, for every system on every dataset"),
    )
    widgets.note(
        _(
            "The tallest bar is {points} points high; each is the largest of its attribute, chosen after looking. A "
            "click: the words of the worst bucket.",
            points=number(_POINTS * content.numbers.get("gap", 0.0), 1),
        )
    )


def _to_self(seen: StudyView, data: list[Any]) -> None:
    """In a callback: lead to the words of the worst bucket of a system, which becomes A."""
    if data:
        system, place, attribute, bucket = data
        dataset = seen.ids[int(place)]
        leads.to_words(
            attribute, int(bucket), dataset=dataset, system=seen.called(system, dataset), buckets=seen.buckets
        )
