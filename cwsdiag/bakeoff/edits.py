"""Insertions, deletions and substitutions of words, counted without ``diff`` (METHODS 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import frozen

if TYPE_CHECKING:
    from cwsdiag.matching import Match
    from cwsdiag.text import Ints, Longs


@dataclass(frozen=True, eq=False)
class Edits:
    """What separates a system from gold, by sentence.

    Attributes:
        insertions: words that the system has over and above gold's, int64 of shape (sentences,).
        deletions: gold words over and above the system's.
        substitutions: gold words with a system word in their place.
    """

    insertions: Longs
    deletions: Longs
    substitutions: Longs


def count_edits(found: Match) -> Edits:
    """Count the edits of each sentence.

    In each maximal stretch of a sentence between matched words with g gold and s system words, min(g, s) are
    substitutions; the rest are insertions (s > g) or deletions (g > s), as the official script names them. A system
    word that crosses a sentence end belongs to the sentence of its last character. What was left out for differing
    characters is nobody's edit, and ends a stretch.
    """
    gold, system = found.gold, found.system
    sentence_starts = gold.text.sentence_starts
    # A place may stand there twice. That changes nothing, and np.unique would cost an import.
    walls = np.sort(np.concatenate([sentence_starts, gold.word_starts[found.gold_hit], system.left_out[:, 0]]))
    # A word that crosses a sentence end is counted where its last character is, from the start of that sentence; one
    # that has no character of gold with the character before it.
    empty = system.word_starts == system.word_ends
    system_starts = np.maximum(system.word_starts - empty, sentence_starts[system.sentence_ids])
    missed = _by_stretch(gold.word_starts[found.gold_scored & ~found.gold_hit], walls)
    wrong = _by_stretch(system_starts[found.system_scored & ~found.system_hit], walls)
    both = np.minimum(missed, wrong)
    sentences = gold.text.sentences_at(walls)

    def by_sentence(counts: Longs) -> Longs:
        # Sums of integers under 2^53 are exact in the floats that bincount adds up.
        return frozen(np.bincount(sentences, counts, minlength=len(sentence_starts)).astype(np.int64))

    return Edits(by_sentence(wrong - both), by_sentence(missed - both), by_sentence(both))


def _by_stretch(starts: Ints, walls: Ints) -> Longs:
    """Count words by the last wall at or before their start; sentence starts are walls, so there always is one."""
    return np.bincount(np.searchsorted(walls, starts, side="right") - 1, minlength=len(walls))
