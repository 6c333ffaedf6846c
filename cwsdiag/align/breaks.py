"""Line breaks of a system put where gold has them: they say nothing, and lines are to be matched (METHODS 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import Text, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

# So many characters before and after a break say whether it is one in gold.
_BESIDE = 4


def broken_anew(gold: Text, system: Text) -> Text:
    """Return a system's text with line breaks where gold ends sentences, as far as what stands there shows it.

    A break goes where the four characters before and the four after it stand in gold only within sentences. One comes
    where the four before and after the end of a gold sentence stand together, if they do so in gold at such ends only.
    """
    ends = gold.sentence_ends.tolist()
    breaks = set(system.sentence_ends[:-1].tolist())
    at_ends = {_beside(gold.chars, end) for end in ends}
    wanted = (at_ends | {_beside(system.chars, end) for end in breaks}) - {""}
    within = _found(gold.chars, set(ends), wanted)
    gone = {end for end in breaks if (here := _beside(system.chars, end)) in within and here not in at_ends}
    come = _places(system.chars, at_ends - within - {""}) - breaks
    if not gone and not come:
        return system
    kept = sorted(breaks - gone | come)
    return Text(system.chars, frozen(np.array([*kept, len(system.chars)], dtype=np.int32)))


def _beside(chars: str, place: int) -> str:
    """Return what stands around a place; nothing near the ends of the text."""
    return chars[place - _BESIDE : place + _BESIDE] if _BESIDE <= place <= len(chars) - _BESIDE else ""


def _found(chars: str, but: set[int], wanted: Iterable[str]) -> set[str]:
    """Return which of these stand around a place of a text that is none of some."""
    known = frozenset(wanted)
    around = ((place, chars[place - _BESIDE : place + _BESIDE]) for place in range(_BESIDE, len(chars) - _BESIDE + 1))
    return {here for place, here in around if here in known and place not in but}


def _places(chars: str, wanted: Iterable[str]) -> set[int]:
    """Return around which places of a text one of these stands."""
    known = frozenset(wanted)
    places = range(_BESIDE, len(chars) - _BESIDE + 1)
    return {place for place in places if chars[place - _BESIDE : place + _BESIDE] in known}
