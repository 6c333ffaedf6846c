"""Features against plain loops over strings."""

import numpy as np
import pytest
from hypothesis import given

from cwsdiag.difficulty.templates import COLUMNS, TEMPLATES, UNSEEN, Features, Sentences
from tests.difficulty.corpus import segmentation, sentences_of
from tests.oracles import difficulty_features as oracle


def rows_of(text, template):
    return [row for index in range(len(text.sentence_ends)) for row in oracle.features(text.sentence(index), template)]


@given(sentences_of(), sentences_of(characters="一二三六七"))
def test_ids_stand_for_what_the_oracle_sees(training, other):
    text, unknown = segmentation(training).text, segmentation(other).text
    features = Features.of(text)
    found, looked_up = features.ids, features.look_up(unknown)
    assert (features.look_up(text) == found).all()
    for template in TEMPLATES:
        columns = COLUMNS[template]
        names = {}
        for row, ids in zip(rows_of(text, template), found[:, :columns].tolist(), strict=True):
            for name, number in zip(row, ids, strict=True):
                assert names.setdefault(name, number) == number
        assert sorted(names.values()) == list(range(features.count(template)))
        for row, ids in zip(rows_of(unknown, template), looked_up[:, :columns].tolist(), strict=True):
            assert ids == [names.get(name, UNSEEN) for name in row]


def test_windows_are_those_of_table_1():
    assert oracle.features_at("一二三四五", 2, "F1") == ["-1:二", "0:三", "1:四", "-1,0:二三", "0,1:三四"]
    assert oracle.features_at("一二三四五", 2, "F3")[5:] == [
        "-2:一", "2:五", "-2,-1:一二", "1,2:四五", "-2,-1,0:一二三", "-1,0,1:二三四", "0,1,2:三四五",
    ]  # fmt: skip
    assert [COLUMNS[template] for template in TEMPLATES] == [len(oracle.TEMPLATES[t]) for t in TEMPLATES]


def test_the_whole_of_unicode_has_room():
    text = segmentation([["\U0010ffff", "a\U00020000"], ["中"]]).text
    features = Features.of(text)
    assert (features.look_up(text) == features.ids).all()


def test_an_empty_text_has_no_features():
    assert Features.of(segmentation([["一"]]).text).look_up(segmentation([]).text).shape == (0, 12)


def test_arrays_of_sentences_are_of_one_kind(tmp_path):
    import pickle

    text = segmentation([["一"], ["二三"]]).text
    stored = np.memmap(tmp_path / "ids", dtype=np.int32, mode="w+", shape=(3, 12))
    for sentences in (Sentences.of(stored, text), pickle.loads(pickle.dumps(Sentences.of(stored, text)))):
        for array in (sentences.ids, sentences.starts, sentences.ends):
            assert type(array) is np.ndarray
            assert array.flags.c_contiguous
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 0
