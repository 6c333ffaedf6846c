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
from cwsdiag.diagnosis.word_types import WordIndex
from cwsdiag.diagnosis.words import Missed, units_in
from cwsdiag.errors import SettingError
from cwsdiag.scores import score_systems
from cwsdiag.views.rows import word_rows
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
        assert units_in(diagnosis, where=[("wLen", bucket)], missed=missed).words.tolist() == inside
    selected = WordIndex(diagnosis).select(roles={"a": name}, missed=missed)
    assert selected.frame()["count"].sum() == selected.frame()["wrong_a"].sum() == len(places)
    rows = word_rows(units_in(diagnosis), diagnosis)
    of_system = [next(one for one in row["systems"] if one["name"] == name) for row in rows]
    assert [(one["kind"], one["cause"]) for one in of_system] == [one or (None, None) for one in wanted]


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


@settings(max_examples=30)
@given(skipping_cases(), st.sampled_from([None, *SHAPES]))
def test_words_of_a_kind_where_some_are_left_out(case, shape):
    dataset, left = loaded(case)
    assume(dataset is not None)
    gold, _, training = case
    diagnosis = diagnose(dataset, attributes=["wLen"], resamples=1)
    for name, one in left.items():
        check_filter(diagnosis, name, oracle.kinds(gold, one.corpus, training, one.skipped), shape, None)


def test_characters_of_words_of_a_kind():
    gold, system = [["我们", "在", "北京"]], [["我", "们在", "北京"]]
    diagnosis = diagnose(cwsdiag.load(gold=gold, systems={"one": system}, training=gold), resamples=1)
    units = units_in(diagnosis, "cFre", missed=Missed("one", "crossed"))
    assert [diagnosis.dataset.gold.text.chars[place] for place in units.characters] == ["我", "们"]


def kinds_of(gold, system, training=None, **settings):
    dataset = cwsdiag.load(gold=gold, systems={"one": system}, training=training, **settings)
    return named(error_kinds(dataset, "one"))


def test_every_cause_on_a_case_counted_by_hand():
    training = [["研究", "生命", "研究生", "命", "的", "起源", "才", "能", "才能", "在"]]
    # 研究 lies in 研究生 whole, 生命 is cut where 研究生 ends: all of the words are known.
    assert kinds_of([["研究", "生命", "的"]], [["研究生", "命", "的"]], training) == [
        ("merged", "combination"),
        ("crossed", "overlap"),
        None,
    ]
    assert kinds_of([["才", "能"]], [["才能"]], training) == [("merged", "combination")] * 2
    assert kinds_of([["才能"]], [["才", "能"]], training) == [("split", "combination")]
    assert kinds_of([["起源", "在"]], [["起", "源", "在"]], training) == [("split", "new_word"), None]
    assert kinds_of([["北京", "在"]], [["北京在"]], training) == [("merged", "oov"), ("merged", "new_word")]
    # 才能 is cut into known words; in the same stretch stands 北京, which training does not have.
    assert kinds_of([["才能", "北京"]], [["才", "能", "北", "京"]], training)[0] == ("split", "neighbour")
    assert kinds_of([["才能", "北京"]], [["才", "能", "北", "京"]], [*training, ["北", "京"]])[0] == (
        "split",
        "neighbour",
    )
    assert kinds_of([["才能", "在", "北京"]], [["才", "能", "在", "北", "京"]], training)[0] == ("split", "combination")


def test_without_training_there_are_shapes_only():
    gold, system = [["研究", "生命", "的"]], [["研究生", "命", "的"]]
    dataset = cwsdiag.load(gold=gold, systems={"one": system})
    assert named(error_kinds(dataset, "one")) == [("merged", None), ("crossed", None), None]
    with pytest.raises(SettingError, match="need training data"):
        error_kinds(dataset, "one").chosen(cause="oov")
    assert error_kinds(dataset, "one").chosen("crossed").tolist() == [False, True, False]
    assert error_kinds(dataset, "one").chosen().tolist() == [True, True, False]


