"""What balanced scores are worth, how they rank systems, and how difficulty spreads."""

import math
from dataclasses import asdict, astuple, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import pearsonr

import cwsdiag
from cwsdiag.balanced import (
    INTERVAL_LABELS,
    accuracy_by_difficulty,
    balance,
    group_shares,
    halves,
    rankings,
    swaps,
    word_groups,
)
from cwsdiag.balanced.ranking import Halves, order_test, pearson
from cwsdiag.dataset import with_weights
from cwsdiag.errors import SettingError
from cwsdiag.resampling import resample_sums
from cwsdiag.weights import Weights, of_committee
from tests.corpora import corpora, resegmented
from tests.oracles import balanced as oracle
from tests.oracles.hardness import order_p
from tests.oracles.words import scores as words_scores
from tests.oracles.words import words_of
from tests.test_balanced import TOLERANCE, close, dataset_of, of_values, scored

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


@pytest.mark.parametrize("votes_known", [True, False])
def test_bootstrap_over_sentences_is_that_of_plain_loops(votes_known):
    text, systems = TWICE, SYSTEMS_TWICE
    weights = of_committee(WRONG_TWICE, committee="six")
    if not votes_known:
        weights = of_values(weights.values)
    result = balance(dataset_of(text, systems, weights), resamples=150, seed=3)
    first = np.cumsum([0, *map(len, text)])
    per_word = [weights.values[first[i] : first[i + 1]].tolist() for i in range(8)]
    drawn = {name: [] for name in SYSTEMS}
    for rows in np.random.default_rng(3).integers(0, 8, size=(150, 8)):
        for name, system in systems.items():
            values = [value for row in rows for value in per_word[row]]
            drawn[name].append(f_b_of([text[row] for row in rows], [system[row] for row in rows], values))
    for name in SYSTEMS:
        known = [value for value in drawn[name] if not math.isnan(value)]
        interval = result.intervals[name]
        assert interval.value == pytest.approx(f_b_of(text, systems[name], weights.values.tolist()), abs=TOLERANCE)
        assert (interval.low, interval.high) == pytest.approx(np.percentile(known, [2.5, 97.5]), abs=TOLERANCE)
    found = result.differences
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert result.draws_members == votes_known
    for one in found if not votes_known else ():
        apart = np.array(drawn[one.first]) - np.array(drawn[one.second])
        assert (one.f_b.low, one.f_b.high) == pytest.approx(np.nanpercentile(apart, [2.5, 97.5]), abs=TOLERANCE)


def test_sentences_without_a_word_that_is_compared_make_no_interval():
    for words, defined in ((5, False), (6, True)):
        text = [["中国", "人"]] * words + [["甲"]] * 3
        system = [["中", "国", "人"]] * words + [["乙"]] * 3
        weights = of_values([0.5, 0.25] * words + [0.5] * 3)
        result = balance(dataset_of(text, {"s": system}, weights, mismatch="skip"), resamples=40)
        assert math.isfinite(result.intervals["s"].low) == defined


def test_differences_draw_sentences_and_members_together():
    result = balance(
        dataset_of(TWICE, SYSTEMS_TWICE, of_committee(WRONG_TWICE, committee="six")), resamples=150, seed=3
    )
    first = np.cumsum([0, *map(len, TWICE)])
    sentences = np.random.default_rng(3).integers(0, 8, size=(150, 8))
    members = np.random.default_rng((3, 1)).integers(0, 6, size=(150, 6))
    drawn = {name: {"f_b": [], "f1": []} for name in SYSTEMS_TWICE}
    for rows, chosen in zip(sentences, members, strict=True):
        d = [sum(WRONG_TWICE[member][word] for member in chosen) / 6 for word in range(18)]
        values = [d[word] for row in rows for word in range(first[row], first[row + 1])]
        gold = [TWICE[row] for row in rows]
        for name, system in SYSTEMS_TWICE.items():
            own = [system[row] for row in rows]
            drawn[name]["f_b"].append(f_b_of(gold, own, values))
            drawn[name]["f1"].append(words_scores(gold, own)["f1"])
    assert result.draws_members
    for one in result.differences:
        assert not one.common
        for key, mine in (("f_b", one.f_b), ("f1", one.f1)):
            apart = np.array(drawn[one.first][key]) - np.array(drawn[one.second][key])
            assert (mine.low, mine.high) == pytest.approx(np.nanpercentile(apart, [2.5, 97.5]), abs=TOLERANCE)


