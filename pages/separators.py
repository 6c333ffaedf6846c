"""Separators: how many must be put in and taken out, whichever reference is right?"""

from cwsdiag.ui.bakeoff.separators import page

page()
