"""One system: where does this system fail most?"""

from cwsdiag.ui.diagnosis.page import page

page()
