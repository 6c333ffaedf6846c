"""The paired test by swaps, p-values of many tests, units and blocks, against exact fractions and plain loops."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag import swaps
from cwsdiag.errors import SettingError
from cwsdiag.inference import benjamini_hochberg, holm, standard_errors
from cwsdiag.resampling import unit_starts
from cwsdiag.swaps import Ratios, swap_test
from tests.oracles import paired as oracle

SEED = 5
probabilities = st.lists(st.one_of(st.just(math.nan), st.floats(0, 1), st.sampled_from([0.01, 0.02])), max_size=8)


def ratios(table):
    """What the library takes: parts and wholes of F1."""
    gold, system, matched = np.moveaxis(np.array(table, dtype=np.int64), 2, 0)
    return Ratios(2 * matched, gold + system)


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
    scores, columns = [oracle.f1] * 3, range(3)
    drawn = oracle.over_swaps(a, b, scores, drawn_swaps(30, 400))
    p = oracle.p_values(a, b, scores, drawn, exact=False)
    adjusted, largest = oracle.adjusted(a, b, scores, [*columns], drawn, exact=False)
    test = swap_test(ratios(a), ratios(b), family=np.array([True] * 3), seed=SEED)
    assert (test.exact, test.swaps) == (False, 400)
    assert test.p.tolist() == pytest.approx(p, abs=1e-12)
    assert test.p_adjusted.tolist() == pytest.approx([adjusted[column] for column in columns], abs=1e-12)
    assert test.q.tolist() == pytest.approx(oracle.benjamini_hochberg(p), abs=1e-12)
    assert test.largest == pytest.approx(largest, abs=1e-9)
    assert test.differences.tolist() == pytest.approx([float(oracle.difference(a, b, n, oracle.f1)) for n in columns])
    assert test.differing.tolist() == [len(oracle.units_that_differ(a, b, column)) for column in columns]


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


@given(st.lists(st.one_of(st.just(math.nan), st.floats(0, 1)), max_size=6))
def test_standard_errors_leave_undefined_resamples_out(values):
    known = [value for value in values if not math.isnan(value)]
    wanted = statistics.stdev(known) if len(known) > 1 else math.nan
    (found,) = standard_errors(np.array(values, dtype=np.float64).reshape(-1, 1))
    assert found == pytest.approx(wanted, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("unit", ["", "block:", "block:0", "block:-1", "block:２", "block:2147483648", "documents"])
def test_other_units_are_refused(unit):
    assert unit_starts("block:2147483647", 3).tolist() == [0]
    with pytest.raises(SettingError, match="block:"):
        unit_starts(unit, 3)
