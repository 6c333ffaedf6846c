"""What the page Sentence says of each word, and rows of gold words, against plain loops."""

import math

import pytest

from cwsdiag.diagnosis.words import units_in
from cwsdiag.frames import bucket_name
from cwsdiag.views.rows import BREAKDOWN_COLUMNS, attribute_row, breakdown_rows, word_rows
from cwsdiag.views.sentence import ABSENT, says, shown
from tests.oracles.attributes import CATEGORIES, CHAR_KEYS
from tests.oracles.words import match, sentences_of, spans, words_of
from tests.oracles.world import buckets, defined, made_of, sizes, values
from tests.views.worlds import (
    SEEDS,
    close,
    usual_case,
)

WHOLE = ("wLen", "sLen")


def written(value, key):
    """A value as pages write it."""
    if key in WHOLE:
        return f"{int(value)}"
    return f"{value:.3f}".replace("-0.000", "0.000")


def of_word(world, key, system, word, span):
    """The values of a word, those of its characters with blanks between."""
    known = values(world, key, system)
    if key in CHAR_KEYS:
        return " ".join(written(value, key) for value in known[span[0] : span[1]])
    if key in CATEGORIES:
        return bucket_name(known[word]) if known[word] in values(world, key, None) else ABSENT
    return written(known[word], key)


def outcome(world, name, span):
    """What a system made of a gold word: True where right, its words where wrong, None where not compared."""
    cut = world.systems[name]
    if not cut.compares(span[0]):
        return None
    return True if span in match(world.gold, cut.words) else made_of(cut, span)


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_every_word_of_the_sentences_of_a_usual_text(seed):
    case = usual_case(seed, difficulty=seed % 2 == 0)
    diagnosis, world = case.look().diagnosis, case.world
    said = says(diagnosis)
    labels = {one.attribute.key: one.attribute.label for one in diagnosis.attributes if not one.undefined}
    assert list(labels) == defined(world)
    cuts = {None: (case.dataset.gold, world.gold)}
    cuts |= {name: (case.dataset.system(name), cut.words) for name, cut in world.systems.items()}
    for name, (segmentation, words) in cuts.items():
        for word, span in enumerate(spans(words)):
            lines = [f"{label}\t{of_word(world, key, name, word, span)}" for key, label in labels.items()]
            assert said(segmentation, word).split("\n") == lines


@pytest.mark.parametrize(
    ("value", "integer", "text"),
    [(math.nan, False, ABSENT), (1234.0, True, "1,234"), (-0.0001, False, "0.000"), (1 / 3, False, "0.333")],
)
def test_values_are_written_as_people_read_them(value, integer, text):
    assert shown(value, integer=integer) == text


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_rows_of_a_usual_text(seed):
    check_units(usual_case(seed, difficulty=False), characters=seed % 2 == 0)
    check_rows(usual_case(seed, difficulty=True))


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


def check_rows(case):
    diagnosis, world = case.look().diagnosis, case.world
    for bucketed in diagnosis.attributes:
        row = attribute_row(bucketed)
        known = values(world, row["key"], None)
        assert row["unit"] == ("char" if row["key"] in CHAR_KEYS else "word")
        assert (row["undefined"] is None) == (known is not None)
        if known is None:
            assert row["buckets"] == [] and math.isnan(row["mean"])
            continue
        of_categories = row["key"] in CATEGORIES
        assert math.isnan(row["mean"]) if of_categories else close(row["mean"], math.fsum(known) / len(known))
        assert [bucket["gold"] for bucket in row["buckets"]] == sizes(world, row["key"])
        assert [bucket["index"] for bucket in row["buckets"]] == list(range(len(row["buckets"])))
        bounds = [(bucket["lower"], bucket["upper"]) for bucket in row["buckets"]]
        wanted = buckets(world, row["key"])
        if of_categories:
            assert bounds == [(None, None)] * len(wanted)
            assert [bucket["label"] for bucket in row["buckets"]] == [bucket.name for bucket in wanted]
            continue
        assert bounds == [tuple(one if math.isfinite(one) else None for one in (b.lower, b.upper)) for b in wanted]
    assert all(tuple(row) == (*BREAKDOWN_COLUMNS, "same_as") for row in breakdown_rows(diagnosis))
