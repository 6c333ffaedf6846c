"""Data: did my files load as I meant?"""

from cwsdiag.ui.import_report.page import page

page()
