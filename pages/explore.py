"""Explore: what are these words?"""

from cwsdiag.ui.words.page import page

page()
