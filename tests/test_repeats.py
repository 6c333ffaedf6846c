"""Mean, standard deviation and range of several runs, against the definitions."""

import math

import pytest

from cwsdiag.scores import repeated


@pytest.mark.parametrize("values", [[], [0.5, math.nan]])
def test_undefined(values):
    found = repeated(values)
    assert all(map(math.isnan, (found.mean, found.sd, found.low, found.high)))
    assert found.runs == len(values)
