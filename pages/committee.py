"""Committee: how hard is each word, are there members enough to say so, and how does a segmenter learn?"""

from cwsdiag.ui.difficulty.page import committee_page

committee_page()
