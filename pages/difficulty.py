"""Difficulty: which words are hard, and who gets the hard ones?"""

from cwsdiag.ui.difficulty.page import page

page()
