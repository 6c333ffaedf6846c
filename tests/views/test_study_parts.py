"""What the parts of the page Systems find, against plain loops over the words of several datasets."""

import math
from itertools import product

import numpy as np
import pytest

from cwsdiag.frames import bucket_name
from cwsdiag.study import Published, ScoreTable, value_gains
from cwsdiag.views.across import (
    RHO,
    SIGMA,
    ahead_finding,
    components_finding,
    datasets_finding,
    fails_finding,
    friedman_finding,
    headline,
    left_aside_sentence,
    models_finding,
)
from tests.oracles import findings
from tests.oracles import study as oracle
from tests.oracles.attributes import CATEGORIES
from tests.oracles.world import Cut, World, defined, f1, sharing, sizes
from tests.views.test_study import BUCKETS, MIN_SIZE, PLACES, studied, usual_study
from tests.views.worlds import close, numbers_in

MEASURED = {RHO: oracle.s_rho, SIGMA: oracle.s_sigma}
SEEDS = range(5)


def worlds_of(drawn):
    return sharing(
        [
            World(
                gold, {name: Cut(cut) for name, cut in systems.items()}, training, [], number=BUCKETS, min_size=MIN_SIZE
            )
            for gold, training, systems in drawn
        ]
    )


def bias(world, name, key, measure):
    """S of a system on a dataset by an attribute, over large buckets; NaN in a gap."""
    if name not in world.systems or key not in defined(world) or (measure == RHO and key in CATEGORIES):
        return math.nan
    return MEASURED[measure](oracle.large_only(f1(world, name, key), sizes(world, key), MIN_SIZE))


def said_names(sentence, labels):
    return {label for label in labels if label in sentence}


def check_models(found, worlds, names, measure, place):
    sentence, remark = models_finding(found, measure, place)
    chosen = worlds if place is None else [worlds[place]]
    means = {}
    for one in found.attributes:
        values = [oracle.mean_of_defined([bias(world, name, one.key, measure) for world in chosen]) for name in names]
        means[one.label] = (oracle.mean_of_defined([abs(value) for value in values]), values)
    known = {label: mean for label, (mean, _) in means.items() if not math.isnan(mean)}
    assert said_names(sentence, PLACES) == ({PLACES[place or 0]} if place is not None or len(worlds) == 1 else set())
    if not known:
        assert "of no system is defined" in sentence
        return
    highest = max(known.values())
    level = {label for label, mean in known.items() if close(mean, highest)}
    said = said_names(sentence, known)
    assert said and said <= level, "rounding may tell equals apart, but none that is lower is named"
    numbers = numbers_in(sentence.replace("|S^ρ|", "").replace("S^σ", ""))
    assert close(numbers[0 if place is not None or len(worlds) == 1 else 1], highest, 0.0005 + 1e-9)
    assert numbers_in(remark)[0] == len(known)
    if measure == RHO and len(said) == 1:
        values = means[said.pop()][1]
        rising, falling = sum(value > 0 for value in values), sum(value < 0 for value in values)
        there = sum(not math.isnan(value) for value in values)
        if there in (rising, falling):
            assert ("rises with it" in sentence) == (rising == there)
        else:
            assert numbers[-2:] == [rising, falling]


def check_tests(found):
    tests, by_model = found.dataset_tests, found.model_tests
    sentence, remark = friedman_finding(tests, by_model)
    counts, undefined = [], 0
    for rows in (tests, by_model):
        p = oracle.holm([test.p for row in rows for test in row])
        counts += [sum(value < 0.05 for value in p), sum(not math.isnan(value) for value in p)]
        undefined += sum(math.isnan(value) for value in p)
    assert numbers_in(sentence) == counts
    assert ("not defined" in remark) == bool(undefined) and (not undefined or numbers_in(remark)[0] == undefined)


