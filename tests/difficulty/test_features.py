"""Features against plain loops over strings."""

from hypothesis import given

from cwsdiag.difficulty.templates import COLUMNS, TEMPLATES, UNSEEN, Features
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
        assert sorted(names.values()) == list(range(len(names)))
        for row, ids in zip(rows_of(unknown, template), looked_up[:, :columns].tolist(), strict=True):
            assert ids == [names.get(name, UNSEEN) for name in row]


def test_the_whole_of_unicode_has_room():
    text = segmentation([["\U0010ffff", "a\U00020000"], ["中"]]).text
    features = Features.of(text)
    assert (features.look_up(text) == features.ids).all()
