"""Rows of sentences against plain loops over words and votes."""

import math

import pytest
from hypothesis import given, settings

from cwsdiag.views.hardness import HARDEST, MEMBERS, SYSTEMS, TEXT, hard_sentence, member_disagreement, ranked
from tests.oracles import hardness as oracle
from tests.oracles.words import sentences_of, words_of
from tests.views.worlds import SEEDS, all_close, case_of, cases, close, usual_case


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
    assert all_close(member_disagreement(hard), members)
    assert ranked(hard, HARDEST, roles) == hard.hardest and list(ranked(hard, TEXT, roles)) == list(sentences)
    short = [len(one) < 5 for one in oracle.by_sentence(world)]
    order = sorted(sentences, key=lambda one: (short[one], -round(members[one], 9)))
    assert list(ranked(hard, MEMBERS, roles)) == order
    if len(roles) == 2:
        apart = apart_on(world, *roles.values())
        assert list(ranked(hard, SYSTEMS, roles)) == sorted(sentences, key=lambda one: -apart[one])
    for sentence in sentences:
        check_sentence(hard, world, roles, sentence)


def check_sentence(hard, world, roles, sentence):
    row = hard_sentence(hard, roles, sentence)
    d = oracle.by_sentence(world)[sentence]
    places = [place for place, at in enumerate(oracle.sentence_of_words(world)) if at == sentence]
    assert row.number == sentence + 1 and all_close([word.difficulty for word in row.words], d)
    assert [word.word for word in row.words] == [words_of(world.gold)[place] for place in places]
    assert close(row.mean, math.fsum(d) / len(d)) and not row.hits
    for role, name in roles.items():
        made = [oracle.verdicts(world, name)[place][0] for place in places]
        assert [word.verdicts[role] for word in row.words] == made
        compared = math.fsum(one for one, verdict in zip(d, made, strict=True) if verdict != "off")
        right = math.fsum(one for one, verdict in zip(d, made, strict=True) if verdict == "right")
        assert close(row.got[role], right / compared if compared else math.nan)


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
    assert hard_sentence(hard, {}, 0, wanted="aa").hits == {0, 1, 2}, "they may overlap"
    assert hard_sentence(hard, {}, 2, wanted="ba a").hits == {0, 1, 2}
