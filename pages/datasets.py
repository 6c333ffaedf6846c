"""Datasets: what holds across them, and do they agree on what a word is?"""

from cwsdiag.ui.datasets.page import page

page()
