"""Files: is this what I meant?"""

from cwsdiag.ui.files.page import page

page()
