"""Does Ψ predict U: rank correlations over training data, by test text and pooled."""

import numpy as np

from cwsdiag.study import rank_correlation, relations
from tests.oracles import study as oracle
from tests.study.helpers import close

NAMES = ("a", "b", "c", "d", "e")


def test_relations_are_rank_correlations_adjusted_together():
    psi, u = np.random.default_rng(4).random((2, 5, 5))
    # Of the last dataset no training data is known, and of the first test text two rows are left.
    psi[4] = psi[2:, 0] = np.nan
    found = relations(psi, u, NAMES)
    assert [one.test for one in found] == [*NAMES, ""]
    for place, one in enumerate(found[:-1]):
        assert repr(one.correlation) == repr(rank_correlation(psi[:, place], u[:, place]))
    assert repr(found[-1].correlation) == repr(rank_correlation(psi.ravel(), u.ravel()))
    assert (found[0].correlation.pairs, found[-1].correlation.pairs) == (2, 18)
    wanted = oracle.holm([one.correlation.p for one in found])
    assert all(close(one.p_adjusted, p) for one, p in zip(found, wanted, strict=True))
