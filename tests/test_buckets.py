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


def test_undefined_values_are_in_no_bucket():
    made = buckets.cut(array([1, math.nan, 2]), "equal:2")
    assert made.assign(array([1, math.nan, 2])).tolist() == [0, -1, 1]


def test_labels_tell_edges_apart():
    made = buckets.cut(array([0.10001, 0.10002, 0.10003, 0.2]), "equal:4")
    assert len(set(made.labels)) == 4
    assert buckets.cut(array([1, 2, 3, 4, 5, 6]), "equal:3", integer=True).labels == ("≤ 2", "3–4", "≥ 5")


def test_edges_that_were_typed_keep_their_digits():
    assert buckets.cut(array([]), "edges:0.125,0.5").labels == ("≤ 0.125", "(0.125, 0.5]", "> 0.5")
    assert buckets.cut(array([]), "edges:0.1234567").labels == ("≤ 0.12", "> 0.12")


def test_ways_for_all_attributes_and_for_one():
    assert buckets.ways("equal:5;b=edges:2,4", ["a", "b"]) == {"a": "equal:5", "b": "edges:2,4"}
    assert buckets.ways("b=classes", ["a", "b"]) == {"b": "classes"}
    for wrong in ("c=classes", "nope", "a=nope", "a=edges:2,1", "a="):
        with pytest.raises(SettingError):
            buckets.ways(wrong, ["a", "b"])


@pytest.mark.parametrize(
    "how",
    ["equal", "equal:0", "equal:1000", "equal:٣", "classes:3", "edges:", "edges:2,1", "edges:1,1", "edges:nan", "7"],
)  # fmt: skip
def test_notation_that_is_not_understood(how):
    with pytest.raises(SettingError):
        buckets.cut(array([1, 2]), how)


def test_lengths():
    made = buckets.cut(array([1, 2]), "lengths:4")
    assert made.labels == ("1", "2", "3", "≥ 4")
    assert made.assign(array([1, 2, 3, 4, 99])).tolist() == [0, 1, 2, 3, 3]
