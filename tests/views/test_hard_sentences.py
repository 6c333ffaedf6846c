"""Rows of sentences against plain loops over words and votes."""

import math

import pytest

from cwsdiag.baselines import TOP
from cwsdiag.views.sentence import (
    DISAGREEMENT,
    HARDEST,
    MEMBERS,
    TEXT,
    place_of,
    ranked,
    sentence_weights,
    weights_of,
    word_at,
)
from tests.oracles import hardness as oracle
from tests.oracles.words import sentences_of
from tests.views.worlds import SEEDS, all_close, case_of, usual_case


def check(case):
    hard, world, look = case.hardness(), case.world, case.look()
    sentences = range(len(sentences_of(world.gold)))
    assert list(ranked(look, TEXT, "")) == list(sentences)
    d = oracle.by_sentence(world)
    hardest = [math.fsum(one) / len(one) for one in d]
    assert all_close(sentence_weights(look), hardest)
    assert list(ranked(look, HARDEST, "")) == in_order(d, hardest)
    members = [oracle.members_apart(world, sentence) for sentence in sentences]
    assert list(ranked(look, MEMBERS, "")) == in_order(d, members)
    for name in world.systems:
        assert all_close(hard.got(name), [got(world, name, sentence) for sentence in sentences])


def in_order(d, values):
    """The highest first, those with fewer than five words last, equals as in the text."""
    return sorted(range(len(d)), key=lambda one: (len(d[one]) < 5, -round(values[one], 9)))


def got(world, name, sentence):
    """Σ d of the words of a sentence that a system has right by Σ d of those that are compared."""
    d = oracle.by_sentence(world)[sentence]
    places = [place for place, at in enumerate(oracle.sentence_of_words(world)) if at == sentence]
    made = [oracle.verdicts(world, name)[place][0] for place in places]
    compared = math.fsum(one for one, verdict in zip(d, made, strict=True) if verdict != "off")
    right = math.fsum(one for one, verdict in zip(d, made, strict=True) if verdict == "right")
    return right / compared if compared else math.nan


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 3 == 0])
def test_rows_of_a_usual_text(seed):
    check(usual_case(seed, difficulty=True))


def test_the_share_of_systems_that_fail_stands_in_for_difficulty():
    gold = [["k"], ["f", "g", "h", "i", "j"], ["a", "b", "c", "d", "e"]]
    north = [["k"], ["f", "g", "h", "i", "j"], ["ab", "c", "d", "e"]]
    south = [["k"], ["fg", "h", "i", "j"], ["ab", "c", "d", "e"]]
    # Whose first word was not compared.
    damage = {"north": {0}, "south": {0}}
    look = case_of(gold, {"north": north, "south": south, TOP: gold}, damage=damage | {TOP: {0}}).look()
    assert all_close(weights_of(look), [math.nan, 0.5, 0.5, 0, 0, 0, 1, 1, 0, 0, 0])
    assert all_close(sentence_weights(look), [math.nan, 0.2, 0.4])
    assert list(ranked(look, HARDEST, "")) == [2, 1, 0]
    assert list(ranked(look, DISAGREEMENT, "north", "south")) == [1, 0, 2]
    only_top = case_of(gold, {TOP: north}).look()
    assert all_close(sentence_weights(only_top), [0, 0, 0.4])


def test_words_by_their_places():
    gold = [["aa", "ab"], ["b", "c"], ["ba"]]
    segmentation = case_of(gold, {"north": gold}).dataset.gold
    for word, place in enumerate(["1.1", "1.2", "2.1", "2.2", "3.1"]):
        assert place_of(segmentation, word) == place and word_at(segmentation, place) == word
    for place in ("0.1", "1.0", "1.3", "3.2", "4.1", "1", "1.1.1", "x", "１.1", "999999999.999999999"):
        assert word_at(segmentation, place) is None
