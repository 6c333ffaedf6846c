"""What each view of criteria on Datasets finds, as a sentence one may quote, with how it is to be taken."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from cwsdiag.frames import written
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.study import Fit, Map, Matrix, Order, Relation, distances
from cwsdiag.text import Floats
from cwsdiag.views.wording import in_turn, listed, number

# A sentence, and how it is to be taken.
Finding = tuple[str, str]

# Points of Ψ over seen words by which another dataset has to be nearer to be named.
_CLEARLY = 1.0
# Said where all pairs stand together.
POOLED = lazy(
    "All pairs together share training data and test texts, so they are not independent: their p is too small."
)


def points(value: float) -> str:
    """Return points of Ψ, which is × 100 already: ``2.1 points``."""
    text = written(value, 1)
    return n_("{points} point", "{points} points", 1 if text == "1.0" else 2, points=text)


def consistency_finding(matrix: Matrix) -> Finding:
    """Say which datasets are furthest from each other by Ψ, and which nearest."""
    known = sorted(_known(distances(matrix.values)))
    if not known:
        return (
            _(
                "Only one dataset here has segmented training text, so no two criteria can be compared both ways; "
                "other test texts are compared with that one."
            ),
            _("Two datasets are needed to compare criteria: add another to the project."),
        )
    (_low, *nearest), (_high, *furthest) = known[0], known[-1]
    pair = _quoted(matrix.names, furthest)
    remark = _both_ways(matrix, *furthest)
    if len(known) == 1:
        return _("{pair} are the two criteria that can be compared.", pair=pair), remark
    return (
        _("{pair} follow the most different criteria.", pair=pair),
        _("{first} Nearest: {second}", first=remark, second=_both_ways(matrix, *nearest)),
    )


def _quoted(names: Sequence[str], places: Sequence[int]) -> str:
    return listed([f"“{names[place]}”" for place in places])


def _known(apart: Floats) -> Iterator[tuple[float, int, int]]:
    for row, column in combinations(range(len(apart)), 2):
        if not math.isnan(apart[row, column]):
            yield float(apart[row, column]), row, column


def _both_ways(matrix: Matrix, first: int, second: int) -> str:
    """Return two datasets, and Ψ of the words of each under the other's training data and under their own."""
    values, names = matrix.values, matrix.names
    return _(
        "“{first}” and “{second}”. Under the other's training data their words have Ψ {first_psi:.1f} and "
        "{second_psi:.1f}, under their own {first_own:.1f} and {second_own:.1f}.",
        first=names[first],
        second=names[second],
        first_psi=values[second, first],
        second_psi=values[first, second],
        first_own=values[first, first],
        second_own=values[second, second],
    )


def transfer_finding(relations: Sequence[Relation], model: str) -> Finding:
    """Say whether Ψ predicts U of a model."""
    pooled = relations[-1].correlation
    if not math.isfinite(pooled.rho):
        return _("Too few pairs have both Ψ and U of {model} to correlate them.", model=model), ""
    by_test = [one.correlation.rho for one in relations[:-1] if math.isfinite(one.correlation.rho)]
    sentence = _(
        "The rank correlation (Spearman's) of Ψ and U of {model} is {rho} over all {pairs} pairs.",
        model=model,
        rho=number(pooled.rho),
        pairs=pooled.pairs,
    )
    if by_test:
        ends = _("{low} to {high}", low=number(min(by_test)), high=number(max(by_test)))
        sentence = in_turn(sentence, _("For one test text at a time it is {range}.", range=ends))
    return sentence, translated(POOLED)


