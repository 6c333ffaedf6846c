"""The example study on the page Judging: marked as what it is, and removed and brought back with a click."""

from __future__ import annotations

from cwsdiag import examples
from cwsdiag.languages import translated
from cwsdiag.ui.shell import aside
from cwsdiag.ui.shell.empty import Way


def mark() -> None:
    """Say that the study is an example, and draw what removes it."""
    aside.mark(examples.JUDGEMENTS, translated(examples.MARKED_BY_RULE))


def way_back() -> Way | None:
    """Return what brings the example back; None where it is not for this person to do."""
    return aside.way_back(examples.JUDGEMENTS)
