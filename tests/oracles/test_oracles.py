"""Hand-computed cases for the oracles."""

import math
from math import inf, isnan

import pytest

from .attributes import CHAR_KEYS, KEYS, char_values, mean, unit_values, word_values
from .balanced import difficulty_of_system_words, interval
from .balanced import scores as balanced_scores
from .breakdown import (
    aided,
    bootstrap_interval,
    breakdown,
    percentile,
    resampled_f1,
    score_interval,
    self_diagnosis,
    sentence_counts,
    wilson,
)
from .buckets import Interval, default_buckets, equal_buckets, equal_count
from .words import match, scores, spans

# Sentences of 3 and 4 characters; the system word "cd" crosses the end of the first.
GOLD = [["ab", "c"], [], ["d", "ef", "g"]]
SYSTEM = [["a", "b", "cd"], ["ef", "g"]]
# Words: ab 2, c 1, aba 1, d 1. Strings: ab 3, aba 2, a 4, b 3. Characters: a 4, b 3, c 1, d 1.
TRAIN = [["ab", "ab", "c"], [], ["aba"], ["d"]]
COUNTED = {"ab": 2, "c": 1, "aba": 1, "d": 1}
PLAIN = {"ab", "c", "aba", "d"}


def test_spans_and_match():
    assert spans(GOLD) == [(0, 2), (2, 3), (3, 4), (4, 6), (6, 7)]
    assert spans(SYSTEM) == [(0, 1), (1, 2), (2, 4), (4, 6), (6, 7)]
    assert match(GOLD, SYSTEM) == {(4, 6), (6, 7)}


def test_line_breaks_of_the_system_do_not_count():
    words = [word for line in SYSTEM for word in line]
    assert scores(GOLD, [words], TRAIN) == scores(GOLD, SYSTEM, TRAIN)
    for key in KEYS:
        assert unit_values(key, GOLD, [words], TRAIN) == unit_values(key, GOLD, SYSTEM, TRAIN)


@pytest.mark.parametrize("training", [TRAIN, COUNTED, PLAIN, sorted(PLAIN)])
def test_scores(training):
    # Gold ab, c, d are known and none is matched; ef and g are OOV and both matched.
    assert scores(gold=GOLD, system=SYSTEM, training=training) == {
        "sentences": 2,
        "words": 5,
        "gold_words": 5,
        "characters": 7,
        "matched": 2,
        "precision": 2 / 5,
        "recall": 2 / 5,
        "f1": 2 / 5,
        "oov_rate": 2 / 5,
        "oov_recall": 1.0,
        "iv_recall": 0.0,
        "precision_no_punctuation": 2 / 5,
        "recall_no_punctuation": 2 / 5,
        "f1_no_punctuation": 2 / 5,
        "sentence_accuracy": 0.0,
        "f1_unseen_sentences": pytest.approx(2 / 5 if training == TRAIN else math.nan, nan_ok=True),
        "unseen_sentences": pytest.approx(2 if training == TRAIN else math.nan, nan_ok=True),
        "coverage": 1.0,
    }


def test_scores_undefined():
    result = scores(GOLD, SYSTEM, None)
    assert isnan(result["oov_rate"]) and isnan(result["oov_recall"]) and isnan(result["iv_recall"])
    result = scores([["a"]], [["a"]], [["a"]])
    assert result["oov_rate"] == 0 and isnan(result["oov_recall"]) and result["iv_recall"] == 1


def test_words_without_punctuation():
    # Of gold 好, a1 and ３ count, of the system 好。 and a1: the mark that it glues to 好 makes that word wrong.
    result = scores([["好", "。", "a1", "……", "３"]], [["好。", "a1", "……３"]])
    assert result["precision_no_punctuation"] == result["recall_no_punctuation"] == 1 / 3
    assert result["f1_no_punctuation"] == 2 / 6
    assert isnan(scores([["。"]], [["。"]])["f1_no_punctuation"])