def test_with_one_member_or_none_known_the_committee_is_fixed():
    for weights in (of_committee(WRONG_TWICE[2:3], committee="one"), of_values(WRONG_TWICE[2].astype(float))):
        result = balance(dataset_of(TWICE, SYSTEMS_TWICE, weights), resamples=40, seed=2)
        assert not result.draws_members
        apart = result.resampled[:, 0] - result.resampled[:, 1]
        one = result.differences[0]
        assert (one.f_b.low, one.f_b.high) == pytest.approx(np.nanpercentile(apart, [2.5, 97.5]), nan_ok=True)


def test_members_that_agree_widen_nothing():
    alike = np.repeat(WRONG_TWICE[2:3], 6, axis=0)
    one, six = (
        balance(dataset_of(TWICE, SYSTEMS_TWICE, of_committee(votes, committee="x")), resamples=80)
        for votes in (WRONG_TWICE[2:3], alike)
    )
    for single, many in zip(one.differences, six.differences, strict=True):
        for key in ("value", "low", "high"):
            assert close(getattr(single.f_b, key), getattr(many.f_b, key))


def test_a_difference_is_over_the_words_compared_for_both():
    # b has another character in 北京: what is left of it is compared for both.
    other = [["中", "国人", "民"], ["我们", "在", "X京"], ["好"], ["天气", "很", "好"]]
    left = [["中", "国人", "民"], ["我们", "在", "北京"], ["好"], ["天气", "很", "好"]]
    third = [["中国", "人民"], ["我们", "在", "北", "京"], ["好"], ["天", "气", "很", "好"]]
    dataset = cwsdiag.load(gold=GOLD, systems={"a": SYSTEMS["a"], "b": other, "c": third}, mismatch="skip")
    result = balance(with_weights(dataset, of_committee(WRONG, committee="six")), resamples=30)
    ab, ac, bc = result.differences
    assert (ab.common, ac.common, bc.common) == (True, False, True)
    values, skipped = WRONG.mean(axis=0).tolist(), [(7, 9)]
    a, b, c = (oracle.scores(GOLD, system, values, skipped)["f_b"] for system in (SYSTEMS["a"], left, third))
    assert (ab.f_b.value, bc.f_b.value) == pytest.approx((a - b, b - c), abs=TOLERANCE)
    assert ac.f_b.value == pytest.approx(result.scores[0].f_b - result.scores[2].f_b, abs=TOLERANCE)
    assert ab.f1.value == pytest.approx(
        words_scores(GOLD, SYSTEMS["a"], skipped=skipped)["f1"] - words_scores(GOLD, left, skipped=skipped)["f1"]
    )


def test_bootstrap_over_members_is_that_of_plain_loops():
    result = balance(dataset_of(GOLD, SYSTEMS, of_committee(WRONG, committee="six")), resamples=120, seed=7)
    drawn = {name: [] for name in SYSTEMS}
    for members in np.random.default_rng(7).integers(0, 6, size=(120, 6)):
        values = WRONG[members].mean(axis=0).tolist()
        for name, system in SYSTEMS.items():
            drawn[name].append(f_b_of(GOLD, system, values))
    for name, found in result.committee_errors.items():
        assert found.se == pytest.approx(np.nanstd(drawn[name], ddof=1), abs=TOLERANCE)
        assert (found.low, found.high) == pytest.approx(np.nanpercentile(drawn[name], [2.5, 97.5]), abs=TOLERANCE)


@pytest.mark.parametrize("weights", [of_committee(WRONG[:1], committee="one"), of_values([0.5] * 9)])
def test_the_committees_error_is_undefined_without_members(weights):
    result = balance(dataset_of(GOLD, SYSTEMS, weights), resamples=20)
    assert set(result.committee_errors) == set(SYSTEMS)
    for found in result.committee_errors.values():
        assert all(math.isnan(value) for value in asdict(found).values())


def test_the_committees_error_shrinks_with_the_committee():
    many = np.random.default_rng(0).random((400, 9)) < 0.5
    small, large = (
        balance(dataset_of(GOLD, SYSTEMS, of_committee(many[:members], committee="x")), resamples=300)
        for members in (4, 400)
    )
    assert large.committee_errors["a"].se < small.committee_errors["a"].se / 3


