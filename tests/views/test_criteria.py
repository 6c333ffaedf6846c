"""What the parts of the page Criteria find, against plain loops over matrices."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.study import Fit, Matrix, Order, distances, draw_map, relations
from cwsdiag.views.criteria import (
    consistency_finding,
    fit_finding,
    maps_finding,
    sources_finding,
    transfer_finding,
)
from tests.oracles import study as oracle
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


@given(matrices(known), st.booleans())
def test_maps_name_the_same(values, with_u):
    names = NAMES[: len(values)]
    drawn = draw_map(distances(np.array(values)), names)
    sentence, remark = maps_finding(drawn, drawn if with_u else None)
    if len(values) == 1:
        assert sentence == "A map needs two datasets with segmented training text." and not remark
        return
    details, _, stress = remark.partition(". Stress")
    assert len(numbers_in(stress)) == 1 + with_u
    found, (nearest, furthest), (low, high) = ends(values)
    assert pair_of(sentence) in furthest
    for part in details.split("; "):
        if low == high:
            assert close(numbers_in(part)[0], low, 0.0005 + 1e-9)
            continue
        first, _, last = part.partition(" and “" if part.count(" and “") == 1 else ") and ")
        assert pair_of(first) in nearest and pair_of(last) in furthest
        assert all(close(*pair, 0.0005 + 1e-9) for pair in zip(numbers_in(part), (low, high), strict=True))
    assert details.count("by U") == with_u


@given(matrices(known), matrices(st.one_of(known, st.just(math.nan))))
def test_transfer_says_how_psi_and_u_go_together(psi, u):
    size = min(len(psi), len(u))
    psi, u = ([row[:size] for row in values[:size]] for values in (psi, u))
    sentence, remark = transfer_finding(relations(np.array(psi), np.array(u), NAMES[:size]), "crf")
    pooled = oracle.spearman([x for row in psi for x in row], [x for row in u for x in row])
    if math.isnan(pooled):
        assert "Too few pairs" in sentence and not remark
        return
    columns = [oracle.spearman([row[at] for row in psi], [row[at] for row in u]) for at in range(size)]
    by_test = [value for value in columns if not math.isnan(value)]
    pairs = sum(not math.isnan(x) for row in u for x in row)
    rho, count, *rest = numbers_in(sentence)
    assert close(rho, pooled, 0.0005 + 1e-9) and count == pairs and "independent" in remark
    assert bool(rest) == bool(by_test)
    if rest:
        assert close(rest[0], min(by_test), 0.0005 + 1e-9) and close(rest[-1], max(by_test), 0.0005 + 1e-9)


@given(st.lists(known, min_size=2, max_size=4))
def test_sources_say_where_psi_is_highest(psi):
    best = Order("alpha", "max", None, tuple(NAMES[1 : len(psi)]), tuple(psi))
    sentence = sources_finding(best)
    highest = psi.index(max(psi))
    assert set(order_of(sentence, *NAMES)) == set(NAMES[: highest + 1])
    assert numbers_in(sentence) == ([max(psi), psi[0]] if highest else [psi[0]])


def test_criteria_that_are_equally_near_are_said_to_be():
    near = Fit("news", 52.6, 50.0, 55.0, 0.85, 61.6, 70.0, 0.0, 0.0, 0.0)
    level = Fit("microblog", 52.6, 49.0, 53.0, 0.63, 61.5, 70.0, 0.0, -1.0, 1.0)
    sentence, remark = fit_finding([near, level], "mine.txt", 1486)
    assert sentence.startswith("The criteria of news and microblog are equally near to mine.txt: Ψ 52.6 [50.0, 55.0]")
    assert "95 %" in remark
