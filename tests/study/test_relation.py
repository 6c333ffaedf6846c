"""Does Ψ predict U: rank correlations over training data, by test text and pooled."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from cwsdiag.study import relations
from tests.oracles import study as oracle
from tests.study.helpers import close

NAN = math.nan


@st.composite
def two_tables(draw):
    size = draw(st.integers(1, 5))
    cell = st.one_of(st.sampled_from([0.25, 0.5, 0.75]), st.floats(0, 1), st.floats(0, 1), st.just(NAN))
    table = st.lists(st.lists(cell, min_size=size, max_size=size), min_size=size, max_size=size)
    return draw(table), draw(table)


def column(table, j):
    return [row[j] for row in table]


def flat(table):
    return [cell for row in table for cell in row]


@given(two_tables())
def test_relations_are_as_the_oracle_has_them(drawn):
    psi, u = drawn
    names = [f"c{number}" for number in range(len(psi))]
    found = relations(np.array(psi), np.array(u), names)
    assert [one.test for one in found] == [*names, ""]
    for j, one in enumerate(found[:-1]):
        assert close(one.correlation.rho, oracle.spearman(column(psi, j), column(u, j)))
    wanted = oracle.holm([one.correlation.p for one in found])
    assert all(close(one.p_adjusted, p) for one, p in zip(found, wanted, strict=True))
    pooled = found[-1].correlation
    assert close(pooled.rho, oracle.spearman(flat(psi), flat(u)))
    assert pooled.pairs == sum(not math.isnan(a + b) for a, b in zip(flat(psi), flat(u), strict=True))


def test_training_data_are_the_pairs_of_a_test_text():
    # Down the first column both rise, down the second U falls; along rows nothing of the kind.
    psi = np.array([[1.0, 5.0, 9.0], [2.0, 6.0, 9.0], [3.0, 7.0, 9.0]])
    u = np.array([[0.1, 0.9, 0.3], [0.2, 0.8, 0.2], [0.3, 0.7, 0.1]])
    first, second, third, _ = relations(psi, u, "abc")
    assert (first.correlation.rho, second.correlation.rho) == (pytest.approx(1), pytest.approx(-1))
    assert math.isnan(third.correlation.rho)
    # Of six orders of three, the one found and its mirror are as far from 0.
    assert first.correlation.p == pytest.approx(2 / 6)


def test_as_in_figure_4_seven_training_data_and_forty_nine_pairs():
    rng = np.random.default_rng(8)
    psi = rng.random((7, 7)) * 100
    u = psi / 200 + rng.random((7, 7)) / 4
    *by_test, pooled = relations(psi, u, "abcdefg")
    for j, one in enumerate(by_test):
        assert one.correlation.rho == pytest.approx(spearmanr(psi[:, j], u[:, j]).statistic)
        assert one.correlation.exact
    expected = spearmanr(psi.ravel(), u.ravel())
    assert (pooled.correlation.rho, pooled.correlation.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert pooled.correlation.pairs == 49
