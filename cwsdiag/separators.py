"""The edit distance of word separators, against one reference or several (METHODS, Separator distance, [ED]).

A separator stands between two adjacent characters of a sentence; the end of a sentence has none. Sentences are those of
gold. A separator counts where both characters beside it are compared: what is left out for differing characters has
none on either side, nor have its edges, which were moved to where both sides have a word boundary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from cwsdiag import scores
from cwsdiag.arguments import bounds, number
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.text import Bools, Segmentation, boundaries, frozen, running, stretches


@dataclass(frozen=True)
class Costs:
    """What it costs to mend a system's separators; precision, recall and F are counts and know no costs.

    Attributes:
        insertion: of a separator that the system lacks; a number from 0 to a million.
        deletion: of one that the reference lacks.

    Raises:
        SettingError: one of them is no such number.
    """

    insertion: float = 1
    deletion: float = 1

    def __post_init__(self) -> None:
        """Refuse what is no cost."""
        for cost in (self.insertion, self.deletion):
            number("cost", cost, 0, bounds.COST)

    @property
    def text(self) -> str:
        """Both as options, addresses and signatures have them: ``2,0.5``."""
        return f"{self.insertion:g},{self.deletion:g}"

    @classmethod
    def of_text(cls, text: str) -> Costs:
        """Return the costs that ``text`` says; whole numbers stay whole.

        Raises:
            SettingError: these are no two such numbers.
        """
        try:
            insertion, deletion = (int(part) if part.strip().isdecimal() else float(part) for part in text.split(","))
        except ValueError:
            raise SettingError(
                lazy("costs {text!r}: give two numbers, for insertion and deletion, such as 2,1.", text=text)
            ) from None
        return cls(insertion, deletion)


EQUAL_COSTS = Costs()
# How several references are made into one.
ENDS: dict[str, np.ufunc] = {"intersection": np.logical_and, "union": np.logical_or}


@dataclass(frozen=True)
class SeparatorScore:
    """Separators of a system against those of one reference.

    Attributes:
        name: of the system.
        sub: separators that both have.
        ins: reference separators that the system lacks: to be inserted.
        dels: system separators that the reference lacks: to be deleted. Documents call it ``del``, a word of Python.
        coverage: share of the reference's words that were compared; below 1 only where characters were left out.
        system_coverage: the same of the words that the system wrote; NaN where it wrote none.
        costs: what an insertion and a deletion add to the distance.
    """

    name: str
    sub: int
    ins: int
    dels: int
    coverage: float = 1.0
    system_coverage: float = 1.0
    costs: Costs = EQUAL_COSTS

    @property
    def precision(self) -> float:
        """Return sub / (sub + dels), in [0, 1]; NaN where the system has no separator."""
        return scores.share(self.sub, self.sub + self.dels)

    @property
    def recall(self) -> float:
        """Return sub / (sub + ins), in [0, 1]; NaN where the reference has no separator."""
        return scores.share(self.sub, self.sub + self.ins)

    @property
    def f1(self) -> float:
        """Return the harmonic mean of both, in [0, 1]: 0 where both are 0, NaN where one of them is."""
        # scores.f1 is defined, and 0, where just one of the two is undefined. A mean with nothing is nothing.
        if math.isnan(self.precision) or math.isnan(self.recall):
            return math.nan
        return scores.share(2 * self.sub, 2 * self.sub + self.ins + self.dels)

    @property
    def distance(self) -> float:
        """What the insertions and deletions cost that make the reference of the system; their number as a rule."""
        return self.costs.insertion * self.ins + self.costs.deletion * self.dels

    @property
    def toolkit_precision(self) -> float:
        """What the sample output of the toolkit prints as precision: sub / (sub + ins + dels); NaN without any [ED]."""
        return scores.share(self.sub, self.sub + self.ins + self.dels)


class SeparatorRange(NamedTuple):
    """A system against several references: its scores against their intersection and against their union.

    Precision is never lower against the union. Recall may be: what only some references have is easily missed.

    Attributes:
        intersection: against the separators that all references have; its recall is the optimal one.
        union: against those that any of them has; its precision is the optimal one.
    """

    intersection: SeparatorScore
    union: SeparatorScore


@dataclass(frozen=True, eq=False)
class SeparatorDistances:
    """Systems against one reference or several.

    Attributes:
        references: at least one; the first is gold.
        intersection: a segmentation with the separators that all references have; gold itself where it is alone.
        union: one with the separators that any of them has; gold itself where it is alone.
        scores: of each system against gold.
        ranges: of each system against all references; none where gold is the only one.
    """

    references: tuple[Segmentation, ...]
    intersection: Segmentation
    union: Segmentation
    scores: tuple[SeparatorScore, ...]
    ranges: tuple[SeparatorRange, ...]


def comparable(systems: Sequence[Segmentation]) -> list[Segmentation]:
    """Return the systems that can be compared by separators: those whose characters are gold's, or were left out.

    Where what a system wrote itself counts (``mismatch="count"``) there is no text whose separators both have.
    """
    return [system for system in systems if system.own is None]


def separator_distances(
    references: Sequence[Segmentation], systems: Sequence[Segmentation], *, costs: Costs = EQUAL_COSTS
) -> SeparatorDistances:
    """Compare systems with references, gold first among them.

    Args:
        references: what is right, at least one.
        systems: over the same ``Text`` object.
        costs: what an insertion and a deletion add to distances.

    Raises:
        SettingError: one of them is not ``comparable``.
        ValueError: not all share one ``Text``.
    """
    inner, outer = (combined(end, references) if len(references) > 1 else references[0] for end in ENDS)
    against = partial(score_separators, costs=costs)
    return SeparatorDistances(
        tuple(references),
        inner,
        outer,
        scores=tuple(against(references[0], system) for system in systems),
        ranges=tuple(
            SeparatorRange(against(inner, system), against(outer, system)) for system in systems if len(references) > 1
        ),
    )


def score_separators(reference: Segmentation, system: Segmentation, *, costs: Costs = EQUAL_COSTS) -> SeparatorScore:
    """Count what it takes to make the reference of a system.

    Args:
        reference: what is right.
        system: over the same ``Text`` object.
        costs: what an insertion and a deletion add to the distance.

    Raises:
        ValueError: the two do not share their text.
    """
    _check_text((reference, system))
    here = _compared(reference, system)
    wanted, given = boundaries(reference) & here, boundaries(system) & here
    compared = reference.covered(reference.word_starts) & system.covered(reference.word_starts)
    # Of a word that crosses what the reference leaves out a part is compared.
    before = running(_covered(reference) & _covered(system))
    kept = system.written & (before[system.word_ends] > before[system.word_starts])
    return SeparatorScore(
        system.name,
        sub=int(np.count_nonzero(wanted & given)),
        ins=int(np.count_nonzero(wanted & ~given)),
        dels=int(np.count_nonzero(given & ~wanted)),
        coverage=int(np.count_nonzero(compared)) / len(reference),
        system_coverage=scores.share(np.count_nonzero(kept), scores.text_fidelity(reference, system).words),
        costs=costs,
    )


def count_separators(segmentation: Segmentation) -> int:
    """Return how many separators a segmentation has, without those of what it leaves out."""
    return int(np.count_nonzero(boundaries(segmentation) & _compared(segmentation)))


def combined(end: str, references: Sequence[Segmentation]) -> Segmentation:
    """Return the segmentation with the separators that all references have, or that any has.

    All ends of sentences are among its boundaries, as they are among gold's. What any reference leaves out, the result
    leaves out. Those with the same characters there still decide how it is cut, so that it can be written as a file;
    gold always is one of them.

    Args:
        end: ``intersection`` or ``union``, which the result is called.
        references: over the same ``Text`` object.

    Raises:
        ValueError: they do not share their text.
    """
    _check_text(references)
    text = references[0].text
    cut = boundaries(references[0])
    for reference in references[1:]:
        # What stands between two characters that are left out is not known: there the others decide.
        silent = ~_covered(reference)
        silent[:-1] &= silent[1:]
        cut = np.where(silent, cut, ENDS[end](cut, boundaries(reference)))
    cut[text.sentence_ends - 1] = True
    word_ends = frozen((np.flatnonzero(cut) + 1).astype(np.int32))
    left_out = np.logical_or.reduce([~_covered(reference) for reference in references])
    return Segmentation(end, text, word_ends, left_out=stretches(left_out))


def _check_text(cuts: Sequence[Segmentation]) -> None:
    if any(cut.text is not cuts[0].text for cut in cuts):
        raise ValueError("these are segmentations of different Text objects")
    for cut in cuts:
        if cut.own is not None:
            raise SettingError(
                lazy(
                    "{name}: separators are compared over one text, and its characters are not those of gold. Leave "
                    "out what differs (mismatch: skip), or mend the file.",
                    name=cut.name,
                )
            )


def _covered(segmentation: Segmentation) -> Bools:
    """Return for each character whether it is compared."""
    return segmentation.covered(np.arange(len(segmentation.text.chars)))


def _compared(*segmentations: Segmentation) -> Bools:
    """Return for each character whether a separator after it would count."""
    text = segmentations[0].text
    here: Bools = np.logical_and.reduce(list(map(_covered, segmentations)))
    here[:-1] &= here[1:]
    here[text.sentence_ends - 1] = False
    return here
