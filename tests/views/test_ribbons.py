"""Sentences as ribbons: the state of every word, and the boundaries that only one side has, against plain loops."""

import math
import random

import numpy as np
import pytest

import cwsdiag
from cwsdiag.views.ribbons import ribbon_of, ribbon_of_way
from cwsdiag.weights import Weights

CHARS = "我们在北京学习时间长<b>𠀀é"
COLOURS = {"a": "#009E73", "b": "#E69F00"}


def cut(rng, chars):
    words = []
    while chars:
        size = rng.choice([1, 1, 2, 2, 3])
        words.append(chars[:size])
        chars = chars[size:]
    return words


def places(sentences):
    """Where each word begins and ends in the whole text."""
    found, at = [], 0
    for word in (word for words in sentences for word in words):
        found.append((at, at + len(word)))
        at += len(word)
    return found


def expected(gold, made, sentence):
    """Every word that overlaps a sentence: span in it, opens, closes, state, extra, missed."""
    start = sum(len(word) for words in gold[:sentence] for word in words)
    end = start + len("".join(gold[sentence]))
    reference = places(gold)
    begins = [a for a, _ in reference]
    found = []
    for a, b in places(made):
        if b <= start or a >= end:
            continue
        wrong = (a, b) not in reference
        first, last = max(a, start), min(b, end)
        missed = [place - start for place in range(first + 1, last) if place in begins] if wrong else []
        extra = wrong and a >= start and a not in begins
        found.append((first - start, last - start, a >= start, b <= end, "wrong" if wrong else "right", extra, missed))
    return [(*one[:6], tuple(one[6])) for one in found]


def told(row):
    return [(w.start, w.end, w.opens, w.closes, w.state, w.extra, w.missed) for w in row.words]


@pytest.mark.parametrize("seed", range(3))
def test_states_and_boundaries_are_those_of_plain_loops(seed):
    rng = random.Random(seed)
    texts = ["".join(rng.choice(CHARS) for _ in range(rng.randint(1, 12))) for _ in range(8)]
    gold = [cut(rng, text) for text in texts]
    a = [cut(rng, text) for text in texts]
    # B reaches over the ends of sentences.
    b = [cut(rng, "".join(texts))]
    dataset = cwsdiag.load(gold=gold, systems={"one": a, "two": b})
    systems = {"a": dataset.system("one"), "b": dataset.system("two")}
    for sentence, text in enumerate(texts):
        ribbon = ribbon_of(dataset.gold, systems, sentence, colours=COLOURS)
        assert ribbon.chars == text
        for row, made in zip(ribbon.rows, (gold, a, b), strict=True):
            assert told(row) == expected(gold, made, sentence)
        begins = [{w.start for w in row.words if w.opens} for row in ribbon.rows]
        inner = [place for place in range(1, len(text)) if all(place in one for one in begins)]
        assert ribbon.breaks == (0, *inner, len(text))


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
    values = np.array([0.0, 0.5, 1.0, 0.25])
    weights = Weights(values, votes=None, members=None, wrong=None, committee="one", digest="")

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
        weights=weights.values,
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
