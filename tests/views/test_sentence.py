"""What the page Sentence says of each word, and rows of gold words, against plain loops."""

import math

import pytest

from cwsdiag.diagnosis.words import units_in
from cwsdiag.views.rows import attribute_row, word_rows
from cwsdiag.views.sentence import ABSENT, says, shown
from tests.views.worlds import (
    case_of,
)


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


def test_rows_of_words_say_where_each_stands_and_what_was_made_of_it():
    gold = [["ab", "c"], ["c", "d"]]
    dataset = case_of(gold, {"cut": [["a", "bc"], ["c", "d"]], "odd": gold}, damage={"odd": {3}}).look().diagnosis
    rows = list(word_rows(units_in(dataset, None), dataset))
    columns = ("word", "sentence", "offset", "start", "end")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("ab", 1, 0, 0, 2), ("c", 1, 2, 2, 3), ("c", 2, 0, 3, 4), ("d", 2, 1, 4, 5),
    ]  # fmt: skip
    cut, odd = zip(*(row["systems"] for row in rows), strict=True)
    assert cut[0] == {"name": "cut", "right": False, "words": ["a", "bc"], "kind": "crossed", "cause": None}
    assert cut[2] == {"name": "cut", "right": True, "words": ["c"], "kind": None, "cause": None}
    # Where the characters are not those of gold nothing is compared.
    assert [one["right"] for one in odd] == [True, True, None, True]
    assert odd[2] == {"name": "odd", "right": None, "words": None, "kind": None, "cause": None}
    characters = case_of(gold, {}, training=gold).look().diagnosis
    found = [(row["word"], row["character"]) for row in word_rows(units_in(characters, "cFre"), characters)]
    assert found == [("ab", "a"), ("ab", "b"), ("c", "c"), ("c", "c"), ("d", "d")]
