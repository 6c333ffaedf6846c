"""The words that make two criteria differ: which, how they are cut, and of what kind."""

import pytest
from hypothesis import given

import cwsdiag
from cwsdiag.site import sample_project
from cwsdiag.study import KINDS, UNSEEN, differences, kind_of, string_losses
from tests.oracles import study as oracle
from tests.study.helpers import lines, read_words, text, texts, training

# More ways than these are not looked up.
LOOKED_UP = 5


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
            check_cuts(one, train, [test])


@given(texts, texts, texts)
def test_own_training_text_shows_what_that_criterion_splits(train, own, test):
    for one in of(train, test, own=training(own), own_text=text(own)):
        check_cuts(one, train, [test, own])


def check_cuts(one, train, side):
    word = one.loss.word
    ways = {}
    for _, _, cut in oracle.places(train, word):
        ways[cut] = ways.get(cut, 0) + 1
    assert {(cut.words, cut.before): count for cut, count in one.cuts} == ways
    assert sum(ways.values()) == one.loss.as_string
    others = {cut: count for cut, count in ways.items() if oracle.manner(cut, word) != "kept"}
    if not ways:
        assert (one.kind, one.other) == (UNSEEN, None)
    elif not others:
        assert one.other is None
        assert one.kind == "other"
    else:
        cut, count = one.other
        assert count == max(others.values()) == others[cut.words, cut.before]
        assert one.kind == (kind_of(one.pieces) if one.pieces else "other")
        if sum(oracle.manner(cut, word) == "inside" for cut in others) > LOOKED_UP:
            return
        told = {cut: count for cut, count in others.items() if oracle.pieces(cut, word, side)}
        likely = [cut for cut, count in told.items() if count == max(told.values())]
        assert one.pieces in ([pieces for cut in likely for pieces in oracle.pieces(cut, word, side)] or [()])


def test_kinds():
    train = lines("3 月 5 日 | 王小明 来 了 | 朋友 们 | 看 到 了 | iPhone 7 手机 | 环境保护 法 | 看 看")
    test = lines("3月 5日 王 小明 朋友们 看到 iPhone7 环境 鲸鱼 看看 手机")
    found = {one.loss.word: one for one in of(train, test)}
    kinds = {word: one.kind for word, one in found.items()}
    assert kinds["3月"] == kinds["5日"] == "number"
    assert kinds["小明"] == kinds["王"] == "name"
    assert kinds["朋友们"] == "affix"
    assert kinds["看到"] == "complement"
    assert kinds["iPhone7"] == "latin"
    assert kinds["环境"] == "other"
    assert kinds["鲸鱼"] == UNSEEN
    assert set(kinds.values()) <= {*KINDS, UNSEEN}
    assert [(cut.words, count) for cut, count in found["3月"].cuts] == [(("3", "月"), 1)]
    assert [cut.manner for cut, _ in found["小明"].cuts] == ["inside"]
    assert found["小明"].pieces == ("王", "小明")
    assert (found["鲸鱼"].cuts, found["鲸鱼"].pieces) == ((), ())


def test_a_longer_word_tells_only_where_the_other_side_splits_it():
    train = lines("夏天 来 了 | 夏天 热 | 王天 来 了")
    test = lines("天 黑 | 夏天 热 | 王 天 来 了")
    (one,) = (one for one in of(train, test) if one.loss.word == "天")
    # Both have 夏天 as a word: 天 in it is no difference. 王天 is one.
    assert one.other[0].words == ("夏天",)
    assert (one.pieces, one.kind) == (("王", "天"), "name")
    (one,) = (one for one in of(lines("夏天 来 了"), lines("天 黑")) if one.loss.word == "天")
    assert (one.pieces, one.kind) == ((), "other")
    (one,) = of(lines("王天 来 了"), lines("天"), own=training(lines("王 天")), own_text=text(lines("王 天")))
    assert one.pieces == ("王", "天")


def test_the_most_frequent_other_way_decides():
    train = lines("看到 | 看到 | 看到 | 看 到 | 看 到 | 偷看 到处")
    (one,) = of(train, lines("看到"))
    assert [(cut.words, count) for cut, count in one.cuts] == [(("看到",), 3), (("看", "到"), 2), (("偷看", "到处"), 1)]
    assert one.other[0].words == ("看", "到")
    assert one.kind == "complement"


def test_ways_across_boundaries_have_no_kind():
    train = lines("看到 | 偷看 到处 | 偷看 到处 | 看 到")
    (one,) = of(train, lines("看到"))
    assert one.other[0].manner == "across"
    assert one.kind == "complement"
    (one,) = of(lines("看到 | 偷看 到处"), lines("看到"))
    assert (one.other[0].manner, one.kind) == ("across", "other")


def test_the_costliest_come_first_and_as_many_as_wanted():
    train = lines("a b | cd | c d | ef | ef | e f")
    test = lines("ab ab ab cd cd ef gh")
    assert [one.loss.word for one in of(train, test)] == ["ab", "cd", "gh", "ef"]
    assert [one.loss.word for one in of(train, test, limit=2)] == ["ab", "cd"]


def test_under_the_texts_own_criterion_what_is_new_to_both_is_no_difference():
    train, own = lines("a b | c"), lines("ab | c")
    found = of(train, lines("ab xy xy xy"), own=training(own))
    assert found[0].loss.word == "ab"
    assert found[0].loss.loss == pytest.approx(25)


def test_word_lists_have_no_places():
    with pytest.raises(ValueError, match="word list"):
        differences(training({"a": 1}), text(lines("a")), text(lines("a")))


def test_the_sample_shows_what_its_criteria_differ_in():
    project = cwsdiag.read_project(sample_project())
    first, second = project.dataset("news"), project.dataset("news, second criterion")
    train, test = read_words(second.train), read_words(first.gold)
    own = read_words(first.train)
    found = of(train, test, own=training(own), own_text=text(own))
    for one in found:
        check_cuts(one, train, [test, own])
    seen = {one.kind for one in found if one.loss.loss > 0}
    # The criteria differ in numbers, names, and verbs with complements (sample_data/README.md).
    assert {"number", "name", "complement"} <= seen
