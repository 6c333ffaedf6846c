"""Difficulty: which words are hard, and for how many."""

from cwsdiag.ui.difficulty.page import page

page()
