"""Findings: what is worth showing?"""

from cwsdiag.ui.keeping.page import page

page()
