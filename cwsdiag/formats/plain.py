"""What a plain text is found to have, where somebody reads its bytes who needs no strings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from cwsdiag.formats.base import Block


@dataclass(frozen=True)
class PlainFacts:
    """What is in a plain text, as somebody knows who has read its bytes.

    Attributes:
        newlines: number of line ends of each kind, LF, CRLF and CR.
        separators: number of gaps between words by what they are made of, as ``SEPARATORS`` call them, in the order in
            which that comes first.
        wrapped: on how many lines each of ``cwsdiag.formats.wrappers.WRAPPERS`` is found.
        lines, sentences, words, characters: how much there is.
        char_counts: occurrences of each character by code point.
        longest_line: number of characters of the longest line.
        head: the words of its first sentences, three and more where it has them.
    """

    newlines: Mapping[str, int]
    separators: Mapping[str, int]
    wrapped: Mapping[str, int]
    lines: int
    sentences: int
    words: int
    characters: int
    char_counts: NDArray[np.int64]
    longest_line: int
    head: Block
