"""Criteria: do the datasets agree on what a word is?"""

from cwsdiag.ui import criteria

criteria.page()
