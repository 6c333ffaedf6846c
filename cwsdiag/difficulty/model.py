"""What a base segmenter has learnt, whichever learner it was, and the tags that follow from it.

A perceptron and a linear-chain CRF over the same features have the same weights: one for each feature and tag, one for
each pair of tags. So both are kept, sent and decoded in one way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.difficulty.templates import COLUMNS
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.difficulty.templates import Sentences, Template
    from cwsdiag.text import Floats, Ints


@dataclass(frozen=True, eq=False)
class Model:
    """Weights of a base segmenter, rounded as they are decoded: a model is the same whether it was stored or not.

    Attributes:
        features: int32, ascending: the features that speak for or against some tag.
        emissions: float32 of shape (features, 4): how much each of them speaks for each tag, as ``text.TAGS``.
        transitions: float32 of shape (4, 4): how much a tag speaks for the one after it.
    """

    features: Ints
    emissions: NDArray[np.float32]
    transitions: NDArray[np.float32]

    @classmethod
    def of(cls, features: Ints, emissions: Floats, transitions: Floats) -> Model:
        """Round weights, leave out features without any, and sort the rest; features are in any order, each once."""
        rounded = emissions.astype(np.float32)
        telling = np.flatnonzero(rounded.any(axis=1))
        telling = telling[np.argsort(features[telling])]
        return cls(frozen(features[telling]), frozen(rounded[telling]), frozen(transitions.astype(np.float32)))

    def __getstate__(self) -> tuple[NDArray[Any], ...]:
        # Weights of 0, about half of all, take no room.
        there = self.emissions != 0
        return self.features, np.packbits(there), self.emissions[there], self.transitions

    def __setstate__(self, state: tuple[NDArray[Any], ...]) -> None:
        features, bits, weights, transitions = state
        emissions = np.zeros((len(features), 4), dtype=np.float32)
        emissions[np.unpackbits(bits, count=emissions.size).reshape(-1, 4).astype(np.bool_)] = weights
        self.__dict__.update(features=frozen(features), emissions=frozen(emissions), transitions=frozen(transitions))

    def tags(self, sentences: Sentences, *, template: Template, features: int) -> NDArray[np.int8]:
        """Return the best valid tags of a text.

        Args:
            sentences: the text, with ids of the features that the model was learnt over.
            template: the one that the model was learnt with.
            features: how many features that template has.

        Returns:
            int8 for each character, as ``text.TAGS``; empty for an empty text.
        """
        from cwsdiag.difficulty.compiled import write_tags

        emissions = np.zeros((features, 4), dtype=np.float32)
        emissions[self.features] = self.emissions
        tags = np.empty(len(sentences.ids), dtype=np.int8)
        write_tags(
            sentences.ids,
            sentences.starts,
            sentences.ends,
            COLUMNS[template],
            frozen(emissions),
            frozen(self.transitions.copy()),
            tags,
        )
        return frozen(tags)
