"""What is shown of one system: where it fails, and why; and slices of two that cost more than their buckets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from cwsdiag.charts.matrices import kinds_chart
from cwsdiag.charts.panels import self_chart
from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.diagnosis.slices import slice_differences
from cwsdiag.diagnosis.slices import slices as diagnosed
from cwsdiag.exhibits.exhibit import (
    Content,
    RibbonExample,
    Target,
    bucket_hovers,
    example_in,
    example_of,
    exhibit,
    roles_of,
    system_styles,
)
from cwsdiag.frames import Panel
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.output import Table
from cwsdiag.views.buckets import Bucket, bucket_named, bucket_names, bucket_table, by_attribute, left_aside
from cwsdiag.views.columns import BUCKETS, COSTS, SLICE_DIFFERENCES, SLICES, column
from cwsdiag.views.findings import costliest_sentence, no_worst_sentence, worst_remark, worst_sentence
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.rows import kind_list
from cwsdiag.views.wording import (
    CAUSE_LABELS,
    SHAPE_LABELS,
    bracketed,
    gold_words,
    in_turn,
    kind_name,
    least_text,
    listed,
    number,
    p_is,
    points,
    small_text,
    together_text,
)

_OF = {"shape": lazy("shape"), "cause": lazy("cause")}
_KIND_COLUMNS = {
    "of": column("by"),
    "kind": column("kind of error"),
    "count": column("missed", "Gold words that the system misses.", "count"),
    "percent": column("share", "Share of all that it misses.", "percent"),
}


@exhibit(
    "self",
    "F1 of one system by bucket of every attribute, what each bucket costs, and its share of gold",
    page="diagnosis",
    missed=True,
)
def self_diagnosis(
    look: PrivateLook,
    system: str,
    attribute: str | None = None,
    order: str | None = None,
    *,
    field: Mapping[str, Sequence[Panel]] = MappingProxyType({}),
) -> Content:
    """Return F1 and cost of one system in every bucket, of all attributes or of one.

    Args:
        look: what is shown.
        system: its name.
        attribute: the key of the one attribute that is shown.
        order: ``f1`` or ``cost``, for the weakest or the costliest attribute first; None as they are listed.
        field: the panels of other systems whose F1 is drawn as lines, by name.
    """
    panels = [panel for panel in look.arranged(system, order) if attribute in (None, panel.key)]
    drawn = system_styles(look)
    worst, costliest = look.worst(system, attribute), look.costliest(system, attribute)
    names: dict[str, str] = {"system": system, "dataset": look.name}
    title, sentences = _("F1 by bucket: {system} on {dataset}", **names), list[str]()
    numbers: dict[str, float] = {}
    if costliest is not None:
        numbers |= {key: costliest.row[key] for key in ("cost", "cost_low", "cost_high")}
        sentences.append(costliest_sentence(costliest, system=system))
    if worst is None:
        sentences.append(no_worst_sentence(look, system, attribute))
    else:
        numbers |= {key: worst.row[key] for key in ("f1", "f1_low", "f1_high")}
        diagnosis = look.diagnosis
        remark = worst_remark(worst, least=least_text(diagnosis, system), unit=diagnosis.unit_of(system))
        remark += together_text(diagnosis, system) + ("" if attribute else left_aside(diagnosis))
        sentences += [worst_sentence(worst, system=system), remark]
    if attribute is not None:
        title = _("F1 by {attribute}: {system} on {dataset}", attribute=translated(panels[0].title), **names)
        sentences[0] = by_attribute(panels[0], sentences[0])
    shown = costliest or worst

    def table() -> Table:
        return Table(bucket_table(panels if attribute else look.panels(system)), BUCKETS)

    return Content(
        title,
        sentences[0],
        in_turn(*sentences[1:]),
        numbers,
        chart=lambda size: self_chart(
            panels,
            size,
            colour=look.colours[system],
            small=small_text(look.diagnosis, system),
            hover=bucket_hovers(table(), "f1", "f1_low", "f1_high") if size.live else {},
            field=field,
            styles={name: drawn[name] for name in field},
            # On a slide every panel counts; which bucket is worst is marked in each.
            summary=attribute is None and size.height is None,
        ),
        table=table,
        example=lambda: (
            None if shown is None else example_in(look, {"a": system}, shown.panel.key, shown.row["bucket"])
        ),
        click=lambda mark: bucket_words({"system": system}, *mark[:2]),
        glance=[] if costliest is None else [points(costliest.row["cost"]), f"F1 {number(costliest.row['f1'])}"],
    )


@exhibit(
    "kinds",
    "gold words that one system misses, by shape and cause of the error",
    page="diagnosis",
)
def kinds(look: PrivateLook, system: str) -> Content:
    """Return how many gold words a system misses, by shape and cause of the error."""
    counts = look.diagnosis.kind_counts(system)
    table = counts.shapes[:, None] if counts.table is None else counts.table
    shape, cause = np.unravel_index(np.argmax(table), table.shape)
    has_causes = table.shape[1] > 1
    most = int(table[shape, cause])
    sentence = _("{system} misses no gold word.", system=system)
    if counts.missed:
        sentence = _(
            "{system} misses {gold}; the most frequent kind is {kind}: {count:,} ({share:.0%}).",
            system=system,
            gold=gold_words(counts.missed),
            kind=kind_name(SHAPES[shape], CAUSES[cause] if has_causes else None),
            count=most,
            share=most / counts.missed,
        )

    def rows() -> Table:
        return Table(
            [
                {
                    "of": translated(_OF[of]),
                    "kind": kind_name(kind),
                    "count": count,
                    "percent": 100 * count / counts.missed if counts.missed else np.nan,
                }
                for of, kind, count in kind_list(counts)
            ],
            _KIND_COLUMNS,
        )

    def example() -> RibbonExample | None:
        if not most:
            return None
        facts = look.diagnosis.error_kinds(system)
        chosen = facts.shapes == shape
        if has_causes and facts.causes is not None:
            chosen &= facts.causes == cause
        return example_of(look, np.flatnonzero(chosen), {"a": system})

    return Content(
        _("Why {system} fails on {dataset}", system=system, dataset=look.name),
        sentence,
        numbers={"missed": float(counts.missed), "most": float(most)},
        chart=lambda size: kinds_chart(
            table.tolist(),
            size,
            shapes=[(name, SHAPE_LABELS[name]) for name in SHAPES],
            causes=[(name, CAUSE_LABELS[name]) for name in CAUSES] if has_causes else [],
            colour=look.colours[system],
        ),
        table=rows,
        example=example,
        click=lambda mark: error_words(system, shape=str(mark[0] or ""), cause=str(mark[1] or "")),
    )


def bucket_words(
    systems: Mapping[str, str | None], attribute: str, bucket: int | None, which: str = "all"
) -> Target | None:
    """Return what asks for the words of a bucket; None where there is no bucket."""
    if bucket is None:
        return None
    return _words({**systems, "attribute": str(attribute), "bucket": str(int(bucket)), "which": which})


def error_words(system: str, *, other: str = "", shape: str = "", cause: str = "") -> Target:
    """Return what asks for the words that a system misses, of a kind."""
    return _words({"system": system, "other": other, "shape": shape, "cause": cause})


def _words(asked: Mapping[str, str | None]) -> Target:
    return "words", {name: value for name, value in asked.items() if value}


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
                gold=gold_words(first.gold),
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
            lead = one.interval if one.difference > 0 else one.interval.turned
            numbers = {"difference": one.difference, "low": one.low, "high": one.high, "p": one.p_deciding}
            sentence = _(
                "{ahead} is furthest ahead at {where}: {difference} {interval} (p {p}), {gold}.",
                ahead=system if one.difference > 0 else other,
                where=bucket_names(diagnosis, first_of.buckets),
                difference=points(lead.value),
                interval=bracketed(lead.low, lead.high),
                p=p_is(one.p_deciding, one.p),
                gold=gold_words(first_of.gold),
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
            if row["same_as"] or row["usual"] or not any(one["named"] and one["cost"] > 0 for one in each.values()):
                continue
            values = {f"cost_{role}": 100 * one["cost"] for role, one in each.items()}
            values |= {f"f1_{role}": one["f1"] for role, one in each.items()}
            values["share"] = 100 * row["share"]
            rows.append({"buckets": [(panel.key, place)], "slice": Bucket(panel, row).name, **values})
    for one in diagnosed(look.diagnosis, sides["a"]).rows:
        if one.significant:
            names = [bucket_named(look.diagnosis.attribute(key), bucket) for key, bucket in one.buckets]
            values = {"cost_a": 100 * one.cost, "f1_a": one.f1, "cost_b": math.nan, "f1_b": math.nan}
            values["share"] = 100 * one.gold / max(1, len(look.dataset.gold))
            rows.append({"buckets": list(one.buckets), "slice": listed(names), **values})
    return rows


def _points(**values: float) -> dict[str, float]:
    return {key: 100 * value for key, value in values.items()}