def test_sentences_without_an_error_and_unseen_ones():
    # The first two sentences are right; ab c is a sentence of training, however it is cut there.
    result = scores([["ab", "c"], ["d"], ["e", "f"]], [["ab", "c"], ["d"], ["ef"]], [["a", "bc"], ["de"]])
    assert result["sentence_accuracy"] == 2 / 3
    assert (result["unseen_sentences"], result["f1_unseen_sentences"]) == (2, 2 * 1 / (3 + 2))
    assert scores([["ab", "c"], ["d"]], [["ab"], ["cd"]])["sentence_accuracy"] == 0
    # One sentence is not compared.
    assert scores([["ab"], ["d"]], [["ab"], ["d"]], None, [(2, 3)])["sentence_accuracy"] == 1


def test_f1_pools_unequal_counts():
    result = scores([["a", "b", "c"]], [["a", "bc"]])
    assert (result["precision"], result["recall"], result["f1"]) == (1 / 2, 1 / 3, 2 / 5)


def test_errors():
    with pytest.raises(ValueError):
        match([["ab"]], [["ac"]])
    with pytest.raises(ValueError):
        match([[]], [[]])
    with pytest.raises(ValueError):
        word_values("cCon", GOLD, None, TRAIN)
    with pytest.raises(ValueError):
        char_values("wCon", GOLD, None, TRAIN)


def test_word_values_of_gold():
    assert word_values("wLen", GOLD, None, None) == [2, 1, 1, 2, 1]
    assert word_values("sLen", GOLD, None, None) == [3, 3, 4, 4, 4]
    assert word_values("oDen", GOLD, None, TRAIN) == [0, 0, 2 / 4, 2 / 4, 2 / 4]
    assert word_values("wFre", GOLD, None, TRAIN) == [1, 1, 1, 0, 0]
    assert word_values("wCon", GOLD, None, TRAIN) == [2 / 3, 1, 1, 0, 0]


def test_word_values_of_system():
    assert word_values("wLen", GOLD, SYSTEM, None) == [1, 1, 2, 2, 1]
    # "cd" belongs to the sentence of d; a and b are in no training word of their own.
    assert word_values("sLen", GOLD, SYSTEM, None) == [3, 3, 4, 4, 4]
    assert word_values("oDen", GOLD, SYSTEM, TRAIN) == [0, 0, 0.5, 0.5, 0.5]
    assert word_values("wFre", GOLD, SYSTEM, TRAIN) == [0, 0, 0, 0, 0]
    assert word_values("wCon", GOLD, SYSTEM, TRAIN) == [0, 0, 0, 0, 0]


def test_a_crossing_word_takes_the_sentence_of_its_last_character():
    assert word_values("sLen", [["a"], ["b", "c"], ["d", "e", "f"]], [["abcd", "e", "f"]], None) == [3, 3, 3]


def test_string_count_overlaps_and_stops_at_sentence_ends():
    # aa: twice in aaa, once in aa; not between the sentences.
    training = [["aaa"], ["aa", "b"]]
    assert word_values("wCon", [["aa"]], None, training) == [1 / 3]
    # ca is a word nowhere; as a string it would only cross the sentence end.
    assert word_values("wCon", [["ca"]], None, TRAIN) == [0]
    # aba: once across the words of the first sentence, once as a word.
    assert word_values("wCon", [["aba"]], None, TRAIN) == [1 / 2]


def test_second_most_frequent():
    training = [["x", "x", "x", "x", "y", "y", "z"]]
    assert word_values("wFre", [["x", "y", "z", "w"]], None, training) == [1, 1, 1 / 2, 0]
    assert char_values("cFre", [["xyzw"]], None, training) == [1, 1, 1 / 2, 0]
    # A tie at the top: the second has as many as the first. One type: that one.
    assert word_values("wFre", [["x", "z"]], None, [["x", "x", "y", "y", "z"]]) == [1, 1 / 2]
    assert word_values("wFre", [["x", "y"]], None, [["x", "x"]]) == [1, 0]