def check_fails(found, worlds):
    sentence, remark = fails_finding(found)
    gaps = {}
    for place, world in enumerate(worlds):
        for name, one in product(world.systems, found.attributes):
            ends = (
                findings.ends(world, [name], one.key, f1(world, name, one.key)) if one.key in defined(world) else None
            )
            if ends is not None and f1(world, name, one.key)[ends[0]] < f1(world, name, one.key)[ends[1]]:
                low, high = (f1(world, name, one.key)[end] for end in ends)
                label = bucket_name(found.labels(place, one.key)[ends[0]])
                gaps[name, PLACES[place], one.label, label] = (high - low, low)
    if not gaps:
        assert "No system has a worst bucket" in sentence
        return
    largest = max(gap for gap, _ in gaps.values())
    named = [
        cell for cell in gaps if sentence.startswith(f"{cell[0]} fails most on {cell[1]} at {cell[2]} {cell[3]}: F1")
    ]
    assert named and close(gaps[named[0]][0], largest)
    low, points = numbers_in(sentence[sentence.index(": F1") :])[:2]
    assert close(low, gaps[named[0]][1], 0.0005 + 1e-9) and close(points, 100 * largest, 0.05 + 1e-9)
    assert numbers_in(remark)[0] == len(gaps)


def lowest(found, worlds, a, b):
    """Of all datasets and attributes, where the better of two systems is furthest behind: the difference in points."""
    values = []
    for world in worlds:
        if a not in world.systems or b not in world.systems:
            continue
        better, other = findings.ordered(world, a, b)
        for one in found.attributes:
            if one.key not in defined(world):
                continue
            pairs = zip(f1(world, better, one.key), f1(world, other, one.key), sizes(world, one.key), strict=True)
            here = [x - y for x, y, size in pairs if size >= MIN_SIZE and not math.isnan(x - y)]
            values += [min(here)] if here else []
    return values


@pytest.mark.parametrize("seed", SEEDS)
def test_every_part_of_a_usual_study_has_a_finding_of_its_own(seed):
    drawn = usual_study(seed)
    found, worlds = studied(drawn), worlds_of(drawn)
    names = list(found.models)
    for measure in MEASURED:
        for place in (None, 0):
            check_models(found, worlds, names, measure, place)
    check_tests(found)
    check_fails(found, worlds)
    values = lowest(found, worlds, names[0], names[1])
    sentence, remark = ahead_finding(found, names[0], names[1])
    if values:
        assert f"of {len(values)} difference" in remark
        assert ("is furthest behind" in sentence) == (min(values) < 0)
        said = sentence[sentence.rindex(": ") :]
        assert close(numbers_in(said.replace("+", ""))[0], 100 * min(values), 0.05 + 1e-9)
    said = [finding(found) for finding in (headline, datasets_finding, lambda f: models_finding(f, RHO))]
    assert len({sentence for sentence, _ in said}) == len({remark for _, remark in said}) == 3


def scores(parts, f1, **sources):
    names = tuple(f"d{place}" for place in range(len(f1[0])))
    return ScoreTable(tuple(parts), names, np.array(f1), sources=sources, parts=parts)


def test_what_is_said_of_parts() -> None:
    parts = {"a": {"p": "x"}, "b": {"p": "y"}}
    table = scores(parts, [[0.9, 0.8, 0.7], [0.92, 0.81, 0.74]])
    said, remark = components_finding(value_gains(table), declared=2)
    # Gains of 2, 1 and 4 points: mean 7/3, s = 1.5275, t(.975, 2) = 4.3027.
    assert said == "p: y in place of x brings 2.3 points of F1 on average over 3 datasets, 95 % interval [−1.5, 6.1]."
    assert remark.startswith("Intervals are over datasets")
    few = components_finding(value_gains(scores(parts, [[0.9, 0.8], [0.8, 0.8]])), declared=2)[0]
    assert few == "p: y in place of x costs 5.0 points of F1 on average over 2 datasets."
    assert components_finding([], declared=0)[0] == "No system here says what it is made of."
    assert components_finding([], declared=2)[0].startswith("No two systems here")
    three = scores({**parts, "c": {"p": "z"}}, [[0.9, 0.8], [0.8, 0.8], [0.9, 0.9]])
    assert components_finding(value_gains(three), declared=3)[1].startswith("The largest of 3 changes of one part")


def test_published_scores_on_other_datasets_are_said_to_be_left_out() -> None:
    rows = [Published("a", "one", (("d0", 90.0), ("x", 80.0))), Published("b", "two", (("x", 80.0),))]
    table = scores({"a": {}}, [[0.9]], a="one")
    left_out = "Published scores on x are left out: no dataset here has that name."
    assert left_aside_sentence(table, rows) == left_out
    assert left_aside_sentence(table, []) == ""
