"""BASE and TOP, the bakeoff's lines to beat: forward maximum matching as two more systems [B03, METHODS 6].

BASE knows the words of the training data, TOP those of the gold test text. A segmenter under BASE has learned nothing
beyond its dictionary; what is over TOP has got right what no dictionary decides.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.text import Segmentation, frozen

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from cwsdiag.dataset import Dataset
    from cwsdiag.text import Ints, Text

BASE = "BASE"
TOP = "TOP"
READING = "maximum-matching"


def with_baselines(dataset: Dataset) -> Dataset:
    """Return a dataset with ``BASE`` and ``TOP`` as its last systems; ``BASE`` only where there is training data.

    Raises:
        SettingError: a system is already called so.
    """
    complaint = clash(system.name for system in dataset.systems)
    if complaint:
        raise SettingError(complaint)
    dictionaries = {} if dataset.training is None else {BASE: set(dataset.training.word_counts)}
    lines = [_line(name, dataset.gold.text, words) for name, words in dictionaries.items()]
    lines.append(_line(TOP, dataset.gold.text, set(dataset.gold.surfaces())))
    return replace(dataset, systems=(*dataset.systems, *lines))


def clash(names: Iterable[str]) -> str:
    """Return why the two cannot stand beside systems of these names, empty where they can."""
    taken = sorted({*names} & {BASE, TOP})
    if not taken:
        return ""
    return lazy(
        "a system is called {name}, the name of one of the bakeoff's two baselines of maximum matching. "
        "Give it another name, or leave the baselines out.",
        name=taken[0],
    )


def maximum_matching(text: Text, dictionary: Collection[str]) -> Ints:
    """Cut every sentence from left to right, each time after the longest dictionary word that fits.

    Where none does, one character becomes a word. No word crosses a sentence end.

    Args:
        text: what to cut.
        dictionary: a set, or anything that tells quickly whether a word is in it.

    Returns:
        End offset of each word, int32; empty for an empty text.
    """
    longest_first = _lengths(dictionary)
    chars = text.chars
    ends: list[int] = []
    start = 0
    for sentence_end in text.sentence_ends.tolist():
        while start < sentence_end:
            end = start + 1
            for length in longest_first.get(chars[start], ()):
                if start + length <= sentence_end and chars[start : start + length] in dictionary:
                    end = start + length
                    break
            ends.append(end)
            start = end
    return frozen(np.array(ends, dtype=np.int32))


def _lengths(dictionary: Collection[str]) -> dict[str, list[int]]:
    """Return the lengths over 1 of the words that begin with a character, longest first: few have many."""
    lengths: dict[str, set[int]] = {}
    for word in dictionary:
        if len(word) > 1:
            lengths.setdefault(word[0], set()).add(len(word))
    return {first: sorted(found, reverse=True) for first, found in lengths.items()}


def _line(name: str, text: Text, dictionary: Collection[str]) -> Segmentation:
    word_ends = maximum_matching(text, dictionary)
    digest = hashlib.sha256(text.chars.encode("utf-8", "surrogatepass") + word_ends.tobytes()).hexdigest()
    return Segmentation(name, text, word_ends, digest, READING)
