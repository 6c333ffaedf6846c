"""Talk: the findings that were kept, one a slide."""

from cwsdiag.ui.talk.page import page

page()
