"""Diagnosis: where and why does A fail, where do A and B differ?"""

from __future__ import annotations

from cwsdiag.ui.compare import page as compare
from cwsdiag.ui.diagnosis import one
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key
from cwsdiag.ui.words import page as words

_OF_WORDS = (
    *(Key.ATTRIBUTE, Key.SHOW, Key.LIST, Key.WORD, Key.OF, Key.PATTERN, Key.SHAPE, Key.CAUSE, Key.TEXT, Key.WHERE),
)


def page() -> None:
    """Draw the page."""
    part = state.choose(Key.PART, ("panels", "pair", "base"))
    if part in ("pair", "base"):
        compare.page()
    elif part is None and any(state.get(key) for key in _OF_WORDS):
        words.page()
    else:
        one.page()
