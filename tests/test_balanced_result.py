"""What balanced scores are worth, how they rank systems, and how difficulty spreads."""

import math
from dataclasses import astuple

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
from cwsdiag.weights import Weights, of_committee
from tests.corpora import corpora, resegmented
from tests.oracles import balanced as oracle
from tests.oracles.hardness import order_p
from tests.oracles.study import pearson as r_of
from tests.oracles.words import scores as words_scores
from tests.oracles.words import words_of

TOLERANCE = 1e-12


def of_values(values, *, committee="made up"):
    return Weights(np.array(values, dtype=np.float64), None, None, None, committee, "0" * 64)


def dataset_of(gold, systems, weights, **options):
    return with_weights(cwsdiag.load(gold=gold, systems=systems, **options), weights)


GOLD = [["中国", "人民"], ["我们", "在", "北京"], ["好"], ["天气", "很", "好"]]
SYSTEMS = {
    "a": [["中国", "人民"], ["我", "们", "在", "北京"], ["好"], ["天", "气", "很好"]],
    "b": [["中", "国人", "民"], ["我们", "在北京"], ["好"], ["天气", "很", "好"]],
    "c": [["中国", "人民"], ["我们", "在北京"], ["好"], ["天", "气", "很", "好"]],
}
WRONG = np.random.default_rng(5).random((6, 9)) < [[0.9], [0.2], [0.5], [0.4], [0.6], [0.3]]

# Long enough for intervals.
TWICE = GOLD * 2
SYSTEMS_TWICE = {name: system * 2 for name, system in SYSTEMS.items()}
WRONG_TWICE = np.tile(WRONG, 2)


def resampled(sentences, members):
    """F_b and F1 of each system in each draw of sentences and of members, by name and score."""
    drawn = {(name, key): [] for name in SYSTEMS for key in ("f_b", "f1")}
    for rows, chosen in zip(sentences, members, strict=True):
        # Of each sentence the difficulty of its words.
        d = np.split(WRONG_TWICE[chosen].sum(axis=0) / len(chosen), np.cumsum([len(one) for one in TWICE])[:-1])
        values, gold = [value for row in rows for value in d[row].tolist()], [TWICE[row] for row in rows]
        for name, system in SYSTEMS_TWICE.items():
            own = [system[row] for row in rows]
            drawn[name, "f_b"].append(oracle.scores(gold, own, values)["f_b"])
            drawn[name, "f1"].append(words_scores(gold, own)["f1"])
    return {key: np.array(values) for key, values in drawn.items()}


def check_bounds(interval, values):
    assert (interval.low, interval.high) == pytest.approx(np.nanpercentile(values, [2.5, 97.5]), abs=TOLERANCE)


@pytest.mark.parametrize("votes_known", [True, False])
def test_bootstraps_over_sentences_and_members_are_those_of_plain_loops(votes_known):
    """A system's interval draws sentences, its committee's error members, and a difference both."""
    weights = of_committee(WRONG_TWICE, committee="six")
    if not votes_known:
        weights = of_values(weights.values)
    result = balance(dataset_of(TWICE, SYSTEMS_TWICE, weights), resamples=150, seed=3)
    sentences = np.random.default_rng(3).integers(0, 8, size=(150, 8))
    every = resampled(sentences, [range(6)] * 150)
    for name, interval in result.intervals.items():
        value = oracle.scores(TWICE, SYSTEMS_TWICE[name], weights.values.tolist())["f_b"]
        assert interval.value == pytest.approx(value, abs=TOLERANCE)
        check_bounds(interval, every[name, "f_b"])
    assert result.draws_members == votes_known
    both = resampled(sentences, np.random.default_rng((3, 1)).integers(0, 6, size=(150, 6))) if votes_known else every
    assert [(one.first, one.second) for one in result.differences] == [("a", "b"), ("a", "c"), ("b", "c")]
    for one in result.differences:
        assert not one.common
        for key in ("f_b", "f1"):
            check_bounds(getattr(one, key), both[one.first, key] - both[one.second, key])
    if not votes_known:
        assert all(math.isnan(found.se) for found in result.committee_errors.values())
        return
    errors = resampled([range(8)] * 150, np.random.default_rng(3).integers(0, 6, size=(150, 6)))
    for name, found in result.committee_errors.items():
        assert found.se == pytest.approx(np.nanstd(errors[name, "f_b"], ddof=1), abs=TOLERANCE)
        check_bounds(found, errors[name, "f_b"])


@settings(max_examples=100)
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
    d = [WRONG[:, :2].mean(axis=0), WRONG[:, 2:5].mean(axis=0), WRONG[:, 5:6].mean(axis=0)]
    systems = {name: one[:3] for name, one in SYSTEMS.items()}
    result = balance(dataset_of(GOLD[:3], systems, of_values(np.concatenate(d))))
    found = halves(result, splits=20, seed=2)
    rng = np.random.default_rng(2)
    for split in range(20):
        order = rng.permutation(3).tolist()
        pair = []
        for half, rows in ((found.first, order[:1]), (found.second, order[1:])):
            gold, values = [GOLD[row] for row in rows], [value for row in rows for value in d[row].tolist()]
            own = ([system[row] for row in rows] for system in systems.values())
            pair.append([oracle.scores(gold, one, values)["f_b"] for one in own])
            assert half[split].tolist() == pytest.approx(pair[-1], abs=TOLERANCE, nan_ok=True)
        assert found.r[split] == pytest.approx(r_of(*pair), abs=TOLERANCE, nan_ok=True)
    assert found.systems == tuple(SYSTEMS)
    assert not np.isnan(found.r).all()


def test_p_of_halves_is_that_of_all_orders():
    rng = np.random.default_rng(3)
    for systems in (2, 3, 4, 6):
        first = rng.random(systems).round(1 if systems == 6 else 6)
        second = first + rng.random(systems)
        wanted = order_p(first.tolist(), second.tolist())
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
    result = balance(dataset_of(GOLD, SYSTEMS, of_values([0.5] * 9)))
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
