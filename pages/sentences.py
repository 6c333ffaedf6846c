"""Sentences: what happened here?"""

from cwsdiag.ui.sentences import page

page()
