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
from cwsdiag.balanced.ranking import order_test, pearson
from cwsdiag.dataset import with_weights
from cwsdiag.errors import SettingError
from cwsdiag.weights import Weights, of_committee
from tests.corpora import corpora, resegmented
from tests.oracles import balanced as oracle
from tests.oracles.hardness import order_p
from tests.oracles.words import scores as words_scores
from tests.oracles.words import words_of

TOLERANCE = 1e-12


def of_values(values, *, committee="made up"):
    return Weights(np.array(values, dtype=np.float64), None, None, None, committee, "0" * 64)


def dataset_of(gold, systems, weights, **options):
    return with_weights(cwsdiag.load(gold=gold, systems=systems, **options), weights)


def close(found, wanted):
    return (math.isnan(found) and math.isnan(wanted)) or abs(found - wanted) <= TOLERANCE


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


def f_b_of(gold, system, values):
    return oracle.scores(gold, system, values)["f_b"]


def resampled(sentences, members):
    """F_b and F1 of each system in each draw of sentences and of members, by name and score."""
    drawn = {(name, key): [] for name in SYSTEMS for key in ("f_b", "f1")}
    first = np.cumsum([0, *map(len, TWICE)])
    for rows, chosen in zip(sentences, members, strict=True):
        d = [sum(WRONG_TWICE[member][word] for member in chosen) / len(chosen) for word in range(18)]
        values = [d[word] for row in rows for word in range(first[row], first[row + 1])]
        gold = [TWICE[row] for row in rows]
        for name, system in SYSTEMS_TWICE.items():
            own = [system[row] for row in rows]
            drawn[name, "f_b"].append(f_b_of(gold, own, values))
            drawn[name, "f1"].append(words_scores(gold, own)["f1"])
    return {key: np.array(values) for key, values in drawn.items()}


def bounds(values):
    return pytest.approx(np.nanpercentile(values, [2.5, 97.5]), abs=TOLERANCE)


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
        value = f_b_of(TWICE, SYSTEMS_TWICE[name], weights.values.tolist())
        assert interval.value == pytest.approx(value, abs=TOLERANCE)
        assert (interval.low, interval.high) == bounds(every[name, "f_b"])
    assert result.draws_members == votes_known
    both = resampled(sentences, np.random.default_rng((3, 1)).integers(0, 6, size=(150, 6))) if votes_known else every
    assert [(one.first, one.second) for one in result.differences] == [("a", "b"), ("a", "c"), ("b", "c")]
    for one in result.differences:
        assert not one.common
        for key, mine in (("f_b", one.f_b), ("f1", one.f1)):
            assert (mine.low, mine.high) == bounds(both[one.first, key] - both[one.second, key])
    chosen = np.random.default_rng(3).integers(0, 6, size=(150, 6))
    errors = resampled([range(8)] * 150, chosen)
    for name, found in result.committee_errors.items() if votes_known else ():
        assert found.se == pytest.approx(np.nanstd(errors[name, "f_b"], ddof=1), abs=TOLERANCE)
        assert (found.low, found.high) == bounds(errors[name, "f_b"])
    assert votes_known or all(math.isnan(found.se) for found in result.committee_errors.values())


def test_pearson_is_that_of_scipy():
    rng = np.random.default_rng(1)
    first, second = rng.random((2, 30, 5))
    wanted = [pearsonr(a, b).statistic for a, b in zip(first, second, strict=True)]
    assert pearson(first, second) == pytest.approx(wanted, abs=TOLERANCE)
    assert np.isnan(pearson(np.full((1, 3), 0.1), first[:1, :3])).all()


