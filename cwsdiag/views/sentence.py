"""The attribute values of the words of one sentence: what each word says of itself, and all of them as a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from cwsdiag.diagnosis.words import intact_spans, pieces
from cwsdiag.frames import bucket_said, written
from cwsdiag.languages import translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.text import Floats, Segmentation

ABSENT = "–"
RIGHT = "✓"
WRONG = "✗"
_JOINT = " | "


@dataclass(frozen=True, eq=False)
class SentenceWords:
    """The words of one gold sentence under a diagnosis.

    Attributes:
        diagnosis: where values come from.
        sentence: index of the sentence.
        systems: segmentations by role.
    """

    diagnosis: Diagnosis
    sentence: int
    systems: Mapping[str, Segmentation]

    @cached_property
    def attributes(self) -> list[BucketedAttribute]:
        """The attributes that are defined here."""
        return [one for one in self.diagnosis.attributes if not one.undefined]

    @property
    def gold(self) -> Segmentation:
        """The reference."""
        return self.diagnosis.dataset.gold

    @cached_property
    def words(self) -> NDArray[np.intp]:
        """Indices of the gold words of the sentence."""
        first, last = np.searchsorted(self.gold.sentence_ids, [self.sentence, self.sentence + 1]).tolist()
        return np.arange(first, last)

    def says(self, segmentation: Segmentation, word: int) -> str:
        """Return the values of a word of gold or of a system, one attribute a line."""
        values = {} if segmentation is self.gold else self.diagnosis.system_values(segmentation.name)
        return "\n".join(
            f"{translated(one.attribute.label)}\t"
            f"{_of_word(one, values.get(one.attribute.key, one.values), segmentation, word)}"
            for one in self.attributes
        )

    def frame(self) -> pd.DataFrame:
        """Return a row for each gold word: ``word``, a column a role with what it made of it, and one an attribute.

        A role's column says ✓, or ✗ with the pieces the system made; – where nothing was compared. Values of character
        attributes stand one a character, with blanks between.
        """
        words, surfaces = self.words.tolist(), self.gold.surfaces()
        columns = {"word": [surfaces[word] for word in words]}
        starts, ends = self.gold.word_starts[self.words], self.gold.word_ends[self.words]
        spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
        for role, system in self.systems.items():
            right = intact_spans(system, spans[0][0], spans[-1][1])
            made = [RIGHT if span in right else f"{WRONG} {_JOINT.join(pieces(system, *span))}" for span in spans]
            compared = system.covered(starts).tolist()
            columns[role] = [one if scored else ABSENT for one, scored in zip(made, compared, strict=True)]
        for one in self.attributes:
            columns[one.attribute.key] = [_of_word(one, one.values, self.gold, word) for word in words]
        return pd.DataFrame(columns, dtype="str")


def _of_word(bucketed: BucketedAttribute, values: Floats, segmentation: Segmentation, word: int) -> str:
    """Return the value of a word as text; of a character attribute that of each of its characters."""
    attribute = bucketed.attribute
    if attribute.categorical:
        return ABSENT if math.isnan(values[word]) else bucket_said(bucketed.names[int(values[word])])
    own = [values[word]] if attribute.unit == "word" else values[segmentation.characters_of(word)]
    return " ".join(shown(float(value), integer=attribute.integer) for value in own)


def shown(value: float, *, integer: bool) -> str:
    """Return a value as text: whole numbers as they are, others with three decimals, – where there is none."""
    if math.isnan(value):
        return ABSENT
    return f"{value:,.0f}" if integer else written(value, 3)
