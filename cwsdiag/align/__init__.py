"""Putting a system's words on the gold text (METHODS 1).

Files are compared on their characters, not line by line. Where the characters differ, that is an error which names the
places; on request the differing stretches are left out on both sides instead, and the coverage says how much that was,
or nothing is left out, and what a system adds or lacks counts against it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from cwsdiag.errors import AlignmentError
from cwsdiag.languages import lazy
from cwsdiag.text import Segmentation

__all__ = ["MISMATCHES", "Mismatch", "align"]

Mismatch = Literal["error", "skip", "count"]
MISMATCHES: tuple[Mismatch, ...] = get_args(Mismatch)


def align(gold: Segmentation, text: Segmentation, *, name: str, mismatch: Mismatch = "error") -> Segmentation:
    """Put the words of a system on the gold text.

    Args:
        gold: the reference.
        text: the system's words, over its own characters.
        name: of the system.
        mismatch: what to do where characters differ: ``"error"``; ``"skip"`` to leave the stretches out; ``"count"`` to
            count all that the system wrote, and all of gold.

    Returns:
        The system over the gold's ``Text``. With ``"skip"``, each differing stretch is widened to the nearest word
        boundaries that both sides share, and stands in ``left_out`` as one word; with ``"count"`` what the system wrote
        stands in ``own``. Both say in ``differing`` how the texts differ. Words keep their parts of speech; what stands
        for no word of the system has none.

    Raises:
        AlignmentError: the characters differ and ``mismatch`` is ``"error"``, or, with ``"skip"``, nothing is left to
            compare.
    """
    system = Segmentation(name, gold.text, text.word_ends, text.digest, text.reading, pos=text.pos)
    if text.text.chars == gold.text.chars:
        return system
    # Whoever has no system whose text differs does without these.
    from cwsdiag.align.carrying import carry, placed
    from cwsdiag.align.sentences import describe, leave_out

    if mismatch == "error":
        raise AlignmentError(describe(gold, name, text.text), remedy="same text")
    places, differing = carry(gold.text, text)
    if mismatch == "count":
        ends, words, own = placed(gold, text, places)
        return replace(system, word_ends=ends, pos=text.pos and text.pos.at(words), own=own, differing=differing)
    ends, words, left_out = leave_out(gold, text)
    system = replace(
        system, word_ends=ends, pos=text.pos and text.pos.at(words), left_out=left_out, differing=differing
    )
    if not system.covered(gold.word_starts).any():
        raise AlignmentError(
            lazy(
                "{name}: nothing is left to compare with the gold file {gold} without the differing stretches.\n"
                "Check that both files hold the same test set.",
                name=name,
                gold=gold.name,
            )
        )
    return system
