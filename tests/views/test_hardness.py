"""The page Difficulty against plain loops over words and votes."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from cwsdiag.balanced import HalvesTest, Swap
from cwsdiag.inference import Interval
from cwsdiag.views.hardness import (
    SHORT,
    ScoreCorrelation,
    balanced_sentence,
    committee_sentence,
    correlation_sentence,
    halves_test_sentence,
    hard_sentences_sentence,
    hard_words_sentence,
    swaps_sentence,
)
from tests.oracles import hardness as oracle
from tests.oracles.world import score
from tests.views.worlds import (
    SEEDS,
    all_close,
    case_of,
    close,
    usual_case,
)


def check_scores(hard, world):
    frame = hard.scores
    assert list(frame["name"]) == oracle.by_f_b(world)
    for row in frame.to_dict("records"):
        name, wanted = row["name"], oracle.scores(world, row["name"])
        assert all(close(row[key], wanted[key]) for key in oracle.PARTS)
        assert all_close((row["f_b_low"], row["f_b_high"]), oracle.bounds(world, name))
        assert close(row["recall"], score(world, name)["recall"])
        assert close(row["f_b_committee_se"], oracle.committee_error(world, name)[0])
        for column, place in zip(("by_f1", "by_f_b", "moved"), oracle.places(world, name), strict=True):
            assert (place is None) if row[column] is pd.NA else (row[column] == place)
    for pair in hard.pairs.to_dict("records"):
        _f1, f_b = oracle.differences(world, pair["first"], pair["second"])
        assert all_close([pair[key] for key in ("f_b", "low", "high")], [100 * value for value in f_b])


def check_swaps(hard, world):
    assert sorted((swap.up, swap.down) for swap in hard.swaps) == sorted(oracle.swaps(world))
    rows = hard.movers.to_dict("records")
    for swap in hard.swaps:
        wanted = oracle.differences(world, swap.up, swap.down)
        for mine, theirs in zip((swap.f1, swap.f_b), wanted, strict=True):
            assert all_close((mine.value, mine.low, mine.high), theirs)
        for right, wrong in ((swap.up, swap.down), (swap.down, swap.up)):
            here = [row for row in rows if (row["right"], row["wrong"]) == (right, wrong)]
            wanted = oracle.movers(world, right, wrong)
            assert len({row["word"] for row in here}) == len(here) == min(8, len(wanted))
            assert all(row["tokens"] == wanted[row["word"]][0] for row in here)
            assert all(close(row["weight"], wanted[row["word"]][1]) for row in here)
            heaviest = sorted((weight for _, weight in wanted.values()), reverse=True)
            assert all_close([row["weight"] for row in here], heaviest[:8])
    assert len(rows) == sum(len(swap.gains) + len(swap.losses) for swap in hard.swaps)


@pytest.mark.parametrize("seed", SEEDS)
def test_difficulty_of_a_usual_text(seed):
    case = usual_case(seed, difficulty=True)
    hard, world = case.hardness(), case.world
    check_scores(hard, world)
    check_swaps(hard, world)
    found, (r, p, systems) = hard.correlation, oracle.correlation(world)
    assert found.systems == systems and close(found.r, r) and close(found.p, p, 1e-6)
    tenths = oracle.tenths(world)
    assert hard.intervals["words"].tolist() == [tenths.count(place) for place in range(10)]
    for name in world.systems:
        assert all_close(hard.accuracy[name], oracle.accuracy(world, name))


NAN = math.nan


def scored(*rows):
    return pd.DataFrame(rows, columns=["name", "f_b", "f1"])


@pytest.mark.parametrize(
    ("scores", "pair", "said"),
    [
        (scored(("x", NAN, 0.9)), None, "Balanced F (f_b) is undefined on news: of its 7 gold words, none is hard, or"),
        (scored(("x", 0.8, 0.9), ("y", NAN, 0.9)), None, "x has balanced F 0.800 on news, F1 0.900."),
        (scored(("x", 0.8, 0.9), ("y", 0.8, 0.9)), (0, 0, 0), "x and y lead news with the same balanced F, 0.800."),
        (
            scored(("x", 0.8, 0.9), ("y", 0.7, 0.9)),
            (10.0, -1.0, 20.0),
            "x leads news with balanced F 0.800, not surely ahead of y. By F1 it leads, too.",
        ),
        (
            scored(("x", 0.8, 0.9), ("y", 0.7, 0.91), ("z", 0.6, 0.92)),
            (10.0, 1.0, 20.0),
            "x leads news with balanced F 0.800, 10.0 points ahead of y. By F1 z leads.",
        ),
    ],
)
def test_who_leads_by_balanced_f_is_said(scores, pair, said):
    pairs = pd.DataFrame([pair or (NAN,) * 3], columns=["f_b", "low", "high"])
    hard = SimpleNamespace(scores=scores, pairs=pairs, weights=range(7))
    assert balanced_sentence(hard, dataset="news").startswith(said)


@pytest.mark.parametrize(
    ("accuracy", "said"),
    [
        ({"x": NAN}, "No system was compared on the 3 words of news with difficulty 0.8 to 0.9."),
        ({"x": 0.5}, "Of the 3 words of news with difficulty 0.8 to 0.9, x gets 50 % right."),
        ({"x": 0.501, "y": 0.5}, "difficulty 0.8 to 0.9, x and y get 50 % right."),
        ({"x": 0.2, "y": 0.6, "z": 0.2, "none": NAN}, "difficulty 0.8 to 0.9, y gets 60 % right, x and z 20 %."),
        (dict.fromkeys("abcd", 0.2) | {"e": 0.6}, "difficulty 0.8 to 0.9, e gets 60 % right, 4 of 5 systems 20 %."),
    ],
)
def test_who_gets_hard_words_right_is_said(accuracy, said):
    words = pd.DataFrame({"words": [9] * 8 + [3, 0]})
    hard = SimpleNamespace(intervals=words, accuracy=pd.DataFrame([dict.fromkeys(accuracy, 1.0)] * 8 + [accuracy]))
    assert hard_words_sentence(hard, dataset="news").endswith(said)


@pytest.mark.parametrize(
    ("errors", "wrong", "said"),
    [
        (
            [0.012, 0.0231],
            True,
            "Another committee of 5 members of this kind would move f_b by 1.2 to 2.3 points (",
        ),
        (
            [0.01, 0.0101, NAN],
            True,
            "Another committee of 5 members of this kind would move f_b by 1.0 point (",
        ),
        ([NAN], True, "How far f_b would move with another committee is not known: that needs more than one member,"),
    ],
)
def test_how_far_another_committee_would_move_scores_is_said(errors, wrong, said):
    scores = pd.DataFrame({"f_b_committee_se": errors})
    assert committee_sentence(scores, SimpleNamespace(members=5, wrong=wrong)).startswith(said)


def test_changes_of_order_are_said_with_their_intervals():
    swap = Swap("x", "y", Interval(0.01, 0.002, 0.02), Interval(-0.03, -0.05, 0.01), (), ())
    assert swaps_sentence([swap]) == (
        "From F1 to f_b x passes y (F1 +1.0 [0.2, 2.0], f_b −3.0 [−5.0, 1.0]). "
        "Both intervals leave out 0 for 0 of 1 pair."
    )
    apart = replace(swap, f_b=Interval(-0.03, -0.05, -0.01))
    assert swaps_sentence([swap, apart, apart, apart]) == (
        "From F1 to f_b 4 pairs of systems change order. Both intervals leave out 0 for 3 of 4 pairs."
    )


def test_how_f1_and_balanced_f_go_together_is_said():
    assert correlation_sentence(ScoreCorrelation(0.9123, 0.0123, 5)).endswith("over 5 systems: 0.912 (p = 0.012).")
    assert correlation_sentence(ScoreCorrelation(0.9123, 0.0001, 5)).endswith("(p < 0.001).")
    assert correlation_sentence(ScoreCorrelation(NAN, NAN, 2)) == "Pearson's r says nothing for 2 systems."


def test_the_hardest_sentence_is_the_hardest_of_those_that_are_not_short():
    gold = [["a"], list("bcdef")]
    hard = case_of(gold, {}, wrong=[[True, True, *[False] * 4]]).hardness()
    said = hard_sentences_sentence(hard, dataset="d")
    assert said.endswith(f"those of sentence 2, the hardest (sentences of fewer than {SHORT} words come last), 0.200.")


def test_what_the_test_of_halves_says():
    said = halves_test_sentence(HalvesTest(3, 0.91, 0.1234, True, 24), 4)
    assert said == "Large marks: a split with r 0.910 (permutation test, p = 0.123, all 24 orders of 4 systems)."
    many = halves_test_sentence(HalvesTest(3, 0.91, 0.0001, False, 100_000), 12)
    assert many.endswith("(permutation test, p < 0.001, 100,000 random orders of 12 systems).")
    assert halves_test_sentence(None, 1) == ""


def test_a_system_that_is_right_on_hard_words_passes_another():
    gold = [["ab", "c", "d", "ef"]] * 2
    systems = {"north": [["a", "b", "c", "d", "ef"]] * 2, "south": [["ab", "c", "def"]] * 2}
    case = case_of(gold, systems, wrong=[[True, False, False, False] * 2, [True, False, False, True] * 2])
    hard = case.hardness()
    assert [(swap.up, swap.down) for swap in hard.swaps] == [("south", "north")]
    assert hard.movers.to_dict("records") == [
        {"word": "ab", "right": "south", "wrong": "north", "tokens": 2, "weight": 2.0},
        {"word": "ef", "right": "north", "wrong": "south", "tokens": 2, "weight": 1.0},
        {"word": "d", "right": "north", "wrong": "south", "tokens": 2, "weight": 0.0},
    ]


@pytest.mark.parametrize("seed", SEEDS[:3])
@pytest.mark.parametrize("damage", [None, {"south": {1, 30}}])
def test_words_behind_a_change_of_order_are_those_of_loops(seed, damage):
    """One system fails on words that are hard, the other on more words, which are easy."""
    random = np.random.default_rng(seed)
    hard_words, easy_words = ["ab", "cd", "ef"], ["gh", "ij", "kl"]
    gold = [list(random.permutation(hard_words + easy_words * 2)) for _ in range(8)]
    votes = [[word in hard_words and random.random() < 0.9 for word in sum(gold, [])] for _member in range(3)]
    fails = {"north": {"ef": 8, "cd": 3}, "south": {"gh": 6, "ij": 2}}
    systems = {
        name: [
            [part for word in words for part in (word if number < words_of.get(word, 0) else [word])]
            for number, words in enumerate(gold)
        ]
        for name, words_of in fails.items()
    }
    case = case_of(gold, systems, wrong=votes, damage=damage)
    assert oracle.swaps(case.world) == [("south", "north")]
    check_swaps(case.hardness(), case.world)
