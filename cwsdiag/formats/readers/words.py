"""Words separated by white space, a sentence a line: what the bakeoffs use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.formats.base import WHITE, Block, Reader, all_lines
from cwsdiag.formats.spans import cut_at_white
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cwsdiag.formats.base import Parse, Role

# `str.split` would cut at these, which are not white space.
_NOT_WHITE = "\x1c\x1d\x1e\x1f"


def split(line: str) -> list[str]:
    """Return what stands between white space (Unicode White_Space), never an empty string."""
    return [word for word in WHITE.split(line) if word]


def splitter(text: str) -> Callable[[str], list[str]]:
    """Return the fastest function that cuts lines of ``text`` exactly as ``split`` does."""
    return split if any(char in text for char in _NOT_WHITE) else str.split


def parse(text: str, first_line: int) -> Block:
    """Read words; no text is wrong."""
    words: list[str] = []
    sizes: list[int] = []
    cut = splitter(text)
    for line in text.split("\n"):
        if line_words := cut(line):
            words += line_words
            sizes.append(len(line_words))
    return Block(words, sizes)


def _sniff(lines: Sequence[str], role: Role) -> float:
    # Any text can be read so: another format has only to be surer than this.
    return 0.5


def _parser(lines: Sequence[str], role: Role) -> Parse:
    # Training data is counted word by word; of gold and systems it matters where words end.
    return parse if role == "training" else _parse_spans


def _parse_spans(text: str, first_line: int) -> Block:
    return cut_at_white(text)


WORDS = Reader(
    key="words",
    label=lazy("words separated by white space"),
    description=lazy("one sentence per line; blanks, tabs or ideographic spaces between words"),
    unit="line",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    white_separates=True,
    lines=all_lines,
)
