"""Kinds of errors and what two systems have in common, against plain loops and on cases counted by hand."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.attributes.categories import WORD_CLASSES, word_class
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.error_kinds import (
    AGREEMENTS,
    CAUSES,
    SHAPES,
    Agreement,
    agreement,
    agreements,
    error_kinds,
    kind_counts,
)
from cwsdiag.diagnosis.words import Missed, units_in
from cwsdiag.errors import SettingError
from cwsdiag.scores import score_systems
from tests.corpora import cases
from tests.oracles import error_kinds as oracle
from tests.test_mismatch_skip import cases as skipping_cases
from tests.test_mismatch_skip import loaded


def named(kinds):
    """Shape and cause of each gold word by name, as the oracle has them."""
    causes = kinds.causes if kinds.causes is not None else [None] * len(kinds.shapes)
    return [
        None if shape < 0 else (SHAPES[shape], None if cause is None else CAUSES[cause])
        for shape, cause in zip(kinds.shapes.tolist(), causes, strict=True)
    ]


def check_kinds(dataset, name, wanted):
    """Hold the kinds of a system, their counts, and that these sum to what it misses."""
    kinds = error_kinds(dataset, name)
    assert named(kinds) == wanted
    (score,) = (score for score in score_systems(dataset) if score.name == name)
    counts = kind_counts(dataset, name)
    assert counts.gold_words == score.gold_words
    assert counts.missed == score.gold_words - score.matched == sum(counts.shapes)
    for number, shape in enumerate(SHAPES):
        assert counts.shapes[number] == sum(one is not None and one[0] == shape for one in wanted)
    if dataset.training is None:
        assert counts.table is counts.causes is counts.oov_classes is kinds.causes is None
        return
    for row, shape in enumerate(SHAPES):
        for column, cause in enumerate(CAUSES):
            assert counts.table[row, column] == wanted.count((shape, cause))
            assert kinds.chosen(shape, cause).tolist() == [one == (shape, cause) for one in wanted]
    assert counts.table.sum(axis=1).tolist() == counts.shapes.tolist()
    assert counts.causes.sum() == counts.missed
    assert ((kinds.shapes < 0) == (kinds.causes < 0)).all()
    words = dataset.gold.surfaces()
    missed_oov = [words[place] for place in np.flatnonzero(kinds.chosen(cause="oov"))]
    assert counts.oov_classes == {key: sum(word_class(word) == key for word in missed_oov) for key in WORD_CLASSES}
    assert sum(counts.oov_classes.values()) == counts.causes[CAUSES.index("oov")]


def check_filter(diagnosis, name, wanted, shape, cause):
    """Hold which words a filter leaves: alone, beside a bucket, for characters, and grouped by word."""
    missed = Missed(name, shape, cause)
    met = [one is not None and shape in (None, one[0]) and cause in (None, one[1]) for one in wanted]
    places = [place for place, inside in enumerate(met) if inside]
    units = units_in(diagnosis, missed=missed)
    assert units.words.tolist() == places
    assert not units.right[name].any()
    lengths = diagnosis.attribute("wLen")
    for bucket in range(lengths.size):
        inside = [place for place in places if lengths.index[place] == bucket]
        assert units_in(diagnosis, "wLen", bucket, missed=missed).words.tolist() == inside


def check_agreement(dataset, a, b, wanted):
    """Hold what two systems have in common, and that it sums to the words compared for both."""
    cells = [None if cell < 0 else AGREEMENTS[cell] for cell in agreements(dataset, a, b).tolist()]
    assert cells == wanted
    counts = agreement(dataset, a, b)
    assert counts == Agreement(**{key: wanted.count(key) for key in AGREEMENTS})


@st.composite
def known_cases(draw):
    """Cases whose training data has most words of gold and of the systems: else nearly every error is OOV."""
    gold, systems, _ = draw(cases())
    words = sorted({word for corpus in (gold, *systems.values()) for sentence in corpus for word in sentence})
    unknown = draw(st.sets(st.sampled_from(words), max_size=max(1, len(words) // 4)))
    return gold, systems, set(words) - unknown or {"x"}


@settings(max_examples=150)
@given(st.one_of(cases(), known_cases()))
def test_kinds_and_agreement_say_what_loops_say(case):
    gold, systems, training = case
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    for name, system in systems.items():
        check_kinds(dataset, name, oracle.kinds(gold, system, training))
        for other, its_words in systems.items():
            check_agreement(dataset, name, other, oracle.agreements(gold, system, its_words))


@settings(max_examples=80)
@given(skipping_cases())
def test_what_is_left_out_has_no_kind(case):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, _, training = case
    for name, one in left.items():
        check_kinds(dataset, name, oracle.kinds(gold, one.corpus, training, one.skipped))
        for other, two in left.items():
            wanted = oracle.agreements(gold, one.corpus, two.corpus, (one.skipped, two.skipped))
            check_agreement(dataset, name, other, wanted)


@settings(max_examples=50)
@given(known_cases(), st.sampled_from([None, *SHAPES]), st.sampled_from([None, *CAUSES]))
def test_words_of_a_kind_are_those_that_loops_find(case, shape, cause):
    gold, systems, training = case
    diagnosis = diagnose(cwsdiag.load(gold=gold, systems=systems, training=training), attributes=["wLen"], resamples=1)
    for name, system in systems.items():
        wanted = oracle.kinds(gold, system, training)
        check_filter(diagnosis, name, wanted, shape, cause)


def test_names_that_are_wrong_are_refused():
    dataset = cwsdiag.load(gold=[["我们"]], systems={"one": [["我", "们"]]}, training=[["我"]])
    for call in (
        lambda: error_kinds(dataset, "two"),
        lambda: kind_counts(dataset, "two"),
        lambda: agreement(dataset, "one", "two"),
        lambda: units_in(diagnose(dataset, resamples=1), missed=Missed("two")),
    ):
        with pytest.raises(SettingError, match="no system 'two'"):
            call()
    for call in (error_kinds(dataset, "one").chosen, lambda *kind, **cause: Missed("one", *kind, **cause)):
        with pytest.raises(SettingError, match="the kind of error is 'torn': give one of 'split', 'merged', 'crossed'"):
            call("torn")
        with pytest.raises(SettingError, match="the cause of errors is 'luck': give one of 'oov', 'new_word'"):
            call(cause="luck")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ("number", "3 １９９８ 3.14 1,040 4:00 2010-10-1 3·15 -154 二〇〇八 几十 八十七 千万"),
        ("number", "3月 2010年10月1日 第三 第46 百分之十 12.5% 20多 6万2千多 5km"),
        ("latin", "A é Ａ GDP iPhone iPhone4 AT&T e-mail C++ A340-500 x1"),
        ("punctuation", "， …… —— ％ :-) 😀 《 - ·"),
        ("other", "北京 T恤 卡拉OK 数 半 几 数学 のり ½ ① 😀人 Я"),
    ],
)
def test_what_a_word_is_by_its_characters(wanted, words):
    assert {word: word_class(word) for word in words.split()} == dict.fromkeys(words.split(), wanted)


@pytest.mark.real_data
def test_five_systems_on_real_text(real_data):
    files = {path.stem: path for path in sorted((real_data / "systems").glob("*.txt"))}
    dataset = cwsdiag.load(gold=real_data / "test.txt", training=real_data / "train.txt", systems=files)
    found = {score.name: kind_counts(dataset, score.name) for score in score_systems(dataset)}
    for score in score_systems(dataset):
        counts = found[score.name]
        assert counts.missed == counts.table.sum() == score.gold_words - score.matched
        assert counts.causes[0] == round(dataset.oov.sum() * (1 - score.oov_recall))
        assert 0.01 < counts.causes[CAUSES.index("neighbour")] / counts.missed < 0.04
    best = found["crf-f2-full"]
    assert (best.shapes.tolist(), best.causes.tolist()) == ([184, 643, 233], [344, 623, 62, 6, 25])
    assert agreement(dataset, "crf-f1-800", "crf-f2-full") == Agreement(10059, 208, 893, 711, 141)


def test_a_long_word_of_many_halves_is_told_at_once():
    """Each 半 ends an amount or begins one: all ways to read 3,000 of them must not be tried."""
    assert word_class("1个半" * 3000 + "京") == "other"
    assert word_class("1个半" * 3) == "number"
