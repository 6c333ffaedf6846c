"""What is shown of one system: where it fails, and why."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.charts.matrices import kinds_chart
from cwsdiag.charts.panels import self_chart
from cwsdiag.diagnosis.error_kinds import CAUSES, SHAPES
from cwsdiag.exhibits.exhibit import Content, bucket_hovers, example_in, example_of, exhibit, system_styles
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.output import Table
from cwsdiag.views.buckets import bucket_table, left_aside
from cwsdiag.views.columns import BUCKETS, column
from cwsdiag.views.findings import costliest_sentence, no_worst_sentence, worst_remark, worst_sentence
from cwsdiag.views.look import PrivateLook
from cwsdiag.views.rows import kind_list
from cwsdiag.views.wording import (
    CAUSE_LABELS,
    SHAPE_LABELS,
    kind_name,
    least_text,
    number,
    points,
    small_text,
    together_text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.exhibits.exhibit import RibbonExample, Target
    from cwsdiag.frames import Panel

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
    title, sentence, remark = _("F1 by bucket: {system} on {dataset}", **names), "", ""
    numbers: dict[str, float] = {}
    if costliest is not None:
        numbers |= {key: costliest.row[key] for key in ("cost", "cost_low", "cost_high")}
        sentence = costliest_sentence(costliest, system=system)
    if worst is None:
        second = no_worst_sentence(look, system, attribute)
    else:
        numbers |= {key: worst.row[key] for key in ("f1", "f1_low", "f1_high")}
        second = worst_sentence(worst, system=system)
        diagnosis = look.diagnosis
        remark = worst_remark(worst, least=least_text(diagnosis, system), unit=diagnosis.unit_of(system))
        remark += together_text(diagnosis, system) + ("" if attribute else left_aside(diagnosis))
    if not sentence:
        sentence = second
    else:
        remark = _("{first} {second}", first=second, second=remark) if remark else second
    if attribute is not None:
        label = translated(panels[0].title)
        title = _("F1 by {attribute}: {system} on {dataset}", attribute=label, **names)
        if panels[0].undefined:
            sentence, remark = (
                _("{attribute} is undefined: {why}", attribute=label, why=translated(panels[0].undefined)),
                "",
            )
        else:
            sentence = _("By {attribute}: {said}", attribute=label, said=sentence)
    shown = costliest or worst

    def table() -> Table:
        return Table(bucket_table(panels if attribute else look.panels(system)), BUCKETS)

    return Content(
        title,
        sentence,
        remark,
        numbers,
        chart=lambda size: self_chart(
            panels,
            size,
            colour=look.colours[system],
            small=small_text(look.diagnosis, system),
            hover=bucket_hovers(table(), {"f1": ("f1_low", "f1_high")}) if size.live else {},
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
    shape, cause = (int(place) for place in np.unravel_index(int(np.argmax(table)), table.shape))
    has_causes = table.shape[1] > 1
    most = int(table[shape, cause])
    named = SHAPES[shape], CAUSES[cause] if has_causes else None
    if counts.missed:
        sentence = n_(
            "{system} misses {n:,} gold word", "{system} misses {n:,} gold words", counts.missed, system=system
        )
        sentence = _(
            "{said}; the most frequent kind is {kind}: {count:,} ({share:.0%}).",
            said=sentence,
            kind=kind_name(*named),
            count=most,
            share=most / counts.missed,
        )
    else:
        sentence = _("{system} misses no gold word.", system=system)

    def rows() -> Table:
        return Table(
            [
                {
                    "of": translated(_OF[of]),
                    "kind": kind_name(**{"shape": None, "cause": None, of: kind}),
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
