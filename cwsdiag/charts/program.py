"""Plotly's program for a page that has no server: what draws the charts of a file that one takes home."""

from __future__ import annotations


def plotly_program() -> str:
    """Return the program of the Plotly that is installed, as a browser runs it; it is some 5 MB."""
    from plotly.offline import get_plotlyjs

    program: str = get_plotlyjs()
    return program
