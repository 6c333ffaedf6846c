"""Files: is this what I meant?"""

from cwsdiag.ui.import_report.page import page

page()
