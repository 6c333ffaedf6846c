"""What charts show, as sentences one may quote: with the count and the interval in them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.report.tables import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from cwsdiag.balanced import Swap
    from cwsdiag.ui.comparison import Finding, Overall
    from cwsdiag.ui.difficulty_results import Correlation, Hardness
    from cwsdiag.ui.results import Lead, Worst
    from cwsdiag.ui.standings import Leader
    from cwsdiag.weights import Weights


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


# Names are listed up to so many, and so many characters; of more, the number is said.
_NAMES_LISTED, _CHARACTERS_LISTED = 3, 60


def listed(names: Sequence[str]) -> str:
    """Return names as people list them: ``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def bakeoff_sentence(leaders: Sequence[Leader], *, dataset: str) -> str:
    """Say who leads a dataset, or each track of it, in the numbers of a bakeoff."""
    first, *others = leaders
    said = f"{_leads(first, dataset)} on {counted(first.words, 'words')}"
    if math.isnan(first.oov_rate):
        said += "; without training data its OOV recall is undefined."
    else:
        said += f"; its OOV recall is {number(first.oov_recall)} at an OOV rate of {number(first.oov_rate)}."
    for other in others:
        oov = "" if math.isnan(other.oov_recall) else f", OOV recall {number(other.oov_recall)}"
        said += f" {_leads(other)}{oov}."
    return said


def _leads(leader: Leader, dataset: str = "") -> str:
    """Return who leads what, with the scores; the dataset is named once, and systems without a track come last."""
    name, others = leader.names[0], len(leader.others)
    place = dataset or "the systems without a track"
    if leader.track:
        place = f"the {leader.track} track" + (f" of {dataset}" if dataset else "")
    scores = (
        f"F {number(leader.f1)} (R {number(leader.recall)} ± {number(leader.c_r)}, "
        f"P {number(leader.precision)} ± {number(leader.c_p)})"
    )
    if not others:
        return f"{name} on {place}: {scores}" if leader.track or dataset else f"{name}, without a track: {scores}"
    if len(leader.names) > 1:
        return f"{_some(leader.names, others + 1)} share the highest F of {place}; {name} has {scores}"
    return f"{name} leads {place} with {scores}"


def bakeoff_verdict(leader: Leader, *, subject: str = "it", resampled: bool = True) -> str:
    """Say from which systems of its track a leader differs, by the bakeoff's rule and, if resampled, the bootstrap."""
    alike, chance, others = leader.alike_by_rule, leader.alike_by_bootstrap, leader.others
    if not others:
        return ""
    every = others[0] if len(others) == 1 else "every other system"
    if not alike:
        said = f"By the bakeoff's rule {subject} differs from {every}"
    elif len(alike) == len(others) > 1:
        said = f"By the bakeoff's rule {subject} differs from no other system"
    else:
        said = f"By the bakeoff's rule {subject} does not differ from {_some(alike, len(others))}"
    if not resampled:
        return f"{said}."
    bootstrap = "the paired bootstrap over sentences"
    if set(alike) == set(chance):
        return f"{said}; {bootstrap} says the same."
    if not chance:
        return f"{said}; by {bootstrap} its lead over {every} is sure."
    return f"{said}; by {bootstrap} its lead over {_some(chance, len(others))} may be chance."


def rules_sentence(pairs: int, apart: int) -> str:
    """Say how often the bakeoff's rule and the bootstrap come to the same end."""
    if not apart:
        return f"Here the two come to the same end for {'the only pair' if pairs == 1 else f'all {pairs:,} pairs'}."
    if pairs == 1:
        return "Here they come to different ends: the cells are framed."
    return f"Here they come to different ends for {apart:,} of {pairs:,} pairs: those cells are framed."


def _some(names: Sequence[str], all_of_them: int) -> str:
    """Return names, or of how many they are how many where they are too many or too long to be read."""
    if len(names) == 1 or (len(names) <= _NAMES_LISTED and len("".join(names)) <= _CHARACTERS_LISTED):
        return listed(names)
    return f"{len(names):,} of {all_of_them:,} systems"


