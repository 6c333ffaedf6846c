"""Patterns of errors: against plain loops, and that every missed word and every wrong word is in exactly one."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis.patterns import Pattern, error_patterns
from cwsdiag.errors import SettingError
from cwsdiag.matching import match
from cwsdiag.scores import score_systems
from tests.corpora import cases
from tests.oracles import error_patterns as oracle
from tests.test_mismatch_skip import cases as skipping_cases
from tests.test_mismatch_skip import loaded


def listed(found, words):
    """The patterns of some gold words with the number of their places, as the oracle lists them."""
    ids, counts = found.counted(words)
    patterns = [found.patterns[id] for id in ids]
    return [((one.gold, one.made), count) for one, count in zip(patterns, counts.tolist(), strict=True)]


def check(dataset, name, gold, system, chosen, skipped=()):
    """Hold patterns, their order and their places, of all gold words and of the chosen ones; and that they sum up."""
    found = error_patterns(dataset, name)
    every = np.arange(len(dataset.gold))
    for words, wanted in (
        (every, oracle.patterns(gold, system, skipped=skipped)),
        (np.array(chosen, dtype=np.intp), oracle.patterns(gold, system, chosen, skipped)),
    ):
        assert listed(found, words) == oracle.by_cost(wanted)
        numbers = {(one.gold, one.made): number for number, one in enumerate(found.patterns)}
        together = {number: places.tolist() for number, places in found.all_places(words).items()}
        assert together == {numbers[pattern]: places for pattern, places in wanted.items()}
    compared = match(dataset.gold, dataset.system(name))
    missed = compared.gold_scored & ~compared.gold_hit
    ids, counts = found.counted(every)
    assert sum(counts * [len(found.patterns[id].gold) for id in ids]) == missed.sum()
    assert (
        sum(counts * [len(found.patterns[id].made) for id in ids])
        == (compared.system_scored & ~compared.system_hit).sum()
    )
    assert ((found.place_of >= 0) == missed).all(), "every missed word in one place, and no other"
    # What all patterns cost is what F1 lacks.
    (score,) = (score for score in score_systems(dataset) if score.name == name)
    assert sum(counts * found.costs[ids]) / found.compared == pytest.approx(1 - score.f1)


@settings(max_examples=100)
@given(cases(), st.data())
def test_patterns_are_what_loops_find(case, data):
    gold, systems, training = case
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    chosen = data.draw(st.lists(st.integers(0, len(dataset.gold) - 1), unique=True))
    for name, system in systems.items():
        check(dataset, name, gold, system, chosen)


@settings(max_examples=50)
@given(skipping_cases(), st.data())
def test_what_is_left_out_is_in_no_pattern(case, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    chosen = data.draw(st.lists(st.integers(0, len(dataset.gold) - 1), unique=True))
    for name, one in left.items():
        check(dataset, name, case[0], one.corpus, chosen, one.skipped)


def test_patterns_by_hand():
    gold = [["研究", "生命", "的", "起源"], ["研究", "生命"], ["研究生", "命", "。"], ["他", "起源"]]
    system = [["研究生", "命", "的", "起", "源"], ["研究生", "命"], ["研究", "生命", "。他"], ["起", "源"]]
    found = error_patterns(cwsdiag.load(gold=gold, systems={"one": system}), "one")
    assert found.patterns == (
        Pattern(("研究", "生命"), ("研究生", "命")),
        Pattern(("起源",), ("起", "源")),
        # The same characters, which gold itself cuts in two ways.
        Pattern(("研究生", "命"), ("研究", "生命")),
        # The system has no boundary at the sentence end.
        Pattern(("。", "他"), ("。他",)),
    )
    ids, counts = found.counted(np.arange(11))
    # 2 × 4, 2 × 3, 1 × 4 and 1 × 3 words.
    assert (ids.tolist(), counts.tolist()) == ([0, 1, 2, 3], [2, 2, 1, 1])
    assert found.compared == 11 + 12
    assert found.all_places(np.arange(11))[1].tolist() == [3, 10]
    # With 生命 in the second sentence alone.
    assert [one.tolist() for one in found.counted(np.array([2, 5]))] == [[0], [1]]
    assert found.all_places(np.array([5]))[0].tolist() == [4]
    assert not found.ids.flags.writeable


def test_a_system_without_an_error_has_no_pattern():
    gold = [["我们", "在"]]
    found = error_patterns(cwsdiag.load(gold=gold, systems={"one": gold}), "one")
    assert (found.patterns, len(found.counted(np.arange(2))[0])) == ((), 0)
    with pytest.raises(SettingError, match="no system 'two'"):
        error_patterns(cwsdiag.load(gold=gold, systems={"one": gold}), "two")
