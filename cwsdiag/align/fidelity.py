"""How much of gold's text a system gave back as it stands (METHODS 1)."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from cwsdiag.align.carrying import Carried
from cwsdiag.text import Segmentation, Text, TextFidelity

# Tables of OpenCC that make one form of a character out of several.
_FORMS = ("t2s", "tw2t", "hk2t", "jp2t")


def fidelity(gold: Text, words: Segmentation, carried: Carried) -> TextFidelity:
    """Measure a system's text against gold's.

    In a stretch where a pair of sentences differs, with g characters of gold and s of the system between characters
    that are aligned, min(g, s) are replaced, the n-th by the n-th; the rest are omitted or added. Sentences without a
    line are omitted, lines without a sentence added.

    Args:
        gold: its text.
        words: the system's, over its own text.
        carried: how the two belong together.
    """
    system = words.text
    replaced: Counter[tuple[str, str]] = Counter()
    for one in carried.differences:
        ours = gold.chars[one.gold_start : one.gold_end]
        replaced.update(zip(ours, system.chars[one.system_start : one.system_end], strict=False))
    changed = replaced.total()
    aligned = int(np.count_nonzero(carried.places >= 0))
    strange = np.add.reduceat(carried.places < 0, words.word_starts)
    # The sentences that no line is, and the lines that are no sentence.
    sentences = np.ones(len(gold.sentence_ends), dtype=np.bool_)
    lines = np.ones(len(carried.system.sentence_ends), dtype=np.bool_)
    for pair in carried.pairs:
        sentences[slice(*pair.gold)] = False
        lines[slice(*pair.lines)] = False
    lost, extra = tuple(np.flatnonzero(sentences).tolist()), tuple(np.flatnonzero(lines).tolist())
    known = {gold.sentence(one) for one in range(len(sentences))} if extra else set()
    repeated = [line for line in extra if carried.system.sentence(line) in known]
    return TextFidelity(
        sentences=len(gold.sentence_ends),
        characters=len(gold.chars),
        exact_sentences=len(gold.sentence_ends) - len(_touched(gold, carried.system, carried, lost)),
        words=len(words),
        omitted=len(gold.chars) - aligned - changed,
        added=len(system.chars) - aligned - changed,
        replaced=changed,
        **_kinds(replaced),
        strange_words=int(np.count_nonzero(strange)),
        lost=lost,
        extra=_lines(system, carried.system, extra, whole=True),
        repeated=_lines(system, carried.system, repeated, whole=True),
        moved=_lines(system, carried.system, _moved(carried), whole=False),
    )


def _lines(system: Text, broken: Text, pieces: Sequence[int], *, whole: bool) -> tuple[int, ...]:
    """Return the lines of a system that these pieces of its text are, or are of: those of ``whole`` have no other."""
    firsts, lasts = system.sentences_at(broken.sentence_starts), system.sentences_at(broken.sentence_ends - 1)
    ours: set[int] = set()
    others: set[int] = set()
    of_pieces = set(pieces)
    for piece, (first, last) in enumerate(zip(firsts.tolist(), lasts.tolist(), strict=True) if pieces else ()):
        (ours if piece in of_pieces else others).update(range(first, last + 1))
    return tuple(sorted(ours - others if whole else ours))


def _touched(gold: Text, system: Text, carried: Carried, lost: Sequence[int]) -> set[int]:
    """Return the sentences that are not reproduced character by character."""
    touched = set(lost)
    ends = gold.sentence_ends.tolist()
    heads = {
        (int(gold.sentence_starts[pair.gold[0]]), int(system.sentence_starts[pair.lines[0]])) for pair in carried.pairs
    }
    for one in carried.differences:
        # What is only added belongs to the character before it, at the head of a pair to the one behind.
        added = one.gold_start == one.gold_end and (one.gold_start, one.system_start) not in heads
        first = one.gold_start - added
        touched.update(range(bisect_right(ends, first), bisect_right(ends, max(first, one.gold_end - 1)) + 1))
    return touched


def _kinds(replaced: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """Count what was replaced by the first that it is: a change of width, of script, a variant."""
    found = {"width": 0, "script": 0, "variant": 0}
    rest = {}
    for (ours, theirs), count in replaced.items():
        if unicodedata.normalize("NFKC", ours) == unicodedata.normalize("NFKC", theirs):
            found["width"] += count
        else:
            rest[ours, theirs] = count
    if not rest:
        return found
    import opencc

    converters = [opencc.OpenCC(table) for table in _FORMS]
    forms = {char: [one.convert(char) for one in converters] for char in {char for pair in rest for char in pair}}
    for (ours, theirs), count in rest.items():
        if forms[ours][0] == theirs or forms[theirs][0] == ours:
            found["script"] += count
        elif any(one == other for one, other in zip(forms[ours], forms[theirs], strict=True)):
            found["variant"] += count
    return found


def _moved(carried: Carried) -> tuple[int, ...]:
    """Return the lines that stand out of gold's order: as few as need be set aside for the others to rise."""
    pairs = sorted(carried.pairs, key=lambda pair: pair.lines)
    # The longest rising sequence: of each length the lowest end so far, and its pair; of each pair the one before it.
    ends: list[int] = []
    heads: list[int] = []
    before = []
    for index, pair in enumerate(pairs):
        rank = bisect_left(ends, pair.gold[0])
        before.append(heads[rank - 1] if rank else -1)
        ends[rank : rank + 1], heads[rank : rank + 1] = [pair.gold[0]], [index]
    in_order, index = set[int](), heads[-1] if heads else -1
    while index >= 0:
        in_order.add(index)
        index = before[index]
    moved = [line for index, pair in enumerate(pairs) if index not in in_order for line in range(*pair.lines)]
    return tuple(sorted(moved))
