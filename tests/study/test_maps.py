"""Distances from similarities, maps of them, and one map laid over another."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.manifold import ClassicalMDS

from cwsdiag.study import Map, aligned, distances, draw_map, mean_distances
from tests.oracles import study as oracle
from tests.study.helpers import tables_close

NAN = math.nan


@st.composite
def similarities(draw, *, gaps=True):
    size = draw(st.integers(1, 6))
    cell = st.floats(0.01, 1)
    if gaps:
        cell = st.one_of(cell, cell, cell, cell, cell, st.sampled_from([0.0, NAN]))
    return draw(st.lists(st.lists(cell, min_size=size, max_size=size), min_size=size, max_size=size))


@given(similarities())
def test_distances_are_as_the_oracle_has_them(z):
    assert tables_close(distances(np.array(z)), oracle.distances(z))
    other = np.square(z)
    wanted = (np.array(oracle.distances(z)) + oracle.distances(other.tolist())) / 2
    assert np.allclose(mean_distances([np.array(z), other]), wanted, equal_nan=True)


def named(size):
    return [f"c{number}" for number in range(size)]


def apart(points):
    points = np.asarray(points, dtype=np.float64)
    return np.linalg.norm(points[:, None] - points[None], axis=2)


@given(similarities(gaps=False))
def test_points_are_those_of_scikit_learn_and_stress_is_what_they_lose(z):
    wanted = distances(np.array(z))
    drawn = draw_map(wanted, named(len(z)))
    if wanted.any():
        with np.errstate(invalid="ignore"):
            found = ClassicalMDS(n_components=min(2, len(z) - 1), metric="precomputed").fit_transform(wanted)
        assert np.allclose(drawn.points[:, : found.shape[1]], np.nan_to_num(found), atol=1e-9)
        assert not drawn.points[:, found.shape[1] :].any()
    else:
        assert not drawn.points.any()
    known = oracle.stress(wanted.tolist(), drawn.points.tolist())
    assert drawn.stress == pytest.approx(known, abs=1e-9, nan_ok=True)


@given(similarities())
def test_datasets_without_all_distances_are_left_out(z):
    wanted = distances(np.array(z))
    drawn = draw_map(wanted, named(len(z)))
    kept = [number for number, name in enumerate(named(len(z))) if name in drawn.names]
    assert sorted([*drawn.names, *drawn.left_out]) == named(len(z))
    assert np.array_equal(drawn.distances, wanted[np.ix_(kept, kept)])
    assert not np.isnan(drawn.distances).any() and not np.isnan(drawn.points).any()
    assert all(np.isnan(wanted[number]).any() for number in range(len(z)) if number not in kept)


def placed(points, names=None):
    points = np.asarray(points, dtype=np.float64)
    points = points - points.mean(axis=0)
    return Map(tuple(names or named(len(points))), points, apart(points), 0.0, ())


def gap(first, second):
    """The sum of squared differences between the places of the datasets that both maps have."""
    shared = [name for name in first.names if name in second.names]
    mine = first.points[[first.names.index(name) for name in shared]]
    theirs = second.points[[second.names.index(name) for name in shared]]
    # Where a map lies as a whole is not asked for: its middle is that of all its points.
    return ((mine - theirs) ** 2).sum()


places = st.tuples(*[st.floats(-3, 3)] * 4)


@given(st.lists(places, min_size=1, max_size=8))
def test_a_map_is_turned_and_mirrored_and_nothing_else(points):
    drawn, to = placed([place[:2] for place in points]), placed([place[2:] for place in points])
    found = aligned(drawn, to)
    assert found.names == drawn.names
    assert np.allclose(apart(found.points), apart(drawn.points), atol=1e-6)
    for angle in np.linspace(0, 2 * math.pi, 9):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        for mirror in (1, -1):
            other = placed(drawn.points @ turn * [1, mirror])
            assert gap(found, to) <= gap(other, to) + 1e-6


def test_only_shared_datasets_decide():
    to = placed([(0, 0), (2, 0), (0, 1)], "abc")
    drawn = placed([(0, 0), (0, 2), (1, 0), (5, 5)], "abcd")
    found = aligned(drawn, to)
    assert found.names == tuple("abcd")
    assert np.allclose(apart(found.points), apart(drawn.points))
    # Both are the same triangle, so its sides point the same way.
    assert found.points[1] - found.points[0] == pytest.approx(to.points[1] - to.points[0])
    assert found.points[2] - found.points[0] == pytest.approx(to.points[2] - to.points[0])
