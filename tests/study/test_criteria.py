"""The words that make two criteria differ: which, and how they are cut."""

from hypothesis import given, settings

from cwsdiag.study import Concordance, differences, string_losses
from tests.study.helpers import text, texts, training


def of(train, test, **options):
    return differences(training(train), text(train), text(test), **options)


@settings(max_examples=50)
@given(texts, texts, texts)
def test_they_are_the_losses_with_how_each_string_is_cut(train, own, test):
    for known in (None, training(own)):
        found = of(train, test, own=known)
        costliest = [one.word for one in string_losses(training(train), text(test), own=known)][: len(found)]
        assert [one.loss.word for one in found] == costliest
        assert [one.loss.word for one in of(train, test, own=known, limit=2)] == costliest[:2]
        for one in found:
            cuts = Concordance(text(train), one.loss.word).cuts()
            assert list(one.cuts) == cuts
            assert sum(count for _, count in cuts) == one.loss.as_string
            others = [(cut, count) for cut, count in cuts if cut.manner != "kept"]
            assert one.other == (others[0] if others else None)
