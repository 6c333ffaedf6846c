"""What is said where sentences are too small a unit."""

import math

import pytest

from cwsdiag.resampling import BLOCKS
from cwsdiag.views.units import block_remark, few_remark


@pytest.mark.parametrize(("units", "said"), [(5, "fewer than 6"), (6, "From 6 sentences"), (49, "From 49 "), (50, "")])
def test_few_units_are_said(units, said):
    assert said in few_remark(units) and bool(few_remark(units)) == bool(said)


@pytest.mark.parametrize("of", ["system", "systems", "difference"])
def test_a_notable_factor_is_said_with_its_size(of):
    assert "1.9 times as large" in block_remark(1.94, of=of)


@pytest.mark.parametrize(
    ("factor", "unit"), [(1.2, "sentence"), (0.8, "sentence"), (math.nan, "sentence"), (3.0, BLOCKS)]
)
def test_nothing_is_said_of_a_small_or_unknown_factor_or_of_another_unit(factor, unit):
    assert block_remark(factor, unit=unit) == ""
