"""What stands out in the buckets of one system: the weakest, and the one that costs most; in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.baselines import LINES
from cwsdiag.diagnosis.error_kinds import SHAPES
from cwsdiag.frames import bucket_said
from cwsdiag.languages import _, n_, translated
from cwsdiag.resampling import SENTENCE
from cwsdiag.views.buckets import gold_said, left_aside, low_score_sentence
from cwsdiag.views.units import drawn_said, few_remark, least_said
from cwsdiag.views.wording import UNDEFINED, bracketed, interval, listed, number, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.views.buckets import Bucket
    from cwsdiag.views.look import PrivateLook


def copies_of_gold(dataset: Dataset) -> list[str]:
    """Return the systems that have exactly the words of gold; BASE and TOP, which are no files, are none of them."""
    gold = dataset.gold.word_ends
    return [
        system.name
        for system in dataset.systems
        if system.name not in LINES and not len(system.left_out) and np.array_equal(system.word_ends, gold)
    ]


def copies_said(names: Sequence[str]) -> str:
    """Say that systems have exactly the words of gold, and what to do."""
    return n_(
        "{names} has exactly the words of gold, as a copy of the gold file would. Give the output of the segmenter.",
        "{names} have exactly the words of gold, as copies of the gold file would. Give the output of the segmenters.",
        len(names),
        names=listed(names),
    )


def unsegmented_said(dataset: Dataset) -> str | None:
    """Say that gold is probably not segmented; None where it is."""
    if dataset.unsegmented is None:
        return None
    return _(
        "{name}: a word has {mean:.1f} characters on average, so it is probably not segmented.",
        name=dataset.gold.name,
        mean=dataset.unsegmented,
    )


def worst_sentence(worst: Bucket, *, system: str) -> str:
    """Say where a system fails most, and how far behind its best that is."""
    row, best = worst.row, worst.panel.rows[worst.panel.best or 0]
    return _(
        "{system} is worst at {where}: F1 {f1} {interval}, {gap} under its best bucket ({best}), {gold}.",
        system=system,
        where=worst.where,
        f1=number(row["f1"]),
        interval=interval(row["f1_low"], row["f1_high"]),
        gap=points(best["f1"] - row["f1"]),
        best=bucket_said(best["label"]),
        gold=gold_said(worst.gold, worst.panel.unit),
    )


def worst_remark(worst: Bucket, *, least: str, unit: str = SENTENCE) -> str:
    """Say how the finding of ``worst_sentence`` is to be taken.

    Args:
        worst: the finding.
        least: what a bucket needs to be named; see ``least_said``.
        unit: what resamples drew.
    """
    said = _(
        "A finding to check: it is the lowest of {candidates} buckets of at least {least}, chosen after looking. "
        "Brackets hold 95 % intervals, from resampling {units}.",
        candidates=worst.candidates,
        least=least,
        units=drawn_said(unit),
    )
    if few := translated(few_remark(worst.row["units"], unit)):
        said = _("{first} {second}", first=said, second=few)
    return said + translated(low_score_sentence(worst.low_score))


def no_worst_sentence(look: PrivateLook, system: str, attribute: str | None = None) -> str:
    """Say why a system has no worst bucket, of all attributes or of one: too few can be named, or all are as good."""
    named = [
        [number(row["f1"]) for row in panel.rows if row["named"] and row["f1"] == row["f1"]]
        for panel in look.among(system, attribute)
    ]
    if not named:
        return left_aside(look.diagnosis).strip()
    if not any(len(one) > 1 for one in named):
        return _(
            "{system} has no worst bucket: no attribute has two buckets of at least {least}, as a diagnosis requires.",
            system=system,
            least=least_said(look.diagnosis),
        )
    values = {value for one in named for value in one}
    if len(values) == 1:
        return _("{system} has no worst bucket: all that can be named have F1 {f1}.", system=system, f1=values.pop())
    return _(
        "{system} has no worst bucket: within each attribute, F1 is the same in all that can be named.", system=system
    )


def costliest_sentence(costliest: Bucket, *, system: str) -> str:
    """Say which words cost a system most, how much F1 it would gain on them, and what most errors there are."""
    row, missed, most = costliest.row, sum(costliest.shapes), max(costliest.shapes, default=0)
    said = _(
        "{system} loses most at {where}: {cost} of F1 {interval} would be won if they were as good as the others, "
        "{gold}",
        system=system,
        where=costliest.where,
        cost=points(row["cost"]),
        interval=bracketed(row["cost_low"], row["cost_high"]),
        gold=gold_said(costliest.gold, costliest.panel.unit),
    )
    # A bucket without missed words costs by what the system alone has in it.
    if not missed:
        return _("{said}.", said=said)
    shape = SHAPES[costliest.shapes.index(most)]
    if shape == "split":
        kind = n_("{n:,} of {of:,} errors there is a split", "{n:,} of {of:,} errors there are splits", most, of=missed)
    elif shape == "merged":
        kind = n_("{n:,} of {of:,} errors there is a merge", "{n:,} of {of:,} errors there are merges", most, of=missed)
    else:
        kind = n_(
            "{n:,} of {of:,} errors there crosses a boundary",
            "{n:,} of {of:,} errors there cross a boundary",
            most,
            of=missed,
        )
    return _("{said}; {kind}.", said=said, kind=kind)


def costliest_cell(costliest: Bucket | None) -> str:
    """Return the costliest bucket and its cost in points for a cell: ``word length 2: 4.1``; a dash without one."""
    if costliest is None:
        return UNDEFINED
    return _("{group}: {label}", group=costliest.name, label=number(100 * costliest.row["cost"], 1))
