"""Sentences: what happened here?"""

from cwsdiag.ui.sentences.page import page

page()
