"""The page Difficulty against plain loops over words and votes."""

import math

import pandas as pd
import pytest

from cwsdiag.balanced import HalvesTest
from cwsdiag.views.hardness import (
    SHORT,
    balanced_sentence,
    committee_sentence,
    correlation_sentence,
    halves_test_sentence,
    hard_sentences_sentence,
    hard_words_sentence,
    swaps_sentence,
)
from tests.oracles import hardness as oracle
from tests.oracles.words import words_of
from tests.oracles.world import f1, holds_zero
from tests.views.worlds import (
    NAMES,
    PLACE,
    SEEDS,
    all_close,
    case_of,
    close,
    order_of,
    says,
    usual_case,
)


def check_scores(hard, world):
    frame = hard.scores
    assert list(frame["name"]) == oracle.by_f_b(world)
    for row in frame.to_dict("records"):
        name, wanted = row["name"], oracle.scores(world, row["name"])
        assert all(close(row[key], wanted[key]) for key in oracle.PARTS)
        for column, place in zip(("by_f1", "by_f_b", "moved"), oracle.places(world, name), strict=True):
            assert (place is None) if row[column] is pd.NA else (row[column] == place)


def difference(world, first, second):
    """f_b of the first − f_b of the second in points, with its paired interval."""
    _f1, f_b = oracle.differences(world, first, second)
    return tuple(100 * value for value in f_b)


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
    if not hard.swaps:
        return
    sentence = swaps_sentence(hard.swaps)
    apart = 0
    numbers = []
    for swap in hard.swaps:
        by = oracle.differences(world, swap.up, swap.down)
        apart += all(not math.isnan(low) and not holds_zero(low, high) for _value, low, high in by)
        numbers += [(100 * value, 1) for one in by for value in one]
    pairs = len(oracle.swaps(world))
    if pairs <= 3:
        assert all(f"{up} passes {down}" in sentence for up, down in oracle.swaps(world))
    else:
        numbers = [(pairs, 0)]
    numbers += [(apart, 0), (pairs, 0)]
    assert says(sentence.replace("leave out 0", ""), numbers)


def check_correlation(hard, world):
    r, p, systems = oracle.correlation(world)
    found = hard.correlation
    assert found.systems == systems and close(found.r, r) and close(found.p, p, 1e-6)
    sentence = correlation_sentence(found)
    if math.isnan(r):
        assert says(sentence, [(systems, 0)])
    else:
        assert says(sentence, [(systems, 0), (r, 3), *([] if p < 0.001 else [(p, 3)])])


def check_balanced_sentence(hard, world):
    sentence = balanced_sentence(hard, dataset=PLACE)
    names = [name for name in oracle.by_f_b(world) if not math.isnan(oracle.scores(world, name)["f_b"])]
    words = (len(words_of(world.gold)), 0)
    if not names:
        assert "undefined" in sentence and says(sentence, [words])
        return
    best = names[0]
    worth = [(oracle.scores(world, best)["f_b"], 3)]
    best_f1 = f1(world, best, None)[0]
    if len(names) == 1:
        assert order_of(sentence, *NAMES) == [best] and says(sentence, [*worth, (best_f1, 3)])
        return
    value, low, high = difference(world, best, names[1])
    if value == 0:
        assert order_of(sentence, *NAMES) == names[:2] and "same" in sentence and says(sentence, worth)
        return
    is_sure = low > 0 or high < 0
    said = [*worth, (value, 1)] if is_sure else worth
    first, _, second = sentence.partition(" By F1 ")
    assert order_of(first, *NAMES) == names[:2] and "ahead of" in first
    assert ("not surely" in first) != is_sure
    leader = max(names, key=lambda name: (f1(world, name, None)[0], -names.index(name)))
    if f1(world, leader, None)[0] > best_f1:
        assert order_of(second, *NAMES) == [leader]
    else:
        assert not order_of(second, *NAMES)
    assert says(sentence, said)


def check_committee_sentence(hard, world):
    sentence = committee_sentence(hard.scores, hard.weights)
    errors = [oracle.committee_error(world, name)[0] for name in world.systems]
    errors = [100 * error for error in errors if not math.isnan(error)]
    if not errors:
        assert "not known" in sentence
        return
    low, high = min(errors), max(errors)
    members = (len(world.wrong), 0)
    assert says(sentence, [members, (high, 1)]) or says(sentence, [members, (low, 1), (high, 1)])
    assert f"{low:.1f}" == f"{high:.1f}" or " to " in sentence.partition("would move")[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_difficulty_of_a_usual_text(seed):
    check(usual_case(seed, difficulty=True))


def check(case):
    hard, world = case.hardness(), case.world
    if not world.systems:
        return
    check_scores(hard, world)
    check_swaps(hard, world)
    check_correlation(hard, world)
    check_balanced_sentence(hard, world)
    check_committee_sentence(hard, world)
    check_hard_words_sentence(hard, world)


def check_hard_words_sentence(hard, world):
    """The last tenth that has words: how many, and the per cent that the best and the worst system get right."""
    tenths = oracle.tenths(world)
    place = max(tenths)
    known = {name: oracle.accuracy(world, name)[place] for name in world.systems}
    known = {name: value for name, value in known.items() if not math.isnan(value)}
    sentence = hard_words_sentence(hard, dataset=PLACE)
    interval = f"difficulty {place / 10:g} to {(place + 1) / 10:g}"
    assert f"{tenths.count(place):,} word" in sentence and interval in sentence
    if not known:
        assert sentence.startswith("No system was compared")
        return
    most, least = (f"{100 * value:.0f} %" for value in (max(known.values()), min(known.values())))
    if most == least:
        assert sentence.endswith(f" {'gets' if len(known) == 1 else 'get'} {most} right.")
        return
    # Who shares a per cent as it is printed is named with whoever else does, and nobody else.
    first, last = ({name for name in known if f"{100 * known[name]:.0f} %" == per_cent} for per_cent in (most, least))
    said, between, rest = sentence.partition(f" {'gets' if len(first) == 1 else 'get'} {most} right, ")
    assert between and rest.endswith(f" {least}.")
    for part, names in ((said.rpartition(f"{interval}, ")[2], first), (rest, last)):
        assert {*order_of(part, *known)} == names or part.startswith(f"{len(names)} of {len(known)} systems")


def test_the_hardest_sentence_is_the_hardest_of_those_that_are_not_short():
    gold = [["a"], list("bcdef")]
    hard = case_of(gold, {}, wrong=[[True, True, *[False] * 4]]).hardness()
    said = hard_sentences_sentence(hard, dataset="d")
    assert said.endswith(f"those of sentence 2, the hardest of those with at least {SHORT} words, 0.200.")
    only_short = case_of([["a"], ["b"]], {}, wrong=[[True, False]]).hardness()
    assert hard_sentences_sentence(only_short, dataset="d").endswith("those of sentence 1, the hardest, 1.000.")


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
    check(case)
    assert [(swap.up, swap.down) for swap in hard.swaps] == [("south", "north")]
    assert hard.movers.to_dict("records") == [
        {"word": "ab", "right": "south", "wrong": "north", "tokens": 2, "weight": 2.0},
        {"word": "ef", "right": "north", "wrong": "south", "tokens": 2, "weight": 1.0},
        {"word": "d", "right": "north", "wrong": "south", "tokens": 2, "weight": 0.0},
    ]
    sentence = balanced_sentence(hard, dataset=PLACE)
    assert order_of(sentence.partition(" By F1 ")[2], *NAMES) == ["north"]