@pytest.mark.parametrize("training", [TRAIN, COUNTED])
def test_char_values(training):
    gold = [["ab", "c", "e"]]
    system = [["a", "bce"]]
    assert char_values("cFre", gold, None, training) == [1, 1, 1 / 3, 0]
    assert char_values("cFre", gold, system, training) == [1, 1, 1 / 3, 0]
    # a: B of ab twice, B of aba, E of aba; b: E of ab twice, M of aba; c: S; e: unseen.
    assert char_values("cCon", gold, None, training) == [3 / 4, 2 / 3, 1, 0]
    # a S, b B, c M, e E
    assert char_values("cCon", gold, system, training) == [0, 0, 0, 0]
    assert char_values("cCon", [["aba"]], None, training) == [3 / 4, 1 / 3, 1 / 4]


def test_what_is_undefined():
    def defined(training):
        return {key for key in KEYS if unit_values(key, GOLD, None, training) is not None}

    assert defined(TRAIN) == set(KEYS)
    steps = [(COUNTED, {"wCon"}), (PLAIN, {"wFre", "cFre", "cCon"}), (None, {"oDen"})]
    before = set(KEYS)
    for training, lost in steps:
        assert defined(training) == before - lost
        before -= lost
    assert defined(sorted(PLAIN)) == defined(PLAIN)
    assert {"wLen", "sLen"} <= before
    assert mean("wCon", GOLD, COUNTED) is None
    assert breakdown("wCon", GOLD, SYSTEM, COUNTED, default_buckets("wCon", [])) is None


def test_mean_weighs_sentences_by_words():
    assert mean("sLen", GOLD, None) == (3 + 3 + 4 + 4 + 4) / 5
    assert mean("wCon", GOLD, TRAIN) == pytest.approx((2 / 3 + 2) / 5)
    assert mean("cFre", [["ab", "c", "e"]], TRAIN) == pytest.approx((2 + 1 / 3) / 4)


@pytest.mark.parametrize(
    ("values", "n", "edges"),
    [
        ([], 3, []),
        ([5, 5, 5], 4, []),
        ([4, 3, 2, 1], 1, []),
        ([4, 3, 2, 1], 2, [2]),
        ([1, 2, 3], 5, [1, 2]),
        # target 3: have 4, closes
        ([1, 1, 1, 1, 2, 3], 2, [1]),
        # target 2.5: 1.5 below or 1.5 above, closes on the tie
        ([1, 2, 2, 2, 3], 2, [1]),
        # target 2.5: 1.5 below or 0.5 above, takes
        ([1, 2, 2, 3, 3], 2, [2]),
        # target 8/3, but two values are left for two buckets; then target 7/2: 5/2 below or 7/2 above
        ([1, 2, 3, 3, 3, 3, 3, 3], 3, [1, 2]),
        # target 3: have 5, closes; then target 4/2
        ([1, 1, 1, 1, 1, 2, 3, 4, 5], 3, [1, 3]),
    ],
)
def test_equal_count(values, n, edges):
    assert equal_count(values, n) == edges


def test_interval():
    assert [Interval(0, 0.5).holds(v) for v in (0, 0.1, 0.5, 0.6)] == [False, True, True, False]
    assert [Interval(0.5, 1, False).holds(v) for v in (0.5, 0.6, 1)] == [False, True, False]
    assert [Interval(2, 2, True, True).holds(v) for v in (1, 2, 3)] == [False, True, False]


