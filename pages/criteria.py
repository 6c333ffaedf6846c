"""Criteria: do the datasets agree on what a word is?"""

from cwsdiag.ui.criteria.page import page

page()
