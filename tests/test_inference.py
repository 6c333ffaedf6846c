"""Draws and the intervals made from them: exact sums, percentiles, pairs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.inference import Interval, ratio_interval, score_intervals
from cwsdiag.resampling import resample_sums
from tests.oracles.breakdown import score_interval

SEED = 3
scores = st.one_of(st.just(math.nan), st.floats(0, 1), st.sampled_from([0.0, 0.5, 1.0]))


def tables(*, columns=2):
    return st.lists(st.lists(scores, min_size=columns, max_size=columns), min_size=1, max_size=9).map(np.array)


def draws(sentences, resamples):
    return np.random.default_rng(SEED).integers(0, sentences, size=(resamples, sentences), dtype=np.int64).tolist()


# Beyond 2^24 not every whole number is a float32: neither counts nor, where these are smaller, their sums.
@given(st.lists(st.integers(2**23, 2**26).map(lambda count: count | 1), min_size=1, max_size=9))
def test_sums_of_large_counts_are_exact(counts):
    (sums,) = resample_sums([np.array(counts)[:, None]], resamples=7, seed=SEED)
    assert sums[:, 0].tolist() == [sum(counts[sentence] for sentence in drawn) for drawn in draws(len(counts), 7)]


@pytest.mark.parametrize(("units", "has_interval"), [(5, False), (6, True)])
def test_units_without_any_of_the_whole_hold_no_interval_of_a_ratio(units, has_interval):
    counts = np.zeros((40, 2), dtype=np.int64)
    counts[:units] = [[number % 2, 2] for number in range(units)]
    (drawn,) = resample_sums([counts], resamples=100, seed=SEED)
    found = ratio_interval(counts, drawn)
    assert found.value == (units // 2) / (2 * units)
    assert math.isnan(found.low) != has_interval


@given(tables(), st.integers(0, 12))
def test_intervals_of_scores_are_wilsons_where_resamples_do_not_move_and_none_of_few_units(resampled, units):
    found = score_intervals([0.25, math.nan], resampled, units)
    for place, column in enumerate(resampled.T.tolist()):
        wanted = score_interval(column, units)
        assert [found[place].low, found[place].high] == pytest.approx(wanted, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("low", "high", "leaves_out"),
    [(0.1, 0.2, True), (-0.2, -0.1, True), (0.0, 0.1, False), (-0.1, 0.0, False), (math.nan, math.nan, False)],
)
def test_an_interval_leaves_0_out(low, high, leaves_out):
    assert Interval(0.0, low, high).leaves_out_zero == leaves_out
