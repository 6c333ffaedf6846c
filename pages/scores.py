"""Scores: bakeoff, boundaries, balanced F."""

from cwsdiag.ui.scores.page import page

page()
