"""Sentences as ribbons: the state of every word, and the boundaries that only one side has, against plain loops."""

import math

import numpy as np

import cwsdiag
from cwsdiag.views.ribbons import ribbon_of, ribbon_of_way

COLOURS = {"a": "#009E73", "b": "#E69F00"}


def test_states_and_boundaries_are_those_of_gold():
    gold = [["我们", "在", "北京"], ["学习", "𠀀"]]
    made = {"one": [["我", "们在", "北京"], ["学习", "𠀀"]], "two": [["我们", "在", "北京学", "习𠀀"]]}
    dataset = cwsdiag.load(gold=gold, systems=made)
    systems = {"a": dataset.system("one"), "b": dataset.system("two")}
    first, second = (ribbon_of(dataset.gold, systems, sentence, colours=COLOURS) for sentence in (0, 1))
    assert (first.chars, first.breaks, second.chars, second.breaks) == ("我们在北京", (0, 3, 5), "学习𠀀", (0, 3))
    assert [(word.start, word.end) for word in first.rows[0].words] == [(0, 2), (2, 3), (3, 5)]
    assert {word.state for word in first.rows[0].words} == {"right"}
    split, joined, right = first.rows[1].words
    assert [word.state for word in first.rows[1].words] == ["wrong", "wrong", "right"]
    assert (split.extra, split.missed, joined.extra, joined.missed) == (False, (), True, (2,))
    assert (right.extra, right.missed) == (False, ())
    assert split.opens and split.closes and first.rows[0].words[0].opens
    # B reaches over the end of the sentence.
    over, into = first.rows[2].words[-1], second.rows[2].words[0]
    assert (over.start, over.end, over.opens, over.closes, over.state) == (3, 5, True, False, "wrong")
    assert (into.start, into.end, into.opens, into.closes, into.state) == (0, 1, False, True, "wrong")
    assert (over.extra, into.extra, second.rows[2].words[1].missed) == (False, False, (2,))


def ribbon_under(mismatch):
    gold = [["我们", "在", "北京"], ["今天", "晴"]]
    made = [["我们", "在", "北平", "好"], ["今天", "晴"]]
    dataset = cwsdiag.load(gold=gold, systems={"s": made}, mismatch=mismatch)
    return ribbon_of(dataset.gold, {"a": dataset.system("s")}, 0, colours=COLOURS)


def test_what_is_not_compared_is_neither_right_nor_wrong():
    states = {word.state for word in ribbon_under("skip").rows[1].words}
    assert "off" in states and "wrong" not in states
    lacking = ribbon_under("count")
    assert [word.state for word in lacking.rows[1].words] == ["right", "right", "wrong", "lacking"]
    assert lacking.notes and lacking.notes[0].startswith("A wrote: 我们 在 北平 好")


def test_aim_hits_and_difficulty_are_those_of_the_sentence():
    gold = [["我们", "在"], ["北京", "学习"]]
    dataset = cwsdiag.load(gold=gold, systems={"s": gold})

    def says(segmentation, word):
        return f"{segmentation.name} {word}"

    ribbon = ribbon_of(
        dataset.gold,
        {"a": dataset.system("s")},
        1,
        aim=(5, 7),
        hits={0, 3, 4},
        colours=COLOURS,
        says=says,
        weights=np.array([0.0, 0.5, 1.0, 0.25]),
        doubts={6},
        notes=["worth a look"],
    )
    top, own = ribbon.rows
    assert [ribbon.aims_at(top, word) for word in top.words] == [False, True]
    assert not any(ribbon.aims_at(own, word) for word in own.words)
    assert ribbon.hits == {0, 1}
    assert (ribbon.doubts, ribbon.notes) == ((3,), ("worth a look",))
    assert [word.difficulty for word in top.words] == [1.0, 0.25]
    assert all(math.isnan(word.difficulty) for word in own.words)
    assert [word.says for word in own.words] == ["s 2", "s 3"]


def test_ways_of_cutting_are_apart_where_not_all_have_a_word():
    ways = [["我们", "在", "北京"], ["我", "们", "在", "北京"]]
    ribbon = ribbon_of_way(ways[1], ways)
    (row,) = ribbon.rows
    assert [word.state for word in row.words] == ["apart", "apart", "right", "right"]
    assert ribbon.breaks == (0, 2, 3, 5) and ribbon.chars == "我们在北京"
