"""Putting a system's words on the gold text (METHODS 1).

Files are compared on their characters, not line by line. Where the characters differ, that is an error which names the
places; on request the differing stretches are left out on both sides instead, and the coverage says how much that was,
or nothing is left out, and what a system adds or lacks counts against it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

from cwsdiag.align.stretches import (
    DifferingStretch,
    describe,
    differing_stretches,
    leave_out,
    place_of,
)
from cwsdiag.arguments import choice
from cwsdiag.errors import AlignmentError
from cwsdiag.languages import lazy
from cwsdiag.text import Segmentation

if TYPE_CHECKING:
    from cwsdiag.text import Ints, Text

__all__ = ["MISMATCHES", "DifferingStretch", "Mismatch", "align", "differing_stretches", "place_of"]

Mismatch = Literal["error", "skip", "count"]
MISMATCHES: tuple[Mismatch, ...] = get_args(Mismatch)


def align(
    gold: Segmentation,
    *,
    name: str,
    text: Text,
    word_ends: Ints,
    digest: str = "",
    reading: str = "",
    mismatch: Mismatch = "error",
) -> Segmentation:
    """Put the words of a system on the gold text.

    Args:
        gold: the reference.
        name: of the system.
        text: the system's own characters and lines.
        word_ends: its words, over its own characters.
        digest: of its file.
        reading: how its file was read.
        mismatch: what to do where characters differ: ``"error"``; ``"skip"`` to leave the stretches out; ``"count"`` to
            count all that the system wrote, and all of gold.

    Returns:
        The system over the gold's ``Text``. With ``"skip"``, each differing stretch is widened to the nearest word
        boundaries that both sides share, and stands in ``left_out`` as one word; with ``"count"`` what the system wrote
        stands in ``own``. Both say in ``differing`` how the texts differ.

    Raises:
        SettingError: there is no such ``mismatch``.
        AlignmentError: the characters differ and ``mismatch`` is ``"error"``, or, with ``"skip"``, nothing is left to
            compare.
    """
    choice("mismatch", mismatch, MISMATCHES)
    if text.chars == gold.text.chars:
        return Segmentation(name, gold.text, word_ends, digest, reading)
    if mismatch == "error":
        raise AlignmentError(
            describe(gold, name, text, differing_stretches(gold.text.chars, text.chars)), remedy="same text"
        )
    # Whoever has no system whose text differs does without these.
    from cwsdiag.align.carrying import carry, placed
    from cwsdiag.align.fidelity import fidelity

    carried = carry(gold.text, text)
    differing = fidelity(gold.text, text, word_ends, carried)
    if mismatch == "count":
        ends, own = placed(gold, text, word_ends, carried.places)
        return Segmentation(name, gold.text, ends, digest, reading, own=own, differing=differing)
    kept, left_out = leave_out(gold, text, word_ends, differing_stretches(gold.text.chars, text.chars))
    system = Segmentation(name, gold.text, kept, digest, reading, left_out)
    if not system.covered(gold.word_starts).any():
        raise AlignmentError(
            lazy(
                "{name}: nothing is left to compare with the gold file {gold} without the differing stretches.\n"
                "Check that both files hold the same test set.",
                name=name,
                gold=gold.name,
            )
        )
    return replace(system, differing=differing)
