"""Overview: who is best, by how much, is it real?"""

from cwsdiag.ui.overview.page import page

page()
