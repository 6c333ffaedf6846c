"""Errors of a system by pattern, as the page Words shows them: with how training cuts the same characters."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from cwsdiag.diagnosis.patterns import error_patterns
from cwsdiag.diagnosis.word_types import JOINT, Form, shortened
from cwsdiag.diagnosis.words import pieces
from cwsdiag.languages import _, n_
from cwsdiag.memo import memo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.strings import Way
    from cwsdiag.views.look import Look

    Texts = NDArray[np.object_]

# Ways of cutting that are written out in a table, and beside the places of a pattern; of more, the number is said.
_WAYS_SAID, _WAYS_TOLD = 4, 16
# Stands where a word of the training text goes on beyond the string.
_GOES_ON = "…"


class Patterns:
    """The patterns of a system's errors over a whole dataset; each answer is computed once."""

    def __init__(self, dataset: Dataset, system: str) -> None:
        """Find them; nothing is looked up in training yet.

        Raises:
            SettingError: there is no system of this name.
        """
        self.dataset = dataset
        self.found = error_patterns(dataset, system)
        patterns = self.found.patterns
        self.gold: Texts = np.array([shortened(JOINT.join(one.gold)) for one in patterns], dtype=object)
        self.made: Texts = np.array([shortened(JOINT.join(one.made)) for one in patterns], dtype=object)
        self.numbers: dict[str, int] = {}
        for number, (gold, made) in enumerate(zip(self.gold, self.made, strict=True)):
            name = f"{gold.replace(JOINT, ' ')} → {made.replace(JOINT, ' ')}"
            # Only of what is too long to be written whole there can be two.
            self.numbers[f"{name} #{number}" if name in self.numbers else name] = number

    @property
    def names(self) -> list[str]:
        """What addresses call each pattern: ``研究 生命 → 研究生 命``."""
        return list(self.numbers)

    @cached_property
    def ways(self) -> dict[str, tuple[Way, ...]] | None:
        """How the training text cuts the characters of each pattern that it holds; None where there is no such text.

        A word list is none. The text is read once for all patterns.
        """
        training = self.dataset.training
        if training is None or not training.has_text:
            return None
        return training.ways(pattern.string for pattern in self.found.patterns)

    def frame(self, words: WordTypes, *, show: str = "all", text: str = "") -> pd.DataFrame:
        """Return a row a pattern, the most costly first.

        Columns: number (among ``found.patterns``), gold, made, places, cost (missed gold words and wrong system words
        over all places). How training cuts them says ``with_training``.

        Args:
            words: of which at least one must stand in a place for it to be counted.
            show: which units of them, a key of ``SHOWS``.
            text: only patterns whose characters hold this text, or whose gold or system words do, blanks between them.
        """
        numbers, places = self.found.counted(words.units.words[words.chosen(show)])
        if text:
            cut = JOINT.join(text.replace("|", " ").split())
            patterns = [self.found.patterns[number] for number in numbers.tolist()]
            holds = [
                text in one.string or (bool(cut) and (cut in JOINT.join(one.gold) or cut in JOINT.join(one.made)))
                for one in patterns
            ]
            chosen = np.array(holds, dtype=np.bool_)
            numbers, places = numbers[chosen], places[chosen]
        return pd.DataFrame(
            {
                "number": numbers,
                "gold": pd.array(self.gold[numbers], dtype="str"),
                "made": pd.array(self.made[numbers], dtype="str"),
                "places": places,
                "cost": places * self.found.costs[numbers],
            }
        )

    def with_training(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return rows of ``frame`` with ``training``: in words how the training text cuts the characters of each.

        Without such a text there is no such column.
        """
        if self.ways is None:
            return frame
        strings = (self.found.patterns[number].string for number in frame["number"].tolist())
        said = [ways_said(self.ways.get(string, ())) for string in strings]
        return frame.assign(training=pd.array(said, dtype="str"))

    def share(self, cost: int) -> float:
        """Return what so many missed and wrong words are of 1 − F1; NaN where nothing was compared."""
        return cost / self.found.compared if self.found.compared else float("nan")


@memo
def of_system(look: Look, system: str) -> Patterns:
    """Return the patterns of a system, found once for all who ask."""
    return Patterns(look.dataset, system)


def ways_said(ways: Sequence[Way], *, most: int | None = _WAYS_SAID) -> str:
    """Return how training cuts a string: ``研究 | 生命 12×, …究 | 生… 3×``, dots where a word goes on beyond it.

    Args:
        ways: the most frequent first.
        most: how many are written out; None for all.
    """
    if not ways:
        return _("not in training")
    texts = [
        f"{'' if way.opens else _GOES_ON}{JOINT.join(way.pieces)}{'' if way.closes else _GOES_ON} {way.count:,}×"
        for way in ways[:most]
    ]
    said = _(", ").join(texts)
    more = len(ways) - len(ways[:most])
    return said if more <= 0 else _("{ways}, {n}", ways=said, n=n_("{n:,} other way", "{n:,} other ways", more))


class PatternPlaces:
    """The places of one pattern, and what the systems of a selection made of the same gold words.

    Attributes:
        title: the gold words.
        size: how many they are.
        forms: by role what the system made of places where it was wrong: the most frequent first, the first on ties.
        remark: how the training text cuts their characters; empty where there is no such text.
    """

    def __init__(
        self, of: Patterns, number: int, words: WordTypes, *, show: str, ways: Mapping[str, Sequence[Way]] | None
    ) -> None:
        """Find the places.

        Args:
            of: all patterns of the system.
            number: of the pattern among them.
            words: of which at least one must stand in a place.
            show: which units of them, a key of ``SHOWS``.
            ways: those of ``of``; None without, or while they are not known yet.
        """
        pattern = of.found.patterns[number]
        self.title, self.size = str(of.gold[number]), len(pattern.gold)
        self.remark = ""
        if ways is not None:
            known = ways.get(pattern.string, ())
            cuts = ways_said(known, most=_WAYS_TOLD)
            self.remark = _("Training text: {ways}", ways=cuts) if known else _("Not in the training text.")
        firsts = of.found.places(number, words.units.words[words.chosen(show)])
        gold, right = of.dataset.gold, list(pattern.gold)
        starts, ends = gold.word_starts[firsts], gold.word_ends[firsts + (self.size - 1)]
        spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
        # By role and first gold word of each place, in the order of the text; empty where right or not compared.
        self._made: dict[str, dict[int, str]] = {}
        for role, name in words.roles.items():
            system = of.dataset.system(name)
            self._made[role] = {
                word: shortened(JOINT.join(cut)) if compared and (cut := pieces(system, *span)) != right else ""
                for word, span, compared in zip(firsts.tolist(), spans, system.covered(starts).tolist(), strict=True)
            }
        self.forms = {
            role: [Form(*one) for one in Counter(filter(None, made.values())).most_common()]
            for role, made in self._made.items()
        }

    def made(self, role: str, word: int) -> str:
        """Return what a system made of the place that begins at a gold word; empty where right or not compared."""
        return self._made[role][word]

    def places(self, form: tuple[str, str] | None = None) -> list[int]:
        """Return the first gold word of each place; with a role and a text only where that system made that of it."""
        role, text = form or (next(iter(self._made)), None)
        return [word for word, made in self._made[role].items() if text in (None, made)]
