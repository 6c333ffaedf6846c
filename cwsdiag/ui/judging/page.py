"""Judging: what do people find best?"""

from __future__ import annotations

from cwsdiag.ui.judging import entry, marking, results
from cwsdiag.ui.judging.session import look
from cwsdiag.ui.shell import widgets


def page() -> None:
    """Draw the page."""
    widgets.page_head("judge")
    session = look()
    if session is not None and session.is_judging:
        marking.page(session)
    elif session is not None and session.shows_results:
        results.page(session)
    elif session is not None:
        entry.page(session)
