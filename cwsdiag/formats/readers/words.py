"""Words separated by white space, a sentence a line: what the bakeoffs use.

Of gold and systems it matters where words end: they are spans of the characters, found at once, and no string is made
of any that nobody reads. Training data is counted word by word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from cwsdiag.formats.base import WHITE, Block, Reader, in_sentences
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from numpy.typing import NDArray

# `str.split` would cut at these, which are not white space.
_NOT_WHITE = "\x1c\x1d\x1e\x1f"
_LINE_FEED = 0x0A
# Beyond the last character that is white space.
_BEYOND = 0x3001


class Spans(Sequence[str]):
    """Words that are cut out of their characters when somebody asks for them.

    Attributes:
        chars: the characters of all words, joined.
        lengths: int32, how many each word has; at least one.
    """

    def __init__(self, chars: str, lengths: NDArray[Any]) -> None:
        """Take characters and lengths."""
        self.chars = chars
        self.lengths = lengths

    @cached_property
    def _words(self) -> list[str]:
        ends = self.lengths.cumsum().tolist()
        return [self.chars[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    def __len__(self) -> int:
        """Return the number of words."""
        return len(self.lengths)

    def __getitem__(self, place: Any) -> Any:
        """Return a word, or several in a list."""
        return self._words[place]


def cut_at_white(text: str, first_line: int = 1) -> Block:
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


def split(line: str) -> list[str]:
    """Return what stands between white space (Unicode White_Space), never an empty string."""
    return [word for word in WHITE.split(line) if word]


def splitter(text: str) -> Callable[[str], list[str]]:
    """Return the fastest function that cuts lines of ``text`` exactly as ``split`` does."""
    return split if any(char in text for char in _NOT_WHITE) else str.split


def parse(text: str, first_line: int) -> Block:
    """Read words; no text is wrong."""
    return in_sentences(map(splitter(text), text.split("\n")))


WORDS = Reader(
    key="words",
    label=lazy("words separated by white space"),
    description=lazy("one sentence per line; blanks, tabs or ideographic spaces between words"),
    unit="line",
    kind="segmented",
    # Any text can be read so: another format has only to be surer than this.
    sniff=lambda lines, role: 0.5,
    parser=lambda head: (parse if head.role == "training" else cut_at_white, None),
    white_separates=True,
    bare_lines=True,
)
