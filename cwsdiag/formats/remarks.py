"""What looks wrong in the whole of a file, although it could be read: gathered while somebody reads it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cwsdiag.formats.base import listed
from cwsdiag.formats.language import longest_mean
from cwsdiag.formats.line_ends import OTHER_ENDS
from cwsdiag.languages import lazy, n_lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.formats.base import Block, Reader

# Control characters, and what ends lines elsewhere. A NUL, a tab and LF are no matter of this.
_CONTROLS = "".join(map(chr, [*range(1, 9), 11, 12, *range(14, 32), 127]))
_ODD = frozenset(_CONTROLS + OTHER_ENDS)
# In a text of as many lines, all with one word, that is no chance; nor is one sentence of so many words.
_LEAST_LINES = 10
_LONGEST_SENTENCE = 200
_SHOWN = 3


class Remarks:
    """What looks wrong in a file, block by block."""

    def __init__(self, reader: Reader) -> None:
        """Begin with nothing."""
        self._segmented = reader.kind == "segmented"
        # JSON writes characters by their numbers.
        self._by_word = reader.keeps_feff
        self._known = "" if reader.separator is None else reader.separator.chars
        self._odd: Counter[str] = Counter()
        self._first_odd: dict[str, int] = {}
        self._sentences = self._words = self._alone = self._joined = 0
        self._characters = 0
        self._sample: Sequence[str] = ()

    def add(self, text: str, block: Block, first_line: int) -> None:
        """Take note of text with LF line ends, and of its words."""
        # Looking for each by itself is much faster than for all at once.
        if any(char in text for char in _ODD) or (self._by_word and "\\" in text):
            self._add_odd(text, block, first_line)
        self._joined += block.joined
        if not self._segmented:
            return
        alone = block.sizes.count(1)
        if self._alone == self._sentences and alone == len(block.sizes):
            self._characters += sum(map(len, block.words))
            self._sample = self._sample or block.words
        self._alone += alone
        self._sentences += len(block.sizes)
        self._words += len(block.words)

    def _add_odd(self, text: str, block: Block, first_line: int) -> None:
        lines = block.words if self._by_word else text.split("\n")
        for place, line in enumerate(lines):
            # At the ends of a line they are white space and mean nothing.
            for char in line.strip(OTHER_ENDS + " \t") if _ODD.intersection(line) else ():
                if char in _ODD and char not in self._known:
                    self._odd[char] += 1
                    self._first_odd.setdefault(char, 0 if self._by_word else first_line + place)

    def warnings(self, name: str, line_end: str | None, *, long: bool) -> tuple[str, ...]:
        """Return what is to be said of the file.

        Args:
            name: of the file.
            line_end: what ends its lines in place of LF; None as a rule.
            long: whether it is said already that lines are too long.
        """
        found = [] if line_end is None else [_other_end(name, line_end)]
        ends = [char for char in self._odd if char in OTHER_ENDS]
        controls = [char for char in self._odd if char not in OTHER_ENDS]
        if ends:
            found.append(
                lazy(
                    "{name}: inside lines it has {characters}, taken for white space between words. If sentences end "
                    "there, put line feeds in their place.",
                    name=name,
                    characters=self._shown(ends),
                )
            )
        if controls:
            found.append(
                lazy(
                    "{name}: control characters stand in its words: {characters}. They count as characters. Delete "
                    "them, or name them as the separator if words stand between them.",
                    name=name,
                    characters=self._shown(controls),
                )
            )
        return (*found, *self._about_sentences(name, long=long))

    def _shown(self, chars: list[str]) -> str:
        return listed([_place(char, self._odd[char], self._first_odd[char]) for char in chars[:_SHOWN]])

    def _about_sentences(self, name: str, *, long: bool) -> list[str]:
        found: list[str] = []
        if self._joined:
            found.append(
                n_lazy(
                    "{name}: after {n:,} sentence there is no blank line; another is taken to begin where the numbers "
                    "of the words start again.",
                    "{name}: after {n:,} sentences there is no blank line; another is taken to begin where the numbers "
                    "of the words start again.",
                    self._joined,
                    name=name,
                )
            )
        if self._sentences == 1 and self._words > _LONGEST_SENTENCE and not long:
            found.append(
                lazy(
                    "{name}: the whole file is one sentence, of {words:,} words. Check its line ends, or the blank "
                    "lines between its sentences.",
                    name=name,
                    words=self._words,
                )
            )
        if (
            self._alone == self._sentences >= _LEAST_LINES
            and self._characters <= longest_mean(self._sample) * self._words
        ):
            found.append(
                lazy(
                    "{name}: each sentence has one word, as in a word list or a column of words. A text has one "
                    "sentence per line; choose another format, or bring it into that form.",
                    name=name,
                )
            )
        return found


def _place(char: str, times: int, line: int) -> str:
    """Return how often a character occurs, and where first; ``line`` is 0 where that is not known."""
    said = {"times": times, "character": f"U+{ord(char):04X}"}
    if line:
        return lazy("{times:,} × {character} (from line {line})", line=line, **said)
    return lazy("{times:,} × {character}", **said)


def _other_end(name: str, line_end: str) -> str:
    return lazy(
        "{name}: its lines end with {character} and not with LF; it is read so.",
        name=name,
        character=f"U+{ord(line_end):04X}",
    )
