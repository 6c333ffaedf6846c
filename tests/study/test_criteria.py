"""The words that make two criteria differ: which, and how they are cut."""

from hypothesis import given

from cwsdiag.study import differences, string_losses
from tests.oracles import study as oracle
from tests.study.helpers import text, texts, training


def of(train, test, **options):
    return differences(training(train), text(train), text(test), **options)


@given(texts, texts, texts)
def test_they_are_the_losses_with_how_each_string_is_cut(train, own, test):
    for known in (None, training(own)):
        found = of(train, test, own=known)
        costliest = [one.word for one in string_losses(training(train), text(test), own=known)][: len(found)]
        assert [one.loss.word for one in found] == costliest
        assert [one.loss.word for one in of(train, test, own=known, limit=2)] == costliest[:2]
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