def maps_finding(psi: Map, u: Map | None) -> Finding:
    """Say which datasets lie nearest to each other and which furthest apart, by Ψ and by U where that is known."""
    maps = [(drawn, by) for drawn, by in ((psi, "Ψ"), (u, "U")) if drawn is not None and len(drawn.names) > 1]
    if not maps:
        return _("A map needs two datasets with segmented training text."), ""
    details = _("; ").join(_ends(drawn, by) for drawn, by in maps)
    stress = listed([_("{stress} from {measure}", stress=number(drawn.stress), measure=by) for drawn, by in maps])
    _high, *furthest = max(_known(maps[0][0].distances))
    return (
        _("{pair} lie furthest apart.", pair=_quoted(maps[0][0].names, furthest)),
        _("{details}. Stress, the share of the distances that a map loses: {stress}.",
          details=f"{details[0].upper()}{details[1:]}", stress=stress),
    )  # fmt: skip


def _ends(drawn: Map, by: str) -> str:
    """Say which datasets lie nearest to each other by a measure and which furthest apart, within a sentence."""
    known = sorted(_known(drawn.distances))
    (low, *nearest), (high, *furthest) = known[0], known[-1]
    first, last = (_quoted(drawn.names, pair) for pair in (nearest, furthest))
    if low < high:
        return _(
            "by {measure} {first} lie nearest to each other ({low}) and {last} furthest apart ({high})",
            measure=by,
            first=first,
            low=number(low),
            last=last,
            high=number(high),
        )
    return _("by {measure} all datasets are {distance} apart", measure=by, distance=number(low))


def sources_finding(best: Order) -> str:
    """Say in which order to add sources."""
    highest = max(range(len(best.psi)), key=best.psi.__getitem__)
    values = {"target": best.target, "own": best.psi[0], "psi": best.psi[highest]}
    if not highest:
        return _("No source brings “{target}” a higher Ψ than its own training data: {own:.1f}.", **values)
    added = listed([f"“{source}”" for source in best.sources[:highest]])
    return _("Adding {added} to “{target}” brings the highest Ψ: {psi:.1f}, from {own:.1f}.", added=added, **values)


def fit_finding(fits: Sequence[Fit], name: str, words: int) -> Finding:
    """Say which criterion a text follows, how far the next is behind, and whether that may be a matter of vocabulary.

    Without regard to vocabulary another dataset is named only where it is clearly nearer.
    """
    nearest = fits[0]
    if not nearest.psi:
        return _(
            "No training data here has a word of {file} as a word: is it segmented, and in the script of the datasets?",
            file=name,
        ), ""
    worth = _(
        "Ψ {psi:.1f} [{low:.1f}, {high:.1f}] over {words}",
        psi=nearest.psi,
        low=nearest.low,
        high=nearest.high,
        words=n_("{n:,} word", "{n:,} words", words),
    )
    values, remark = {"dataset": nearest.name, "file": name, "worth": worth}, _("Brackets hold 95 % intervals.")
    if len(fits) == 1:
        return _(
            "The criterion of {dataset} is nearest to {file}: {worth}; no other dataset has segmented training text.",
            **values,
        ), remark
    next = fits[1]
    values["next"] = next.name
    if next.behind == 0:
        return _("The criteria of {dataset} and {next} are equally near to {file}: {worth}.", **values), remark
    values["gap"] = f"{points(next.behind)} [{written(next.behind_low, 1)}, {written(next.behind_high, 1)}]"
    sentence = _("The criterion of {dataset} is nearest to {file}: {worth}, {gap} ahead of {next}.", **values)
    if next.behind_low <= 0:
        sentence = in_turn(sentence, _("The interval holds 0."))
    best = max((one for one in fits if one.seen_psi == one.seen_psi), key=lambda one: one.seen_psi)
    if best.seen_psi - nearest.seen_psi < _CLEARLY:
        return sentence, remark
    seen = _(
        "Over the words whose strings the training data has, {dataset} is nearest: Ψ {best:.1f} against {nearest:.1f}. "
        "So this may be a matter of vocabulary, not of criterion.",
        dataset=best.name,
        best=best.seen_psi,
        nearest=nearest.seen_psi,
    )
    return in_turn(sentence, seen), remark
