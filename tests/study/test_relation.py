"""Does Ψ predict U: rank correlations over training data, by test text and pooled."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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
