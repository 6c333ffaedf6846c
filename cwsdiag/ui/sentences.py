"""What charts show, as sentences one may quote: with the count and the interval in them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cwsdiag.report.tables import number

if TYPE_CHECKING:
    from cwsdiag.ui.comparison import Finding, Overall
    from cwsdiag.ui.results import Lead, Worst


def interval(low: float, high: float) -> str:
    """Return a 95 % interval as ``[0.812, 0.846]``."""
    return f"[{number(low)}, {number(high)}]"


def points(difference: float) -> str:
    """Return a difference of scores in points: ``2.1 points``."""
    if math.isnan(difference):
        return number(difference)
    text = f"{100 * difference:z.1f}"
    return f"{text} point" if text == "1.0" else f"{text} points"


def counted(count: int, plural: str) -> str:
    """Return a count with its noun: ``1 word``, ``1,204 words``."""
    return f"{count:,} {plural.removesuffix('s') if count == 1 else plural}"


def lead_sentence(lead: Lead, *, dataset: str, words: int) -> str:
    """Say who is best, by how much, and whether that is real."""
    best = (
        f"{lead.best} is best on {dataset}: F1 {number(lead.f1)} {interval(lead.low, lead.high)} "
        f"over {counted(words, 'gold words')}"
    )
    if lead.next is None:
        return best.replace(" is best on ", " on ", 1) + "."
    ahead = f"{points(lead.difference)} [{100 * lead.difference_low:z.1f}, {100 * lead.difference_high:z.1f}]"
    if lead.difference_low > 0:
        return f"{best}, {ahead} ahead of {lead.next}."
    return f"{best}, but its {ahead} over {lead.next} may be chance: the interval holds 0."


def worst_sentence(worst: Worst, *, system: str) -> str:
    """Say where a system fails most, and how far behind its best that is."""
    return (
        f"{system} is worst at {worst.unit} with {worst.title} {worst.label}: "
        f"F1 {number(worst.f1)} {interval(worst.low, worst.high)}, {points(worst.gap)} under its best bucket "
        f"({worst.best_label}), {counted(worst.gold, f'gold {worst.unit}')}."
    )


def worst_remark(worst: Worst, *, min_size: int) -> str:
    """Say how the finding of ``worst_sentence`` is to be taken."""
    return (
        f"A finding to check: it is the lowest of {worst.candidates} buckets of at least {min_size} gold units, "
        "chosen after looking. Brackets hold 95 % intervals, from resampling sentences."
    )


def bracketed(low: float, high: float) -> str:
    """Return a 95 % interval of a difference in points: ``[-0.4, 2.1]``."""
    return f"[{100 * low:z.1f}, {100 * high:z.1f}]"


def compare_sentence(overall: Overall, finding: Finding | None, *, dataset: str) -> str:
    """Say which of two systems is better, by how much, and where it loses."""
    first, second = overall.better, overall.other
    if math.isnan(overall.difference):
        return f"{first} and {second} cannot be compared on {dataset}: F1 is not defined for both."
    if overall.difference == 0:
        start = f"{first} and {second} have the same F1 on {dataset}, {number(overall.f1_better)}"
    else:
        start = f"{first} is {points(overall.difference)} {bracketed(overall.low, overall.high)} "
        start += "better than" if overall.low > 0 else "ahead of"
        start += f" {second} on {dataset} (F1 {number(overall.f1_better)} against {number(overall.f1_other)})"
        if overall.low <= 0:
            start += ", which may be chance"
    if finding is None:
        return f"{start}."
    where = f"{finding.unit} with {finding.title} {finding.label}"
    much = f"{points(abs(finding.difference))} {bracketed(finding.low, finding.high)}"
    count = counted(finding.gold, f"gold {finding.unit}")
    if finding.difference < 0:
        much = f"{points(finding.difference)} {bracketed(finding.low, finding.high)}"
        subject = f"{first} is" if overall.difference == 0 else "it is"
        return f"{start}; {subject} furthest behind at {where}: {much}, {count}."
    return f"{start}; it is behind in no bucket, and leads most at {where}: {much}, {count}."


def compare_remark(finding: Finding | None, *, min_size: int) -> str:
    """Say how the finding of ``compare_sentence`` is to be taken."""
    if finding is None:
        return f"No attribute has two buckets of the {min_size} gold units that a diagnosis asks for."
    chance = "; its interval holds 0" if finding.low <= 0 <= finding.high else ""
    end = "lowest" if finding.difference < 0 else "highest"
    return (
        f"A finding to check: the {end} of {finding.candidates} buckets of at least {min_size} gold units, "
        f"chosen after looking{chance}. Brackets hold paired 95 % intervals."
    )


def alike_sentence(overall: Overall, *, dataset: str) -> str:
    """Say that two systems do not differ at all."""
    return (
        f"{overall.better} and {overall.other} cut every word of {dataset} alike, at F1 {number(overall.f1_better)}: "
        "there is no difference to look at. Choose another system beside one of them."
    )
