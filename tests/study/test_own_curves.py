"""Curves of a model of one's own by hand: means, ranges, the order that their sources come from."""

import pytest

from cwsdiag.errors import SettingError
from cwsdiag.study import Order, OwnCurve, own_curves

ORDERS = [
    Order("t", "max", None, ("a", "b", "c"), (70.0, 71.0, 72.0, 60.0)),
    Order("t", "min", None, ("c", "a", "b"), (70.0, 50.0, 55.0, 60.0)),
]


def test_curves_have_means_ranges_and_the_sources_of_their_order():
    def curve(order, *runs):
        return own_curves([OwnCurve("m", "t", order, runs)], ORDERS)[0]

    found = curve("min", (90.0, 92.0), (91.0, 95.0))
    assert (found.name, found.target, found.runs, found.sources) == ("m", "t", 2, ("c",))
    assert (found.f1, found.low, found.high) == (pytest.approx((0.905, 0.935)), (0.9, 0.92), (0.91, 0.95))
    assert curve("max", (90.0, 90.0, 90.0)).sources == ("a", "b")
    assert curve(("b", "a"), (90.0, 90.0, 90.0)).sources == ("b", "a")
    assert own_curves([OwnCurve("m", "elsewhere", "max", ((90.0,),))], ORDERS) == []


@pytest.mark.parametrize(("order", "steps"), [("max", 5), (("b", "a"), 4), (("b", "without"), 2)])
def test_steps_that_no_source_is_known_for(order, steps):
    with pytest.raises(SettingError, match="do not fit the order of sources.*Available: a, b, c"):
        own_curves([OwnCurve("m", "t", order, ((90.0,) * steps,))], ORDERS)
