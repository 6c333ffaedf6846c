"""What is said of tasks of a board."""

from types import SimpleNamespace

import pytest

from cwsdiag.report.lab import times_text

NOON, NEXT = "2026-01-02T12:00:00+00:00", "2026-01-03T12:00:00+00:00"


@pytest.mark.parametrize(
    ("opens", "closes", "phase", "said"),
    [
        (NOON, "", "open", ""),
        (NOON, "", "before", "Not open yet: systems can be submitted from 2026-01-02 12:00 UTC."),
        ("", NEXT, "open", "Systems can be submitted until 2026-01-03 12:00 UTC."),
        ("", NEXT, "closed", "Closed: systems could be submitted until 2026-01-03 12:00 UTC."),
    ],
)
def test_times_are_said_with_what_holds_now(opens, closes, phase, said):
    assert times_text(SimpleNamespace(opens=opens, closes=closes, phase=phase)) == said
