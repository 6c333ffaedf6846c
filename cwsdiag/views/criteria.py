"""What each part of the page Criteria finds, as a sentence one may quote, with how it is to be taken."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from cwsdiag.study import distances
from cwsdiag.views.wording import counted, listed, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.study import Fit, Map, Matrix, Order, Relation

    Floats = NDArray[np.float64]
    # A sentence, and how it is to be taken.
    Finding = tuple[str, str]

# Points of Ψ over seen words by which another dataset has to be nearer to be named.
_CLEARLY = 1.0
# Said where all pairs stand together.
POOLED = "All pairs together share training data and test texts, so they are not independent: their p is too small."


def points(value: float) -> str:
    """Return points of Ψ, which is × 100 already: ``2.1 points``."""
    text = f"{value:z.1f}"
    return f"{text} point" if text == "1.0" else f"{text} points"


def consistency_finding(matrix: Matrix) -> Finding:
    """Say which datasets are furthest from each other by Ψ, and which nearest."""
    names, values = matrix.names, matrix.values
    if len(names) == 1:
        return (
            f"{names[0]} is the only dataset here, so there is no other criterion to compare with: Ψ of its training "
            f"data and its own test text is {number(float(values[0, 0]), 1)}.",
            "Two datasets are needed to compare criteria: add another to the project.",
        )
    known = sorted(_known(distances(values)))
    if not known:
        return (
            "Only one dataset here has segmented training text, so no two criteria can be compared both ways; "
            "other test texts are compared with that one."
        ), ""
    (_, *nearest), (_, *furthest) = known[0], known[-1]
    if len(known) == 1:
        return f"Two criteria can be compared: {_both_ways(matrix, *furthest)}", ""
    return f"Furthest apart: {_both_ways(matrix, *furthest)}", f"Nearest: {_both_ways(matrix, *nearest)}"


def _known(apart: Floats) -> Iterator[tuple[float, int, int]]:
    for row, column in combinations(range(len(apart)), 2):
        if not math.isnan(apart[row, column]):
            yield float(apart[row, column]), row, column


def _both_ways(matrix: Matrix, first: int, second: int) -> str:
    """Return two datasets, and what the words of each lose under the other's training data."""
    values, names = matrix.values, matrix.names
    lost = sorted([values[second, second] - values[first, second], values[first, first] - values[second, first]])
    return (
        f"“{names[first]}” and “{names[second]}”. Under the other's training data their words have "
        f"Ψ {values[second, first]:.1f} and {values[first, second]:.1f}, {span(*lost)} their own."
    )


def span(least: float, most: float) -> str:
    """Return how far below something two values are, of which one may be above: ``0.9 above and 0.6 points below``."""
    low, high = f"{abs(least):.1f}", f"{abs(most):.1f}"
    if least >= 0 or low == "0.0":
        return f"{low} to {points(most)} below"
    return f"{high} to {points(-least)} above" if most < 0 else f"{low} above and {points(most)} below"


def transfer_finding(found: Sequence[Relation], model: str) -> Finding:
    """Say whether Ψ predicts U of a model."""
    pooled = found[-1].correlation
    if not math.isfinite(pooled.rho):
        return f"Too few pairs have both Ψ and U of {model} to correlate them.", ""
    by_test = [one.correlation.rho for one in found[:-1] if math.isfinite(one.correlation.rho)]
    over = f"{number(pooled.rho)} over all {pooled.pairs} pairs"
    said = f"The rank correlation (Spearman's) of Ψ and U of {model} is {over}"
    if not by_test:
        return f"{said}.", POOLED
    low, high = number(min(by_test)), number(max(by_test))
    return f"{said}; for one test text at a time it is {low if low == high else f'{low} to {high}'}.", POOLED


def maps_finding(psi: Map, u: Map | None) -> Finding:
    """Say which datasets lie nearest to each other and which furthest apart, by Ψ and by U where that is known."""
    told = [(drawn, by) for drawn, by in ((psi, "Ψ"), (u, "U")) if drawn is not None and len(drawn.names) > 1]
    if not told:
        return "A map needs two datasets with segmented training text.", ""
    said = [f"by {by} {_ends(drawn)}" for drawn, by in told]
    stress = listed([f"{number(drawn.stress)} from {by}" for drawn, by in told])
    sentence = "; ".join(said)
    return f"{sentence[0].upper()}{sentence[1:]}.", f"Stress, the share of the distances that a map loses: {stress}."


def _ends(drawn: Map) -> str:
    known = sorted(_known(drawn.distances))
    (low, *nearest), (high, *furthest) = known[0], known[-1]
    first, last = (listed([f"“{drawn.names[at]}”" for at in pair]) for pair in (nearest, furthest))
    if low == high:
        return f"{first} are {number(low)} apart" if len(known) == 1 else f"all datasets are {number(low)} apart"
    return f"{first} lie nearest to each other ({number(low)}) and {last} furthest apart ({number(high)})"


def sources_finding(best: Order) -> str:
    """Say in which order to add sources."""
    steps = zip(best.sources, best.psi[1:], strict=True)
    said = ", ".join(f"“{source}” ({psi:.1f})" for source, psi in steps)
    highest = max(range(len(best.psi)), key=best.psi.__getitem__)
    end = f"with {counted(highest, 'sources')}" if highest else "without any"
    return (
        f"For “{best.target}”, with Ψ {best.psi[0]:.1f} from its own training data, adding what gives the largest Ψ "
        f"at each step leads to {said}. It is highest {end}."
    )


def fit_finding(found: Sequence[Fit], name: str, words: int) -> Finding:
    """Say which criterion a text follows, and how far the next is behind."""
    nearest = found[0]
    if not nearest.psi:
        return (
            f"No training data here has a word of {name} as a word: is it segmented, and in the script of the datasets?"
        ), ""
    worth = f"Ψ {nearest.psi:.1f} [{nearest.low:.1f}, {nearest.high:.1f}] over {counted(words, 'words')}"
    said, remark = f"The criterion of {nearest.name} is nearest to {name}: {worth}", "Brackets hold 95 % intervals."
    if len(found) == 1:
        return f"{said}; no other dataset has segmented training text.", remark
    next = found[1]
    if next.behind == 0:
        return f"The criteria of {nearest.name} and {next.name} are equally near to {name}: {worth}.", remark
    gap = f"{points(next.behind)} [{next.behind_low:z.1f}, {next.behind_high:z.1f}]"
    holds = ": the interval holds 0" if next.behind_low <= 0 else ""
    return f"{said}, {gap} ahead of {next.name}{holds}.{_by_seen(found)}", remark


def _by_seen(found: Sequence[Fit]) -> str:
    """Say which dataset is nearest without regard to vocabulary, where it is clearly another one; else nothing."""
    nearest = found[0]
    best = max((one for one in found if one.seen_psi == one.seen_psi), key=lambda one: one.seen_psi)
    if best.seen_psi - nearest.seen_psi < _CLEARLY:
        return ""
    return (
        f" Over the words whose strings the training data has, {best.name} is nearest: Ψ {best.seen_psi:.1f} against "
        f"{nearest.seen_psi:.1f}. So this may be a matter of vocabulary, not of criterion."
    )
