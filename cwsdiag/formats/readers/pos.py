"""Words with a part of speech: ``word_POS`` (Chinese Treebank) and ``word/POS`` (People's Daily, with its brackets)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from cwsdiag.errors import brief
from cwsdiag.formats.base import PARTS_OF_SPEECH, BadLine, Block, Head, Parse, Reader, Role, in_sentences, share_of
from cwsdiag.formats.readers.words import splitter
from cwsdiag.languages import lazy

_SEPARATORS = "_/"
_TAGGED = {mark: re.compile(rf".+{mark}[A-Za-z][A-Za-z0-9-]*(?:\][A-Za-z0-9]*)*") for mark in _SEPARATORS}
# A compound name, `[中央/n 电视台/n]nt`, with no other in it; `[/w` and `]/w` are brackets that are words themselves.
_COMPOUND = re.compile(
    r"(?<![^\s\[])\[(?!/)((?:[^\[\]]|(?<![^\s\[])[\[\]](?=/))*/[A-Za-z0-9]+)\]/?[A-Za-z0-9]+(?![^\s\]])"
)
# Running text has a few tokens whose tag looks odd; text without tags has hardly any that look right.
_LEAST_SHARE = 0.8
_LOOKED_AT = 2000
_PAIRS: str = lazy("pairs of brackets")


def _shares(lines: Sequence[str]) -> dict[str, float]:
    """Return for each separator the share of tokens that end in it and a tag."""
    tokens = list(islice((token for line in lines for token in line.split()), _LOOKED_AT))
    return {
        mark: share_of(mark in token and pattern.fullmatch(token) for token in tokens)
        for mark, pattern in _TAGGED.items()
    }


def _sniff(lines: Sequence[str], role: Role) -> float:
    share = max(_shares(lines).values())
    return share if share >= _LEAST_SHARE else 0.0


def _parser(head: Head) -> tuple[Parse, None]:
    shares = _shares(head.lines)
    mark = max(_SEPARATORS, key=shares.__getitem__)
    return partial(_parse, mark=mark, tagged=head.role != "training"), None


def _parse(text: str, first_line: int, *, mark: str, tagged: bool) -> Block:
    left_out: Counter[str] = Counter()
    tags: list[str] = []
    split = splitter(text)

    def sentences() -> Iterator[list[str]]:
        for number, line in enumerate(text.split("\n"), first_line):
            if mark == "/" and "]" in line:
                line, pairs = without_brackets(line)
                left_out[_PAIRS] += pairs
            tokens = split(line)
            words = [_word(token, mark, number) for token in tokens]
            if tagged:
                # What closes a bracket that was never opened is none of a tag.
                tags.extend(token.rpartition(mark)[2].partition("]")[0] for token in tokens)
            else:
                left_out[PARTS_OF_SPEECH] += len(words)
            yield words

    return in_sentences(sentences(), left_out, tags)


def _word(token: str, mark: str, line: int) -> str:
    word, _, tag = token.rpartition(mark)
    if word and tag:
        return word
    values = {"token": brief(token), "mark": mark}
    problem = lazy(
        "'{token}' has no part of speech: expected word{mark}POS. Add it, or if the file has none, choose the format "
        "'words'.",
        **values,
    )
    if mark in token:
        problem = lazy("'{token}' has no word or no tag: expected word{mark}POS. Fix it or delete it.", **values)
    raise BadLine(line, problem)


def without_brackets(line: str) -> tuple[str, int]:
    """Cut the brackets around compound names, as in ``[中央/n 电视台/n]nt``, and count the pairs.

    A bracket that is not closed, or closes nothing, is part of its word.
    """
    pairs, cut = 0, 1
    while cut:
        line, cut = _COMPOUND.subn(r"\1", line)
        pairs += cut
    return line, pairs


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
