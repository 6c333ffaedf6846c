"""How much difficulties move, against plain loops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cwsdiag.difficulty import Committee, CommitteeSettings, Member, growth, mean_change
from cwsdiag.errors import SettingError
from cwsdiag.text import Text
from tests.oracles import difficulty_stability as oracle


def committee_of(wrong):
    members = tuple(Member(number, "F1", 10, 1) for number in range(len(wrong)))
    text = Text("", np.empty(0, dtype=np.int32))
    cuts = np.empty((len(wrong), 0), dtype=np.uint8)
    return Committee(CommitteeSettings(members=len(wrong)), members, wrong, text, cuts, "train.txt", "")


votes = arrays(np.bool_, st.tuples(st.integers(1, 25), st.integers(1, 6)))


@given(votes)
def test_changes_are_those_of_the_oracle(wrong):
    made = committee_of(wrong)
    found = mean_change(made)
    assert list(found) == [size for size in (1, 2, 5, 10) if 2 * size <= len(wrong)]
    for size in range(1, len(wrong) // 2 + 1):
        (change,) = mean_change(made, [size]).values()
        assert change == pytest.approx(oracle.mean_change(wrong.tolist(), size), abs=1e-12)


@given(votes)
def test_growth_is_that_of_the_oracle(wrong):
    made = committee_of(wrong)
    words = list(range(wrong.shape[1]))[::-1]
    lines = growth(made, words)
    assert lines.shape == wrong.shape
    for size in range(1, len(wrong) + 1):
        assert lines[size - 1].tolist() == [oracle.difficulty(wrong.tolist(), size, word) for word in words]
    assert (lines[-1] == made.difficulty[words]).all()


def test_by_hand():
    made = committee_of(np.array([[1, 0], [0, 0], [1, 1], [1, 1]], dtype=np.bool_))
    # d of the first word: 1, 1/2, 2/3, 3/4; of the second: 0, 0, 1/3, 1/2.
    assert mean_change(made) == {1: 0.25, 2: 0.375}
    assert growth(made, [1])[:, 0].tolist() == [0, 0, 1 / 3, 0.5]


def test_what_is_not_defined():
    empty = committee_of(np.zeros((4, 0), dtype=np.bool_))
    assert all(math.isnan(change) for change in mean_change(empty).values())
    assert growth(empty, []).shape == (4, 0)
    one = committee_of(np.zeros((1, 3), dtype=np.bool_))
    assert mean_change(one) == {}
    for size in (0, 1):
        with pytest.raises(SettingError, match="Make a larger one"):
            mean_change(one, [size])
