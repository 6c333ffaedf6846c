"""What the parts of the page Criteria find, against plain loops over matrices."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.study import Fit, Matrix
from cwsdiag.views.criteria import (
    consistency_finding,
    fit_finding,
)
from tests.views.worlds import close, numbers_in, order_of

NAMES = ("alpha", "beta", "gamma", "delta")
# To two digits: no two distances differ by a rounding alone.
known = st.integers(200, 1000).map(lambda tenths: tenths / 10)


def matrices(cells):
    def square(size):
        return st.lists(st.lists(cells, min_size=size, max_size=size), min_size=size, max_size=size)

    return st.integers(1, 4).flatmap(square)


def apart(values, a, b):
    """The distance of two datasets; NaN where one of the four values is not known."""
    return max(0.0, 2 - values[a][b] / values[b][b] - values[b][a] / values[a][a])


def ends(values):
    """The pairs that are nearest, and those furthest apart, with what they are apart."""
    found = {
        (a, b): apart(values, a, b)
        for a, b in combinations(range(len(values)), 2)
        if not any(math.isnan(values[x][y]) for x in (a, b) for y in (a, b))
    }
    low, high = min(found.values(), default=math.nan), max(found.values(), default=math.nan)
    pairs = [{pair for pair, value in found.items() if close(value, end)} for end in (low, high)]
    return found, pairs, (low, high)


def pair_of(sentence):
    return tuple(sorted(NAMES.index(name) for name in order_of(sentence, *NAMES)))


@given(matrices(st.one_of(known, known, known, st.just(math.nan))))
def test_consistency_names_the_furthest_and_the_nearest(values):
    sentence, remark = consistency_finding(Matrix(NAMES[: len(values)], np.array(values)))
    if len(values) == 1:
        assert close(numbers_in(sentence)[0], values[0][0], 0.05 + 1e-9) and "Two datasets are needed" in remark
        return
    found, (nearest, furthest), _ = ends(values)
    if not found:
        assert "no two criteria can be compared" in sentence and not remark
        return
    a, b = first = pair_of(sentence)
    assert first in furthest and not numbers_in(sentence)
    numbers, _, other = remark.partition(" Nearest: ")
    assert sorted(numbers_in(numbers)[:2]) == pytest.approx(sorted([values[b][a], values[a][b]]), abs=0.05)
    assert bool(other) == (len(found) > 1)
    if other:
        assert pair_of(other) in nearest


def test_criteria_that_are_equally_near_are_said_to_be():
    near = Fit("news", 52.6, 50.0, 55.0, 0.85, 61.6, 70.0, 0.0, 0.0, 0.0)
    level = Fit("microblog", 52.6, 49.0, 53.0, 0.63, 61.5, 70.0, 0.0, -1.0, 1.0)
    sentence, remark = fit_finding([near, level], "mine.txt", 1486)
    assert sentence.startswith("The criteria of news and microblog are equally near to mine.txt: Ψ 52.6 [50.0, 55.0]")
    assert "95 %" in remark
