"""Talk: slides, presented and reported."""

from cwsdiag.ui.talk import page

page()
