"""The words behind a number, grouped: how often each occurs, how often systems fail on it, what they make of it.

A ``WordIndex`` keeps what every selection of words needs, so that a new selection costs a few passes over arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.attributes import Context
from cwsdiag.diagnosis.words import choice, gold_units
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from cwsdiag.attributes.base import Unit, Values
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.words import Condition, GoldUnits
    from cwsdiag.text import Bools, Ints, Segmentation

JOINT = " | "
# Longer than any word: a system that hardly cuts would otherwise repeat its text in every row.
LONGEST_MADE = 60

# Which units of a selection are counted, and which roles must be there for that.
SHOWS = {"all": "", "wrong": "a", "right": "a", "only_a": "ab", "only_b": "ab", "all_wrong": "a"}
# By what rows are sorted, each followed by errors of A, errors of B and count: the column, and whether it rises.
ORDERS = {
    "errors_a": ("wrong_a", False),
    "errors_b": ("wrong_b", False),
    "disagreement": ("disagreement", False),
    "count": ("count", False),
    "word": ("word", True),
}


@dataclass(frozen=True, eq=False)
class Made:
    """What a system made of the gold words it got wrong.

    Attributes:
        ids: for each gold word which of ``texts``, int32; -1 where it is right or was not compared.
        texts: the words that overlap the gold word, one text for each word type and way of cutting it.
    """

    ids: Ints
    texts: Sequence[str]


class WordIndex:
    """The gold words of a diagnosis by type, with what systems made of them; each part is made when first asked for."""

    def __init__(self, diagnosis: Diagnosis) -> None:
        """Compute nothing yet."""
        self.diagnosis = diagnosis
        self._context = Context(diagnosis.dataset.gold, training=None)
        self._units: dict[Unit, GoldUnits] = {}
        self._made: dict[str, Made] = {}
        self._values: dict[tuple[str, Unit], Values] = {}

    @property
    def types(self) -> Sequence[str]:
        """The distinct gold words, in order of first occurrence."""
        return self._context.types

    @property
    def type_ids(self) -> Ints:
        """For each gold word the index of its type."""
        return self._context.type_ids

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The index of each type."""
        return {word: number for number, word in enumerate(self.types)}

    @cached_property
    def type_array(self) -> NDArray[np.object_]:
        """The types as an array, from which many are taken at once."""
        return np.array(self.types, dtype=object)

    def units(self, unit: Unit) -> GoldUnits:
        """Return all gold words, or characters."""
        if unit not in self._units:
            self._units[unit] = gold_units(self.diagnosis, unit)
        return self._units[unit]

    def made(self, name: str) -> Made:
        """Return what a system made of the words it got wrong."""
        if name not in self._made:
            words = self.units("word")
            wrong = words.scored[name] & ~words.right[name]
            self._made[name] = _made(words.gold, self.diagnosis.dataset.system(name), self.type_ids, wrong)
        return self._made[name]

    def values(self, key: str, unit: Unit) -> Values:
        """Return the value of each gold word, or character, under an attribute that is defined.

        A word has the mean of its characters under a character attribute, a character the value of its word under the
        others; NaN where there is none.
        """
        if (key, unit) not in self._values:
            bucketed = self.diagnosis.attribute(key)
            gold = self.diagnosis.dataset.gold
            values = bucketed.values
            if bucketed.attribute.unit == "char" and unit == "word":
                values = _means(np.repeat(np.arange(len(gold)), gold.word_lengths), values, len(gold))
            elif bucketed.attribute.unit == "word" and unit == "char":
                values = np.repeat(values, gold.word_lengths)
            self._values[key, unit] = values
        return self._values[key, unit]

    def select(
        self,
        attribute: str | None = None,
        bucket: int | None = None,
        *,
        roles: Mapping[str, str],
        where: Sequence[Condition] = (),
    ) -> WordTypes:
        """Return the word types of a bucket; see ``words.units_in``.

        Args:
            attribute: key of an attribute that is defined.
            bucket: index of one of its buckets.
            roles: names of the systems to look at, by role: ``a``, and ``b`` where there is one.
            where: further conditions.
        """
        unit, chosen = choice(self.diagnosis, attribute, bucket, where=where)
        return WordTypes(self, self.units(unit).take(chosen), dict(roles))


