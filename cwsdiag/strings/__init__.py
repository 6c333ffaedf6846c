"""How often given strings occur in a running text, and how it cuts them: exact, overlapping, within sentences.

Time grows with the size of the text and of the strings, however many of them begin, end or go on alike.
"""

from cwsdiag.strings.counting import StringCounter
from cwsdiag.strings.ways import Way, WayCounter

__all__ = ["StringCounter", "Way", "WayCounter"]
