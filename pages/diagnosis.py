"""Diagnosis: where and why does A fail, where do A and B differ?"""

from cwsdiag.ui.diagnosis.page import page

page()
