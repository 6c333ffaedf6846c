"""How long people wait, and what jumps: measured in a real browser on real text, medians of twenty.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.browser [--times 20] [--tree DIR] [PART ...]

Parts are ``start``, ``small``, ``large``, ``empty``, ``plain`` and ``shift``; all of them where none is named.
``--tree`` measures the code of another checkout, so that two states can be measured in turn.

An act counts from the press, as the browser dates it, to the frame in which the last text, mark or table cell that it
changes has been painted: ``benchmarks/painted.js`` looks after each change, in shadow roots too. Beside it stands when
the browser had told the server, and when the last message of the server had come: what is left after that is the
browser's. Starts count from the start of the process, or from the address typed, to the first figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

SIZES = {"small": (1, 1, "5 systems × 12,012 words", "0.2"), "large": (10, 2, "10 systems × 120,120 words", "0.25")}
PARTS = ("start", "small", "large", "empty", "plain", "shift")
# The rows of words and slices that are clicked: the first word is chosen from the start, and the second slice.
ROWS, SLICES = (4, 0), (3, 1)
