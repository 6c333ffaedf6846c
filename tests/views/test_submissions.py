"""What is said of tasks and submissions of a board."""

import math
from types import SimpleNamespace

import pytest

from cwsdiag.report.lab import range_of, times_text, with_ranges

NOON, NEXT = "2026-01-02T12:00:00+00:00", "2026-01-03T12:00:00+00:00"


def task(name="news", **changes):
    facts = {"tracks": ("closed", "open"), "opens": "", "closes": "", "references": 1, "sealed": False}
    return SimpleNamespace(name=name, **(facts | changes))


def test_both_ends_are_one_range():
    ends = [f"separators.{end}.{key}" for end in ("intersection", "union") for key in ("sub", "precision", "recall")]
    ranges = [f"separators.range.{key}" for key in ("precision", "recall", "f1")]
    names = ["bakeoff.f1", "separators.f1", *ends, "balanced.f_b"]
    assert with_ranges(names) == ["bakeoff.f1", "separators.f1", *ranges, "balanced.f_b"]
    assert with_ranges(["bakeoff.f1"]) == ["bakeoff.f1"]
    scores = {name: place / 10 for place, name in enumerate(ends)} | {"separators.union.f1": math.nan}
    # Intersection: precision .1, recall .2; union: .4, .5.
    assert [range_of(name, scores) for name in ranges] == ["0.100 to 0.400", "0.500 to 0.200", "– to –"]


@pytest.mark.parametrize(
    ("times", "phase", "said"),
    [
        ({}, "open", ""),
        ({"opens": NOON}, "open", ""),
        ({"opens": NOON}, "before", "Not open yet: systems can be submitted from 2026-01-02 12:00 UTC."),
        ({"closes": NEXT}, "open", "Systems can be submitted until 2026-01-03 12:00 UTC."),
        ({"closes": NEXT}, "closed", "Closed: systems could be submitted until 2026-01-03 12:00 UTC."),
    ],
)  # fmt: skip
def test_times_are_said_with_what_holds_now(times, phase, said):
    assert times_text(task(**times, phase=phase)) == said
