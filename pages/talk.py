"""Talk: slides, presented and reported."""

from cwsdiag.ui.talk.page import page

page()
