"""The sentence that stands for a finding, chosen by a rule: short enough to be read, and wrong in the right place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.exhibits.exhibit import Ribbon

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cwsdiag.exhibits.scene import Scene

# A sentence of fewer characters shows nothing but the error, one of more is not read.
SHORTEST, LONGEST = 8, 32


def example_of(scene: Scene, words: NDArray[np.intp], roles: Mapping[str, str]) -> Ribbon | None:
    """Return the sentence that shows one of some gold words: the first of 8 to 32 characters, else the shortest.

    Args:
        scene: what is looked at.
        words: indices of gold words, in the order of the text.
        roles: names of the systems to be shown, by role.

    Returns:
        The sentence with the word as what the eye is to find; None where there is no word, or gold is private.
    """
    if scene.withholds_gold or not len(words):
        return None
    gold = scene.results.dataset.gold
    sentences = gold.sentence_ids[words]
    lengths = (gold.text.sentence_ends - gold.text.sentence_starts)[sentences]
    fitting = np.flatnonzero((lengths >= SHORTEST) & (lengths <= LONGEST))
    place = int(fitting[0] if len(fitting) else np.argmin(lengths))
    word = int(words[place])
    aim = int(gold.word_starts[word]), int(gold.word_ends[word])
    return Ribbon(int(sentences[place]), dict(roles), aim)
