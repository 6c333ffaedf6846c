"""Mean, standard deviation and range of several runs, against the definitions."""

import math

import pytest
from hypothesis import strategies as st

from cwsdiag.scores import repeated

scores = st.lists(st.floats(0, 1), min_size=1, max_size=8)


@pytest.mark.parametrize("values", [[], [0.5, math.nan]])
def test_undefined(values):
    found = repeated(values)
    assert all(map(math.isnan, (found.mean, found.sd, found.low, found.high)))
    assert found.runs == len(values)
