"""Committee, under the address that it had as a page of its own: Difficulty with that part open."""

from __future__ import annotations

from cwsdiag.ui.difficulty import page as difficulty


def page() -> None:
    """Draw the page."""
    difficulty.page(first="committee")
