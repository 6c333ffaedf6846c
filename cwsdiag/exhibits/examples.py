"""Sentences in which something can be seen: which one, and how it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.charts.ribbon import ribbon_svg
from cwsdiag.frames import Titled
from cwsdiag.languages import _
from cwsdiag.views.look import Look, PrivateLook
from cwsdiag.views.ribbons import ribbon_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.charts.theme import Ground

# In characters: shorter ones say little, longer ones are hard to take in at a glance.
SHORTEST, LONGEST = 8, 32


@dataclass(frozen=True)
class Ribbon:
    """A sentence to be drawn as gold and systems cut it.

    Attributes:
        sentence: its number, from 0.
        systems: their names by role, ``a`` and ``b``.
        aim: first and last character, in the text, of the word that is meant; None for no word.
    """

    sentence: int
    systems: Mapping[str, str]
    aim: tuple[int, int] | None = None


def example_of(look: PrivateLook, words: NDArray[np.intp], roles: Mapping[str, str]) -> Ribbon | None:
    """Return a sentence with one of some gold words: the first of a length that is easily read, or the shortest.

    Args:
        look: what is shown.
        words: numbers of gold words.
        roles: the systems of the drawing, by role.
    """
    if not isinstance(look, Look) or not len(words):
        return None
    gold = look.dataset.gold
    sentences = gold.sentence_ids[words]
    lengths = (gold.text.sentence_ends - gold.text.sentence_starts)[sentences]
    fitting = np.flatnonzero((lengths >= SHORTEST) & (lengths <= LONGEST))
    place = int(fitting[0] if len(fitting) else np.argmin(lengths))
    word = int(words[place])
    aim = (int(gold.word_starts[word]), int(gold.word_ends[word]))
    return Ribbon(int(sentences[place]), dict(roles), aim)


def example_in(
    look: PrivateLook,
    roles: Mapping[str, str],
    attribute: str | None = None,
    bucket: int | None = None,
    *,
    where: Sequence[tuple[str, int]] = (),
    show: str = "wrong",
) -> Ribbon | None:
    """Return a sentence with a word of a bucket that systems get wrong, or another choice of ``SHOWS``."""
    if not isinstance(look, Look):
        return None
    words = look.words(attribute, bucket, roles, where=where)
    return example_of(look, words.units.words[words.chosen(show)], roles)


def drawing_of(
    look: PrivateLook, ribbon: Ribbon, width: float, type: float, ground: Ground, height: float | None = None
) -> str:
    """Return a sentence as an SVG.

    Args:
        look: whose sentence it is.
        ribbon: which sentence, with which systems.
        width: of the drawing, in pixels.
        type: the size of its smallest text.
        ground: what it is drawn on.
        height: that may not be passed; None where it grows downwards.
    """
    dataset = look.dataset
    return ribbon_svg(
        [
            Titled(
                "",
                ribbon_of(
                    dataset.gold,
                    {role: dataset.system(name) for role, name in ribbon.systems.items()},
                    ribbon.sentence,
                    aim=ribbon.aim,
                    colours={role: look.colours[name] for role, name in ribbon.systems.items()},
                    weights=None if dataset.difficulty is None else dataset.difficulty.values,
                ),
            )
        ],
        width=width,
        type=type,
        ground=ground,
        title=_("Sentence {number:,} of {dataset}", number=ribbon.sentence + 1, dataset=look.name),
        height=height,
    )
