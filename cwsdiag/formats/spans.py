"""The words of running text as spans of its characters: found at once, and no string made of any that nobody reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, overload

from cwsdiag.formats.base import WHITE, Block

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[Any]

_LINE_FEED = 0x0A
# Beyond the last character that is white space.
_BEYOND = 0x3001


class Spans(Sequence[str]):
    """Words that are cut out of their characters when somebody asks for them.

    Attributes:
        chars: the characters of all words, joined.
        lengths: int32, how many each word has; at least one.
    """

    def __init__(self, chars: str, lengths: Ints) -> None:
        """Take words as they are found."""
        self.chars = chars
        self.lengths = lengths

    @cached_property
    def _words(self) -> list[str]:
        ends = self.lengths.cumsum().tolist()
        return [self.chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.lengths)

    def __eq__(self, other: object) -> bool:
        """Tell whether another sequence, such as a list, has the same words."""
        return isinstance(other, Sequence) and self._words == list(other)

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        """Return a word, or several in a list."""
        return self._words[place]


def cut_at_white(text: str) -> Block:
    """Return what stands between white space (Unicode White_Space), a sentence a line; no text is wrong."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    white = np.ones(len(codes) + 1, dtype=np.bool_)
    white[:-1] = _white()[np.minimum(codes, _BEYOND)]
    # A word ends where white space follows what is none.
    last = np.flatnonzero(white[1:] & ~white[:-1])
    kept = codes[~white[:-1]]
    ends = np.cumsum(~white[:-1], dtype=np.int32)[last]
    # So many words end before each end of a line, and in the whole.
    before = np.append(np.searchsorted(last, np.flatnonzero(codes == _LINE_FEED)), len(last))
    sizes = np.diff(before, prepend=0)
    chars = kept.tobytes().decode("utf-32-le", "surrogatepass")
    return Block(Spans(chars, np.diff(ends, prepend=np.int32(0))), sizes[sizes > 0].tolist())


@cache
def _white() -> NDArray[Any]:
    """Return for each code point up to ``_BEYOND`` whether it is white space."""
    import numpy as np

    return np.array([WHITE.fullmatch(chr(code)) is not None for code in range(_BEYOND + 1)])
