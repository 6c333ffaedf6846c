"""Bucket edges, assignment and labels."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag import buckets
from cwsdiag.errors import SettingError
from tests.oracles import buckets as oracle

floats = st.lists(st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(0, 1)), max_size=60)


def array(values):
    return np.array(values, dtype=np.float64)


@given(st.lists(st.integers(0, 12), max_size=80), st.integers(1, 12))
def test_equal_count_edges(values, n):
    assert buckets.equal_edges(array(values), n) == oracle.equal_count([float(v) for v in values], n)


@given(floats, st.sampled_from(["equal:4", "classes", "above-zero:3", "consistency", "lengths:4", "edges:0.2,0.5"]))
def test_every_value_falls_in_exactly_one_bucket_and_its_bounds_hold_it(values, how):
    made = buckets.cut(array(values), how)
    index = made.assign(array(values))
    assert len(made) == len(made.labels) == len(made.cuts) + 1
    assert len(set(made.labels)) == len(made)
    assert ((index >= 0) & (index < len(made))).all()
    if how != "lengths:4":
        for value, bucket in zip(values, index, strict=True):
            lower, upper = made.lowers[bucket], made.uppers[bucket]
            assert value == lower == upper or lower <= value <= upper


def test_consistency_has_single_values_at_both_ends():
    made = buckets.cut(array([0, 0.1, 0.5, 0.9, 1]), "consistency")
    assert made.assign(array([0, 1e-9, 0.5, 0.500001, 1 - 1e-16, 1])).tolist() == [0, 1, 1, 2, 2, 3]
    assert (made.lowers, made.uppers) == ((0, 0, 0.5, 1), (0, 0.5, 1, 1))


def test_lengths():
    made = buckets.cut(array([1, 2]), "lengths:4")
    assert made.labels == ("1", "2", "3", "≥ 4")
    assert made.assign(array([1, 2, 3, 4, 99])).tolist() == [0, 1, 2, 3, 3]
    assert (made.lowers, made.uppers) == ((1, 2, 3, 3), (1, 2, 3, math.inf))


def test_a_value_of_its_own_then_equal_count_above_it():
    made = buckets.cut(array([0, 0, 0, 1, 2, 3]), "above-zero:3")
    assert made.assign(array([0, 1, 2, 3, 9])).tolist() == [0, 1, 2, 3, 3]
    assert made.lowers[0] == made.uppers[0] == 0
    assert made.uppers[-1] == math.inf


def test_nothing_above_zero_leaves_one_bucket_for_what_a_system_may_have():
    made = buckets.cut(array([0, 0]), "above-zero:3")
    assert len(made) == 2
    assert "2 buckets instead of 4" in made.note
    assert made.assign(array([0, 0.3])).tolist() == [0, 1]


def test_ties_leave_fewer_buckets_and_say_so():
    made = buckets.cut(array([1, 1, 1, 2]), "equal:4", integer=True)
    assert made.labels == ("≤ 1", "≥ 2")
    assert "2 buckets instead of 4" in made.note
    assert buckets.cut(array([]), "equal:4").labels == ("all",)


def test_undefined_values_are_in_no_bucket():
    made = buckets.cut(array([1, math.nan, 2]), "equal:2")
    assert made.assign(array([1, math.nan, 2])).tolist() == [0, -1, 1]


def test_labels_tell_edges_apart():
    made = buckets.cut(array([0.10001, 0.10002, 0.10003, 0.2]), "equal:4")
    assert len(set(made.labels)) == 4
    assert buckets.cut(array([1, 2, 3, 4, 5, 6]), "equal:3", integer=True).labels == ("≤ 2", "3–4", "≥ 5")
    assert buckets.cut(array([1, 2, 3]), "classes", integer=True).labels == ("S ≤ 1", "M 2", "L ≥ 3")


@pytest.mark.parametrize(
    ("edges", "labels"),
    [
        ([0.02664, 0.0933], ("≤ 0.027", "(0.027, 0.093]", "> 0.093")),
        ([0.02664, 0.02712, 0.5], ("≤ 0.0266", "(0.0266, 0.0271]", "(0.0271, 0.5]", "> 0.5")),
        # As 1 the last edge would leave nothing above it, and as 12 the other would be read as whole.
        ([0.5, 0.9962], ("≤ 0.5", "(0.5, 0.996]", "> 0.996")),
        ([3.0, 12.49], ("≤ 3", "(3, 12.5]", "> 12.5")),
        ([1234.0, 56789.0], ("≤ 1234", "(1234, 56789]", "> 56789")),
    ],
)
def test_labels_have_as_few_digits_as_tell_edges_apart(edges, labels):
    made = buckets.cut(array([*edges, 1e6]), f"equal:{len(edges) + 1}")
    assert (made.uppers[:-1], made.labels) == (tuple(edges), labels)


def test_edges_that_were_typed_keep_their_digits():
    assert buckets.cut(array([]), "edges:0.125,0.5").labels == ("≤ 0.125", "(0.125, 0.5]", "> 0.5")
    assert buckets.cut(array([]), "edges:0.123456").labels == ("≤ 0.123456", "> 0.123456")
    assert buckets.cut(array([]), "edges:0.1234567").labels == ("≤ 0.12", "> 0.12")


@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=12, unique=True))
def test_rounded_bounds_are_apart_near_the_exact_ones_and_no_longer_than_needed(values):
    made = buckets.cut(array(values), f"equal:{len(values)}")
    written = [float(label.removeprefix("≤ ")) for label in made.labels[:1]]
    written += [float(label[1:-1].split(", ")[1]) for label in made.labels[1:-1]]
    exact = sorted(values)[:-1]
    assert len(set(written)) == len(exact)
    assert written == sorted(written)
    assert written == pytest.approx(exact, rel=0.05)

    def confused(digits):
        shorter = [float(f"{edge:.{digits}e}") for edge in exact]
        whole = [one.is_integer() for one in shorter] == [one.is_integer() for one in exact]
        return not whole or len(set(shorter)) < len(exact)

    digits = next(digits for digits in range(1, 17) if not confused(digits))
    assert all(value in (float(f"{edge:.{digits}e}"), round(edge)) for value, edge in zip(written, exact, strict=True))


def test_ways_for_all_attributes_and_for_one():
    assert buckets.ways("equal:5;b=edges:2,4", ["a", "b"]) == {"a": "equal:5", "b": "edges:2,4"}
    assert buckets.ways("b=classes", ["a", "b"]) == {"b": "classes"}
    for wrong in ("c=classes", "nope", "a=nope", "a=edges:2,1", "a="):
        with pytest.raises(SettingError):
            buckets.ways(wrong, ["a", "b"])


@pytest.mark.parametrize(
    "how",
    ["equal", "equal:0", "equal:x", "equal:1000", "equal:٣", "classes:3", "edges:", "edges:2,1", "edges:1,1",
     "edges:nan", "edges:inf", "consistency:1", "", "7"],
)  # fmt: skip
def test_notation_that_is_not_understood(how):
    with pytest.raises(SettingError):
        buckets.cut(array([1, 2]), how)
