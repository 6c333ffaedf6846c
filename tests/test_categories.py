"""Attributes with categories: classes of words, parts of speech, labels of sentences, against plain loops."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.attributes.categories import class_of
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.word_types import WordIndex
from cwsdiag.errors import SettingError
from cwsdiag.text import Categories
from tests.corpora import corpora, resegmented
from tests.oracles import words as word_oracle
from tests.oracles.attributes import word_sentences
from tests.oracles.breakdown import bucket_scores, counts_of_values
from tests.oracles.buckets import category_buckets

GOLD = [["我们", "2010年", "去", "北京", "。"], ["A股", "涨", "了", "。"], ["カード", "です"]]
SYSTEM = [["我们", "2010", "年", "去", "北京", "。"], ["A", "股", "涨", "了。"], ["カード", "です"]]


def with_labels(dataset, **labels):
    return dataclasses.replace(dataset, labels={name: Categories.of(values) for name, values in labels.items()})


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("中国", "han"), ("々", "han"), ("𠮷", "han"), ("〇", "number"), ("2010年", "number"),
        ("第三", "number"), ("GDP", "latin"), ("。", "punctuation"),
        ("A股", "mixed"), ("第A", "mixed"), ("です", "hiragana"),
        ("カード", "katakana"), ("한국", "hangul"), ("ที่", "thai"), ("привет", "cyrillic"),
        ("食べる", "mixed"), ("\ue000", "punctuation"), ("中\ue000", "mixed"),
    ],
)  # fmt: skip
def test_the_class_of_a_word(word, wanted):
    assert class_of(word) == wanted


def test_the_default_has_classes_and_labels_and_parts_of_speech_where_they_are():
    plain = cwsdiag.load(gold=GOLD, systems={"s": SYSTEM})
    assert diagnose(plain, attributes=["wPos"], resamples=5).attribute("wPos").undefined.startswith("needs parts of")
    tagged = dataclasses.replace(plain.gold, pos=Categories.of(["PRON", "NUM", None, "PROPN", "PU"] + ["X"] * 6))
    labelled = dataclasses.replace(with_labels(plain, genre=["news", "web", None]), gold=tagged)
    found = diagnose(labelled, resamples=5)
    assert [one.attribute.key for one in found.attributes][-3:] == ["wCls", "wPos", "label:genre"]
    assert found.attribute("wPos").buckets.labels == ("X", "PRON", "NUM", "PROPN", "PU")
    # What has no label is in no bucket.
    assert found.attribute("label:genre").gold.tolist() == [5, 4]


@given(corpora(), st.data())
def test_counts_by_label_and_part_of_speech_are_those_of_plain_loops(gold, data):
    system = data.draw(resegmented(gold))
    dataset = cwsdiag.load(gold=gold, systems={"s": system})
    filled = [sentence for sentence in gold if sentence]
    categories = st.sampled_from([*"abcdefghijklmno", None])
    labels = data.draw(st.lists(categories, min_size=len(filled), max_size=len(filled)))
    tags = data.draw(
        st.lists(categories, min_size=len(dataset.gold), max_size=len(dataset.gold)).filter(lambda all: any(all))
    )
    dataset = dataclasses.replace(
        with_labels(dataset, of=labels), gold=dataclasses.replace(dataset.gold, pos=Categories.of(tags))
    )
    found = diagnose(dataset, attributes=["wPos", "label:of"], resamples=5)
    gold_spans = word_oracle.spans(gold)
    covering = [
        next(place for place, (_start, gold_end) in enumerate(gold_spans) if gold_end >= end)
        for _start, end in word_oracle.spans(system)
    ]
    wanted = {
        "wPos": (tags, [tags[place] for place in covering]),
        "label:of": (
            [labels[sentence] for sentence in word_sentences(filled, None)],
            [labels[sentence] for sentence in word_sentences(filled, system)],
        ),
    }
    for key, (of_gold, of_system) in wanted.items():
        buckets = category_buckets([value for value in of_gold if value is not None])
        if not buckets:
            assert found.attribute(key).size == 0
            continue
        assert found.attribute(key).buckets.labels == tuple(bucket.name for bucket in buckets)
        counts = _without_none(filled, system, of_gold, of_system, buckets)
        columns = found.columns(key)
        got = [array.sum(axis=0)[columns].tolist() for array in found.counts["s"]]
        assert got == [[row[name] for row in counts] for name in ("gold", "predicted", "matched")]


def _without_none(gold, system, of_gold, of_system, buckets):
    """Counts by bucket; what has no value is in a bucket of its own, which is dropped."""
    every = [*buckets, *category_buckets([""])]
    given = ([value or "" for value in values] for values in (of_gold, of_system))
    return bucket_scores(counts_of_values("wLen", gold, system, *given, every))[:-1]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"buckets": "equal:3;wCls=edges:1"}, "wCls has categories, and these are its buckets"),
        ({"attributes": ["label:source"]}, "unknown attribute 'label:source'.*label:genre"),
    ],
)
def test_what_categories_cannot_be(settings, said):
    dataset = with_labels(cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}), genre=["news", "web", None])
    with pytest.raises(SettingError, match=said):
        diagnose(dataset, resamples=5, **settings)


def test_a_word_has_the_most_frequent_of_its_categories():
    gold = [["好", "人"], ["好"], ["好", "人"], ["人"], ["书"]]
    dataset = with_labels(cwsdiag.load(gold=gold, systems={"s": gold}), of=["x", "y", "y", "x", None])
    frame = WordIndex(diagnose(dataset, resamples=5)).select(roles={"a": "s"}).frame(attributes=["label:of"])
    assert dict(zip(frame["word"], frame["value_label:of"], strict=True)) == {"好": "y", "人": "x", "书": ""}
