"""What a base segmenter has learnt, whichever learner it was, and the tags that follow from it.

A perceptron and a linear-chain CRF over the same features have the same weights: one for each feature and tag, one for
each pair of tags. So both are kept, sent and decoded in one way.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.difficulty.templates import COLUMNS
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cwsdiag.difficulty.templates import Sentences, Template

# No learner comes near it, and sums along a sentence stay numbers; what is not a number is not below it, either.
_LARGEST = 1e9
# What ``np.save`` writes before an array. It is not left to ``np.load``, which makes room for any size that it is told.
_HEAD = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|]\w\d)', 'fortran_order': False, "
    rb"'shape': \((\d{1,12}),(?: (\d{1,12}))?\), \} *\n",
    re.DOTALL,
)
# Of features, bits, weights and transitions.
_TYPES = (("<i4", 1), ("|u1", 1), ("<f4", 1), ("<f4", 2))


def _arrays(content: bytes) -> list[NDArray[Any]] | None:
    """Return the arrays of a file, of the types and dimensions of ``_TYPES``; None where they are not these alone."""
    found, place = [], 0
    for type_, dimensions in _TYPES:
        head = _HEAD.match(content, place)
        if head is None or head[1].decode() != type_ or (head[3] is None) != (dimensions == 1):
            return None
        shape = tuple(int(size) for size in head.groups()[1:] if size is not None)
        dtype, place = np.dtype(type_), head.end()
        size = math.prod(shape) * dtype.itemsize
        if len(content) - place < size:
            return None
        found.append(np.frombuffer(content, dtype, math.prod(shape), place).reshape(shape).copy())
        place += size
    return found if place == len(content) else None


@dataclass(frozen=True, eq=False)
class Model:
    """Weights of a base segmenter, rounded as they are kept: a model is the same whether it was kept or not.

    Attributes:
        features: int32, ascending: the features that speak for or against some tag.
        emissions: float32 of shape (features, 4): how much each of them speaks for each tag, as ``text.TAGS``.
        transitions: float32 of shape (4, 4): how much a tag speaks for the one after it.
    """

    features: NDArray[np.int32]
    emissions: NDArray[np.float32]
    transitions: NDArray[np.float32]

    @classmethod
    def of(cls, features: NDArray[np.int32], emissions: NDArray[np.float64], transitions: NDArray[np.float64]) -> Model:
        """Round weights, leave out features without any, and sort the rest; features are in any order, each once."""
        rounded = emissions.astype(np.float32)
        telling = np.flatnonzero(rounded.any(axis=1))
        telling = telling[np.argsort(features[telling])]
        return cls(frozen(features[telling]), frozen(rounded[telling]), frozen(transitions.astype(np.float32)))

    def to_bytes(self) -> bytes:
        """Return the model as bytes; weights of 0, about half of all, take no room."""
        there = self.emissions != 0
        parts = (self.features, np.packbits(there), self.emissions[there], self.transitions)
        out = BytesIO()
        for part in parts:
            np.save(out, part, allow_pickle=False)
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes, *, features: int) -> Model | None:
        """Return the model that ``to_bytes`` wrote; None where it did not, as of a file that somebody has changed.

        Args:
            content: from wherever models are kept: nothing in it is believed, neither sizes nor numbers.
            features: how many features there are for it to have weights of.
        """
        found = _arrays(content)
        if found is None:
            return None
        known, bits, weights, transitions = found
        there = np.unpackbits(bits).astype(np.bool_)
        if not (
            transitions.shape == (4, 4)
            and bool(np.all(known[1:] > known[:-1]))
            and (len(known) == 0 or 0 <= known[0] <= known[-1] < features)
            and len(bits) == -(-4 * len(known) // 8)
            and int(there.sum()) == len(weights)
            and not there[4 * len(known) :].any()
            and all(bool(np.all(np.abs(part) <= _LARGEST)) for part in (weights, transitions))
        ):
            return None
        emissions = np.zeros((len(known), 4), dtype=np.float32)
        emissions[there[: emissions.size].reshape(-1, 4)] = weights
        return cls(frozen(known), frozen(emissions), frozen(transitions))

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
