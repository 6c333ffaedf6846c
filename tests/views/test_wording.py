"""How numbers, counts and names are written, against Python's own decimals and rules said once more."""

import math
from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag.frames import bucket_name, signed
from cwsdiag.loading import load
from cwsdiag.views import columns
from cwsdiag.views.findings import copies_of_gold
from cwsdiag.views.wording import (
    bracketed,
    interval,
    listed,
    number,
    p_is,
    p_of_swaps,
    p_value,
    points,
    some_of,
)

# Those beside zero are written with more digits, and without a sign where none is left.
scores = st.floats(-1, 1) | st.floats(-0.02, 0.02) | st.floats(-1e-5, 1e-5)


def rounded(value, digits, factor=1):
    """The value to so many decimals, with a minus sign that is one; minus zero is zero."""
    text = str(Decimal(factor * value).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN))
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


@given(scores, scores, st.integers(0, 4))
def test_scores_have_three_decimals(low, high, digits):
    assert number(low) == rounded(low, 3) and number(low, digits) == rounded(low, digits)
    assert interval(low, high) == f"[{rounded(low, 3)}, {rounded(high, 3)}]"


@given(scores, scores)
def test_differences_are_in_points(low, high):
    text = points(low)
    assert text.split(" ") == [rounded(low, 1, 100), "point" if rounded(low, 1, 100) == "1.0" else "points"]
    # So many that an interval which holds zero is seen to.
    digits = next(n for n in (1, 2, 3, 4) if n == 4 or all(round(100 * end, n) or not end for end in (low, high)))
    assert bracketed(low, high) == f"[{rounded(low, digits, 100)}, {rounded(high, digits, 100)}]"
    sign = "+" * (float(rounded(low, 1, 100).replace("−", "-")) > 0)
    assert signed(100 * low) == sign + rounded(low, 1, 100)


def test_undefined_is_a_dash_and_no_interval_is_said():
    assert number(math.nan) == points(math.nan) == p_value(math.nan) == p_of_swaps(math.nan) == "–"
    assert interval(math.nan, 0.5) == bracketed(0.1, math.nan) == "[no interval]"


@pytest.mark.parametrize(("as_far", "text"), [(0, "< 0.001"), (1, "< 0.001"), (19, "= 0.002"), (9999, "= 1")])
def test_p_of_swaps_below_a_thousandth_is_said_as_a_bound(as_far, text):
    p = (1 + as_far) / (1 + 10_000)
    assert (p_is(p), p_of_swaps(p)) == (text, text.removeprefix("= "))


def test_a_bound_is_one_after_adjustment():
    """By Holm over 45 pairs the smallest p of 10,000 swaps is 0.0045, and p is not that but at most."""
    least = 1 / 10_001
    assert (p_is(45 * least, least), p_of_swaps(45 * least, least)) == ("≤ 0.0045", "≤ 0.0045")
    assert p_is(45 * 2 * least, 2 * least) == "= 0.009"


def test_names():
    assert [listed(list("abc"[:size])) for size in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert some_of(["a", "b", "c", "d"], 9) == "4 of 9 systems"
    assert some_of(["a" * 31, "b" * 30], 9) == "2 of 9 systems"
    assert some_of(["a" * 30, "b" * 30], 9) == f"{'a' * 30} and {'b' * 30}"


def test_brackets_are_left_to_intervals_of_confidence():
    labels = ["(0.027, 0.093]", "(0.5, 1)", "0", "M (2, 10.5]", "≤ 0.25", "≥ 4", "3–4", "(-2, -0.5]"]
    said = ["0.027 to 0.093", "0.5 to below 1", "0", "M 2 to 10.5", "≤ 0.25", "≥ 4", "3–4", "-2 to -0.5"]
    assert [bucket_name(label) for label in labels] == said


def test_a_system_with_other_characters_is_no_copy_of_gold():
    systems = {"same": [["我们", "在"]], "other": [["我们", "再"]]}
    assert copies_of_gold(load(gold=[["我们", "在"]], systems=systems, mismatch="skip")) == ["same"]


def test_ends_of_intervals_are_called_low_and_high():
    tables = [table for table in vars(columns).values() if isinstance(table, dict)]
    heads = [(key, one.label) for table in tables for key, one in table.items() if key in ("low", "high")]
    assert len(heads) > 9
    assert all(key == str(label) for key, label in heads)
