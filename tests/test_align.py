"""Systems whose characters are not those of gold."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.align.sentences import differing_stretches
from cwsdiag.errors import AlignmentError

texts = st.text("abcd中", max_size=60)


@given(texts, texts)
def test_what_lies_between_differences_is_equal(gold, system):
    i = j = 0
    for difference in differing_stretches(gold, system):
        assert gold[i : difference.gold_start] == system[j : difference.system_start]
        assert difference.gold_end > difference.gold_start or difference.system_end > difference.system_start
        i, j = difference.gold_end, difference.system_end
    assert gold[i:] == system[j:]


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
