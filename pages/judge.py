"""Judging: what do people find best?"""

from cwsdiag.ui.judging.page import page

page()
