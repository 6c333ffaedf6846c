"""Curves of a model of one's own against plain loops: means, ranges, the order that their sources come from."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.errors import SettingError
from cwsdiag.study import Order, OwnCurve, own_curves
from tests.study.helpers import close

ORDERS = [
    Order("t", "max", None, ("a", "b", "c"), (70.0, 71.0, 72.0, 60.0)),
    Order("t", "min", None, ("c", "a", "b"), (70.0, 50.0, 55.0, 60.0)),
]
scores = st.integers(1, 4).flatmap(
    lambda steps: st.lists(st.lists(st.floats(0, 100), min_size=steps, max_size=steps), min_size=1)
)


@given(scores)
def test_mean_and_range_of_the_runs(runs):
    (found,) = own_curves([OwnCurve("m", "t", "min", tuple(map(tuple, runs)))], ORDERS)
    assert (found.name, found.target, found.runs) == ("m", "t", len(runs))
    assert found.sources == ("c", "a", "b")[: len(runs[0]) - 1]
    for step in range(len(runs[0])):
        values = [run[step] / 100 for run in runs]
        assert close(found.f1[step], math.fsum(values) / len(values))
        assert (found.low[step], found.high[step]) == (min(values), max(values))


def test_orders_by_name_and_in_words():
    def sources(order, steps):
        return own_curves([OwnCurve("m", "t", order, ((90.0,) * steps,))], ORDERS)[0].sources

    assert sources("max", 3) == ("a", "b")
    assert sources(("b", "a"), 3) == ("b", "a")
    assert own_curves([OwnCurve("m", "elsewhere", "max", ((90.0,),))], ORDERS) == []


@pytest.mark.parametrize(("order", "steps"), [("max", 5), (("b", "a"), 4), (("b", "without"), 2)])
def test_steps_that_no_source_is_known_for(order, steps):
    with pytest.raises(SettingError, match="do not fit the order of sources.*Available: a, b, c"):
        own_curves([OwnCurve("m", "t", order, ((90.0,) * steps,))], ORDERS)
