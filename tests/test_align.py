"""Systems whose characters are not those of gold."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.align.stretches import differing_stretches
from cwsdiag.errors import AlignmentError
from tests.corpora import corpora

texts = st.text("abcd中", max_size=60)


@given(texts, texts)
def test_what_lies_between_differences_is_equal(gold, system):
    i = j = 0
    for difference in differing_stretches(gold, system):
        assert gold[i : difference.gold_start] == system[j : difference.system_start]
        assert difference.gold_end > difference.gold_start or difference.system_end > difference.system_start
        i, j = difference.gold_end, difference.system_end
    assert gold[i:] == system[j:]


@given(corpora(min_words=2), st.data())
def test_left_out_stretches_cover_the_same_words_on_both_sides(gold, data):
    words = [word for sentence in gold for word in sentence]
    changed = list("".join(words))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(changed) - 1))
        changed[place : place + data.draw(st.integers(0, 1))] = data.draw(st.sampled_from(["", "X", "YZ"]))
        changed = changed or ["X"]
    text = "".join(changed)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(text) - 1)), max_size=len(text))) | {len(text)})
    system = [text[a:b] for a, b in zip([0, *cuts], cuts, strict=False) if b > a]
    try:
        dataset = cwsdiag.load(gold=gold, systems={"s": [system]}, mismatch="skip")
    except AlignmentError as error:
        assert "nothing is left" in str(error)
        return
    (aligned,) = dataset.systems
    assert (np.diff(aligned.word_ends, prepend=0) > 0).all()
    assert aligned.word_ends[-1] == len(dataset.gold.text.chars)
    for bound in aligned.left_out.ravel().tolist():
        assert bound == 0 or (bound in dataset.gold.word_ends and bound in aligned.word_ends)
    # What is compared are words that the system has, in order, and nothing it was not given.
    compared = [w for w, kept in zip(aligned.surfaces(), aligned.covered(aligned.word_starts), strict=True) if kept]
    remaining = iter(system)
    assert all(word in remaining for word in compared)


def test_the_message_names_places_and_how_many():
    gold = [["我们", "在", "北京"], ["今天", "２０", "度"]]
    system = [["我们", "在", "背景"], ["今天", "20", "度"]]
    with pytest.raises(AlignmentError) as caught:
        cwsdiag.load(gold=gold, systems={"mine": system})
    message = str(caught.value)
    assert "2 places" in message
    assert "sentence 1, character 4" in message
    assert "[北京]" in message
    assert "[背景]" in message
    assert "sentence 2, character 3" in message
    assert len(message.split("\n")) <= 10


def test_skip_leaves_words_out_on_both_sides_and_says_how_many():
    gold = [["我们", "在", "北京"], ["今天", "晴"]]
    dataset = cwsdiag.load(gold=gold, systems={"s": [["我们", "在", "北平"], ["今", "天", "晴"]]}, mismatch="skip")
    (score,) = cwsdiag.score_systems(dataset)
    # 北京 / 北平 is left out; 我们 在 晴 are matched, 今天 is not.
    assert (score.gold_words, score.words, score.matched) == (4, 5, 3)
    assert score.coverage == 4 / 5
    assert "4 of 5" not in dataset.warnings[0]
    assert "1 of 5 gold words" in dataset.warnings[0]


def test_an_inserted_line_costs_nothing_but_itself():
    gold = [["我们", "好"], ["你们", "好"]]
    dataset = cwsdiag.load(gold=gold, systems={"s": [["我们", "好"], ["第二", "行"], ["你们", "好"]]}, mismatch="skip")
    (score,) = cwsdiag.score_systems(dataset)
    assert (score.coverage, score.matched, score.words) == (1.0, 4, 4)


def test_other_line_breaks_just_work():
    gold = [["我们", "好"], ["你们", "好"]]
    dataset = cwsdiag.load(gold=gold, systems={"s": [["我们"], ["好你", "们"], ["好"]]})
    (score,) = cwsdiag.score_systems(dataset)
    assert (score.matched, score.words) == (2, 4)


def test_nothing_in_common_is_an_error_even_when_skipping():
    with pytest.raises(AlignmentError, match="nothing is left"):
        cwsdiag.load(gold=[["甲", "乙"]], systems={"s": [["丙", "丁"]]}, mismatch="skip")


def test_every_character_of_another_width_is_found_quickly():
    rng = random.Random(5)
    gold = "".join(rng.choice("的一是在不了有和人这0123456789") for _ in range(200_000))
    system = gold.translate({ord("0") + i: 0xFF10 + i for i in range(10)})
    differences = differing_stretches(gold, system)
    assert sum(d.gold_end - d.gold_start for d in differences) == sum(c.isdigit() for c in gold)


def test_a_long_piece_that_only_one_side_has():
    rng = random.Random(7)
    text = "".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(30_000))
    (difference,) = differing_stretches(text, text[:10_000] + text[20_000:])
    assert (difference.gold_start, difference.gold_end) == (10_000, 20_000)
