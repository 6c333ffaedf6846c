"""Study: what holds across systems and datasets?"""

from cwsdiag.ui import study

study.page()
