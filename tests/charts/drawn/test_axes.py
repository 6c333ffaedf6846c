"""Axes of our own drawings: round ticks within their ends, and places that are proportional to values."""

import math
import random

import pytest

from cwsdiag.charts.drawn.axes import Scale, interval
from tests.charts.drawn.extents import parsed


@pytest.mark.parametrize("seed", range(3))
def test_ticks_are_round_equally_far_apart_and_no_more_than_asked_for(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        low = rng.uniform(-30, 30)
        high = low + 10 ** rng.uniform(-2, 2)
        most = rng.randint(2, 6)
        ticks = Scale(low, high, 0, 100).ticks(most)
        values = [value for value, _ in ticks]
        assert 2 <= len(ticks) <= most or len(ticks) <= 2 * most and most < 4
        assert all(low - 1e-9 <= value <= high + 1e-9 for value in values)
        steps = [b - a for a, b in zip(values, values[1:], strict=False)]
        assert all(math.isclose(step, steps[0], rel_tol=1e-6) for step in steps)
        if steps:
            digits = f"{steps[0]:.3e}"
            assert digits[:5] in ("1.000", "2.000", "5.000"), digits
        for value, said in ticks:
            assert float(said.replace("−", "-")) == pytest.approx(value, abs=1e-9), "no decimal is lost"
        assert len({said for _, said in ticks}) == len(ticks)


def test_places_are_proportional_and_end_at_the_ends() -> None:
    scale = Scale(0.5, 1.0, 100, 0)
    assert [scale.at(value) for value in (0.5, 0.75, 1.0, 0.2, 2.0)] == [100, 50, 0, 100, 0]
    assert scale.holds(1.0) and not scale.holds(1.1) and not scale.holds(math.nan)


def test_interval_has_caps_only_where_it_ends_and_is_missing_where_unknown() -> None:
    scale = Scale(0, 1, 0, 100)
    assert interval(scale, 5, (math.nan, 0.5), 10, "#000000", lies=True) == ""
    whole, beyond = (interval(scale, 5, (0.2, end), 10, "#000000", lies=True) for end in (0.5, 1.5))
    assert (whole.count("M"), beyond.count("M")) == (3, 2)
    assert parsed(f"<svg>{beyond}</svg>")[0].attrib["d"].startswith("M20 5H100")
