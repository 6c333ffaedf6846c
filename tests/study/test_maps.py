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
def similarities(draw):
    size = draw(st.integers(1, 6))
    cell = st.floats(0.01, 1)
    if draw(st.booleans()):
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


@given(similarities())
def test_points_are_those_of_scikit_learn_and_stress_is_what_they_lose(z):
    every, names = distances(np.array(z)), named(len(z))
    drawn = draw_map(every, names)
    # Datasets without all distances are left out.
    kept = [names.index(name) for name in drawn.names]
    assert sorted([*drawn.names, *drawn.left_out]) == names
    assert all(np.isnan(every[number]).any() for number in range(len(z)) if number not in kept)
    wanted = every[np.ix_(kept, kept)]
    assert np.array_equal(drawn.distances, wanted)
    if wanted.any():
        with np.errstate(invalid="ignore"):
            found = ClassicalMDS(n_components=min(2, len(kept) - 1), metric="precomputed").fit_transform(wanted)
        assert np.allclose(drawn.points[:, : found.shape[1]], np.nan_to_num(found), atol=1e-9)
        assert not drawn.points[:, found.shape[1] :].any()
    else:
        assert not drawn.points.any()
    known = oracle.stress(wanted.tolist(), drawn.points.tolist())
    assert drawn.stress == pytest.approx(known, abs=1e-9, nan_ok=True)


def placed(points, names):
    points = np.asarray(points, dtype=np.float64)
    points = points - points.mean(axis=0)
    return Map(tuple(names), points, apart(points), 0.0, ())


def gap(first, second):
    """The sum of squared differences between the places of the datasets that both maps have."""
    shared = [name for name in first.names if name in second.names]
    mine = first.points[[first.names.index(name) for name in shared]]
    theirs = second.points[[second.names.index(name) for name in shared]]
    # Where a map lies as a whole is not asked for: its middle is that of all its points.
    return ((mine - mine.mean(axis=0) - theirs + theirs.mean(axis=0)) ** 2).sum()


places = st.tuples(*[st.floats(-3, 3)] * 4)


@given(st.lists(places, min_size=3, max_size=8), st.integers(0, 1))
def test_a_map_is_turned_and_mirrored_by_what_both_have_and_nothing_else(points, alone):
    names = named(len(points))
    drawn = placed([place[:2] for place in points[alone:]], names[alone:])
    to = placed([place[2:] for place in points[: len(points) - alone]], names[: len(points) - alone])
    found = aligned(drawn, to)
    assert found.names == drawn.names
    assert np.allclose(apart(found.points), apart(drawn.points), atol=1e-6)
    for angle in np.linspace(0, 2 * math.pi, 9):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        for mirror in (1, -1):
            other = placed(drawn.points @ turn * [1, mirror], drawn.names)
            assert gap(found, to) <= gap(other, to) + 1e-6
