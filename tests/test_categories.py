"""Attributes with categories: classes of words, parts of speech, labels of sentences, against plain loops."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.attributes import Attribute, Context
from cwsdiag.attributes.base import CATEGORIES
from cwsdiag.attributes.categories import class_of
from cwsdiag.buckets import MOST_CATEGORIES
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.diagnosis.word_types import WordIndex
from cwsdiag.diagnosis.words import units_in
from cwsdiag.errors import SettingError
from cwsdiag.exhibits.looks import look_of_diagnosis
from cwsdiag.exhibits.registry import made
from cwsdiag.report.documents import diagnosis_document
from cwsdiag.study import study
from cwsdiag.text import Categories
from cwsdiag.views.pairs import Pair, bucket_table
from cwsdiag.views.sentence import says
from tests.corpora import corpora, resegmented
from tests.oracles import words as word_oracle
from tests.oracles.attributes import class_of as class_of_word
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
        ("中国", "han"), ("々", "han"), ("㐀", "han"), ("𠮷", "han"), ("〇", "number"), ("2010年", "number"),
        ("三", "number"), ("第三", "number"), ("GDP", "latin"), ("AT&T", "latin"), ("。", "punctuation"),
        ("……", "punctuation"), ("A股", "mixed"), ("卡尔·马克思", "mixed"), ("第A", "mixed"), ("です", "hiragana"),
        ("カード", "katakana"), ("ｶｰﾄﾞ", "katakana"), ("한국", "hangul"), ("ที่", "thai"), ("привет", "cyrillic"),
        ("食べる", "mixed"), ("\ue000", "punctuation"), ("中\ue000", "mixed"),
    ],
)  # fmt: skip
def test_the_class_of_a_word(word, wanted):
    assert class_of(word) == wanted


@given(st.text(min_size=1, max_size=4).filter(lambda word: not any(map(str.isspace, word))))
def test_every_word_has_one_class(word):
    assert class_of(word)


def test_the_default_has_classes_and_labels_and_parts_of_speech_where_they_are():
    plain = cwsdiag.load(gold=GOLD, systems={"s": SYSTEM})
    keys = [one.attribute.key for one in diagnose(plain, resamples=5).attributes]
    assert keys[-1] == "wCls" and "wPos" not in keys
    tagged = dataclasses.replace(plain.gold, pos=Categories.of(["PRON", "NUM", None, "PROPN", "PU"] + ["X"] * 6))
    labelled = dataclasses.replace(with_labels(plain, genre=["news", "web", None]), gold=tagged)
    found = diagnose(labelled, resamples=5)
    assert [one.attribute.key for one in found.attributes][-3:] == ["wCls", "wPos", "label:genre"]
    assert found.attribute("wPos").buckets.labels == ("X", "PRON", "NUM", "PROPN", "PU")
    assert found.attribute("label:genre").buckets.labels == ("news", "web")
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


def test_beyond_twelve_values_the_others_are_the_rest():
    gold = [[chr(ord("一") + number)] * (20 - number) for number in range(15)]
    dataset = with_labels(cwsdiag.load(gold=gold, systems={"s": gold}), of=[f"n{number}" for number in range(15)])
    found = diagnose(dataset, attributes=["label:of"], resamples=5).attribute("label:of")
    assert found.buckets.labels == (*(f"n{number}" for number in range(MOST_CATEGORIES)), "(rest)")
    assert found.gold.tolist() == [*(20 - number for number in range(12)), 8 + 7 + 6]
    assert np.isnan(found.mean)


def test_ten_thousand_values_are_thirteen_buckets():
    gold = [["好"]] * 10_000
    dataset = with_labels(cwsdiag.load(gold=gold, systems={"s": gold}), of=[f"n{number}" for number in range(10_000)])
    found = diagnose(dataset, attributes=["label:of"], resamples=5).attribute("label:of")
    assert (found.size, found.gold[-1]) == (13, 10_000 - 12)


def test_a_category_that_only_a_system_has_is_in_no_bucket():
    dataset = cwsdiag.load(gold=[["中国", "A股"]], systems={"s": [["中国", "A", "股"]]})
    found = diagnose(dataset, attributes=["wCls"], resamples=5)
    assert found.attribute("wCls").buckets.labels == ("han", "mixed")
    # "A" is Latin, which gold has not.
    assert found.counts["s"].system.sum(axis=0).tolist() == [3, 2, 0]


def test_buckets_of_another_time_take_no_new_category():
    dataset = with_labels(cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}), genre=["news", "web", "talk"])
    found = diagnose(dataset, attributes=["label:genre"], resamples=5, categories={"label:genre": ["web", "news"]})
    assert found.attribute("label:genre").buckets.labels == ("web", "news")
    assert found.attribute("label:genre").gold.tolist() == [4, 5]
    of_twelve = [*map(str, range(MOST_CATEGORIES)), "(rest)"]
    rest = diagnose(dataset, attributes=["label:genre"], resamples=5, categories={"label:genre": of_twelve})
    assert rest.attribute("label:genre").gold.tolist() == [*[0] * MOST_CATEGORIES, 11]


def test_words_are_chosen_by_category_and_sentences_tell_them():
    dataset = with_labels(cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}), genre=["news", "web", None])
    found = diagnose(dataset, resamples=5)
    labels = found.attribute("wCls").buckets.labels
    units = units_in(found, "wCls", labels.index("punctuation"))
    assert [dataset.gold.surfaces()[word] for word in units.words] == ["。", "。"]
    han = "Han characters"
    for word, named in enumerate([han, "number", han, han, "punctuation"]):
        lines = says(found)(dataset.gold, word).split("\n")
        assert f"word class\t{named}" in lines and "genre\tnews" in lines


@pytest.mark.parametrize("notation", ["wCls=equal:4", "wCls=classes", "equal:3;wCls=edges:1"])
def test_another_way_of_cutting_categories_is_refused(notation):
    dataset = cwsdiag.load(gold=GOLD, systems={"s": SYSTEM})
    with pytest.raises(SettingError, match="wCls has categories, and these are its buckets"):
        diagnose(dataset, buckets=notation, resamples=5)


def test_a_way_for_all_passes_over_categories():
    dataset = cwsdiag.load(gold=GOLD, systems={"s": SYSTEM})
    usual, other = (diagnose(dataset, buckets=buckets, resamples=5).attribute("wCls") for buckets in (None, "equal:2"))
    assert usual.buckets.labels == other.buckets.labels and "categories" in diagnose(dataset, resamples=5).signature


def test_an_unknown_label_is_named_with_those_there_are():
    dataset = with_labels(cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}), genre=["news", "web", None])
    with pytest.raises(SettingError, match="unknown attribute 'label:source'.*label:genre"):
        diagnose(dataset, attributes=["label:source"], resamples=5)


def test_parts_of_speech_that_are_not_there_leave_the_attribute_undefined():
    found = diagnose(cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}), attributes=["wPos"], resamples=5)
    assert found.attribute("wPos").undefined == "needs parts of speech: the gold file has none"


def test_an_attribute_of_ones_own_may_have_categories():
    def first_characters(context):
        return Categories.of([word[0] for word in context.segmentation.surfaces()])

    own = Attribute("wFirst", "first character", "", "", "word", first_characters, buckets=CATEGORIES)
    gold = Context(cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}).gold, training=None)
    names = own.compute(gold).names
    assert [names[int(code)] for code in own.values(gold)] == [word[0] for line in GOLD for word in line]


def test_datasets_of_a_study_share_the_buckets_of_categories():
    first = cwsdiag.load(gold=GOLD, systems={"s": SYSTEM}, name="one")
    other = [["A", "B", "C"], ["D", "。", "中国"]]
    second = cwsdiag.load(gold=other, systems={"s": other}, name="two")
    found = study([first, second], resamples=5, min_size=1)
    counts = Counter(class_of_word(word) for corpus in (GOLD, other) for line in corpus for word in line)
    labels = {found.labels(place, "wCls") for place in (0, 1)}
    assert labels == {tuple(sorted(counts, key=lambda name: -counts[name]))}
    place = found.keys.index("wCls")
    # They have no order, and no mean.
    assert np.isnan(found.rho[..., place]).all() and np.isnan(found.means[:, place]).all()
    assert not np.isnan(found.sigma[..., place]).any()


def test_buckets_with_the_same_words_are_tested_once():
    training = [["你好", "中国"]] * 3
    gold = [["你好", "人民", "中国", "新词"]] * 12
    dataset = cwsdiag.load(
        gold=gold, training=training, systems={"a": gold, "b": [["你好", "人", "民", "中国", "新词"]] * 12}
    )
    found = diagnose(dataset, resamples=20, min_size=1, min_units=1)
    # Words that training does not have: of frequency 0 and of consistency 0.
    assert found.same_as["wCon", 0] == ("wFre", 0)
    document = diagnosis_document(found, [])
    rows = {(row["system"], row["attribute"], row["bucket"]): row for row in document["breakdown"]}
    first, second = rows["b", "wFre", 0], rows["b", "wCon", 0]
    assert second["same_as"] == {"attribute": "wFre", "bucket": 0} and first["same_as"] is None
    assert all(first[name] == second[name] for name in first if name not in ("attribute", "same_as"))
    (tested,) = compare(found, [("a", "b")])
    buckets = {(one.attribute, one.bucket): one for one in tested.buckets}
    assert buckets["wCon", 0].f1 == buckets["wFre", 0].f1 and buckets["wCon", 0].same_as == ("wFre", 0)
    distinct = [one for one in tested.buckets if one.same_as is None and not np.isnan(one.f1.difference)]
    assert tested.tested == len(distinct)
    table = bucket_table(Pair(found, "a", "b", tested).panels)
    labels = {row["title"]: row["label"] for row in table if row["bucket"] == 0}
    assert labels["word frequency"] == "0, also word consistency 0"
    assert not any(row["title"] == "word consistency" and row["bucket"] == 0 for row in table)


def test_a_mark_of_a_label_asks_for_its_words():
    dataset = cwsdiag.load(gold=GOLD, systems={"a": SYSTEM, "b": GOLD})
    look = look_of_diagnosis(diagnose(with_labels(dataset, genre=["news", "web", None]), resamples=5))
    content = made(look, "against", {"system": "a"}).content
    kind, options = content.click(["label:genre:1", "b"])
    assert (kind, options["attribute"], options["bucket"]) == ("words", "label:genre", "1")
    assert made(look, kind, options).content.numbers["places"] == 4


def test_a_word_has_the_most_frequent_of_its_categories():
    gold = [["好", "人"], ["好"], ["好", "人"], ["人"], ["书"]]
    dataset = with_labels(cwsdiag.load(gold=gold, systems={"s": gold}), of=["x", "y", "y", "x", None])
    index = WordIndex(diagnose(dataset, resamples=5))
    frame = index.select(roles={"a": "s"}).frame(attributes=["label:of", "wCls"])
    values = dict(zip(frame["word"], frame["value_label:of"], strict=True))
    assert values == {"好": "y", "人": "x", "书": ""}
    assert set(frame["value_wCls"]) == {"han"}
