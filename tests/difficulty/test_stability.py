"""How much difficulties move, against plain loops."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cwsdiag.difficulty import growth, half_correlations, mean_change, member_scores
from cwsdiag.errors import SettingError
from tests.oracles import difficulty_stability as oracle

votes = arrays(np.bool_, st.tuples(st.integers(1, 25), st.integers(1, 6)))


@given(votes)
def test_changes_are_those_of_the_oracle(wrong):
    found = mean_change(wrong)
    assert list(found) == [size for size in (1, 2, 5, 10) if 2 * size <= len(wrong)]
    for size in range(1, len(wrong) // 2 + 1):
        (change,) = mean_change(wrong, [size]).values()
        assert change == pytest.approx(oracle.mean_change(wrong.tolist(), size), abs=1e-12)


@given(votes)
def test_growth_is_that_of_the_oracle(wrong):
    words = list(range(wrong.shape[1]))[::-1]
    lines = growth(wrong, words)
    assert lines.shape == wrong.shape
    for size in range(1, len(wrong) + 1):
        assert lines[size - 1].tolist() == [oracle.difficulty(wrong.tolist(), size, word) for word in words]
    assert (lines[-1] == wrong.mean(axis=0)[words]).all()


@given(votes)
def test_scores_of_members_are_those_of_the_oracle(wrong):
    found = member_scores(wrong)
    assert found.tolist() == [oracle.member_score(missed) for missed in wrong.tolist()]
    # What members miss on average is how hard words are on average.
    assert found.mean() == pytest.approx(1 - wrong.mean(), abs=1e-12)


# Three words that one member of five misses: a mean of shares is off by a rounding, as if they differed.
@example(np.arange(10)[:, None] < [2, 1, 1])
@given(votes)
def test_halves_are_those_of_the_oracle(wrong):
    rng = np.random.default_rng(0)
    for r in half_correlations(wrong)[:3]:
        if len(wrong) == 1:
            assert math.isnan(r)
            continue
        wanted = oracle.half_correlation(wrong.tolist(), rng.permutation(len(wrong)).tolist())
        assert r == pytest.approx(wanted, abs=1e-9, nan_ok=True)


def test_what_is_not_defined():
    empty = np.zeros((4, 0), dtype=np.bool_)
    assert all(math.isnan(change) for change in mean_change(empty).values())
    assert growth(empty, []).shape == (4, 0)
    one = np.zeros((1, 3), dtype=np.bool_)
    assert mean_change(one) == {}
    with pytest.raises(SettingError, match="Make a larger one"):
        mean_change(one, [1])