def test_sums_of_shares_are_not_rounded_to_single_precision():
    shares = np.full((3, 1), 1 / 3)
    (sums,) = resample_sums([shares], resamples=4, seed=0)
    assert sums == pytest.approx(np.ones((4, 1)), abs=1e-15)
    # Integers beside them keep every digit too.
    counts = np.full((3, 1), 1 << 26)
    sums, both = resample_sums([shares, counts], resamples=4, seed=0)
    assert both.tolist() == [[3.0 * (1 << 26)]] * 4


def test_rankings_and_what_moves_them():
    # By F1 "easy" is ahead: it gets three easy words right, and misses the two hard ones that "hard" has.
    gold = [["中国", "人民", "我们", "好的", "北京", "北京"]]
    systems = {
        "easy": [["中国", "人民", "我们", "好的", "北", "京", "北", "京"]],
        "hard": [["中", "国", "人", "民", "我", "们", "好的", "北京", "北京"]],
    }
    values = [0.0, 0.1, 0.1, 0.1, 0.9, 0.8]
    result = balance(dataset_of(gold, systems, of_values(values)), resamples=5)
    easy, hard = result.scores
    assert easy.f1 > hard.f1 and easy.f_b < hard.f_b
    assert [asdict(place) for place in rankings(result.scores)] == [
        {"name": "easy", "by_f1": 1, "by_f_b": 2, "moved": -1},
        {"name": "hard", "by_f1": 2, "by_f_b": 1, "moved": 1},
    ]
    (swap,) = swaps(result)
    assert (swap.up, swap.down) == ("hard", "easy")
    (beijing,) = swap.gains
    assert (beijing.word, beijing.tokens, beijing.weight) == ("北京", 2, pytest.approx(1.7))
    assert [(one.word, one.weight) for one in swap.losses] == [("人民", 0.1), ("我们", 0.1), ("中国", 0.0)]
    assert [len(one.losses) for one in swaps(result, most=1)] == [1]


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


def test_of_words_with_equal_weight_the_first_token_decides():
    gold = [["ab", "cd", "ab", "xyz", "q", "r", "s"]]
    # The first ab is right in both: what up alone gets right begins with cd.
    systems = {
        "up": [["ab", "cd", "ab", "xy", "z", "qr", "s"]],
        "down": [["ab", "c", "d", "a", "b", "xyz", "q", "r", "s"]],
    }
    (swap,) = swaps(balance(dataset_of(gold, systems, of_values([0.5, 1, 1, 0, 0, 0, 0])), resamples=1))
    assert (swap.up, [one.word for one in swap.gains]) == ("up", ["cd", "ab"])
    assert [one.word for one in swap.losses] == ["xyz", "q", "r"]


def test_systems_that_tie_change_no_places():
    gold = [["ab", "cd", "ef"]]
    systems = {"one": [["ab", "c", "d", "ef"]], "two": [["ab", "cd", "e", "f"]], "both": [["a", "b", "cd", "ef"]]}
    # By F1 all are equal; by f_b the one that misses the hard word is behind.
    result = balance(dataset_of(gold, systems, of_values([0.5, 0.25, 0.75])), resamples=1)
    assert len({score.f1 for score in result.scores}) == 1
    assert len({score.f_b for score in result.scores}) == 2
    assert swaps(result) == []
    # By f_b equal, both 0, and not by F1.
    systems = {"one": [["ab", "c", "def"]], "none": [["abcdef"]]}
    result = balance(dataset_of(gold, systems, of_values([0.0, 1.0, 0.5])), resamples=1)
    assert [score.f_b for score in result.scores] == [0, 0]
    assert len({score.f1 for score in result.scores}) == 2
    assert swaps(result) == []


def test_equal_scores_share_a_place_and_undefined_ones_have_none():
    score = scored([["ab", "c"]], [["ab", "c"]], [0.5, 0.5])
    lost = replace(score, name="t", f1=0.5, f_b=math.nan)
    places = rankings([score, replace(score, name="u"), lost])
    assert [(place.by_f1, place.by_f_b, place.moved) for place in places] == [(1, 1, 0), (1, 1, 0), (3, None, None)]


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


def test_pearson_is_that_of_scipy():
    rng = np.random.default_rng(1)
    first = rng.random((30, 5))
    second = first + rng.random((30, 5))
    wanted = [pearsonr(a, b).statistic for a, b in zip(first, second, strict=True)]
    assert pearson(first, second) == pytest.approx(wanted, abs=TOLERANCE)
    odd = np.array([[0.1, 0.1, 0.1], [0.1, math.nan, 0.3]])
    assert np.isnan(pearson(odd, np.array([[0.1, 0.2, 0.3]] * 2))).all()
    assert np.isnan(pearson(first[:, :1], second[:, :1])).all()
    assert pearson(first[:, :2], first[:, :2]) == pytest.approx(np.ones(30))


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


