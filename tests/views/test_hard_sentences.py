"""Rows of sentences against plain loops over words and votes."""

import math

import pytest
from hypothesis import given, settings

from cwsdiag.diagnosis.sentence_ranking import hits_of
from cwsdiag.views.hardness import HARDEST, MEMBERS, SYSTEMS, TEXT, ranked
from tests.oracles import hardness as oracle
from tests.oracles.words import sentences_of
from tests.views.worlds import SEEDS, all_close, case_of, cases, usual_case


def apart_on(world, a: str, b: str) -> list[int]:
    """For each sentence how many of its words just one of two systems has, of those compared for both."""
    found = [0] * len(sentences_of(world.gold))
    for sentence, made in zip(oracle.sentence_of_words(world), oracle.verdicts(world, a, b), strict=True):
        found[sentence] += sorted(made) == ["right", "wrong"]
    return found


def check(case):
    hard, world = case.hardness(), case.world
    roles = dict(zip("ab", world.systems, strict=False))
    sentences = range(len(sentences_of(world.gold)))
    members = [oracle.members_apart(world, sentence) for sentence in sentences]
    assert all_close(hard.member_disagreement, members)
    assert ranked(hard, HARDEST, roles) == hard.hardest and list(ranked(hard, TEXT, roles)) == list(sentences)
    short = [len(one) < 5 for one in oracle.by_sentence(world)]
    order = sorted(sentences, key=lambda one: (short[one], -round(members[one], 9)))
    assert list(ranked(hard, MEMBERS, roles)) == order
    if len(roles) == 2:
        apart = apart_on(world, *roles.values())
        assert list(ranked(hard, SYSTEMS, roles)) == sorted(sentences, key=lambda one: -apart[one])
    for name in roles.values():
        assert all_close(hard.got(name), [got(world, name, sentence) for sentence in sentences])


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


@settings(max_examples=25)
@given(cases(difficulty=True))
def test_rows_of_an_odd_text(case):
    check(case)


def test_search_keeps_the_order_and_marks_what_was_found():
    gold = [["aa", "ab"], ["b", "c"], ["ba", "aab"]]
    hard = case_of(gold, {"north": gold}, wrong=[[0, 1, 0, 0, 1, 1]]).hardness()
    assert ranked(hard, HARDEST, {"a": "north"}, wanted="a a") == (2, 0)
    assert ranked(hard, TEXT, {"a": "north"}, wanted="aa") == (0, 2)
    assert ranked(hard, TEXT, {"a": "north"}, wanted="bb") == ()
    assert hits_of(hard.gold.text, "aa") == {0, 1, 2, 7, 8, 9}, "they may overlap"
    assert hits_of(hard.gold.text, "ba a") == {6, 7, 8}
