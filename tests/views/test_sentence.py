"""What the page Sentence says of each word, and rows of gold words, against plain loops."""

import math

import pytest

from cwsdiag.diagnosis.words import units_in
from cwsdiag.views.rows import attribute_row, word_rows
from cwsdiag.views.sentence import ABSENT, says, shown
from tests.oracles.words import match, sentences_of, spans, words_of
from tests.oracles.world import defined, made_of
from tests.views.worlds import (
    SEEDS,
    case_of,
    usual_case,
)


def outcome(world, name, span):
    """What a system made of a gold word: True where right, its words where wrong, None where not compared."""
    cut = world.systems[name]
    if not cut.compares(span[0]):
        return None
    return True if span in match(world.gold, cut.words) else made_of(cut, span)


def test_a_word_says_its_values_and_those_of_its_characters():
    gold = [["ab", "c"], ["c"]]
    case = case_of(gold, {"north": [["a", "bc"], ["c"]]}, training=[["ab", "c", "c", "d"]])
    dataset, said = case.dataset, says(case.look().diagnosis)

    def told(segmentation, word):
        lines = dict(line.split("\t") for line in said(segmentation, word).split("\n"))
        keys = ("word length", "sentence length", "OOV density", "word consistency", "character consistency")
        return [lines[key] for key in (*keys, "word class")]

    assert told(dataset.gold, 0) == ["2", "3", "0.000", "1.000", "1.000 1.000", "Latin"]
    assert told(dataset.gold, 2) == ["1", "1", "0.000", "1.000", "1.000", "Latin"]
    # Training cuts b and c apart.
    assert told(dataset.system("north"), 1) == ["2", "3", "0.000", "0.000", "0.000 0.000", "Latin"]


def test_rows_of_attributes_say_what_has_no_bounds_and_what_is_undefined():
    gold = [["ab", "c"], ["c"]]
    rows = {one.attribute.key: attribute_row(one) for one in case_of(gold, {}).look().diagnosis.attributes}
    assert rows["wLen"]["mean"] == pytest.approx(4 / 3)
    assert [(one["index"], one["gold"]) for one in rows["wLen"]["buckets"]] == [(0, 2), (1, 1), (2, 0), (3, 0)]
    assert rows["wCls"]["buckets"] == [{"index": 0, "label": "latin", "lower": None, "upper": None, "gold": 3}]
    assert math.isnan(rows["wCls"]["mean"])
    assert (rows["cFre"]["unit"], rows["cFre"]["buckets"]) == ("char", []) and "training" in rows["cFre"]["undefined"]


@pytest.mark.parametrize(
    ("value", "integer", "text"),
    [(math.nan, False, ABSENT), (1234.0, True, "1,234"), (-0.0001, False, "0.000"), (1 / 3, False, "0.333")],
)
def test_values_are_written_as_people_read_them(value, integer, text):
    assert shown(value, integer=integer) == text


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_rows_of_a_usual_text(seed):
    check_units(usual_case(seed, difficulty=False), characters=seed % 2 == 0)


def check_units(case, *, characters):
    diagnosis, world = case.look().diagnosis, case.world
    key = "cFre" if characters and "cFre" in defined(world) else None
    rows = list(word_rows(units_in(diagnosis, key), diagnosis))
    starts, begun = [], 0
    for number, sentence in enumerate(sentences_of(world.gold), start=1):
        starts += [(number, begun)] * len(sentence)
        begun += len("".join(sentence))
    wanted = []
    for word, span, (sentence, start) in zip(words_of(world.gold), spans(world.gold), starts, strict=True):
        for character in word if key else [None]:
            wanted.append((word, character, sentence, span[0] - start, *span))
    columns = ("word", "character", "sentence", "offset", "start", "end")
    assert [tuple(row.get(column) for column in columns) for row in rows] == wanted
    for row in rows if key is None else []:
        for system in row["systems"]:
            made = outcome(world, system["name"], (row["start"], row["end"]))
            assert system["right"] == (None if made is None else made is True)
            assert system["words"] == (None if made is None else [row["word"]] if made is True else made)
