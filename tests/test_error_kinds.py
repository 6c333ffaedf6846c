"""Kinds of errors and what two systems have in common, against plain loops and on cases counted by hand."""

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
    """Hold the kinds of a system and their counts, which sum to what it misses."""
    kinds, counts = error_kinds(dataset, name), kind_counts(dataset, name)
    assert named(kinds) == wanted
    (score,) = (score for score in score_systems(dataset) if score.name == name)
    assert (counts.gold_words, counts.missed) == (score.gold_words, score.gold_words - score.matched)
    missed = [one for one in wanted if one is not None]
    assert counts.shapes.tolist() == [sum(one == shape for one, _cause in missed) for shape in SHAPES]
    if dataset.training is None:
        assert counts.table is counts.causes is counts.oov_classes is kinds.causes is None
        return
    assert counts.table.tolist() == [[missed.count((shape, cause)) for cause in CAUSES] for shape in SHAPES]
    assert counts.causes.tolist() == counts.table.sum(axis=0).tolist()
    words = zip(dataset.gold.surfaces(), wanted, strict=True)
    oov = [word_class(word) for word, one in words if one is not None and one[1] == "oov"]
    assert counts.oov_classes == {key: oov.count(key) for key in WORD_CLASSES}


def check_filter(diagnosis, name, wanted, shape, cause):
    """Hold which words a filter leaves: alone, and beside a bucket."""
    missed = Missed(name, shape, cause)
    met = [one is not None and shape in (None, one[0]) and cause in (None, one[1]) for one in wanted]
    assert error_kinds(diagnosis.dataset, name).chosen(shape, cause).tolist() == met
    units = units_in(diagnosis, missed=missed)
    assert units.words.tolist() == [place for place, inside in enumerate(met) if inside]
    assert not units.right[name].any()
    lengths = diagnosis.attribute("wLen")
    for bucket in range(lengths.size):
        inside = [place for place in units.words.tolist() if lengths.index[place] == bucket]
        assert units_in(diagnosis, "wLen", bucket, missed=missed).words.tolist() == inside


KINDS = st.tuples(st.sampled_from([None, *SHAPES]), st.sampled_from([None, *CAUSES]))


@settings(max_examples=150)
@given(skipping_cases(), KINDS, st.data())
def test_kinds_and_agreement_say_what_loops_say(case, kind, data):
    gold, systems, training = case
    words = sorted({word for corpus in (gold, *systems.values()) for sentence in corpus for word in sentence})
    if data.draw(st.booleans()):
        # Training data that has most words of gold and of the systems: else nearly every error is OOV.
        training = {*words} - data.draw(st.sets(st.sampled_from(words), max_size=max(1, len(words) // 4))) or {"x"}
    dataset, left = loaded((gold, systems, training))
    assume(dataset is not None)
    diagnosis = diagnose(dataset, attributes=["wLen"], resamples=1)
    for name, one in left.items():
        wanted = oracle.kinds(gold, one.corpus, training, one.skipped)
        check_kinds(dataset, name, wanted)
        if kind[1] is None or training is not None:
            check_filter(diagnosis, name, wanted, *kind)
        for other, two in left.items():
            alike = oracle.agreements(gold, one.corpus, two.corpus, (one.skipped, two.skipped))
            cells = agreements(dataset, name, other).tolist()
            assert [None if cell < 0 else AGREEMENTS[cell] for cell in cells] == alike
            assert agreement(dataset, name, other) == Agreement(**{key: alike.count(key) for key in AGREEMENTS})


def test_names_that_are_wrong_are_refused():
    dataset = cwsdiag.load(gold=[["我们"]], systems={"one": [["我", "们"]]}, training=[["我"]])
    for call in (
        lambda: error_kinds(dataset, "two"),
        lambda: agreement(dataset, "one", "two"),
        lambda: units_in(diagnose(dataset, resamples=1), missed=Missed("two")),
    ):
        with pytest.raises(SettingError, match="no system 'two'"):
            call()
    for kind, said in (
        (("torn", None), "the kind of error is 'torn': give one of 'split', 'merged', 'crossed'"),
        ((None, "luck"), "the cause of errors is 'luck': give one of 'oov', 'new_word'"),
    ):
        with pytest.raises(SettingError, match=said):
            error_kinds(dataset, "one").chosen(*kind)


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
    best = kind_counts(dataset, "crf-f2-full")
    assert (best.shapes.tolist(), best.causes.tolist()) == ([184, 643, 233], [344, 623, 62, 6, 25])
    assert agreement(dataset, "crf-f1-800", "crf-f2-full") == Agreement(10059, 208, 893, 711, 141)


def test_a_long_word_of_many_halves_is_told_at_once():
    """Each 半 ends an amount or begins one: all ways to read 3,000 of them must not be tried."""
    assert word_class("1个半" * 3000 + "京") == "other"
    assert word_class("1个半" * 3) == "number"
