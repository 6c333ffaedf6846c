"""What is said of tasks and submissions of a board."""

from types import SimpleNamespace

import pytest

from cwsdiag.report.lab import times_text

NOON, NEXT = "2026-01-02T12:00:00+00:00", "2026-01-03T12:00:00+00:00"


def task(name="news", **changes):
    facts = {"tracks": ("closed", "open"), "opens": "", "closes": "", "references": 1, "sealed": False}
    return SimpleNamespace(name=name, **(facts | changes))


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
