"""Words with a part of speech: ``word_POS`` (Chinese Treebank) and ``word/POS`` (People's Daily, with its brackets)."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.formats.base import PARTS_OF_SPEECH, BadLine, Block, Reader
from cwsdiag.formats.readers.words import splitter
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.formats.base import Head, Parse, Role

_SEPARATORS = "_/"
_TAGGED = {mark: re.compile(rf".+{mark}[A-Za-z][A-Za-z0-9-]*(?:\][A-Za-z0-9]*)*") for mark in _SEPARATORS}
# `word/tag]outer`: the last word of a bracket. Brackets can be nested.
_CLOSING = re.compile(r"(?P<word>.+/[A-Za-z0-9]+)(?P<ends>(?:\]/?[A-Za-z0-9]+)+)")
# Running text has a few tokens whose tag looks odd; text without tags has hardly any that look right.
_LEAST_SHARE = 0.8
_LOOKED_AT = 2000


def _shares(lines: Sequence[str]) -> dict[str, float]:
    """Return for each separator the share of tokens that end in it and a tag."""
    tokens = list(islice((token for line in lines for token in line.split()), _LOOKED_AT))
    return {
        mark: sum(mark in token and bool(pattern.fullmatch(token)) for token in tokens) / len(tokens) if tokens else 0.0
        for mark, pattern in _TAGGED.items()
    }


def _sniff(lines: Sequence[str], role: Role) -> float:
    share = max(_shares(lines).values())
    return share if share >= _LEAST_SHARE else 0.0


def _parser(head: Head) -> tuple[Parse, None]:
    shares = _shares(head.lines)
    return partial(_parse, mark=max(_SEPARATORS, key=lambda mark: shares[mark])), None


def _parse(text: str, first_line: int, *, mark: str) -> Block:
    words: list[str] = []
    sizes: list[int] = []
    pairs = 0
    cut = splitter(text)
    for number, line in enumerate(text.split("\n"), first_line):
        tokens = cut(line)
        if mark == "/" and "]" in line:
            tokens, closed = without_brackets(tokens)
            pairs += closed
        if tokens:
            words += [_word(token, mark, number) for token in tokens]
            sizes.append(len(tokens))
    return Block(words, sizes, left_out={PARTS_OF_SPEECH: len(words), lazy("pairs of brackets"): pairs})


def _word(token: str, mark: str, line: int) -> str:
    word, found, tag = token.rpartition(mark)
    if word and tag:
        return word
    if not found:
        raise BadLine(
            line,
            lazy(
                "'{token}' has no part of speech: expected word{mark}POS. Add it, or if the file has none, choose the "
                "format 'words'.",
                token=shown(token),
                mark=mark,
            ),
        )
    problem = (
        lazy("'{token}' has no tag: expected word{mark}POS. Fix it or delete it.", token=shown(token), mark=mark)
        if word
        else lazy("'{token}' has no word: expected word{mark}POS. Fix it or delete it.", token=shown(token), mark=mark)
    )
    raise BadLine(line, problem)


def without_brackets(tokens: Sequence[str]) -> tuple[list[str], int]:
    """Cut the brackets around compound names, as in ``[中央/n 电视台/n]nt``.

    A bracket that is not closed, or closes nothing, is part of its word.

    Returns:
        The tokens without the brackets that pair up, and how many pairs there were.
    """
    bare = list(tokens)
    opened: list[int] = []
    pairs = 0
    for index, token in enumerate(tokens):
        # `[/w` is a bracket that is a word itself.
        brackets = len(token) - len(token.lstrip("["))
        opened += [index] * (brackets - token.startswith("[/", brackets - 1))
        closing = _CLOSING.fullmatch(token)
        if closing is None:
            continue
        ends = closing["ends"].count("]")
        if ends > len(opened):
            continue
        bare[index] = bare[index].removesuffix(closing["ends"])
        for _ in range(ends):
            opener = opened.pop()
            bare[opener] = bare[opener][1:]
        pairs += ends
    return bare, pairs


POS = Reader(
    key="pos",
    label=lazy("words with parts of speech"),
    description=lazy("one sentence per line; word_POS or word/POS, white space between words; [brackets]nt are cut"),
    unit="line",
    kind="segmented",
    sniff=_sniff,
    parser=_parser,
    white_separates=True,
    bare_lines=True,
)