@dataclass(frozen=True, eq=False)
class WordTypes:
    """Gold units grouped by their gold word.

    Attributes:
        index: what is known of all words.
        units: the units, in the order of the text.
        roles: names of the systems looked at, by role: ``a``, and ``b`` where there is one.
    """

    index: WordIndex
    units: GoldUnits
    roles: Mapping[str, str]

    @cached_property
    def _ids(self) -> Ints:
        return self.index.type_ids[self.units.words]

    @cached_property
    def size(self) -> int:
        """Number of distinct gold words."""
        return int(np.count_nonzero(self._counts(np.ones(len(self.units), dtype=np.bool_))))

    def wrong(self, role: str) -> Bools:
        """Return for each unit whether the system was compared there and got it wrong."""
        name = self.roles[role]
        return self.units.scored[name] & ~self.units.right[name]

    def right(self, role: str) -> Bools:
        """Return for each unit whether the system got it right."""
        return self.units.right[self.roles[role]]

    @cached_property
    def all_wrong(self) -> Bools:
        """For each unit whether every system of the dataset was compared there and got it wrong."""
        wrong = np.ones(len(self.units), dtype=np.bool_)
        for name, right in self.units.right.items():
            wrong &= self.units.scored[name] & ~right
        return wrong

    def chosen(self, show: str) -> Bools:
        """Return which units to show: a key of ``SHOWS``; all of them where a role it needs is not there."""
        if show == "all" or not set(SHOWS[show]) <= set(self.roles):
            return np.ones(len(self.units), dtype=np.bool_)
        if show == "all_wrong":
            return self.all_wrong
        if show in {"wrong", "right"}:
            return self.wrong("a") if show == "wrong" else self.right("a")
        better, other = ("a", "b") if show == "only_a" else ("b", "a")
        return self.right(better) & self.wrong(other)

    def frame(
        self, *, show: str = "all", text: str = "", order: str = "errors_a", attributes: Iterable[str] = ()
    ) -> pd.DataFrame:
        """Return a row a word type, those with the most errors first.

        Columns: word, count, and for each role ``wrong_a`` and ``right_a`` (counts) and ``made_a`` (what the system
        made of the word most often where it was wrong, empty where it never was); ``disagreement`` (in how many places
        one of A and B is right and the other wrong); and ``value_wLen``, the mean of each attribute asked for, NaN
        where there is none.

        Args:
            show: which units to count, a key of ``SHOWS``.
            text: only words that hold this text, or were made into something that does.
            order: a key of ``ORDERS``; by errors of A where a role it needs is not there.
            attributes: keys of attributes that are defined.
        """
        import pandas as pd

        chosen = self.chosen(show)
        counts = self._counts(chosen)
        types = np.flatnonzero(counts)
        columns: dict[str, object] = {
            "word": pd.array(self.index.type_array[types], dtype="str"),
            "count": counts[types],
        }
        for role in self.roles:
            columns[f"wrong_{role}"] = self._counts(chosen & self.wrong(role))[types]
            columns[f"right_{role}"] = self._counts(chosen & self.right(role))[types]
            columns[f"made_{role}"] = pd.array(self._most_frequent(role, chosen)[types], dtype="str")
        if "b" in self.roles:
            one_right = (self.right("a") & self.wrong("b")) | (self.right("b") & self.wrong("a"))
            columns["disagreement"] = self._counts(chosen & one_right)[types]
        frame = pd.DataFrame(columns)
        unit: Unit = "word" if self.units.characters is None else "char"
        places = self.units.words if self.units.characters is None else self.units.characters
        for key in attributes:
            values = self.index.values(key, unit)[places[chosen]]
            frame[f"value_{key}"] = _means(self._ids[chosen], values, len(counts))[types]
        return self._sorted(frame[self._holding(frame, text)] if text else frame, order)

    def _counts(self, chosen: Bools) -> NDArray[np.intp]:
        return np.bincount(self._ids[chosen], minlength=len(self.index.types))

    def _most_frequent(self, role: str, chosen: Bools) -> NDArray[np.object_]:
        """Return for each type what the system made of it most often in the chosen units; the first such on ties."""
        made = self.index.made(self.roles[role])
        wrong = chosen & self.wrong(role)
        texts, first, counts = np.unique(made.ids[self.units.words[wrong]], return_index=True, return_counts=True)
        types = self._ids[wrong][first]
        found = np.full(len(self.index.types), "", dtype=object)
        # What is written last stays: the most frequent, and of those the first.
        order = np.lexsort((-first, counts))
        found[types[order]] = np.array([*made.texts, ""], dtype=object)[texts[order]]
        return found

    def _holding(self, frame: pd.DataFrame, text: str) -> pd.Series[bool]:
        hits = frame["word"].str.contains(text.strip(), regex=False)
        pieces = JOINT.join(text.replace("|", " ").split())
        if pieces:
            for role in self.roles:
                hits |= frame[f"made_{role}"].str.contains(pieces, regex=False)
        return hits

    def _sorted(self, frame: pd.DataFrame, order: str) -> pd.DataFrame:
        first, rises = ORDERS[order]
        columns = [*dict.fromkeys([first, *(f"wrong_{role}" for role in self.roles), "count"])]
        columns = [column for column in columns if column in frame]
        rising = [rises and column == first for column in columns]
        return frame.sort_values(columns, ascending=rising, kind="stable", ignore_index=True)

    def places(self, word: str, *, show: str = "all") -> list[int]:
        """Return where a word stands, as indices of gold words, each once: where A is wrong first, then where B is."""
        number = self.index.numbers.get(word)
        if number is None:
            return []
        chosen = np.flatnonzero(self.chosen(show) & (self._ids == number))
        right = [~self.wrong(role)[chosen] for role in self.roles]
        # The last key given to lexsort weighs most; it keeps the order of the text among equals.
        order = np.lexsort(right[::-1]) if right else np.arange(len(chosen))
        return list(dict.fromkeys(self.units.words[chosen[order]].tolist()))


def _made(gold: Segmentation, system: Segmentation, type_ids: Ints, wrong: Bools) -> Made:
    words = np.flatnonzero(wrong)
    firsts = np.searchsorted(system.word_ends, gold.word_starts[words], side="right").tolist()
    lasts = np.searchsorted(system.word_ends, gold.word_ends[words], side="left").tolist()
    surfaces = system.surfaces()
    numbers: dict[tuple[int, str], int] = {}
    ids = np.full(len(gold), -1, dtype=np.int32)
    ids[words] = [
        numbers.setdefault((type_id, JOINT.join(surfaces[first : last + 1])), len(numbers))
        for type_id, first, last in zip(type_ids[words].tolist(), firsts, lasts, strict=True)
    ]
    texts = tuple(text if len(text) <= LONGEST_MADE else f"{text[: LONGEST_MADE - 1]}…" for _, text in numbers)
    return Made(frozen(ids), texts)


def _means(ids: NDArray[np.integer], values: Values, size: int) -> Values:
    """Return the mean of the values of each id that are defined, NaN for none."""
    defined = ~np.isnan(values)
    ids, values = ids[defined], values[defined]
    with np.errstate(invalid="ignore"):
        return np.bincount(ids, weights=values, minlength=size) / np.bincount(ids, minlength=size)
