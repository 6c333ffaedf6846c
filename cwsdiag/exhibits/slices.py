"""What is shown of slices of two: words in two buckets that cost more than either bucket explains."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cwsdiag.diagnosis.slices import slice_differences
from cwsdiag.diagnosis.slices import slices as diagnosed
from cwsdiag.exhibits.exhibit import Content, example_in, exhibit, roles_of
from cwsdiag.exhibits.one_system import bucket_words
from cwsdiag.languages import _, n_
from cwsdiag.output import Table
from cwsdiag.views.buckets import UNITS, Bucket, bucket_named, bucket_names, gold_label
from cwsdiag.views.columns import COSTS, SLICE_DIFFERENCES, SLICES
from cwsdiag.views.findings import costliest_sentence
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.wording import bracketed, listed, number, p_is, points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.exhibits.exhibit import Target


@exhibit(
    "slices",
    "words in two buckets that cost a system more than either explains, or where two systems differ",
    page="diagnosis",
)
def slices(look: PrivateLook, system: str, other: str | None = None) -> Content:
    """Return what pairs of buckets cost a system beyond their buckets, or where two systems differ in F1 of such."""
    diagnosis, values = look.diagnosis, {"system": system, "dataset": look.name}
    title, numbers, glance = _("Slices of two: {system} on {dataset}", **values), dict[str, float](), list[str]()
    if other is None:
        of_one = diagnosed(diagnosis, system)
        looked_at, places = of_one.looked_at, [row.buckets for row in of_one.rows]
        sentence = _("No pair of buckets costs {system} significantly more than either explains.", **values)
        first = next((row for row in of_one.rows if row.significant), None)
        if first is not None:
            cost = first.excess
            glance = [points(cost.value), f"F1 {number(first.f1)}"]
            numbers = {"excess": cost.value, "low": cost.low, "high": cost.high, "p": first.p_adjusted}
            sentence = _(
                "{system} loses more at {where} than either explains: F1 {f1}, {excess} {interval} beyond that "
                "(p {p}), {gold}.",
                system=system,
                where=bucket_names(diagnosis, first.buckets),
                f1=number(first.f1),
                excess=points(cost.value),
                interval=bracketed(cost.low, cost.high),
                p=p_is(first.p_adjusted),
                gold=gold_label(first.gold, UNITS["word"]),
            )
        frame = [
            {"gold": row.gold, "f1": row.f1, "cost_points": 100 * row.cost, "p_adjusted": row.p_adjusted}
            | _points(excess=row.excess.value, low=row.excess.low, high=row.excess.high)
            for row in of_one.rows
        ]
    else:
        of_two = slice_differences(diagnosis, system, other)
        looked_at, places = of_two.looked_at, [row.buckets for row in of_two.rows]
        title = _("Slices of two: {system} and {other} on {dataset}", other=other, **values)
        sentence = _("{system} and {other} differ significantly in no pair of buckets.", other=other, **values)
        if of_two.rows and of_two.rows[0].f1.verdict == "significant":
            first_of, one = of_two.rows[0], of_two.rows[0].f1
            numbers = {"difference": one.difference, "low": one.low, "high": one.high, "p": one.p_deciding}
            sentence = _(
                "{ahead} is furthest ahead at {where}: {difference} {interval} (p {p}), {gold}.",
                ahead=system if one.difference > 0 else other,
                where=bucket_names(diagnosis, first_of.buckets),
                difference=points(abs(one.difference)),
                interval=bracketed(*(one.low, one.high) if one.difference > 0 else (-one.high, -one.low)),
                p=p_is(one.p_deciding, one.p),
                gold=gold_label(first_of.gold, UNITS["word"]),
            )
        frame = [
            {"gold": row.gold, "f1_a": row.f1.a, "f1_b": row.f1.b, "p_adjusted": row.f1.p_deciding}
            | _points(difference=row.f1.difference, low=row.f1.low, high=row.f1.high)
            for row in of_two.rows
        ]

    def table() -> Table:
        lines = []
        for both, line in zip(places, frame, strict=True):
            first, second = (bucket_named(diagnosis.attribute(key), bucket) for key, bucket in both)
            lines.append({"first": first, "second": second} | line)
        return Table(lines, SLICES if other is None else SLICE_DIFFERENCES)

    def click(mark: Sequence[Any]) -> Target | None:
        (key, bucket), (second, condition) = places[int(mark[0])]
        return bucket_words({"system": system, "other": other, "where": f"{second}:{condition}"}, key, bucket)

    return Content(
        title,
        sentence,
        n_(
            "{n:,} pair of buckets was looked at; p is adjusted for that.",
            "{n:,} pairs of buckets were looked at; p is adjusted for that.",
            looked_at,
        ),
        numbers=numbers,
        table=table,
        example=lambda: example_in(look, roles_of(system, other), where=places[0]) if places else None,
        click=click,
        glance=glance,
    )


@exhibit(
    "costs",
    "what costs a system most: buckets, classes, labels and slices of two, by points of F1 lost",
    page="diagnosis",
    address={"order": "first"},
)
def costs(look: PrivateLook, system: str, other: str | None = None, order: str = "cost") -> Content:
    """Return what the named buckets of words cost a system, beside another one, most first; or lowest F1 first.

    Buckets with the same words are one row. The first row is all words, which cost what F1 lacks of 1; slices of two
    are those that cost significantly more than their buckets explain.
    """
    rows = _cost_rows(look, roles_of(system, other))
    rows[1:] = sorted(rows[1:], key=lambda row: row["f1_a"] if order == "f1" else -row["cost_a"])
    columns = {key: column for key, column in COSTS.items() if key[-2:] != "_b" or other is not None}
    costliest = look.costliest(system)
    sentence = _("{system} loses no points on any bucket.", system=system)
    if costliest is not None:
        sentence = costliest_sentence(costliest, system=system)

    def click(mark: Sequence[Any]) -> Target | None:
        first, *further = rows[int(mark[0])]["buckets"] or [(None, None)]
        where = ",".join(f"{key}:{bucket}" for key, bucket in further)
        return bucket_words({"system": system, "other": other, "where": where}, *first)

    return Content(
        _("What costs {system} most on {dataset}", system=system, dataset=look.name),
        sentence,
        _("Buckets of different attributes hold the same words: their points do not add up."),
        numbers={"cost": rows[1]["cost_a"] if len(rows) > 1 else 0.0},
        table=lambda: Table(rows, columns),
        click=click,
    )


def _cost_rows(look: PrivateLook, sides: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return a row of all words and one a slice: ``buckets``, slice, share in percent, and cost in points and F1."""
    panels = [look.panels(name) for name in sides.values()]
    f1s = {role: look.diagnosis.f1[name][0] for role, name in sides.items()}
    whole = {f"cost_{role}": 100 * (1 - f1) for role, f1 in f1s.items()}
    whole |= {f"f1_{role}": f1 for role, f1 in f1s.items()}
    rows = [{"buckets": [], "slice": _("all words"), "share": 100.0, **whole}]
    for of_attribute in zip(*panels, strict=True):
        panel = of_attribute[0]
        if panel.apart or panel.by_character:
            continue
        for place, row in enumerate(panel.rows):
            each = dict(zip(sides, (one.rows[place] for one in of_attribute), strict=True))
            # Of a class that most words have, the rest would be what stands out.
            most = row["share"] > 1 / 2 and look.diagnosis.attribute(panel.key).attribute.categorical
            if row["same_as"] or most or not any(one["named"] and one["cost"] > 0 for one in each.values()):
                continue
            values = {f"cost_{role}": 100 * one["cost"] for role, one in each.items()}
            values |= {f"f1_{role}": one["f1"] for role, one in each.items()}
            rows.append(
                {
                    "buckets": [(panel.key, place)],
                    "slice": Bucket(panel, row).name,
                    "share": 100 * row["share"],
                    **values,
                }
            )
    for one in diagnosed(look.diagnosis, sides["a"]).rows:
        if one.significant:
            values = {"cost_a": 100 * one.cost, "f1_a": one.f1, "cost_b": math.nan, "f1_b": math.nan}
            rows.append(
                {
                    "buckets": list(one.buckets),
                    "slice": listed(
                        [bucket_named(look.diagnosis.attribute(key), bucket) for key, bucket in one.buckets]
                    ),
                    "share": 100 * one.gold / max(1, len(look.dataset.gold)),
                    **values,
                }
            )
    return rows


def _points(**values: float) -> dict[str, float]:
    return {key: 100 * value for key, value in values.items()}
