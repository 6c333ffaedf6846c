"""Balanced scores against plain loops, on cases counted by hand, and by their properties."""

import math
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.balanced import BalancedScore, balance, halves, rankings, score_balanced, swaps
from cwsdiag.dataset import with_weights
from cwsdiag.errors import SettingError
from cwsdiag.weights import Weights, of_committee
from tests.corpora import corpora, resegmented
from tests.oracles import balanced as oracle
from tests.oracles.words import match, spans, words_of

BALANCED = ("p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b")
TOLERANCE = 1e-12


def of_values(values, *, committee="made up"):
    return Weights(np.array(values, dtype=np.float64), None, None, None, committee, "0" * 64)


def dataset_of(gold, systems, weights, **options):
    return with_weights(cwsdiag.load(gold=gold, systems=systems, **options), weights)


def scored(gold, system, values) -> BalancedScore:
    (score,) = score_balanced(dataset_of(gold, {"s": system}, of_values(values)))
    return score


def close(found, wanted):
    return (math.isnan(found) and math.isnan(wanted)) or abs(found - wanted) <= TOLERANCE


shares = st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(1e-3, 1))


@st.composite
def weighed_cases(draw, *, min_words=1):
    gold = draw(corpora(min_words=min_words))
    words = len(words_of(gold))
    return gold, draw(resegmented(gold)), draw(st.lists(shares, min_size=words, max_size=words))


@given(weighed_cases())
def test_scores_are_those_of_the_oracle(case):
    gold, system, values = case
    score = scored(gold, system, values)
    wanted = oracle.scores(gold, system, values)
    assert all(close(getattr(score, key), wanted[key]) for key in BALANCED)
    (plain,) = cwsdiag.score_systems(cwsdiag.load(gold=gold, systems={"s": system}))
    assert (score.precision, score.recall, score.f1) == (plain.precision, plain.recall, plain.f1)


@given(corpora(), st.data())
def test_votes_give_the_same_as_the_shares_they_stand_for(gold, data):
    system = data.draw(resegmented(gold))
    words = len(words_of(gold))
    wrong = np.array(
        data.draw(st.lists(st.lists(st.booleans(), min_size=words, max_size=words), min_size=1, max_size=7))
    )
    weights = of_committee(wrong, committee="seven")
    assert weights.values.tolist() == [sum(column) / len(wrong) for column in wrong.T.tolist()]
    (score,) = score_balanced(dataset_of(gold, {"s": system}, weights))
    wanted = oracle.scores(gold, system, weights.values.tolist())
    assert all(close(getattr(score, key), wanted[key]) for key in BALANCED)
    found = weights.intervals().tolist()
    assert found == [oracle.interval(votes, len(wrong)) for votes in weights.votes.tolist()]


def test_a_case_by_hand():
    # ab matched, c and de glued; the glued word takes the d of de, which covers its last character.
    score = scored([["ab", "c", "de"]], [["ab", "cde"]], [0.25, 0.5, 1.0])
    assert score.p_reward == 0.25 / (0.25 + 1)
    assert score.p_punishment == 0.75 / 0.75
    assert score.r_reward == 0.25 / 1.75
    assert score.r_punishment == 0.75 / 1.25
    assert score.p_b == pytest.approx(2 * 0.2 / 1.2, abs=TOLERANCE)
    assert score.r_b == pytest.approx(2 * (1 / 7) * 0.6 / (1 / 7 + 0.6), abs=TOLERANCE)
    assert score.f_b == pytest.approx(2 * score.p_b * score.r_b / (score.p_b + score.r_b), abs=TOLERANCE)


@pytest.mark.parametrize("values", [[0.1, 0.3, 0.7], [0.5, 0.0, 1.0]])
def test_a_system_equal_to_gold_has_everything(values):
    score = scored([["ab", "c", "de"]], [["ab", "c", "de"]], values)
    assert set(asdict(score).values()) == {"s", 1.0}


def test_words_that_nobody_gets_wrong_leave_reward_undefined():
    score = scored([["ab", "c"]], [["a", "b", "c"]], [0.0, 0.0])
    assert all(math.isnan(getattr(score, key)) for key in ("p_reward", "p_b", "r_reward", "r_b", "f_b"))
    assert (score.p_punishment, score.r_punishment) == (1 / 3, 1 / 2)
    score = scored([["ab", "c"]], [["a", "b", "c"]], [1.0, 1.0])
    assert math.isnan(score.p_punishment) and math.isnan(score.f_b)
    assert (score.p_reward, score.r_reward) == (1 / 3, 1 / 2)


def test_precision_may_be_undefined_where_recall_is_not():
    # The only hard word is swallowed by one whose last character an easy word covers.
    score = scored([["ab", "c", "d"]], [["abc", "d"]], [1.0, 0.0, 0.0])
    assert math.isnan(score.p_reward) and score.r_reward == 0.0
    assert math.isnan(score.f_b)


def test_nothing_right_is_nothing_and_not_undefined():
    score = scored([["ab"]], [["a", "b"]], [0.5])
    assert [getattr(score, key) for key in BALANCED] == [0.0] * 7


@given(weighed_cases(), st.floats(0.01, 0.99))
def test_equal_weights_give_the_plain_scores_back(case, share):
    gold, system, values = case
    score = scored(gold, system, [share] * len(values))
    assert close(score.p_b, score.precision) and close(score.p_reward, score.precision)
    assert close(score.r_b, score.recall) and close(score.r_punishment, score.recall)
    assert close(score.f_b, score.f1)


def recut(system, *, add=(), remove=()):
    """The system with boundaries added and removed."""
    text = "".join(words_of(system))
    ends = sorted(({end for _, end in spans(system)} | set(add)) - set(remove))
    return [[text[start:end] for start, end in zip([0, *ends], ends, strict=False)]]


def never_higher(before, after):
    for key in BALANCED:
        old, new = getattr(before, key), getattr(after, key)
        assert math.isnan(new) or new <= old + TOLERANCE, key


@given(weighed_cases(), st.data())
def test_splitting_a_matched_word_raises_no_score(case, data):
    gold, system, values = case
    long = sorted(span for span in match(gold, system) if span[1] - span[0] > 1)
    assume(long)
    start, end = data.draw(st.sampled_from(long))
    worse = recut(system, add=[data.draw(st.integers(start + 1, end - 1))])
    never_higher(scored(gold, system, values), scored(gold, worse, values))


@given(weighed_cases(min_words=2), st.data())
def test_merging_two_matched_words_raises_no_score(case, data):
    gold, system, values = case
    matched = match(gold, system)
    starts = {start for start, _ in matched}
    between = sorted(end for _, end in matched if end in starts)
    assume(between)
    worse = recut(system, remove=[data.draw(st.sampled_from(between))])
    never_higher(scored(gold, system, values), scored(gold, worse, values))


def test_what_is_not_compared_counts_nowhere():
    gold, system = [["ab", "c", "de"], ["fg", "h"]], [["ab", "X", "de"], ["f", "g", "h"]]
    values = [0.5, 1.0, 0.25, 0.75, 0.5]
    dataset = dataset_of(gold, {"s": system}, of_values(values), mismatch="skip")
    (score,) = score_balanced(dataset)
    same = [["ab", "c", "de"], ["f", "g", "h"]]
    wanted = oracle.scores(gold, same, values, skipped=[(2, 3)])
    assert all(close(getattr(score, key), wanted[key]) for key in BALANCED)
    # f and g take the d of fg, each.
    assert score.p_reward == pytest.approx(1.25 / 2.75, abs=TOLERANCE)
    assert (score.precision, score.recall) == (3 / 5, 3 / 4)


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
