"""Bakeoff: the scores this field has used for twenty years, to stand beside published ones."""

from cwsdiag.ui.bakeoff.page import page

page()
