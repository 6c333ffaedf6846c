"""Test sentences drawn at random from a segmented text, within given lengths, as the toolkit of [ED] draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.resampling import check_draw, drawn_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.formats.document import Document


def draw_sentences(
    document: Document, *, sentences: int, seed: int, shortest: int = 1, longest: int | None = None
) -> list[Sequence[str]]:
    """Draw sentences, each of the given lengths as likely as any other, none twice.

    Args:
        document: what to draw from.
        sentences: how many.
        seed: the same one draws the same sentences on every machine.
        shortest: fewest characters of a sentence.
        longest: most characters of one; None for any number.

    Returns:
        The words of each, in the order of the text.

    Raises:
        SettingError: there are not so many sentences of these lengths, or fewer than one is wanted; or a
            number is out of bounds.
    """
    check_draw(seed=seed, shortest=shortest, longest=longest)
    kept, place = [], 0
    for size in document.sizes:
        words = document.words[place : place + size]
        place += size
        characters = sum(map(len, words))
        if shortest <= characters and (longest is None or characters <= longest):
            kept.append(words)
    if not 1 <= sentences <= len(kept):
        raise SettingError(
            lazy(
                "{sentences:,} sentences cannot be drawn: {name} has {kept:,} of these lengths, of {all:,}. Ask for "
                "fewer, or allow other lengths.",
                sentences=sentences,
                name=document.name,
                kept=len(kept),
                all=len(document.sizes),
            )
        )
    return [kept[one] for one in sorted(drawn_order(len(kept), seed=seed)[:sentences])]
