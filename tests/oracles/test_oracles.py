"""Hand-computed cases for the oracles."""

import math
from math import isnan

import pytest

from .attributes import char_values, mean, word_values
from .balanced import difficulty_of_system_words
from .balanced import scores as balanced_scores
from .breakdown import (
    breakdown,
    score_interval,
    wilson,
)
from .buckets import default_buckets, equal_count
from .words import scores

# Sentences of 3 and 4 characters; the system word "cd" crosses the end of the first.
GOLD = [["ab", "c"], [], ["d", "ef", "g"]]
SYSTEM = [["a", "b", "cd"], ["ef", "g"]]
# Words: ab 2, c 1, aba 1, d 1. Strings: ab 3, aba 2, a 4, b 3. Characters: a 4, b 3, c 1, d 1.
TRAIN = [["ab", "ab", "c"], [], ["aba"], ["d"]]
COUNTED = {"ab": 2, "c": 1, "aba": 1, "d": 1}
PLAIN = {"ab", "c", "aba", "d"}


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


def test_sentences_without_an_error_and_unseen_ones():
    # The first two sentences are right; ab c is a sentence of training, however it is cut there.
    result = scores([["ab", "c"], ["d"], ["e", "f"]], [["ab", "c"], ["d"], ["ef"]], [["a", "bc"], ["de"]])
    assert result["sentence_accuracy"] == 2 / 3
    assert (result["unseen_sentences"], result["f1_unseen_sentences"]) == (2, 2 * 1 / (3 + 2))
    assert scores([["ab", "c"], ["d"]], [["ab"], ["cd"]])["sentence_accuracy"] == 0
    # One sentence is not compared.
    assert scores([["ab"], ["d"]], [["ab"], ["d"]], None, [(2, 3)])["sentence_accuracy"] == 1


def test_word_values_of_gold():
    assert word_values("wLen", GOLD, None, None) == [2, 1, 1, 2, 1]
    assert word_values("sLen", GOLD, None, None) == [3, 3, 4, 4, 4]
    assert word_values("oDen", GOLD, None, TRAIN) == [0, 0, 2 / 4, 2 / 4, 2 / 4]
    assert word_values("wFre", GOLD, None, TRAIN) == [1, 1, 1, 0, 0]
    assert word_values("wCon", GOLD, None, TRAIN) == [2 / 3, 1, 1, 0, 0]


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


def test_wilson():
    # Ten of ten, and none of ten, as printed in tables of this interval.
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=5e-5)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=5e-5)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=5e-5)
    assert score_interval([1.0, 1.0], 10) == wilson(10, 10) and score_interval([0.0, math.nan], 10) == wilson(0, 10)
    assert all(isnan(end) for end in score_interval([1.0], 5))


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
