"""The page at /: the first finding, or what to begin with."""

from cwsdiag.ui.start.page import page

page()