@settings(max_examples=200)
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
    weights = of_committee(WRONG, committee="six")
    result = balance(
        dataset_of(GOLD[:3], {name: one[:3] for name, one in SYSTEMS.items()}, of_values(weights.values[:6]))
    )
    found = halves(result, splits=20, seed=2)
    first = np.cumsum([0, 2, 3, 1])
    rng = np.random.default_rng(2)
    for split in range(20):
        order = rng.permutation(3).tolist()
        for half, chosen in ((found.first, order[:1]), (found.second, order[1:])):
            values = [value for row in chosen for value in weights.values[first[row] : first[row + 1]].tolist()]
            for place, system in enumerate(SYSTEMS.values()):
                wanted = f_b_of([GOLD[row] for row in chosen], [system[row] for row in chosen], values)
                assert close(half[split, place], wanted)
    assert found.systems == tuple(SYSTEMS)
    assert halves(result, splits=20, seed=2).first.tobytes() == found.first.tobytes()


def test_p_of_halves_is_that_of_all_orders():
    rng = np.random.default_rng(3)
    for systems in (2, 3, 4, 6):
        first = rng.random(systems).round(1 if systems == 6 else 6)
        second = first + rng.random(systems)
        p, exact, orders = order_test(first, second)
        assert close(p, order_p(first.tolist(), second.tolist())) and exact and orders == math.factorial(systems)
    # Three systems in one order on both halves: of six orders that one is the best, and unless it mirrors, alone.
    assert order_test(np.array([0.1, 0.2, 0.4]), np.array([0.1, 0.2, 0.4]))[0] == 1 / 6
    assert order_test(np.array([0.1, 0.2]), np.array([0.2, 0.3]))[0] == 1


def test_p_of_many_systems_is_drawn():
    rng = np.random.default_rng(4)
    first, noise = rng.random(12), rng.random(12)
    p, exact, orders = order_test(first, noise)
    assert not exact and orders == 100_000
    assert abs(p - pearsonr(first, noise).pvalue) < 0.03, "as by Student's t, roughly"
    assert order_test(first, first)[0] == 1 / 100_001
    assert order_test(first, noise) == (p, exact, orders), "it is seeded"


@pytest.mark.parametrize("settings", [{"splits": 0}, {"seed": -1}])
def test_halves_need_sensible_settings(settings):
    result = balance(dataset_of(GOLD, SYSTEMS, of_values([0.5] * 9)))
    with pytest.raises(SettingError):
        halves(result, **settings)


def test_one_sentence_has_no_halves():
    with pytest.raises(SettingError, match="one sentence"):
        halves(balance(dataset_of([["ab"]], {}, of_values([0.5]))))


@given(st.integers(1, 300), st.data())
def test_intervals_are_decided_on_whole_votes(members, data):
    votes = np.array(data.draw(st.lists(st.integers(0, members), min_size=1, max_size=20)))
    weights = Weights(votes / members, votes.astype(np.int32), members, None, "x", "")
    wanted = [oracle.interval(vote, members) for vote in votes.tolist()]
    assert weights.intervals().tolist() == wanted
    # The buckets of the attribute, and weights without votes, agree.
    assert of_values(votes / members).intervals().tolist() == wanted


def test_without_difficulties_there_is_a_message():
    dataset = cwsdiag.load(gold=[["ab"]], systems={"s": [["ab"]]})
    with pytest.raises(SettingError, match="weights"):
        score_balanced(dataset)
    with pytest.raises(SettingError, match="weights"):
        balance(dataset)


def test_no_systems_have_no_scores():
    result = balance(dataset_of([["ab"], ["c"]], {}, of_values([0.5, 0.5])), resamples=5)
    assert (result.scores, dict(result.intervals), result.differences, swaps(result)) == ((), {}, (), [])
    assert (rankings(result.scores), dict(result.committee_errors)) == ([], {})
    assert halves(result, splits=3).first.shape == (3, 0)


def test_sentences_without_a_word_that_is_compared_make_no_interval():
    for words, defined in ((5, False), (6, True)):
        text = [["中国", "人"]] * words + [["甲"]] * 3
        system = [["中", "国", "人"]] * words + [["乙"]] * 3
        weights = of_values([0.5, 0.25] * words + [0.5] * 3)
        result = balance(dataset_of(text, {"s": system}, weights, mismatch="skip"), resamples=40)
        assert math.isfinite(result.intervals["s"].low) == defined