def balanced_sentence(hard: Hardness, *, dataset: str) -> str:
    """Say who leads by f_b, by how much, whether that is real, and whether it leads by F1, too."""
    scores, pairs = hard.scores, hard.pairs
    known = scores[scores["f_b"].notna()]
    words = counted(len(hard.weights), "gold words")
    if known.empty:
        return f"f_b is undefined on {dataset}: of its {words}, none is hard, or none is easy."
    best = known.iloc[0]
    worth = f"f_b {number(best['f_b'])} {interval(best['f_b_low'], best['f_b_high'])} on {words}"
    if len(known) == 1:
        return f"{best['name']} on {dataset}: {worth}, F1 {number(best['f1'])}."
    next = known["name"].iloc[1]
    gap = pairs[(pairs["first"] == best["name"]) & (pairs["second"] == next)].iloc[0]
    ahead = f"{points(gap['difference'] / 100)} {bracketed(gap['low'] / 100, gap['high'] / 100)}"
    if gap["difference"] == 0:
        return f"{best['name']} and {next} lead {dataset} with the same {worth}."
    said = f"{best['name']} leads {dataset} with {worth}, {ahead} ahead of {next}"
    said += "." if gap["sure"] else ", which may be chance."
    leader = known.sort_values("f1", ascending=False, kind="stable").iloc[0]
    if leader["f1"] > best["f1"]:
        return f"{said} By F1 {leader['name']} leads, {number(leader['f1'])} to {number(best['f1'])}."
    moved = int((known["moved"].fillna(0) != 0).sum())
    below = f"; {counted(moved, 'systems')} below it change places" if moved else ""
    return f"{said} By F1 it leads, too{below}."


def correlation_sentence(found: Correlation) -> str:
    """Say how F1 and f_b go together over systems."""
    if math.isnan(found.r):
        return f"Pearson's r of F1 and f_b says nothing over {counted(found.systems, 'systems')}."
    p = "p < 0.001" if found.p < 0.001 else f"p = {number(found.p)}"
    return f"Pearson's r of F1 and f_b over {counted(found.systems, 'systems')}: {number(found.r)} ({p})."


def committee_sentence(scores: pd.DataFrame, weights: Weights) -> str:
    """Say how far f_b would move with another committee, or why that is not known."""
    errors = scores["f_b_committee_se"].dropna()
    if errors.empty:
        why = (
            "the file of difficulties does not say which members were wrong"
            if weights.wrong is None
            else "that takes more than one member"
        )
        return f"How far f_b would move with another committee is not known: {why}."
    low, high = (f"{100 * value:.1f}" for value in (errors.min(), errors.max()))
    much = points(float(errors.max())) if low == high else f"{low} to {high} points"
    return (
        f"Another committee of {counted(weights.members or 0, 'members')} of this kind would move f_b by {much} "
        "(standard error, members drawn anew)."
    )


def swaps_sentence(swaps: Sequence[Swap]) -> str:
    """Say which systems change their order from F1 to f_b."""
    said = [f"{swap.up} passes {swap.down}" for swap in swaps]
    if len(said) > _NAMES_LISTED or len("".join(said)) > 3 * _CHARACTERS_LISTED:
        changed = f"{counted(len(swaps), 'pairs')} of systems {'changes' if len(swaps) == 1 else 'change'} order"
    else:
        changed = listed(said)
    return f"From F1 to f_b {changed}. Below: the words that one of a pair alone gets right, hardest first."


def halves_sentence(r: NDArray[np.float64], systems: int) -> str:
    """Say how alike two random halves of a text rank systems."""
    known = r[~np.isnan(r)]
    if not len(known):
        return f"Pearson's r over {counted(systems, 'systems')} is undefined."
    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist()
    said = (
        f"Pearson's r of f_b on two halves, over {counted(systems, 'systems')}: median {number(median)}, "
        f"95 % of {counted(len(known), 'random splits')} in {interval(low, high)}."
    )
    return f"{said} Two points always lie on a line: with two systems r is 1 or -1." if systems == 2 else said
