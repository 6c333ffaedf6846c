"""Two systems: where does the better one lose?"""

from cwsdiag.ui.compare.page import page

page()
