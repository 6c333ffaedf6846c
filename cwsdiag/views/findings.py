"""What stands out in the buckets of one system: the weakest, and the one that costs most; in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.baselines import LINES
from cwsdiag.dataset import Dataset
from cwsdiag.languages import _, n_, translated
from cwsdiag.resampling import SENTENCE
from cwsdiag.views.buckets import Bucket, left_aside, low_score_sentence
from cwsdiag.views.wording import few_remark, in_turn, interval, least_text, listed, number, points, resampling_text

if TYPE_CHECKING:
    from cwsdiag.views.look import PrivateLook


def copies_of_gold(dataset: Dataset) -> list[str]:
    """Return the systems that have exactly the words of gold; BASE and TOP, which are no files, are none of them."""
    gold = dataset.gold.word_ends
    return [
        system.name
        for system in dataset.systems
        if system.name not in LINES and not len(system.left_out) and np.array_equal(system.word_ends, gold)
    ]


def copies_text(names: Sequence[str]) -> str:
    """Say that systems have exactly the words of gold, and what to do."""
    return n_(
        "{names} has exactly the words of gold, as a copy of the gold file would. Give the output of the segmenter.",
        "{names} have exactly the words of gold, as copies of the gold file would. Give the output of the segmenters.",
        len(names),
        names=listed(names),
    )


def unsegmented_text(dataset: Dataset) -> str | None:
    """Say that gold is probably not segmented; None where it is."""
    if dataset.unsegmented is None:
        return None
    return _(
        "{name}: a word has {mean:.1f} characters on average, so it is probably not segmented.",
        name=dataset.gold.name,
        mean=dataset.unsegmented,
    )


def worst_sentence(worst: Bucket, *, system: str) -> str:
    """Say where a system has its lowest F1."""
    f1 = number(worst.row["f1"])
    return _("{system} has its lowest F1 at {where}: {f1}.", system=system, where=worst.where, f1=f1)


def worst_remark(worst: Bucket, *, least: str, unit: str = SENTENCE) -> str:
    """Say how the finding of ``worst_sentence`` is to be taken.

    Args:
        worst: the finding.
        least: what a bucket needs to be named; see ``least_text``.
        unit: what resamples drew.
    """
    sentence = _(
        "95 % interval {interval} from resampling {units}; the lowest of {candidates} buckets of at least {least}, "
        "chosen after looking.",
        interval=interval(worst.row["f1_low"], worst.row["f1_high"]),
        candidates=worst.candidates,
        least=least,
        units=resampling_text(unit),
    )
    sentence = in_turn(sentence, few_remark(worst.row["units"], unit))
    return sentence + translated(low_score_sentence(worst.low_score))


def no_worst_sentence(look: PrivateLook, system: str, attribute: str | None = None) -> str:
    """Say why a system has no worst bucket, of all attributes or of one."""
    if not look.among(system, attribute):
        return left_aside(look.diagnosis).strip()
    return _(
        "{system} has no worst bucket: no attribute has two of at least {least} that differ in F1.",
        system=system,
        least=least_text(look.diagnosis, system),
    )


def costliest_sentence(costliest: Bucket, *, system: str) -> str:
    """Say which words cost a system most, and how many of them it gets wrong."""
    lost = {"system": system, "cost": points(costliest.row["cost"]), "where": costliest.where}
    # A bucket without missed words costs by what the system alone has in it.
    if not costliest.missed:
        return _("{system} loses {cost} at {where}.", **lost)
    counts = {"missed": costliest.missed, "gold": costliest.gold}
    return _("{system} loses {cost} at {where}: {missed:,} of {gold:,} wrong.", **counts, **lost)
