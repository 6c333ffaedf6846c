"""Mean, standard deviation and range of several runs, against the definitions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.scores import repeated

scores = st.lists(st.floats(0, 1), min_size=1, max_size=8)


@given(scores)
def test_as_defined(values):
    found = repeated(values)
    middle = sum(values) / len(values)
    assert found.mean == pytest.approx(middle)
    assert (found.low, found.high, found.runs) == (min(values), max(values), len(values))
    if len(values) > 1:
        squares = 0.0
        for value in values:
            squares += (value - middle) ** 2
        assert found.sd == pytest.approx((squares / (len(values) - 1)) ** 0.5, abs=1e-12)
    else:
        assert math.isnan(found.sd)


@given(st.floats(0, 1), st.integers(1, 9))
def test_equal_runs_are_their_mean_to_the_last_place(value, runs):
    found = repeated([value] * runs)
    assert (found.mean, found.low, found.high) == (value, value, value)
    assert runs == 1 or found.sd == 0


@pytest.mark.parametrize("values", [[], [0.5, math.nan]])
def test_undefined(values):
    found = repeated(values)
    assert all(map(math.isnan, (found.mean, found.sd, found.low, found.high)))
    assert found.runs == len(values)
