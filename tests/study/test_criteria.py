"""The words that make two criteria differ: which, and how they are cut."""

import pytest
from hypothesis import given

from cwsdiag.study import differences, string_losses
from tests.oracles import study as oracle
from tests.study.helpers import lines, text, texts, training


def of(train, test, **options):
    return differences(training(train), text(train), text(test), **options)


@given(texts, texts, texts)
def test_they_are_the_losses_with_how_each_string_is_cut(train, own, test):
    for known in (None, training(own)):
        found = of(train, test, own=known)
        assert [one.loss.word for one in found] == [
            one.word for one in string_losses(training(train), text(test), own=known)
        ][: len(found)]
        for one in found:
            check_cuts(one, train)


def check_cuts(one, train):
    word = one.loss.word
    ways = {}
    for _, _, cut in oracle.places(train, word):
        ways[cut] = ways.get(cut, 0) + 1
    assert {(cut.words, cut.before): count for cut, count in one.cuts} == ways
    assert sum(ways.values()) == one.loss.as_string
    others = {cut: count for cut, count in ways.items() if oracle.manner(cut, word) != "kept"}
    if not others:
        assert one.other is None
    else:
        cut, count = one.other
        assert count == max(others.values()) == others[cut.words, cut.before]


def test_the_costliest_come_first_and_as_many_as_wanted():
    train = lines("a b | cd | c d | ef | ef | e f")
    test = lines("ab ab ab cd cd ef gh")
    assert [one.loss.word for one in of(train, test)] == ["ab", "cd", "gh", "ef"]
    assert [one.loss.word for one in of(train, test, limit=2)] == ["ab", "cd"]


def test_word_lists_have_no_places():
    with pytest.raises(ValueError, match="word list"):
        differences(training({"a": 1}), text(lines("a")), text(lines("a")))
