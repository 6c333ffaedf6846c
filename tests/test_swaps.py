"""The paired test by swaps, p-values of many tests, units and blocks, against exact fractions and plain loops."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag import swaps
from cwsdiag.errors import SettingError
from cwsdiag.inference import benjamini_hochberg, holm, standard_errors
from cwsdiag.resampling import by_unit, unit_starts
from cwsdiag.swaps import Ratios, swap_test
from tests.oracles import paired as oracle

SEED = 5
probabilities = st.lists(st.one_of(st.just(math.nan), st.floats(0, 1), st.sampled_from([0.01, 0.02])), max_size=8)


@st.composite
def tables(draw, *, columns=3):
    """Counts of two systems over the same gold: [unit][column] as (gold, system, matched)."""
    both = [], []
    for _ in range(draw(st.integers(1, 6))):
        rows = [], []
        for _ in range(columns):
            gold = draw(st.integers(0, 3))
            for row in rows:
                system = draw(st.integers(0, 3))
                row.append((gold, system, draw(st.integers(0, min(gold, system)))))
        for table, row in zip(both, rows, strict=True):
            table.append(row)
    return both


def ratios(table, scores):
    """What the library takes: parts and wholes."""
    part, whole = [], []
    for row in table:
        pairs = [SUMS[score](*counts) for score, counts in zip(scores, row, strict=True)]
        part.append([pair[0] for pair in pairs])
        whole.append([pair[1] for pair in pairs])
    shape = (len(table), len(scores))
    return Ratios(np.array(part, dtype=np.int64).reshape(shape), np.array(whole, dtype=np.int64).reshape(shape))


SUMS = {
    oracle.f1: lambda gold, system, matched: (2 * matched, gold + system),
    oracle.precision: lambda gold, system, matched: (matched, system),
    oracle.recall: lambda gold, system, matched: (matched, gold),
}


def check(a, b, scores, family, drawn_swaps, *, exact):
    test = swap_test(ratios(a, scores), ratios(b, scores), family=np.array(family), seed=SEED)
    drawn = oracle.over_swaps(a, b, scores, drawn_swaps)
    p = oracle.p_values(a, b, scores, drawn, exact=exact)
    members = np.flatnonzero(family).tolist()
    adjusted, largest = oracle.adjusted(a, b, scores, members, drawn, exact=exact)
    q = oracle.benjamini_hochberg([value if column in adjusted else math.nan for column, value in enumerate(p)])
    assert (test.exact, test.swaps) == (exact, len(drawn_swaps))
    assert test.p.tolist() == pytest.approx(p, abs=1e-12, nan_ok=True)
    assert test.p_adjusted.tolist() == pytest.approx(
        [adjusted.get(column, math.nan) for column in range(len(scores))], abs=1e-12, nan_ok=True
    )
    assert test.q.tolist() == pytest.approx(q, abs=1e-12, nan_ok=True)
    assert test.largest == pytest.approx(largest, abs=1e-9, nan_ok=True)
    assert np.flatnonzero(test.family).tolist() == sorted(adjusted)
    for column, score in enumerate(scores):
        seen = oracle.difference(a, b, column, score)
        assert test.differences[column] == pytest.approx(math.nan if seen is None else float(seen), nan_ok=True)
        if score is oracle.f1:
            assert test.differing[column] == len(oracle.units_that_differ(a, b, column))


@settings(max_examples=150)
@given(tables(), st.lists(st.booleans(), min_size=3, max_size=3))
def test_all_swaps_of_few_units(both, family):
    a, b = both
    check(a, b, [oracle.f1] * 3, family, oracle.all_swaps(a, b), exact=True)


@settings(max_examples=50)
@given(tables())
def test_precision_and_recall_are_swapped_with_the_same_units(both):
    # Three scores of the same words: what differs in one column differs in a unit for all.
    a, b = ([[row[0]] * 3 for row in table] for table in both)
    scores = [oracle.f1, oracle.precision, oracle.recall]
    check(a, b, scores, [False, True, True], oracle.all_swaps(a, b), exact=True)


def drawn_swaps(units, wanted):
    """The swaps that the seed gives: a byte holds eight, the highest bit first."""
    rng = np.random.default_rng(SEED)
    width = wanted // 8
    data = rng.bytes(units * width)
    rows = [data[unit * width : (unit + 1) * width] for unit in range(units)]
    return [{unit for unit, row in enumerate(rows) if row[swap // 8] >> (7 - swap % 8) & 1} for swap in range(wanted)]


@pytest.mark.parametrize("at_once", [1024, 8])
def test_drawn_swaps_of_many_units(monkeypatch, at_once):
    monkeypatch.setattr(swaps, "SWAPS", 400)
    monkeypatch.setattr(swaps, "_UNITS_A_BLOCK", at_once)
    rng = np.random.default_rng(1)
    a, b = [], []
    for _ in range(30):
        gold = [3, 1, 2]
        for table, good in ((a, 0.9), (b, 0.75)):
            matched = rng.binomial(gold, good).tolist()
            table.append([(g, g + int(rng.integers(0, 2)), m) for g, m in zip(gold, matched, strict=True)])
    check(a, b, [oracle.f1] * 3, [True] * 3, drawn_swaps(30, 400), exact=False)


def test_a_unit_is_in_the_same_swaps_whatever_else_is_counted():
    rng = np.random.default_rng(2)
    gold = rng.integers(1, 9, size=(3000, 2))
    first, second = (Ratios(rng.binomial(gold, share), gold) for share in (0.9, 0.88))
    both = swap_test(first, second, family=np.array([False, True]), seed=SEED)
    one = swap_test(*(Ratios(side.part[:, :1], side.whole[:, :1]) for side in (first, second)),
                    family=np.array([False]), seed=SEED)  # fmt: skip
    assert not both.exact
    assert one.p[0] == both.p[0]


def test_six_units_with_the_same_lead_are_the_fewest_that_show_something():
    right, wrong = [(2, 2, 2)], [(2, 3, 1)]
    for units, p in ((5, 2 / 32), (6, 2 / 64)):
        test = swap_test(
            ratios([right] * units, [oracle.f1]), ratios([wrong] * units, [oracle.f1]), family=np.array([True]), seed=0
        )
        assert (test.p[0], test.p_adjusted[0], test.differing[0]) == (p, p, units)


def test_what_no_swap_moves_has_p_1_and_does_not_count_in_the_maximum():
    # The second column differs, but F1 is 0 however it is swapped.
    a, b = ([[(1, 1, right), (1, words, 0)]] * 6 for right, words in ((1, 1), (0, 2)))
    test = swap_test(ratios(a, [oracle.f1] * 2), ratios(b, [oracle.f1] * 2), family=np.array([True, True]), seed=0)
    assert test.p.tolist() == [2 / 64, 1.0]
    assert test.p_adjusted.tolist() == [2 / 64, 1.0]
    assert test.differing.tolist() == [6, 6]


def test_sums_of_large_counts_are_exact():
    # In single precision the sums of these would be rounded.
    part = np.array([[2**24 + 1], [2**24 + 3], [1]])
    first, second = Ratios(part, part + 2), Ratios(np.zeros_like(part), part + 2)
    seen = (2**25 + 5) / (2**25 + 11)
    test = swap_test(first, second, family=np.array([True]), seed=0)
    assert (test.differences[0], test.p[0]) == (seen, 2 / 8)


@given(probabilities)
def test_p_values_of_many_tests(values):
    assert holm(values).tolist() == pytest.approx(oracle.holm(values), abs=1e-12, nan_ok=True)
    assert benjamini_hochberg(values).tolist() == pytest.approx(
        oracle.benjamini_hochberg(values), abs=1e-12, nan_ok=True
    )


def test_p_values_by_hand():
    assert holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])
    assert benjamini_hochberg([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.04, 0.04])


@given(st.lists(st.lists(st.one_of(st.just(math.nan), st.floats(0, 1)), min_size=2, max_size=2), max_size=6))
def test_standard_errors_leave_undefined_resamples_out(rows):
    found = standard_errors(np.array(rows, dtype=np.float64).reshape(-1, 2))
    for column in range(2):
        known = [row[column] for row in rows if not math.isnan(row[column])]
        wanted = statistics.stdev(known) if len(known) > 1 else math.nan
        assert found[column] == pytest.approx(wanted, abs=1e-9, nan_ok=True)


@given(tables(columns=2), st.integers(1, 8))
def test_blocks_are_consecutive_sentences(both, size):
    table, _ = both
    starts = unit_starts(f"block:{size}", len(table))
    counts = np.array(table, dtype=np.int32).reshape(len(table), 6)
    wanted = np.array(oracle.in_blocks(table, size), dtype=np.int64).reshape(-1, 6)
    assert np.array_equal(by_unit(counts, starts), wanted)


def test_units_by_hand():
    assert unit_starts("block:3", 7).tolist() == [0, 3, 6]
    assert unit_starts("sentence", 3).tolist() == unit_starts("block:1", 3).tolist() == [0, 1, 2]
    assert unit_starts("block:2147483647", 3).tolist() == [0]
    with pytest.raises(SettingError, match="another number up to 2,147,483,647"):
        unit_starts("block:2147483648", 3)
    assert unit_starts("block:25", 0).tolist() == []


@pytest.mark.parametrize("unit", ["", "block", "block:", "block:0", "block:-1", "block:２", "documents", "25"])
def test_other_units_are_refused(unit):
    with pytest.raises(SettingError, match="block:25"):
        unit_starts(unit, 3)
