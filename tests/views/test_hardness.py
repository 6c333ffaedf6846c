"""The page Difficulty against plain loops over words and votes."""

import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.balanced import HalvesTest
from cwsdiag.views.hardness import (
    SHORT,
    balanced_sentence,
    committee_sentence,
    correlation_sentence,
    halves_sentence,
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
    cases,
    close,
    leaves_out_zero,
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
        assert close(row["f1"], f1(world, name, None)[0])
        assert all_close((row["f_b_low"], row["f_b_high"]), oracle.bounds(world, name))
        errors = [row[f"f_b_committee_{part}"] for part in ("se", "low", "high")]
        assert all_close(errors, oracle.committee_error(world, name))
        for column, place in zip(("by_f1", "by_f_b", "moved"), oracle.places(world, name), strict=True):
            assert (place is None) if row[column] is pd.NA else (row[column] == place)


def difference(world, first, second):
    """f_b of the first − f_b of the second in points, with its paired interval."""
    _f1, f_b = oracle.differences(world, first, second)
    return tuple(100 * value for value in f_b)


def check_pairs(hard, world):
    names = oracle.by_f_b(world)
    wanted = [(first, second) for at, first in enumerate(names) for second in names[at + 1 :]]
    frame = hard.pairs
    assert list(zip(frame["first"], frame["second"], strict=True)) == wanted
    for row in frame.to_dict("records"):
        value, low, high = difference(world, row["first"], row["second"])
        assert all_close((row["f_b"], row["low"], row["high"]), (value, low, high))
        assert leaves_out_zero(row) == (not math.isnan(low) and not holds_zero(low, high))


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


def check_words(hard, world):
    everything = len(words_of(world.gold))
    counts = oracle.kinds(world, None)["all words"]
    assert list(hard.intervals["words"]) == counts
    assert all_close(hard.intervals["share"], [100 * count / everything for count in counts])
    assert list(hard.accuracy.columns) == list(world.systems)
    for name in world.systems:
        assert all_close(hard.accuracy[name], oracle.accuracy(world, name))
    idioms = {word for word in words_of(world.gold) if len(word) > 2}
    for listed in (None, idioms):
        shares, sizes = hard.kinds(listed)
        wanted = oracle.kinds(world, listed)
        assert list(shares) == list(sizes) == list(wanted)
        for kind, held in wanted.items():
            assert sizes[kind] == sum(held)
            assert all_close(shares[kind], [100 * one / sum(held) if sum(held) else math.nan for one in held])
    assert hard.all_equal == (len(set(world.votes)) == 1)


def check_sentences_of_text(hard, world):
    held = oracle.by_sentence(world)
    means = [math.fsum(one) / len(one) for one in held]
    assert all_close(hard.sentence_means, means)
    assert (hard.halves is None) == (len(held) == 1)
    assert SHORT == 5 and sorted(hard.hardest) == list(range(len(held)))
    for before, after in pairwise(hard.hardest):
        short = (len(held[before]) < 5, len(held[after]) < 5)
        assert short in ((False, False), (True, True), (False, True))
        # Sums of fractions are equal to within a rounding only.
        assert short == (False, True) or means[before] > means[after] - 1e-9


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


@settings(max_examples=25)
@given(cases(difficulty=True))
def test_difficulty_of_an_odd_text(case):
    check(case)


def check(case):
    hard, world = case.hardness(), case.world
    check_words(hard, world)
    check_sentences_of_text(hard, world)
    if not world.systems:
        return
    check_scores(hard, world)
    check_pairs(hard, world)
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


def test_systems_that_share_a_place_are_all_named():
    gold = [["ab", "c", "de"]] * 2
    apart, joined = [["a", "b", "c", "de"]] * 2, [["ab", "cde"]] * 2
    wrong = [[True, False, False] * 2, [False, False, True] * 2]
    systems = {"north": apart, "south": joined, "east": [gold[0], joined[0]], "west": gold}
    hard = case_of(gold, systems, wrong=wrong).hardness()
    said = hard_words_sentence(hard, dataset="d")
    # Of ab, ab, de, de: north has de right, south ab, east both of one and one of the other.
    assert said.endswith(", west gets 100 % right, north and south 50 %.")


def test_the_hardest_sentence_is_named():
    gold = [list("abcde"), list("fghij")]
    hard = case_of(gold, {}, wrong=[[True, *[False] * 9], [*[False] * 5, *[True] * 3, False, False]]).hardness()
    # d: one of five words 1/2; then three of five.
    assert hard_sentences_sentence(hard, dataset="d") == (
        "The words of d have a mean difficulty of 0.200; those of sentence 2, the hardest, 0.300."
    )


@given(st.lists(st.one_of(st.floats(-1, 1), st.just(math.nan)), max_size=30), st.integers(1, 5))
def test_what_halves_say(r, systems):
    sentence = halves_sentence(np.array(r), systems)
    known = [value for value in r if not math.isnan(value)]
    if systems == 2:
        assert sentence == "Two points always lie on a line: with two systems r is 1 or -1."
        return
    if not known or systems == 1:
        assert says(sentence, [(systems, 0)])
        return
    low, median, high = oracle.spread(known)
    assert says(sentence, [(systems, 0), (median, 3), (len(known), 0), (low, 3), (high, 3)])


def test_what_the_test_of_halves_says():
    said = halves_test_sentence(HalvesTest(3, 0.91, 0.1234, True, 24), 4)
    assert said == "Large marks: a split with r 0.910 (permutation test, p = 0.123, all 24 orders of 4 systems)."
    many = halves_test_sentence(HalvesTest(3, 0.91, 0.0001, False, 100_000), 12)
    assert many.endswith("(permutation test, p < 0.001, 100,000 random orders of 12 systems).")
    assert halves_test_sentence(None, 1) == ""


def test_a_short_sentence_is_not_the_hardest():
    gold = [["a"], ["b", "c", "d", "e"], list("fghij"), list("klmnop"), list("qrstu")]
    easy = [True, False, False, False, False]
    case = case_of(gold, {}, wrong=[[True] * 5 + easy + [True, *easy] + easy])
    # Equals stay in the order of the text.
    assert case.hardness().hardest == (3, 2, 4, 0, 1)


def test_a_lead_by_f_b_on_every_sentence_leaves_out_0():
    gold = [["ab", "c", "de"]] * 6
    wrong = [[True, False, False] * 6, [False, True, False] * 6]
    case = case_of(gold, {"south": [["a", "b", "c", "de"]] * 6, "north": gold}, wrong=wrong)
    hard = case.hardness()
    assert order_of(balanced_sentence(hard, dataset=PLACE), *NAMES) == ["north", "south"]
    assert "not surely" not in balanced_sentence(hard, dataset=PLACE)
    assert leaves_out_zero(hard.pairs.iloc[0])
    few = case_of(gold, {"south": [["a", "b", "c", "de"], *gold[1:]], "north": gold}, wrong=wrong).hardness()
    assert "not surely" in balanced_sentence(few, dataset=PLACE) and not leaves_out_zero(few.pairs.iloc[0])


def test_of_equal_f_b_the_higher_f1_comes_first():
    gold = [["ab", "c", "de"]]
    systems = {"south": [["a", "b", "c", "d", "e"]], "north": [["a", "b", "c", "de"]]}
    hard = case_of(gold, systems, wrong=[[True, False, False]]).hardness()
    assert hard.scores["f_b"].tolist() == [0, 0] and list(hard.scores["name"]) == ["north", "south"]


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
