"""The words behind a number, grouped: how often each occurs, how often systems fail on it, what they make of it.

A ``WordIndex`` keeps what every selection of words needs, so that a new selection costs a few passes over arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cwsdiag.attributes.base import Unit
from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.error_kinds import AGREEMENTS, agreements, words_over
from cwsdiag.diagnosis.words import Condition, GoldUnits, Missed, choice, gold_units
from cwsdiag.memo import Memory, memo
from cwsdiag.text import Bools, Counts, Floats, Ints, Places, frozen

if TYPE_CHECKING:
    import pandas as pd

JOINT = " | "
# Longer than any word: a system that hardly cuts would otherwise repeat its text in every row.
LONGEST_MADE = 60

# Which units of a selection are counted, and which roles must be there for that.
SHOWS = {
    "all": "",
    "wrong": "a",
    "right": "a",
    "only_a": "ab",
    "only_b": "ab",
    "both_right": "ab",
    "both_wrong_alike": "ab",
    "both_wrong_differently": "ab",
    "all_wrong": "a",
}


@dataclass(frozen=True)
class Form:
    """What a system made of a word where it got it wrong: the words that overlap it, and in how many places."""

    text: str
    places: int


@dataclass(frozen=True, eq=False)
class SystemCuts:
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
        self.distinct = diagnosis.dataset.gold.distinct
        self.memory = Memory()

    @memo
    def units(self, unit: Unit) -> GoldUnits:
        """Return all gold words, or characters."""
        return gold_units(self.diagnosis, unit)

    @memo
    def all_wrong(self, unit: Unit) -> Bools:
        """Return for each gold word, or character, whether every system was compared there and got it wrong."""
        units = self.units(unit)
        return frozen(np.logical_and.reduce([np.ones(len(units), dtype=np.bool_), *map(units.wrong, units.right)]))

    @memo
    def made(self, name: str) -> SystemCuts:
        """Return what a system made of the words it got wrong."""
        gold, system = self.diagnosis.dataset.gold, self.diagnosis.dataset.system(name)
        words = np.flatnonzero(self.units("word").wrong(name))
        firsts, lasts = (places.tolist() for places in words_over(gold, system, words))
        surfaces = system.surfaces()
        numbers: dict[tuple[int, str], int] = {}
        ids = np.full(len(gold), -1, dtype=np.int32)
        ids[words] = [
            numbers.setdefault((type_id, shortened(JOINT.join(surfaces[first : last + 1]))), len(numbers))
            for type_id, first, last in zip(self.distinct.ids[words].tolist(), firsts, lasts, strict=True)
        ]
        return SystemCuts(frozen(ids), tuple(text for _, text in numbers))

    @memo
    def alike(self, a: str, b: str) -> Bools:
        """Return for each gold word whether two systems are wrong alike there; see ``error_kinds.agreements``."""
        return frozen(agreements(self.diagnosis.dataset, a, b) == AGREEMENTS.index("both_wrong_alike"))

    @memo
    def values(self, key: str, unit: Unit) -> Floats:
        """Return the value of each gold word, or character, under an attribute that is defined.

        A word has the mean of its characters under a character attribute, a character the value of its word under the
        others; NaN where there is none.
        """
        bucketed, gold = self.diagnosis.attribute(key), self.diagnosis.dataset.gold
        if bucketed.attribute.unit == "char" and unit == "word":
            return _means(np.repeat(np.arange(len(gold)), gold.word_lengths), bucketed.values, len(gold))
        if bucketed.attribute.unit == "word" and unit == "char":
            return np.repeat(bucketed.values, gold.word_lengths)
        return bucketed.values

    def select(
        self,
        attribute: str | None = None,
        bucket: int | None = None,
        *,
        roles: Mapping[str, str],
        where: Sequence[Condition] = (),
        missed: Missed | None = None,
    ) -> WordTypes:
        """Return the word types of a bucket; see ``words.units_in``.

        Args:
            attribute: key of an attribute that is defined.
            bucket: index of one of its buckets.
            roles: names of the systems to look at, by role: ``a``, and ``b`` where there is one.
            where: further conditions.
            missed: errors that the words must be.
        """
        unit, chosen = choice(self.diagnosis, attribute, bucket, where=where, missed=missed)
        units = self.units(unit)
        # Selections are kept, and many systems would be many arrays.
        right, scored = ({name: of[name] for name in roles.values()} for of in (units.right, units.scored))
        return WordTypes(self, replace(units, right=right, scored=scored).take(chosen), dict(roles))


@dataclass(frozen=True, eq=False)
class WordTypes:
    """Gold units grouped by their gold word.

    Attributes:
        index: what is known of all words.
        units: the units, in the order of the text, with what the systems of the roles made of them.
        roles: names of the systems looked at, by role: ``a``, and ``b`` where there is one.
    """

    index: WordIndex
    units: GoldUnits
    roles: Mapping[str, str]

    @cached_property
    def _ids(self) -> Ints:
        return self.index.distinct.ids[self.units.words]

    def wrong(self, role: str) -> Bools:
        """Return for each unit whether the system was compared there and got it wrong."""
        return self.units.wrong(self.roles[role])

    def right(self, role: str) -> Bools:
        """Return for each unit whether the system got it right."""
        return self.units.right[self.roles[role]]

    def chosen(self, show: str) -> Bools:
        """Return which units to show: a key of ``SHOWS``; all of them where a role it needs is not there."""
        if show == "all" or not set(SHOWS[show]) <= set(self.roles):
            return np.ones(len(self.units), dtype=np.bool_)
        match show:
            case "all_wrong":
                all_wrong: Bools = self.index.all_wrong(self.units.unit)[self.units.places]
                return all_wrong
            case "wrong":
                return self.wrong("a")
            case "right":
                return self.right("a")
            case "only_a":
                return self.right("a") & self.wrong("b")
            case "only_b":
                return self.right("b") & self.wrong("a")
            case "both_right":
                return self.right("a") & self.right("b")
        # Of characters, those in words that both have wrong alike.
        alike = self.index.alike(self.roles["a"], self.roles["b"])[self.units.words]
        wanted: Bools = alike == (show == "both_wrong_alike")
        return self.wrong("a") & self.wrong("b") & wanted

    def number(self, show: str) -> int:
        """Return how many units there are to show: of ``chosen``."""
        return int(np.count_nonzero(self.chosen(show)))

    def frame(
        self, *, show: str = "all", text: str = "", order: str = "wrong_a", attributes: Iterable[str] = ()
    ) -> pd.DataFrame:
        """Return a row a word type, those with the most errors first.

        Columns: word, count, and for each role ``wrong_a`` and ``right_a`` (counts), ``made_a`` (what the system
        made of the word most often where it was wrong, empty where it never was), ``times_a`` (in how many places it
        made that) and ``others_a`` (in how many places something else); ``disagreement`` (in how many places one of A
        and B is right and the other wrong); and ``value_wLen``, the mean of each attribute asked for, NaN where there
        is none; the most frequent of categories, empty for none.

        Args:
            show: which units to count, a key of ``SHOWS``.
            text: only words that hold this text, or were made, anywhere, into something that does.
            order: a column by which rows are sorted, the most first, if it is there; then by errors of A, errors of B
                and count.
            attributes: keys of attributes that are defined.
        """
        import pandas as pd

        chosen = self.chosen(show)
        counts = self._counts(chosen)
        types = np.flatnonzero(counts if not text else counts * self._holding(text, chosen))
        columns: dict[str, object] = {
            "word": pd.array([self.index.distinct.words[number] for number in types.tolist()], dtype="str"),
            "count": counts[types],
        }
        for role in self.roles:
            columns[f"wrong_{role}"] = self._counts(chosen & self.wrong(role))[types]
            columns[f"right_{role}"] = self._counts(chosen & self.right(role))[types]
            made, times, others = self._most_frequent(role, chosen)
            columns[f"made_{role}"] = pd.array(made[types], dtype="str")
            columns[f"times_{role}"], columns[f"others_{role}"] = times[types], others[types]
        if "b" in self.roles:
            one_right = self.chosen("only_a") | self.chosen("only_b")
            columns["disagreement"] = self._counts(chosen & one_right)[types]
        frame = pd.DataFrame(columns)
        for key in attributes:
            values = self.index.values(key, self.units.unit)[self.units.places[chosen]]
            bucketed = self.index.diagnosis.attribute(key)
            if bucketed.attribute.categorical:
                names = [*bucketed.names, ""]
                frame[f"value_{key}"] = [names[code] for code in _modes(self._ids[chosen], values, len(counts))[types]]
            else:
                frame[f"value_{key}"] = _means(self._ids[chosen], values, len(counts))[types]
        keys = dict.fromkeys([order, *(f"wrong_{role}" for role in self.roles), "count"])
        by = [key for key in keys if key in frame]
        return frame.sort_values(by, ascending=False, kind="stable", ignore_index=True)

    def _counts(self, chosen: Bools) -> Places:
        return np.bincount(self._ids[chosen], minlength=len(self.index.distinct.words))

    def _made(self, role: str, chosen: Bools) -> tuple[Ints, Places, Places]:
        """Return the ids of what a system made of the chosen units where it was wrong.

        With each the first gold word it was made of, and in how many places; a word with several characters is one.
        """
        words = self.units.words[chosen & self.wrong(role)]
        if self.units.characters is not None:
            words = np.unique(words)
        ids, first, counts = np.unique(
            self.index.made(self.roles[role]).ids[words], return_index=True, return_counts=True
        )
        return ids, words[first], counts

    def _most_frequent(self, role: str, chosen: Bools) -> tuple[NDArray[np.object_], Places, Places]:
        """Return for each type what the system made of it most often in the chosen units; the first such on ties.

        With it in how many places, and in how many it made something else.
        """
        ids, first, counts = self._made(role, chosen)
        types = self.index.distinct.ids[first]
        size = len(self.index.distinct.words)
        words, times = np.full(size, "", dtype=object), np.zeros(size, dtype=np.intp)
        # What is written last stays: the most frequent, and of those the first.
        order = np.lexsort((-first, counts))
        texts = np.array([*self.index.made(self.roles[role]).texts, ""], dtype=object)
        words[types[order]], times[types[order]] = texts[ids[order]], counts[order]
        every = np.bincount(types, weights=counts, minlength=size).astype(np.intp)
        return words, times, every - times

    def forms(self, word: str, role: str, *, show: str = "all") -> list[Form]:
        """Return what a system made of a word where it was wrong: the most frequent first, and the first on ties."""
        ids, first, counts = self._made(role, self._chosen_of(word, show))
        texts = self.index.made(self.roles[role]).texts
        return [Form(texts[ids[place]], int(counts[place])) for place in np.lexsort((first, -counts)).tolist()]

    def made(self, role: str, word: int) -> str:
        """Return what a system made of one gold word, by its index; empty where it is right or was not compared."""
        made = self.index.made(self.roles[role])
        return "" if made.ids[word] < 0 else made.texts[made.ids[word]]

    def _holding(self, text: str, chosen: Bools) -> Bools:
        """Return for each type whether it holds a text, or was made into something that does in the chosen units."""
        wanted = text.strip()
        hits = np.array([wanted in word for word in self.index.distinct.words], dtype=np.bool_)
        pieces = JOINT.join(text.replace("|", " ").split())
        if pieces:
            for role in self.roles:
                ids, first, _ = self._made(role, chosen)
                texts = self.index.made(self.roles[role]).texts
                held = [pieces in texts[id] for id in ids.tolist()]
                hits[self.index.distinct.ids[first[np.array(held, dtype=np.bool_)]]] = True
        return hits

    def _chosen_of(self, word: str, show: str) -> Bools:
        here: Bools = self._ids == self.index.distinct.numbers.get(word, -1)
        return here & self.chosen(show)

    def places(self, word: str, *, show: str = "all", form: tuple[str, str] | None = None) -> list[int]:
        """Return where a word stands, as indices of gold words, each once: where A is wrong first, then where B is.

        Args:
            word: the gold word.
            show: which units to look at, a key of ``SHOWS``.
            form: only where the system of this role made this of it; see ``forms``.
        """
        chosen = self._chosen_of(word, show)
        if form is not None:
            role, text = form
            ids = self._made(role, chosen)[0]
            cuts = self.index.made(self.roles[role])
            asked = [id for id in ids.tolist() if cuts.texts[id] == text]
            chosen &= self.wrong(role) & np.isin(cuts.ids[self.units.words], asked)
        types = np.flatnonzero(chosen)
        right = [~self.wrong(role)[types] for role in self.roles]
        # The last key given to lexsort weighs most; it keeps the order of the text among equals.
        order = np.lexsort(right[::-1]) if right else np.arange(len(types))
        return list(dict.fromkeys(self.units.words[types[order]].tolist()))


def shortened(text: str) -> str:
    """Return what a system made of a word, cut where it is too long for a table: what reads alike is one form."""
    return text if len(text) <= LONGEST_MADE else f"{text[: LONGEST_MADE - 1]}…"


def _modes(ids: Counts, values: Floats, size: int) -> Places:
    """Return the most frequent of the defined values of each id, whole numbers, of equals the smallest; -1 for none."""
    defined = ~np.isnan(values)
    pairs, counts = np.unique(np.stack([ids[defined], values[defined].astype(np.intp)]), axis=1, return_counts=True)
    modes = np.full(size, -1, dtype=np.intp)
    last = np.lexsort([-pairs[1], counts])
    # Of several the last is written.
    modes[pairs[0][last]] = pairs[1][last]
    return modes


def _means(ids: Counts, values: Floats, size: int) -> Floats:
    """Return the mean of the values of each id that are defined, NaN for none."""
    defined = ~np.isnan(values)
    ids, values = ids[defined], values[defined]
    with np.errstate(invalid="ignore"):
        return np.bincount(ids, weights=values, minlength=size) / np.bincount(ids, minlength=size)
