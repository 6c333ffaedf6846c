"""Patterns of errors: against plain loops, and that every missed word and every wrong word is in exactly one."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.diagnosis.patterns import error_patterns
from cwsdiag.errors import SettingError
from cwsdiag.matching import match
from cwsdiag.scores import score_systems
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


@settings(max_examples=50)
@given(skipping_cases(), st.data())
def test_what_is_left_out_is_in_no_pattern(case, data):
    dataset, left = loaded(case)
    assume(dataset is not None)
    chosen = data.draw(st.lists(st.integers(0, len(dataset.gold) - 1), unique=True))
    for name, one in left.items():
        check(dataset, name, case[0], one.corpus, chosen, one.skipped)


def test_a_system_without_an_error_has_no_pattern():
    gold = [["我们", "在"]]
    found = error_patterns(cwsdiag.load(gold=gold, systems={"one": gold}), "one")
    assert (found.patterns, len(found.counted(np.arange(2))[0])) == ((), 0)
    with pytest.raises(SettingError, match="no system 'two'"):
        error_patterns(cwsdiag.load(gold=gold, systems={"one": gold}), "two")
