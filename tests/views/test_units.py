"""What is said where sentences are too small a unit."""

import math

import pytest

from cwsdiag.resampling import BLOCKS
from cwsdiag.views.units import block_remark, few_remark


@pytest.mark.parametrize(("units", "said"), [(5, "fewer than 6"), (6, "From 6 sentences"), (49, "From 49 "), (50, "")])
def test_few_units_are_said(units, said):
    assert said in few_remark(units) and bool(few_remark(units)) == bool(said)


def test_the_largest_notable_factor_is_said_with_its_size():
    assert "up to 1.9 times as large" in block_remark(math.nan, 1.94, 1.3)


@pytest.mark.parametrize(
    ("factor", "unit"), [(1.2, "sentence"), (0.8, "sentence"), (math.nan, "sentence"), (3.0, BLOCKS)]
)
def test_nothing_is_said_of_a_small_or_unknown_factor_or_of_another_unit(factor, unit):
    assert block_remark(factor, unit=unit) == ""
