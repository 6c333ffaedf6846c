"""Judging: what do people find best?"""

from __future__ import annotations

from cwsdiag.ui.judging import entry, marking, results
from cwsdiag.ui.judging.session import ON, look
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key


def page() -> None:
    """Draw the page."""
    session = look(entry.no_study)
    if session is None:
        return
    if session.is_judged:
        # Nothing names a system.
        marking.page(session)
    elif session.file.is_example or state.get(Key.RESULTS) == ON:
        # Of the example they are all there is to see.
        results.page(session)
    else:
        entry.page(session)
