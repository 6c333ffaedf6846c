"""Scores: bakeoff, boundaries, balanced F."""

from cwsdiag.ui.scores import page

page()