def test_default_buckets():
    def where(key, gold_values, values):
        buckets = default_buckets(key, gold_values)
        return [[i for i, bucket in enumerate(buckets) if bucket.holds(value)] for value in values]

    assert where("wCon", [], [0, 0.1, 0.5, 0.6, 1]) == [[0], [1], [1], [2], [3]]
    assert where("wLen", [], [1, 2, 3, 4, 50]) == [[0], [1], [2], [3], [3]]
    assert where("sLen", [1, 2, 3, 4], [0, 1, 2, 2.5, 3, 4, 9]) == [[0], [0], [1], [2], [2], [3], [3]]
    values = [0, 0, 0, 0, 0.1, 0.2, 0.3]
    assert where("wFre", values, [0, 0.05, 0.1, 0.15, 0.2, 0.3, 1]) == [[0], [1], [1], [2], [2], [3], [3]]
    assert default_buckets("oDen", [0, 0]) == [Interval(0, 0, True, True), Interval(0, inf)]
    assert equal_buckets([1, 2], 2) == [Interval(-inf, 1), Interval(1, inf)]


def test_breakdown_of_words():
    rows = breakdown("wLen", GOLD, SYSTEM, None, default_buckets("wLen", []))
    # Gold lengths 2 1 1 2 1, system 1 1 2 2 1, matched ef and g.
    assert [(row["gold"], row["predicted"], row["matched"]) for row in rows[:2]] == [(3, 3, 1), (2, 2, 1)]
    assert [row["f1"] for row in rows[:2]] == [2 / 6, 2 / 4]
    assert isnan(rows[2]["f1"]) and isnan(rows[3]["precision"]) and isnan(rows[3]["recall"])


def test_breakdown_of_a_bucket_that_only_the_system_fills():
    rows = breakdown("wLen", [["a", "b"]], [["ab"]], None, default_buckets("wLen", []))
    assert (rows[1]["gold"], rows[1]["predicted"], rows[1]["matched"]) == (0, 1, 0)
    assert rows[1]["precision"] == 0 and isnan(rows[1]["recall"]) and rows[1]["f1"] == 0
    assert isnan(rows[0]["precision"]) and rows[0]["recall"] == 0 and rows[0]["f1"] == 0


def test_breakdown_of_characters():
    # gold tags B E S S with cCon 3/4 2/3 1 0; system tags B M E S with 3/4 1/3 0 0
    rows = breakdown("cCon", [["ab", "c", "e"]], [["abc", "e"]], TRAIN, default_buckets("cCon", []))
    assert [(row["gold"], row["predicted"], row["matched"]) for row in rows] == [
        (1, 2, 1),
        (0, 1, 0),
        (2, 1, 1),
        (1, 0, 0),
    ]
    assert [row["f1"] for row in rows] == [2 / 3, 0, 2 / 3, 0]


@pytest.mark.parametrize("key", KEYS)
def test_the_buckets_add_up(key):
    buckets = default_buckets(key, unit_values(key, GOLD, None, TRAIN))
    rows = breakdown(key, GOLD, SYSTEM, TRAIN, buckets)
    # Tags: gold B E S S B E S, system S S B E B E S.
    units = (7, 7, 3) if key in CHAR_KEYS else (5, 5, 2)
    assert tuple(sum(row[name] for row in rows) for name in ("gold", "predicted", "matched")) == units


def row(gold, f1):
    return {"gold": gold, "f1": f1}


def test_self_diagnosis():
    rows = [row(29, 0.1), row(30, 0.5), row(40, 0.75), row(50, 0.5), row(60, 0.75), row(70, math.nan)]
    assert self_diagnosis(rows) == {"worst": 1, "best": 2, "gap": 0.25}
    assert self_diagnosis(rows, min_size=1)["worst"] == 0
    assert self_diagnosis(rows, min_size=61) == {"worst": None, "best": None, "gap": None}
    assert self_diagnosis(rows[:2]) == {"worst": 1, "best": 1, "gap": 0.0}