def test_a_word_list_is_training_enough():
    assert kinds_of([["才能"]], [["才", "能"]], {"才", "能", "才能"}) == [("split", "combination")]


def test_a_sentence_end_ends_a_stretch_and_a_word_across_it_belongs_to_both():
    training = [["才能", "才", "能", "的", "在", "的在"]]
    # 的在 crosses the sentence end: it stands over both, and is known.
    assert kinds_of([["才能", "的"], ["在", "北京"]], [["才", "能", "的在", "北京"]], training) == [
        ("split", "combination"),
        ("merged", "combination"),
        ("merged", "combination"),
        None,
    ]
    # 在北京 is unknown and lies in the second sentence alone: the first does not know of it.
    assert kinds_of([["才能"], ["在", "北京"]], [["才", "能", "在北京"]], training) == [
        ("split", "combination"),
        ("merged", "new_word"),
        ("merged", "oov"),
    ]
    # 的在北 is unknown and reaches into the first sentence, where 才能 is its neighbour.
    assert kinds_of([["才能", "的"], ["在", "北京"]], [["才", "能", "的在北", "京"]], training)[0] == (
        "split",
        "neighbour",
    )


def test_what_was_not_compared_ends_a_stretch():
    training = [["才能", "才", "能", "在"]]
    # 南 stands for 北: 北京 is left out, and neither it nor 上海 behind it is a neighbour of 才能.
    found = kinds_of([["才能", "北京", "上海"]], [["才", "能", "南京", "上", "海"]], training, mismatch="skip")
    assert found == [("split", "combination"), None, ("split", "oov")]


def test_a_system_that_misses_nothing_and_one_that_does_not_cut():
    gold = [["我们", "在"], ["北京"]]
    systems = {"right": gold, "flat": [["我们在北京"]]}
    dataset = cwsdiag.load(gold=gold, systems=systems, training=gold)
    none = kind_counts(dataset, "right")
    assert (none.missed, none.table.sum(), sum(none.oov_classes.values())) == (0, 0, 0)
    assert named(error_kinds(dataset, "flat")) == [("merged", "new_word")] * 3
    assert not error_kinds(dataset, "flat").shapes.flags.writeable


def test_alike_means_the_same_words_to_their_full_length():
    gold = [["北京", "大学", "的"]]
    systems = {
        "one": [["北", "京大学", "的"]],
        "two": [["北", "京大学的"]],
        "three": [["北", "京大", "学", "的"]],
        "four": [["北", "京大学", "的"]],
    }
    dataset = cwsdiag.load(gold=gold, systems=systems)
    # 北京 is cut behind 北 by all; the word that begins there ends elsewhere.
    assert agreement(dataset, "one", "two") == Agreement(0, 1, 0, 0, 2)
    assert agreement(dataset, "one", "three") == Agreement(1, 0, 0, 0, 2)
    assert agreement(dataset, "one", "four") == Agreement(1, 0, 0, 2, 0)
    assert agreement(dataset, "two", "one") == Agreement(0, 0, 1, 0, 2)


def test_names_that_are_wrong_are_refused():
    dataset = cwsdiag.load(gold=[["我们"]], systems={"one": [["我", "们"]]}, training=[["我"]])
    for call in (error_kinds, kind_counts):
        with pytest.raises(SettingError, match="no system 'two'"):
            call(dataset, "two")
    with pytest.raises(SettingError, match="no system 'two'"):
        agreement(dataset, "one", "two")
    kinds = error_kinds(dataset, "one")
    with pytest.raises(SettingError, match="the kind of error is 'torn': give one of 'split', 'merged', 'crossed'"):
        kinds.chosen("torn")
    with pytest.raises(SettingError, match="the cause of errors is 'luck': give one of 'oov', 'new_word'"):
        kinds.chosen(cause="luck")
    with pytest.raises(SettingError, match="the kind of error is"):
        Missed("one", "torn")
    with pytest.raises(SettingError, match="the cause of errors is"):
        Missed("one", cause="luck")
    with pytest.raises(SettingError, match="no system 'two'"):
        units_in(diagnose(dataset, resamples=1), missed=Missed("two"))


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
