"""Patterns with classes and conventions: against plain loops, planted in made texts, and judged on a real corpus."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.attributes.word_classes import word_class
from cwsdiag.diagnosis.conventions import CLASSES, conventions
from cwsdiag.diagnosis.patterns import error_patterns
from tests.corpora import cases, corpora, resegmented
from tests.oracles import conventions as oracle
from tests.test_mismatch_skip import cases as skipping_cases
from tests.test_mismatch_skip import loaded


def class_of(word):
    return name if (name := word_class(word)) in CLASSES else None


def found_in(dataset, name):
    return conventions(dataset, error_patterns(dataset, name))


def check(dataset, name, gold, system, training=None, skipped=()):
    """Hold every pattern, its counts, its regularity and its points against loops."""
    found = found_in(dataset, name)
    literal, general = oracle.conventions(gold, system, class_of, skipped)
    wanted = [*literal.values(), *general.values()]
    assert [(one.gold, one.made) for one in found.patterns[: len(literal)]] == list(literal)
    rows = zip(found.places, found.missed, found.wrong, found.gold_places, found.same, strict=True)
    assert [tuple(map(int, row)) for row in rows] == [
        (one.places, one.missed, one.wrong, one.gold_places, one.same) for one in wanted
    ]
    assert found.regular.tolist() == [one.regular for one in wanted]
    numbers = {one: number for number, one in enumerate(literal)}
    for number, one in enumerate(wanted):
        assert found.literal(number).tolist() == [numbers[under] for under in one.literal]
        above = next((place for place, group in enumerate(general.values()) if one.literal[0] in group.literal), -1)
        assert found.above[number] == (above + len(literal) if above >= 0 and number < len(literal) else -1)
    if not skipped:
        points = [oracle.won(gold, system, one.missed, one.wrong) for one in wanted]
        assert found.points(found.missed, found.wrong).tolist() == pytest.approx(points)
    if training is not None:
        ways = dataset.training.ways(one.string for one in found.errors.patterns)
        for number, one in enumerate(wanted):
            assert found.training(number, ways) == oracle.training_counts(one, training)
    return found


@settings(max_examples=100)
@given(cases())
def test_conventions_are_what_loops_find(case):
    gold, systems, _training = case
    dataset = cwsdiag.load(gold=gold, systems=systems)
    for name, system in systems.items():
        check(dataset, name, gold, system)


@settings(max_examples=50)
@given(st.data())
def test_conventions_of_texts_that_repeat_themselves(data):
    words = data.draw(
        st.lists(st.sampled_from(["１", "１１", "２", "a", "bc", "月", "日月", "。"]), min_size=4, max_size=12)
    )
    gold = [words] * 4 + data.draw(corpora())
    system = data.draw(resegmented(gold))
    training = data.draw(corpora())
    dataset = cwsdiag.load(gold=gold, systems={"one": system}, training=training)
    check(dataset, "one", gold, system, training)


@settings(max_examples=50)
@given(skipping_cases())
def test_what_is_left_out_is_no_place(case):
    dataset, left = loaded(case)
    assume(dataset is not None)
    for name, one in left.items():
        check(dataset, name, case[0], one.corpus, skipped=one.skipped)
