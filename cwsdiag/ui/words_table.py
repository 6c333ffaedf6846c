"""The words behind a bucket, grouped: how often each occurs, how often systems fail on it, what they make of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cwsdiag.text import Bools, Segmentation
    from cwsdiag.words import GoldUnits

JOINT = " | "
# What is shown of the units of a selection, by its name in the address.
SHOWS = {"all": "all", "wrong": "wrong in A", "right": "right in A"}


@dataclass(frozen=True, eq=False)
class WordsTable:
    """Gold units grouped by their gold word.

    Attributes:
        units: the units, in the order of the text.
        systems: the systems looked at, by role: ``a``, and ``b`` where there is one.
    """

    units: GoldUnits
    systems: Mapping[str, Segmentation]

    @cached_property
    def _grouping(self) -> tuple[NDArray[np.intp], list[str]]:
        surfaces = self.units.gold.surfaces()
        words = np.array([surfaces[word] for word in self.units.words.tolist()], dtype=object)
        ids, types = pd.factorize(words)
        return ids, list(types)

    @property
    def _ids(self) -> NDArray[np.intp]:
        return self._grouping[0]

    @property
    def types(self) -> Sequence[str]:
        """The distinct gold words, in order of first occurrence."""
        return self._grouping[1]

    def wrong(self, role: str) -> Bools:
        """Return for each unit whether the system was compared there and got it wrong."""
        name = self.systems[role].name
        return self.units.scored[name] & ~self.units.right[name]

    @cached_property
    def _made(self) -> Mapping[str, Mapping[int, str]]:
        """For each role and word type what the system made of it most often where it was wrong."""
        return {role: self._most_frequent(role) for role in self.systems}

    def _most_frequent(self, role: str) -> dict[int, str]:
        gold, system = self.units.gold, self.systems[role]
        chosen = np.flatnonzero(self.wrong(role))
        words = self.units.words[chosen]
        firsts = np.searchsorted(system.word_ends, gold.word_starts[words], side="right").tolist()
        lasts = np.searchsorted(system.word_ends, gold.word_ends[words], side="left").tolist()
        surfaces = system.surfaces()
        made = Counter(
            (word, JOINT.join(surfaces[first : last + 1]))
            for word, first, last in zip(self._ids[chosen].tolist(), firsts, lasts, strict=True)
        )
        found: dict[int, str] = {}
        for (word, pieces), _ in made.most_common():
            found.setdefault(word, pieces)
        return found

    def chosen(self, show: str) -> Bools:
        """Return which units to show: all of them, or those that A got wrong, or right."""
        everything = np.ones(len(self.units), dtype=np.bool_)
        if show == "all" or "a" not in self.systems:
            return everything
        name = self.systems["a"].name
        return self.wrong("a") if show == "wrong" else self.units.right[name]

    def frame(self, *, show: str = "all", text: str = "") -> pd.DataFrame:
        """Return a row a word type, those with the most errors first.

        Columns: word, count, and for each role ``wrong_a`` (count of errors), ``made_a`` (what the system made of the
        word most often where it was wrong, empty where it never was).

        Args:
            show: which units to count, a key of ``SHOWS``.
            text: only words that hold this text, or were made into something that does.
        """
        chosen = self.chosen(show)
        size = len(self.types)
        columns: dict[str, object] = {
            "word": pd.array(list(self.types), dtype="str"),
            "count": np.bincount(self._ids[chosen], minlength=size),
        }
        for role in self.systems:
            made = self._made[role]
            columns[f"wrong_{role}"] = np.bincount(self._ids[chosen & self.wrong(role)], minlength=size)
            columns[f"made_{role}"] = [made.get(word, "") for word in range(size)]
        frame = pd.DataFrame(columns)
        wanted = frame["count"] > 0
        if text:
            hits = frame["word"].str.contains(text, regex=False)
            for role in self.systems:
                hits |= frame[f"made_{role}"].str.contains(text.replace(" ", JOINT), regex=False)
            wanted &= hits
        order = [*(f"wrong_{role}" for role in self.systems), "count"]
        return frame[wanted].sort_values(order, ascending=False, kind="stable", ignore_index=True)

    def places(self, word: str, *, show: str = "all") -> list[int]:
        """Return where a word stands, as indices of gold words, each once: where A is wrong first, then where B is."""
        if word not in self.types:
            return []
        chosen = np.flatnonzero(self.chosen(show) & (self._ids == self.types.index(word)))
        right = [~self.wrong(role)[chosen] for role in self.systems]
        # The last key given to lexsort weighs most; it keeps the order of the text among equals.
        order = np.lexsort(right[::-1]) if right else np.arange(len(chosen))
        return list(dict.fromkeys(self.units.words[chosen[order]].tolist()))
