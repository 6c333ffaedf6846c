"""Distances from similarities, maps of them, and one map laid over another."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import procrustes
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


@given(similarities())
def test_distances_are_symmetric_not_below_0_and_0_on_the_diagonal(z):
    found = distances(np.array(z))
    assert np.array_equal(found, found.T, equal_nan=True)
    assert not (found < 0).any()
    assert all(value == 0 or math.isnan(value) for value in np.diag(found))


def test_distances_do_not_depend_on_the_unit():
    z = np.array([[77.4, 72.1], [70.0, 80.0]])
    assert distances(z / 100) == pytest.approx(distances(z))
    assert distances(z)[0, 1] == pytest.approx(2 - 72.1 / 80 - 70 / 77.4)


@given(st.lists(similarities(gaps=False).map(lambda z: z[0]), min_size=1, max_size=3), st.data())
def test_mean_distances(rows, data):
    size = data.draw(st.integers(1, 4))
    cells = st.lists(st.lists(st.floats(0.01, 1), min_size=size, max_size=size), min_size=size, max_size=size)
    models = [data.draw(cells) for _ in rows]
    wanted = sum(np.array(oracle.distances(z)) for z in models) / len(models)
    assert np.allclose(mean_distances([np.array(z) for z in models]), wanted)


def test_mean_distances_are_undefined_where_a_model_has_none():
    z = np.array([[1.0, 0.5], [0.4, 1.0]])
    gap = np.array([[1.0, NAN], [0.4, 1.0]])
    assert tables_close(mean_distances([z, gap]), [[0, NAN], [NAN, 0]])


def named(size):
    return [f"c{number}" for number in range(size)]


def apart(points):
    points = np.asarray(points, dtype=np.float64)
    return np.linalg.norm(points[:, None] - points[None], axis=2)


@st.composite
def planes(draw, *, least=1):
    place = st.floats(-3, 3).map(lambda value: round(value, 3))
    return draw(st.lists(st.tuples(place, place), min_size=least, max_size=8))


@given(planes())
def test_a_map_of_points_of_a_plane_is_faithful(points):
    wanted = apart(points)
    drawn = draw_map(wanted, named(len(points)))
    assert drawn.names == tuple(named(len(points)))
    assert drawn.left_out == ()
    assert drawn.points.shape == (len(points), 2)
    assert np.allclose(apart(drawn.points), wanted, atol=1e-5)
    assert np.allclose(drawn.points.mean(axis=0), 0, atol=1e-6)
    if wanted.any():
        assert drawn.stress < 1e-5
    else:
        assert math.isnan(drawn.stress)


@given(similarities(gaps=False))
def test_stress_is_what_the_map_loses(z):
    wanted = distances(np.array(z))
    drawn = draw_map(wanted, named(len(z)))
    assert np.array_equal(drawn.distances, wanted)
    known = oracle.stress(wanted.tolist(), drawn.points.tolist())
    assert drawn.stress == pytest.approx(known, abs=1e-9, nan_ok=True)


@given(similarities(gaps=False))
def test_points_are_those_of_scikit_learn(z):
    wanted = distances(np.array(z))
    drawn = draw_map(wanted, named(len(z))).points
    if not wanted.any():
        assert not drawn.any()
        return
    with np.errstate(invalid="ignore"):
        found = ClassicalMDS(n_components=min(2, len(z) - 1), metric="precomputed").fit_transform(wanted)
    assert np.allclose(drawn[:, : found.shape[1]], np.nan_to_num(found), atol=1e-9)
    assert not drawn[:, found.shape[1] :].any()


@given(similarities(gaps=False))
def test_the_same_distances_have_the_same_map(z):
    wanted = distances(np.array(z))
    assert np.array_equal(draw_map(wanted, named(len(z))).points, draw_map(wanted, named(len(z))).points)


@given(similarities())
def test_datasets_without_all_distances_are_left_out(z):
    wanted = distances(np.array(z))
    drawn = draw_map(wanted, named(len(z)))
    kept = [number for number, name in enumerate(named(len(z))) if name in drawn.names]
    assert sorted([*drawn.names, *drawn.left_out]) == named(len(z))
    assert np.array_equal(drawn.distances, wanted[np.ix_(kept, kept)])
    assert not np.isnan(drawn.distances).any()
    assert not np.isnan(drawn.points).any()
    for number in range(len(z)):
        if number not in kept:
            assert np.isnan(wanted[number]).any()


def test_the_one_with_most_gaps_is_left_out_first():
    wanted = apart([(0, 0), (1, 0), (0, 1), (1, 1)])
    wanted[3, :2] = wanted[:2, 3] = NAN
    drawn = draw_map(wanted, named(4))
    assert (drawn.names, drawn.left_out) == (("c0", "c1", "c2"), ("c3",))


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_few_datasets(size):
    wanted = np.ones((size, size)) - np.eye(size)
    drawn = draw_map(wanted, named(size))
    assert drawn.points.shape == (size, 2)
    assert np.allclose(apart(drawn.points), wanted, atol=1e-7)
    assert math.isnan(drawn.stress) == (size < 2)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_datasets_that_are_all_alike(size):
    drawn = draw_map(np.zeros((size, size)), named(size))
    assert np.allclose(drawn.points, 0)
    assert math.isnan(drawn.stress)


def test_four_at_equal_distance_do_not_fit_a_plane():
    drawn = draw_map(np.ones((4, 4)) - np.eye(4), named(4))
    assert drawn.stress > 0.1


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


@given(planes(least=1), st.data())
def test_a_map_is_turned_and_mirrored_and_nothing_else(points, data):
    place = st.tuples(st.floats(-3, 3), st.floats(-3, 3))
    others = data.draw(st.lists(place, min_size=len(points), max_size=len(points)))
    drawn, to = placed(points), placed(others)
    found = aligned(drawn, to)
    assert found.names == drawn.names
    assert np.allclose(apart(found.points), apart(drawn.points), atol=1e-6)
    assert gap(found, to) <= gap(drawn, to) + 1e-6
    for angle in np.linspace(0, 2 * math.pi, 9):
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        for mirror in (1, -1):
            other = placed(drawn.points @ turn * [1, mirror])
            assert gap(found, to) <= gap(other, to) + 1e-6


@given(planes(least=2), st.floats(0, 7), st.sampled_from([1, -1]))
def test_a_map_that_was_turned_is_turned_back(points, angle, mirror):
    to = placed(points)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    found = aligned(placed(to.points @ turn * [1, mirror]), to)
    assert np.allclose(found.points, to.points, atol=1e-6)


def test_it_is_procrustes_without_stretching():
    rng = np.random.default_rng(3)
    drawn, to = placed(rng.random((5, 2))), placed(rng.random((5, 2)))
    found = aligned(drawn, to)
    # SciPy's scales both to length 1; then the best stretch leaves 1 - (sum of singular values)^2.
    _, _, disparity = procrustes(to.points, drawn.points)
    norms = np.linalg.norm(to.points), np.linalg.norm(drawn.points)
    similarity = np.sum(found.points * to.points) / (norms[0] * norms[1])
    assert 1 - similarity**2 == pytest.approx(disparity)


def test_only_shared_datasets_decide():
    to = placed([(0, 0), (2, 0), (0, 1)], "abc")
    drawn = placed([(0, 0), (0, 2), (1, 0), (5, 5)], "abcd")
    found = aligned(drawn, to)
    assert found.names == tuple("abcd")
    assert np.allclose(apart(found.points), apart(drawn.points))
    # Both are the same triangle, so its sides point the same way.
    assert found.points[1] - found.points[0] == pytest.approx(to.points[1] - to.points[0])
    assert found.points[2] - found.points[0] == pytest.approx(to.points[2] - to.points[0])


@pytest.mark.parametrize("names", ["xyz", "ayz"])
def test_maps_that_share_one_dataset_or_none(names):
    drawn, to = placed([(0, 0), (1, 0), (0, 2)], "abc"), placed([(0, 0), (1, 1), (2, 0)], names)
    assert np.allclose(apart(aligned(drawn, to).points), apart(drawn.points))


def test_a_dataset_of_no_worth_to_itself_is_the_one_left_out():
    drawn = draw_map(distances(np.array([[0.8, 0.4], [0.2, 0.0]])), "ab")
    assert (drawn.names, drawn.left_out) == (("a",), ("b",))
