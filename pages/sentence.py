"""Sentence: what happened here?"""

from cwsdiag.ui.sentence.page import page

page()
