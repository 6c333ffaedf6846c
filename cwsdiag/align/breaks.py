"""Line breaks of a system put where gold has them: they say nothing, and lines are to be matched (METHODS 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.text import Text, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# So many characters before and after a break say whether it is one in gold.
_BESIDE = 4


def broken_anew(gold: Text, system: Text) -> Text:
    """Return a system's text with line breaks where gold ends sentences, as far as what stands there shows it.

    A break goes where the four characters before and the four after it stand in gold only within sentences. One comes
    where the four before and after the end of a gold sentence stand together, if they do so in gold at such ends only.
    """
    ends = set(gold.sentence_ends.tolist())
    breaks = set(system.sentence_ends[:-1].tolist())
    at_ends = {here for place, here in _around(gold.chars, ends)}
    wanted = at_ends | {here for place, here in _around(system.chars, breaks)}
    within = {here for place, here in _around(gold.chars) if here in wanted and place not in ends}
    gone = {place for place, here in _around(system.chars, breaks) if here in within and here not in at_ends}
    wanted = at_ends - within
    come = {place for place, here in _around(system.chars) if here in wanted} - breaks
    if not gone and not come:
        return system
    kept = sorted(breaks - gone | come)
    return Text(system.chars, frozen(np.array([*kept, len(system.chars)], dtype=np.int32)))


def _around(chars: str, places: Iterable[int] | None = None) -> Iterator[tuple[int, str]]:
    """Yield places of a text, all by default, with what stands around each; none near the ends of the text."""
    inside = range(_BESIDE, len(chars) - _BESIDE + 1)
    for place in inside if places is None else places:
        if place in inside:
            yield place, chars[place - _BESIDE : place + _BESIDE]
