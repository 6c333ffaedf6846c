"""Ten intervals of difficulty: what systems make of each, and where kinds of words lie [PM, figures 2 and 4]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import FormatError
from cwsdiag.formats.decode import decoded
from cwsdiag.formats.encoding import detect
from cwsdiag.languages import lazy
from cwsdiag.scores import ratio, recall
from cwsdiag.weights import INTERVALS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from cwsdiag.balanced.result import Balanced
    from cwsdiag.formats.source import Source
    from cwsdiag.text import Bools, Floats

# Each holds its upper edge, and the first 0.
INTERVAL_LABELS = tuple(
    lazy("{low} to {high}", low=f"{lower / 10:g}", high=f"{(lower + 1) / 10:g}") for lower in range(INTERVALS)
)
_IDIOM = 4
_WORD = re.compile(r"\S+")
_MOST_IDIOMS = 1_000_000


def accuracy_by_difficulty(balanced: Balanced) -> dict[str, Floats]:
    """Return for each system the recall of the gold words in each of ten intervals of difficulty.

    Returns:
        float64 of shape (10,) by the name of the system; NaN for an interval without words that were compared.
    """
    index = balanced.weights.intervals()
    return {
        found.system.name: recall(
            gold=np.bincount(index[found.gold_scored], minlength=INTERVALS),
            matched=np.bincount(index[found.gold_hit], minlength=INTERVALS),
        )
        for found in balanced.found
    }


def word_groups(balanced: Balanced, *, idioms: Collection[str] | None = None) -> dict[str, Bools]:
    """Return which gold words are of each kind.

    Args:
        balanced: gold and its difficulties.
        idioms: a list of idioms. Words of four characters that are in it make the group ``idioms``.

    Returns:
        bool of shape (gold words,) for ``all words``, ``two-character words``, ``OOV words`` with training data and
        ``idioms`` with a list of them.
    """
    gold, oov = balanced.dataset.gold, balanced.dataset.oov
    groups: dict[str, Bools] = {
        lazy("all words"): np.ones(len(gold), dtype=np.bool_),
        lazy("two-character words"): gold.word_lengths == 2,
    }
    if oov is not None:
        groups[lazy("OOV words")] = oov
    if idioms is not None:
        known = frozenset(idioms)
        listed = np.fromiter((word in known for word in gold.surfaces()), np.bool_, len(gold))
        groups[lazy("idioms")] = (gold.word_lengths == _IDIOM) & listed
    return groups


def read_idioms(source: Source) -> frozenset[str]:
    """Return the words of a list, whatever white space stands between them; ``word_groups`` takes it.

    Raises:
        InputError: it cannot be read, is no text, or has more different words than any list of idioms.
    """
    data = b"".join(source.chunks())
    encoding = detect(data, complete=True, name=source.name)
    words: set[str] = set()
    for found in _WORD.finditer("".join(decoded(iter([data]), encoding, source.name))):
        words.add(found.group())
        if len(words) > _MOST_IDIOMS:
            raise FormatError(
                lazy(
                    "{name}: more than {most:,} different words. Give a list of idioms.",
                    name=source.name,
                    most=_MOST_IDIOMS,
                )
            )
    return frozenset(words)


def group_shares(balanced: Balanced, groups: Mapping[str, Bools]) -> dict[str, Floats]:
    """Return how each kind of gold words spreads over the ten intervals of difficulty, in per cent.

    Args:
        balanced: gold and its difficulties.
        groups: the words of each kind, from ``word_groups``.

    Returns:
        float64 of shape (10,), summing to 100, for each kind; all NaN for a kind that gold has no word of.
    """
    index = balanced.weights.intervals()
    return {
        name: 100 * ratio(np.bincount(index[members], minlength=INTERVALS), members.sum())
        for name, members in groups.items()
    }