def test_the_split_that_is_tested_is_the_most_usual():
    first = np.array([[0.5, 0.6, 0.9], [0.4, 0.7, 0.1], [0.3, 0.8, 0.4]])
    found = Halves(("a", "b", "c"), first, first + [[0, 0, 0], [0, 0, 0.3], [0, 0, 0.2]], np.array([0.2, 0.9, 0.5]))
    assert found.test is not None
    assert (found.test.split, found.test.r) == (2, 0.5)
    assert close(found.test.p, order_p(first[2].tolist(), (first[2] + [0, 0, 0.2]).tolist()))
    assert Halves(("a",), first[:, :1], first[:, :1], np.full(3, math.nan)).test is None


@pytest.mark.parametrize("settings", [{"splits": 0}, {"seed": -1}])
def test_halves_need_sensible_settings(settings):
    result = balance(dataset_of(GOLD, SYSTEMS, of_values([0.5] * 9)))
    with pytest.raises(SettingError):
        halves(result, **settings)


def test_one_sentence_has_no_halves():
    with pytest.raises(SettingError, match="one sentence"):
        halves(balance(dataset_of([["ab"]], {}, of_values([0.5]))))


@pytest.mark.parametrize(("setting", "value"), [("resamples", 0), ("seed", -1)])
def test_bootstraps_need_sensible_settings(setting, value):
    with pytest.raises(SettingError):
        balance(dataset_of(GOLD, SYSTEMS, of_values([0.5] * 9)), **{setting: value})


def test_accuracy_in_ten_intervals():
    wrong = np.arange(10)[:, None] < [0, 1, 2, 3, 3, 10, 10, 9, 0]
    result = balance(dataset_of(GOLD, SYSTEMS, of_committee(wrong, committee="ten")))
    found = accuracy_by_difficulty(result)
    assert set(found) == set(SYSTEMS)
    # 中国 人民 我们 在 北京 好 天气 很 好 with 0 1 2 3 3 10 10 9 0 votes; 'a' misses 我们 天气 很 and the last 好.
    expected = [2 / 3, 0, 1, *[math.nan] * 5, 0, 1 / 2]
    assert all(close(one, other) for one, other in zip(found["a"].tolist(), expected, strict=True))
    assert len(INTERVAL_LABELS) == 10
    assert INTERVAL_LABELS[:2] + INTERVAL_LABELS[-1:] == ("0 to 0.1", "0.1 to 0.2", "0.9 to 1")


def test_kinds_of_words_by_difficulty():
    gold = [["中国", "一心一意", "好", "北京", "天安门前"]]
    dataset = cwsdiag.load(gold=gold, training=[["中国", "好"]])
    result = balance(with_weights(dataset, of_values([0.0, 0.25, 0.05, 1.0, 0.4])))
    found = group_shares(result, word_groups(result, idioms={"一心一意", "中国"}))
    assert list(found) == ["all words", "two-character words", "OOV words", "idioms"]
    assert found["all words"].tolist() == [40, 0, 20, 20, 0, 0, 0, 0, 0, 20]
    assert found["two-character words"].tolist() == [50, *[0] * 8, 50]
    assert found["OOV words"].sum() == pytest.approx(100)
    assert found["idioms"].tolist() == [0, 0, 100, *[0] * 7]
    alone = balance(dataset_of(gold, {}, of_values([0.5] * 5)))
    bare = group_shares(alone, word_groups(alone, idioms=()))
    assert list(bare) == ["all words", "two-character words", "idioms"]
    assert np.isnan(bare["idioms"]).all()


@given(st.integers(1, 300), st.data())
def test_intervals_are_decided_on_whole_votes(members, data):
    votes = np.array(data.draw(st.lists(st.integers(0, members), min_size=1, max_size=20)))
    weights = Weights(votes / members, votes.astype(np.int32), members, None, "x", "")
    wanted = [oracle.interval(vote, members) for vote in votes.tolist()]
    assert weights.intervals().tolist() == wanted
    # The buckets of the attribute, and weights without votes, agree.
    assert of_values(votes / members).intervals().tolist() == wanted
