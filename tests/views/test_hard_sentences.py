"""Rows of sentences against plain loops over words and votes."""

import math

import pytest

from cwsdiag.baselines import LINES
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


def apart_on(world, a, b):
    """For each sentence how many of its words just one of two systems has, of those compared for both."""
    found = [0] * len(sentences_of(world.gold))
    for sentence, made in zip(oracle.sentence_of_words(world), oracle.verdicts(world, a, b), strict=True):
        found[sentence] += sorted(made) == ["right", "wrong"]
    return found


def check(case):
    hard, world, look = case.hardness(), case.world, case.look()
    names = list(world.systems)[:2]
    first = names[0] if names else ""
    sentences = range(len(sentences_of(world.gold)))
    assert list(ranked(look, TEXT, first)) == list(sentences)
    d = oracle.by_sentence(world)
    hardest = [math.fsum(one) / len(one) for one in d]
    assert all_close(sentence_weights(look), hardest)
    assert list(ranked(look, HARDEST, first)) == in_order(d, hardest)
    members = [oracle.members_apart(world, sentence) for sentence in sentences]
    assert list(ranked(look, MEMBERS, first)) == in_order(d, members)
    if len(names) == 2:
        apart = apart_on(world, *names)
        assert list(ranked(look, DISAGREEMENT, *names)) == sorted(sentences, key=lambda one: -apart[one])
    for name in names:
        assert all_close(hard.got(name), [got(world, name, sentence) for sentence in sentences])


def in_order(d, values):
    """The highest first, those with fewer than five words last, equals as in the text."""
    return sorted(range(len(d)), key=lambda one: (len(d[one]) < 5, -round(values[one], 9)))


def check_without_difficulty(case):
    """The share of systems that fail stands in, of those that are compared there."""
    look, world = case.look(), case.world
    names = [name for name in world.systems if name not in LINES] or list(world.systems)
    made = [oracle.verdicts(world, name) for name in names]
    shares, means = [], []
    for word in range(len(oracle.sentence_of_words(world))):
        here = [one[word][0] for one in made if one[word][0] != "off"]
        shares.append(sum(verdict == "wrong" for verdict in here) / len(here) if here else math.nan)
    assert all_close(weights_of(look), shares)
    by_sentence = []
    for sentence in range(len(sentences_of(world.gold))):
        own = [share for share, at in zip(shares, oracle.sentence_of_words(world), strict=True) if at == sentence]
        known = [share for share in own if not math.isnan(share)]
        by_sentence.append(own)
        means.append(math.fsum(known) / len(known) if known else math.nan)
    assert all_close(sentence_weights(look), means)
    filled = [-1.0 if math.isnan(mean) else mean for mean in means]
    assert list(ranked(look, HARDEST, "")) == in_order(by_sentence, filled)


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


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed % 3 == 1])
def test_systems_that_fail_in_a_usual_text(seed):
    check_without_difficulty(usual_case(seed, difficulty=False))


def test_words_by_their_places():
    gold = [["aa", "ab"], ["b", "c"], ["ba"]]
    segmentation = case_of(gold, {"north": gold}).dataset.gold
    for word, place in enumerate(["1.1", "1.2", "2.1", "2.2", "3.1"]):
        assert place_of(segmentation, word) == place and word_at(segmentation, place) == word
    for place in ("0.1", "1.0", "1.3", "3.2", "4.1", "1", "1.1.1", "x", "１.1", "999999999.999999999"):
        assert word_at(segmentation, place) is None