def test_aided():
    better = [row(10, 0.0), row(30, 0.5), row(30, 0.75), row(30, 0.75), row(30, math.nan)]
    other = [row(10, 1.0), row(30, 0.75), row(30, 0.5), row(30, 0.5), row(30, 0.0)]
    assert aided(better, other) == {"lowest": (1, -0.25), "highest": (2, 0.25)}
    assert aided(better, other, min_size=1)["lowest"] == (0, -1.0)
    assert aided(better, other, min_size=31) == {"lowest": None, "highest": None}


def test_percentile():
    assert percentile([3, 1, 2], 50) == 2
    assert percentile([0, 10], 2.5) == 0.25
    assert percentile([0, 10], 97.5) == 9.75
    assert percentile([7], 2.5) == 7
    assert isnan(percentile([], 2.5))


def test_bootstrap_interval():
    # Six sentences; the first bucket has F1 1 in three and 0 in the others, the second only units in these.
    counts = [[(1, 1, 1), (0, 0, 0)], [(1, 1, 0), (2, 2, 1)]] * 3
    weights = [[2, 0] * 3, [1, 1] * 3, [0, 2] * 3]
    assert resampled_f1(counts, weights)[0] == [1, 0.5, 0]
    assert isnan(resampled_f1(counts, weights)[1][0])
    intervals = bootstrap_interval(per_sentence_counts=counts, weights=weights)
    assert intervals[0] == pytest.approx((0.025, 0.975))
    # Three sentences have no interval, nor has what is undefined in all resamples.
    assert all(isnan(end) for end in intervals[1])
    assert bootstrap_interval(counts * 2, weights=[one * 2 for one in weights])[1] == (0.5, 0.5)
    assert all(isnan(end) for end in bootstrap_interval(counts * 2, [[1, 0] * 6])[1])


def test_wilson():
    # Ten of ten, and none of ten, as printed in tables of this interval.
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=5e-5)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=5e-5)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=5e-5)
    assert score_interval([1.0, 1.0], 10) == wilson(10, 10) and score_interval([0.0, math.nan], 10) == wilson(0, 10)
    assert all(isnan(end) for end in score_interval([1.0], 5))


def test_sentence_counts():
    # a and b belong to the first gold sentence, cd, ef and g to the second.
    buckets = [Interval(-inf, inf)]
    assert sentence_counts("wLen", GOLD, SYSTEM, None, buckets) == [[(2, 2, 0)], [(3, 3, 2)]]
    # tags agree at e, f and g only
    assert sentence_counts("cCon", GOLD, SYSTEM, TRAIN, buckets) == [[(3, 3, 0)], [(4, 4, 3)]]


def test_balanced_scores():
    # cd takes the d of d, which is 1; of five gold words ef and g are matched, with 1/2 and 0.
    weights = [1 / 4, 1 / 2, 1, 1 / 2, 0]
    assert difficulty_of_system_words(GOLD, SYSTEM, weights) == [1 / 4, 1 / 4, 1, 1 / 2, 0]
    found = balanced_scores(GOLD, SYSTEM, weights)
    assert (found["p_reward"], found["r_reward"]) == (0.5 / 2, 0.5 / 2.25)
    assert (found["p_punishment"], found["r_punishment"]) == (1.5 / 3, 1.5 / 2.75)
    assert found["p_b"] == pytest.approx(2 * 0.25 * 0.5 / 0.75)
    without_last = balanced_scores(GOLD, SYSTEM, weights, skipped=[(6, 7)])
    assert (without_last["p_reward"], without_last["p_punishment"]) == (0.5 / 2, 0.5 / 2)
    assert isnan(balanced_scores(GOLD, SYSTEM, [0] * 5)["f_b"])
    assert balanced_scores([["ab"]], [["a", "b"]], [0.5])["f_b"] == 0


def test_intervals_of_difficulty():
    assert [interval(votes, 10) for votes in (0, 1, 2, 9, 10)] == [0, 0, 1, 8, 9]
    assert [interval(votes, 3) for votes in range(4)] == [0, 3, 6, 9]
