"""What balanced scores are worth, how they rank systems, and how difficulty spreads."""

import math
from dataclasses import astuple
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr

import cwsdiag
from cwsdiag.balanced import (
    balance,
    halves,
    rankings,
    score_balanced,
    swaps,
)
from cwsdiag.balanced.ranking import order_test
from cwsdiag.dataset import with_weights
from cwsdiag.errors import SettingError
from cwsdiag.weights import Weights
from tests.corpora import corpora, resegmented
from tests.oracles import balanced as oracle
from tests.oracles import hardness
from tests.oracles.study import pearson as r_of
from tests.oracles.words import words_of
from tests.oracles.world import holding, paired
from tests.views.worlds import RESAMPLES, SEEDS, all_close, close, usual_case

TOLERANCE = 1e-12


def of_values(values, *, committee="made up"):
    return Weights(np.array(values, dtype=np.float64), None, None, None, committee, "0" * 64)


def dataset_of(gold, systems, weights, **options):
    return with_weights(cwsdiag.load(gold=gold, systems=systems, **options), weights)


@pytest.mark.parametrize("seed", SEEDS)
def test_bootstraps_over_sentences_and_members_are_those_of_plain_loops(seed):
    """A system's interval draws sentences, its committee's error members, and a difference both."""
    case = usual_case(seed, difficulty=True)
    world, result = case.world, balance(case.dataset, resamples=RESAMPLES)
    for name, interval in result.intervals.items():
        assert close(interval.value, hardness.scores(world, name)["f_b"])
        assert all_close((interval.low, interval.high), hardness.bounds(world, name))
        error = result.committee_errors[name]
        assert all_close((error.se, error.low, error.high), hardness.committee_error(world, name))
    assert [(one.first, one.second) for one in result.differences] == [*combinations(world.systems, 2)]
    for one in result.differences:
        for mine, wanted in zip((one.f1, one.f_b), hardness.differences(world, one.first, one.second), strict=True):
            assert all_close((mine.value, mine.low, mine.high), wanted)
    # Where nobody knows the votes, all draw sentences alone.
    result = balance(with_weights(case.dataset, of_values(case.dataset.difficulty.values)), resamples=RESAMPLES)
    assert not result.draws_members and all(math.isnan(error.se) for error in result.committee_errors.values())
    for one in result.differences:
        names = [one.first, one.second]
        if not any(world.systems[name].skipped for name in names):
            over = (hardness.resampled(world, name) for name in names)
            assert all_close((one.f_b.low, one.f_b.high), paired(*over, holding(world, names, None)[0]))


@settings(max_examples=50)
@given(corpora(min_words=2), st.data())
def test_swaps_are_those_of_the_oracle(gold, data):
    systems = {name: data.draw(resegmented(gold)) for name in "abcd"}
    words = len(words_of(gold))
    # Few distinct weights, exact in binary: scores and sums tie.
    values = data.draw(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=words, max_size=words))
    result = balance(dataset_of(gold, systems, of_values(values)), resamples=1)
    f1, f_b = ({score.name: getattr(score, key) for score in result.scores} for key in ("f1", "f_b"))
    found = [
        (swap.up, swap.down, [astuple(one) for one in swap.gains], [astuple(one) for one in swap.losses])
        for swap in swaps(result, most=words)
    ]
    assert found == oracle.swaps(gold, systems, values, f1, f_b)


def test_halves_are_those_of_plain_loops():
    case = usual_case(2, difficulty=True)
    sums = [
        np.array(hardness.sums(case.world, name, case.world.votes, len(case.world.wrong)))
        for name in case.world.systems
    ]
    found, rng, sentences = halves(balance(case.dataset), splits=20, seed=2), np.random.default_rng(2), len(sums[0])
    for first, second, r in zip(found.first, found.second, found.r, strict=True):
        order = rng.permutation(sentences)
        parts = order[: sentences // 2], order[sentences // 2 :]
        wanted = [[oracle.of_sums(one[part].sum(axis=0).tolist())["f_b"] for one in sums] for part in parts]
        assert all_close(first, wanted[0]) and all_close(second, wanted[1])
        assert close(r, r_of(*wanted)) and not math.isnan(r)
    assert found.systems == tuple(case.world.systems)


def test_p_of_halves_is_that_of_all_orders():
    rng = np.random.default_rng(3)
    for systems in (2, 3, 4, 6):
        first = rng.random(systems).round(1 if systems == 6 else 6)
        second = first + rng.random(systems)
        wanted = hardness.order_p(first.tolist(), second.tolist())
        assert order_test(first, second) == (pytest.approx(wanted, abs=TOLERANCE), True, math.factorial(systems))


def test_p_of_many_systems_is_drawn():
    rng = np.random.default_rng(4)
    first, noise = rng.random(12), rng.random(12)
    p, exact, orders = order_test(first, noise)
    assert not exact and orders == 100_000
    assert abs(p - pearsonr(first, noise).pvalue) < 0.03, "as by Student's t, roughly"
    assert order_test(first, first)[0] == 1 / 100_001
    assert order_test(first, noise) == (p, exact, orders), "it is seeded"


def test_what_cannot_be_asked_is_said():
    result = balance(dataset_of([["ab"], ["c"]], {}, of_values([0.5] * 2)))
    alone = balance(dataset_of([["ab"]], {}, of_values([0.5])))
    unknown = cwsdiag.load(gold=[["ab"]], systems={"s": [["ab"]]})
    for ask, said in (
        (lambda: halves(result, splits=0), "splits"),
        (lambda: halves(result, seed=-1), "seed"),
        (lambda: halves(alone), "one sentence"),
        (lambda: score_balanced(unknown), "weights"),
        (lambda: balance(unknown), "weights"),
    ):
        with pytest.raises(SettingError, match=said):
            ask()


@given(st.integers(1, 300), st.data())
def test_intervals_are_decided_on_whole_votes(members, data):
    votes = np.array(data.draw(st.lists(st.integers(0, members), min_size=1, max_size=20)))
    weights = Weights(votes / members, votes.astype(np.int32), members, None, "x", "")
    wanted = [oracle.interval(vote, members) for vote in votes.tolist()]
    assert weights.intervals().tolist() == wanted
    # The buckets of the attribute, and weights without votes, agree.
    assert of_values(votes / members).intervals().tolist() == wanted


def test_no_systems_have_no_scores():
    result = balance(dataset_of([["ab"], ["c"]], {}, of_values([0.5, 0.5])), resamples=5)
    assert (result.scores, dict(result.intervals), result.differences, swaps(result)) == ((), {}, (), [])
    assert rankings(result.scores) == []
    assert halves(result, splits=3).first.shape == (3, 0)


@pytest.mark.parametrize("words", [5, 6])
def test_sentences_without_a_word_that_is_compared_make_no_interval(words):
    text = [["中国", "人"]] * words + [["甲"]] * 3
    system = [["中", "国", "人"]] * words + [["乙"]] * 3
    result = balance(dataset_of(text, {"s": system}, of_values([0.5, 0.25] * words + [0.5] * 3), mismatch="skip"))
    assert math.isfinite(result.intervals["s"].low) == (words == 6)
