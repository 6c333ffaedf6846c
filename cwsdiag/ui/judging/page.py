"""Judging: what do people find best?"""

from __future__ import annotations

from cwsdiag.ui.judging import desk, door, results
from cwsdiag.ui.judging.seen import look
from cwsdiag.ui.shell import widgets


def page() -> None:
    """Draw the page."""
    widgets.page_head("judge")
    seen = look()
    if seen is not None and seen.is_judging:
        desk.page(seen)
    elif seen is not None and seen.shows_results:
        results.page(seen)
    elif seen is not None:
        door.page(seen)
