"""What the parts of the page Systems find: worst places against plain loops over words, the others by hand."""

import math
from itertools import product
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import cwsdiag
from cwsdiag.frames import bucket_name
from cwsdiag.study import Published, ScoreTable, study, value_gains
from cwsdiag.views.across import (
    RHO,
    SIGMA,
    ahead_finding,
    components_finding,
    datasets_finding,
    fails_finding,
    friedman_finding,
    left_aside_sentence,
    models_finding,
)
from tests.oracles import findings
from tests.oracles.world import Cut, World, defined, f1, sharing, sizes
from tests.views.worlds import NAMES, close, flipped, numbers_in, usual

PLACES = ("alpha", "beta", "gamma", "delta")
MIN_SIZE = 3
BUCKETS = 3


def usual_study(seed):
    """Two to four usual texts, all cut by the same systems but for a gap now and then; the study, and its twin."""
    random, datasets, worlds = Random(seed), [], []
    for place in PLACES[: random.choice((2, 3, 3, 4))]:
        text = usual(random.randrange(10**6))
        gold, training = text["gold"], text["training"]
        systems = {name: flipped(gold, random.choice((0.05, 0.1, 0.2)), random) for name in NAMES}
        if random.random() < 0.2:
            del systems[random.choice(NAMES)]
        datasets.append(cwsdiag.load(gold=gold, training=training, systems=systems, name=place))
        cuts = {name: Cut(cut) for name, cut in systems.items()}
        worlds.append(World(gold, cuts, training, [], number=BUCKETS, min_size=MIN_SIZE))
    return study(datasets, resamples=1, min_size=MIN_SIZE, min_units=0, buckets=BUCKETS), sharing(worlds)


def check_fails(found, worlds):
    sentence, remark = fails_finding(found)
    gaps = {}
    for place, world in enumerate(worlds):
        for name, one in product(world.systems, found.attributes):
            if one.key not in defined(world):
                continue
            values = f1(world, name, one.key)
            ends = findings.ends(world, [name], one.key, values)
            if ends is not None and values[ends[0]] < values[ends[1]]:
                low, high = (values[end] for end in ends)
                label = bucket_name(found.labels(place, one.key)[ends[0]])
                gaps[f"{name} fails most on {PLACES[place]} at {one.label} {label}: F1"] = (high - low, low)
    if not gaps:
        assert "No system has a worst bucket" in sentence
        return
    largest = max(gap for gap, _ in gaps.values())
    (named,) = (cell for cell in gaps if sentence.startswith(cell))
    assert close(gaps[named][0], largest)
    low, points = numbers_in(sentence.removeprefix(named))[:2]
    assert close(low, gaps[named][1], 0.0005 + 1e-9) and close(points, 100 * largest, 0.05 + 1e-9)
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


@pytest.mark.parametrize("seed", range(5))
def test_the_worst_places_of_a_usual_study(seed):
    found, worlds = usual_study(seed)
    check_fails(found, worlds)
    values = lowest(found, worlds, *found.models[:2])
    sentence, remark = ahead_finding(found, *found.models[:2])
    if values:
        assert f"of {len(values)} difference" in remark
        assert ("is furthest behind" in sentence) == (min(values) < 0)
        said = sentence[sentence.rindex(": ") :]
        assert close(numbers_in(said.replace("+", ""))[0], 100 * min(values), 0.05 + 1e-9)


NAN = math.nan
# By system, dataset and attribute.
BOTH = [[[0.9, -0.2], [0.7, 0.0]], [[0.5, 0.1], [0.3, 0.2]]]


@pytest.mark.parametrize(
    ("values", "measure", "place", "said"),
    [
        (
            BOTH,
            RHO,
            None,
            "On average over 2 datasets, F1 follows length most closely: the size of the rank correlation is 0.600 on "
            "average over 2 systems, and F1 rises with it for all of them.",
        ),
        (BOTH, RHO, 1, "On beta, F1 follows length most closely: the size of the rank correlation is 0.500"),
        (
            BOTH,
            SIGMA,
            None,
            "On average over 2 datasets, F1 differs most between the buckets of length: its standard deviation is "
            "0.600 on average over 2 systems.",
        ),
        ([[[0.9, 0.0]], [[-0.5, NAN]]], RHO, None, "0.700 on average over 2 systems; F1 rises with it for 1 and falls"),
        ([[[-0.9, NAN]]], RHO, None, "On alpha, F1 follows length most closely: the size of the rank correlation is"),
        ([[[-0.9, NAN]]], RHO, None, "0.900 on average over 1 system, and F1 falls with it."),
        ([[[0.5, -0.5]]], RHO, None, "F1 follows length and frequency most closely: the size of the rank correlation"),
        ([[[NAN, NAN]]], SIGMA, None, "On alpha, the standard deviation of no system is defined"),
    ],
)
def test_what_scores_follow_is_said(values, measure, place, said):
    attributes = [SimpleNamespace(label="length"), SimpleNamespace(label="frequency")]
    found = SimpleNamespace(
        rho=np.array(values), sigma=np.array(values), attributes=attributes, datasets=PLACES[: len(values[0])]
    )
    assert said in models_finding(found, measure, place)[0]
    if values is BOTH:
        assert models_finding(found, measure, place)[1].startswith("The highest of 2 attributes, chosen after looking.")


def test_where_the_spread_is_largest_is_said():
    found = SimpleNamespace(
        sigma_by_dataset=(np.array([[0.1, 0.3], [NAN, 0.2]]), None),
        attributes=[SimpleNamespace(label="length"), SimpleNamespace(label="frequency")],
        datasets=PLACES[:2],
    )
    sentence, remark = datasets_finding(found)
    said = "F1 depends most on frequency on alpha: its spread over buckets is 0.300 there, and least on beta, 0.200."
    assert sentence == said and remark.startswith("The largest of 3 values")


def test_tests_are_counted_by_dataset_and_by_system():
    yes, no = (SimpleNamespace(is_significant=is_so, undefined="") for is_so in (True, False))
    undefined = SimpleNamespace(is_significant=False, undefined="few")
    sentence, remark = friedman_finding([[yes, no], [undefined, no]], [[yes, yes]])
    assert "in 1 of 3 tests by dataset and in 2 of 2 tests by system" in sentence
    assert remark.startswith("1 test is not defined. Friedman's tests")


def scores(parts, f1, **sources):
    names = tuple(f"d{place}" for place in range(len(f1[0])))
    return ScoreTable(tuple(parts), names, np.array(f1), sources=sources, parts=parts)


def test_what_is_said_of_parts():
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


def test_published_scores_on_other_datasets_are_said_to_be_left_out():
    rows = [Published("a", "one", (("d0", 90.0), ("x", 80.0))), Published("b", "two", (("x", 80.0),))]
    table = scores({"a": {}}, [[0.9]], a="one")
    left_out = "Published scores on x are left out: no dataset here has that name."
    assert left_aside_sentence(table, rows) == left_out
    assert left_aside_sentence(table, []) == ""
