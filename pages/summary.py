"""Summary: who is best, is it real, and what should I look at?"""

from cwsdiag.ui.summary import page

page()
