"""What the parts of the page Systems find, by hand."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import cwsdiag
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

PLACES = ("alpha", "beta")


@pytest.fixture(scope="module")
def few():
    """One system gets long words right and the other short ones, on one of two datasets."""
    gold = [["ab", "c", "d"]] * 4
    made = {"long": [["ab", "cd"]] * 4, "short": [["a", "b", "c", "d"]] * 4, "gold": gold}
    datasets = [
        cwsdiag.load(gold=gold, systems=made, name="alpha"),
        cwsdiag.load(gold=gold, systems=dict.fromkeys(made, gold), name="beta"),
    ]
    return study(datasets, attributes=["wLen"], resamples=1, min_size=1, min_units=1)


def test_where_a_system_fails_most_is_said(few):
    # Of words of one character long has none, of two of the eight it has two right; of short it is the same.
    sentence, remark = fails_finding(few)
    assert sentence == "long fails most on alpha at word length ≤ 1: F1 0.000, 66.7 points under its best bucket there."
    assert remark == "The largest of 2 gaps, chosen after looking."


def test_where_the_better_of_two_systems_is_furthest_behind_is_said(few):
    sentence, remark = ahead_finding(few, "long", "short")
    assert sentence.startswith("Against long, short is furthest behind on alpha at word length ≥ 2: −66.7 points [")
    assert remark == "The largest of 2 differences, chosen after looking."
    nowhere = ahead_finding(few, "gold", "short")[0]
    assert nowhere.startswith("gold is behind short nowhere, and least ahead on beta at word length ≤ 1: 0.0 points [")


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
            "average over 2 systems; F1 rises with it for 2 and falls for 0.",
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
        (
            [[[-0.9, NAN]]],
            RHO,
            None,
            "On alpha, F1 follows length most closely: the size of the rank correlation is 0.900 on average over 1 "
            "system; F1 rises with it for 0 and falls for 1.",
        ),
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


def test_where_nothing_is_to_be_found_it_is_said():
    nothing = SimpleNamespace(
        models=(), aided_diagnosis=lambda a, b: [], sigma_by_dataset=(np.array([[NAN]]), None), datasets=PLACES
    )
    assert fails_finding(nothing)[0].startswith("No system has a worst bucket")
    assert ahead_finding(nothing, "a", "b")[0] == "a and b have no bucket in common that can be named."
    assert datasets_finding(nothing)[0].startswith("No attribute has a bucket with a score")


def test_where_the_spread_is_largest_is_said():
    found = SimpleNamespace(
        sigma_by_dataset=(np.array([[0.1, 0.3], [NAN, 0.2]]), None),
        attributes=[SimpleNamespace(label="length"), SimpleNamespace(label="frequency")],
        datasets=PLACES[:2],
    )
    sentence, remark = datasets_finding(found)
    said = "F1 depends most on frequency on alpha: its spread over buckets is 0.300 there. It is least on beta, 0.200."
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
    said, remark = components_finding(value_gains(table))
    # Gains of 2, 1 and 4 points: mean 7/3, s = 1.5275, t(.975, 2) = 4.3027.
    assert said == "p: y in place of x brings 2.3 points of F1 on average over 3 datasets, 95 % interval [−1.5, 6.1]."
    assert remark.startswith("Intervals are over datasets")
    few = components_finding(value_gains(scores(parts, [[0.9, 0.8], [0.8, 0.8]])))[0]
    assert few == "p: y in place of x costs 5.0 points of F1 on average over 2 datasets."
    assert components_finding([])[0].startswith("No two systems here")
    three = scores({**parts, "c": {"p": "z"}}, [[0.9, 0.8], [0.8, 0.8], [0.9, 0.9]])
    assert components_finding(value_gains(three))[1].startswith("The largest of 3 changes of one part")


def test_published_scores_on_other_datasets_are_said_to_be_left_out():
    rows = [Published("a", "one", (("d0", 90.0), ("x", 80.0))), Published("b", "two", (("x", 80.0),))]
    table = scores({"a": {}}, [[0.9]], a="one")
    left_out = "Published scores on x are left out: no dataset here has that name."
    assert left_aside_sentence(table, rows) == left_out
    assert left_aside_sentence(table, []) == ""
