"""Study: what holds across systems and datasets?"""

from cwsdiag.ui.study.page import page

page()
