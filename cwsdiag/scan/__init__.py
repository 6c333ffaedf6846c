"""One compiled scan of the bytes of large plain texts, on all processors; small ones are faster, and lighter, without.

A text is plain where it is UTF-8 with words between white space, nothing is done to it, and nothing in it is remarked
on. Whether a text was scanned or read line by line shows nowhere in what comes of it. Importing this room does not load
numba: that comes with the first text that is scanned.
"""

from cwsdiag.scan.passing import Counted, scanned
from cwsdiag.scan.words import WordTable

__all__ = ["Counted", "WordTable", "scanned"]
