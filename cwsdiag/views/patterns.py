"""Errors of a system by pattern, as the page Words shows them: with how training cuts the same characters.

Patterns with classes of words are listed in place of the literal ones under them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.patterns import LEAST_PLACES, Pattern, conventions, error_patterns, whose, with_classes
from cwsdiag.diagnosis.word_types import JOINT, Form, WordTypes, shortened
from cwsdiag.diagnosis.words import pieces
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.memo import memo
from cwsdiag.strings import Way
from cwsdiag.text import Places
from cwsdiag.views.look import Look
from cwsdiag.views.wording import in_turn, listed, points

if TYPE_CHECKING:
    import pandas as pd

# Ways of cutting that are written out in a table, and beside the places of a pattern; of more, the number is said.
_WAYS_SAID, _WAYS_TOLD = 4, 16
# Stands where a word of the training text goes on beyond the string.
_GOES_ON = "…"
# What is written as 0.0 points is not said.
_LEAST_WON = 0.0005
_CLASS_LABELS = {"number": lazy("number"), "latin": lazy("Latin"), "punctuation": lazy("punctuation")}
WHOSE_LABELS = {
    "system": lazy("the system's: training cuts as gold does"),
    "gold": lazy("gold's: training cuts as the system does"),
    "undecided": lazy("training does not say"),
}


class Patterns:
    """The patterns of a system's errors over a whole dataset; each answer is computed once."""

    def __init__(self, dataset: Dataset, system: str) -> None:
        """Find them; nothing is looked up in training yet.

        Raises:
            SettingError: there is no system of this name.
        """
        self.dataset = dataset
        self.found = error_patterns(dataset, system)
        self.conventions = conventions(dataset, self.found)
        self.numbers: dict[str, int] = {}
        for number, pattern in enumerate(self.conventions.patterns):
            sides = (shortened(JOINT.join(words)).replace(JOINT, " ") for words in (pattern.gold, pattern.made))
            name = " → ".join(sides)
            # Only of what is too long to be written whole there can be two, or of a word that is the name of a class.
            self.numbers[f"{name} #{number}" if name in self.numbers else name] = number

    @property
    def names(self) -> list[str]:
        """What addresses call each pattern: ``研究 生命 → 研究生 命``."""
        return list(self.numbers)

    def pattern(self, number: int) -> Pattern:
        """Return a pattern as people read it: what stands for a word of a class is in angle brackets."""
        return self._called(number, "⟨{}⟩")

    def _called(self, number: int, form: str) -> Pattern:
        if number < len(self.found.patterns):
            return self.found.patterns[number]
        first = self.found.patterns[self.conventions.literal(number)[0]]
        return with_classes(first, {key: form.format(translated(label)) for key, label in _CLASS_LABELS.items()})

    def deed(self, number: int) -> str:
        """Return what the system does by a pattern, to begin a sentence: ``jieba joins number and 月``."""
        pattern = self._called(number, "{}")
        if len(pattern.made) == 1:
            return _("{system} joins {words}", system=self.found.system, words=listed(pattern.gold))
        made, gold = JOINT.join(pattern.made), JOINT.join(pattern.gold)
        return _("{system} makes {made} of {words}", system=self.found.system, made=made, words=gold)

    def convention(self, number: int) -> str:
        """Say that a pattern is a convention: at how many places, and its points of F1."""
        conventions = self.conventions
        return _(
            "{deed} ({same:,} of {places:,}): {points}, a convention.",
            deed=self.deed(number),
            same=int(conventions.same[number]),
            places=int(conventions.gold_places[number]),
            points=points(self.won([number])),
        )

    def won(self, numbers: Sequence[int]) -> float:
        """Return what F1 would gain if all places of these patterns were right, none of which falls under another."""
        chosen = np.array(numbers, dtype=np.intp)
        return float(
            self.conventions.points(self.conventions.missed[chosen].sum(), self.conventions.wrong[chosen].sum())
        )

    def regular_rows(self) -> list[dict[str, Any]]:
        """Return a row a convention, that with the most F1 to be won first; then frequent patterns that are none.

        Shares and their bounds are in percent; ``whose`` is a key of ``WHOSE_LABELS``, None for no convention.
        """
        conventions = self.conventions
        rest = np.setdiff1d(
            np.flatnonzero((conventions.above < 0) & (conventions.places >= LEAST_PLACES)), conventions.listed
        )
        rest = rest[np.argsort(-conventions.places[rest], kind="stable")]
        rows = []
        for number in np.concatenate([conventions.listed, rest]).tolist():
            pattern, share = self.pattern(number), (conventions.share, *conventions.bounds)
            rows.append(
                {
                    "gold": shortened(JOINT.join(pattern.gold)),
                    "made": shortened(JOINT.join(pattern.made)),
                    "same": int(conventions.same[number]),
                    "gold_places": int(conventions.gold_places[number]),
                    **{key: 100 * float(one[number]) for key, one in zip(("share", "low", "high"), share, strict=True)},
                    "points": 100 * self.won([number]),
                    "whose": whose(*conventions.training(number, self.ways or {}))
                    if conventions.regular[number]
                    else None,
                }
            )
        return rows

    def top(self, numbers: Places | int) -> Places:
        """Return of patterns those with classes under which they are listed; themselves where there is none."""
        above = self.conventions.above[numbers]
        return np.where(above < 0, numbers, above)

    def places(self, number: int, words: Places) -> Places:
        """Return the first gold word of each place of a pattern that has one of these gold words, in text order."""
        literal, every = self.conventions.literal(number).tolist(), self.found.all_places(words)
        return np.sort(np.concatenate([words[:0], *(every[one] for one in literal if one in every)]))

    @cached_property
    def ways(self) -> dict[str, tuple[Way, ...]] | None:
        """How the training text cuts the characters of each pattern that it holds; None where there is no such text.

        A word list is none. The text is read once for all patterns.
        """
        training = self.dataset.training
        if training is None or not training.has_text:
            return None
        return training.ways(pattern.string for pattern in self.found.patterns)

    def ways_of(self, number: int, ways: Mapping[str, Sequence[Way]]) -> Sequence[Way]:
        """Return how training cuts the characters of a pattern: of one with classes, as gold or the system does."""
        pattern = self.pattern(number)
        if number < len(self.found.patterns):
            return ways.get(pattern.string, ())
        counts = self.conventions.training(number, ways)
        rows = [
            Way(words, opens=True, closes=True, count=count)
            for words, count in zip((pattern.gold, pattern.made), counts, strict=True)
            if count
        ]
        return sorted(rows, key=lambda way: -way.count)

    def frame(self, words: WordTypes, *, show: str = "all", text: str = "") -> pd.DataFrame:
        """Return a row a pattern, the most costly first; one with classes in place of the literal ones under it.

        Columns: number (among ``conventions.patterns``), gold, made, places, cost (missed gold words and wrong
        system words over all places). How training cuts them says ``with_training``.

        Args:
            words: of which at least one must stand in a place for it to be counted.
            show: which units of them, a key of ``SHOWS``.
            text: only patterns whose characters hold this text, or whose gold or system words do, blanks between them.
        """
        import pandas as pd

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
        tops, groups = np.unique(self.top(numbers), return_inverse=True)
        size = len(tops)
        cost = np.bincount(groups, places * self.found.costs[numbers], size).astype(np.int64)
        firsts = np.full(size, len(self.found.patterns))
        np.minimum.at(firsts, groups, numbers)
        order = np.lexsort((firsts, -cost))
        patterns = [self.pattern(number) for number in tops[order].tolist()]
        return pd.DataFrame(
            {
                "number": tops[order],
                "gold": pd.array([shortened(JOINT.join(one.gold)) for one in patterns], dtype="str"),
                "made": pd.array([shortened(JOINT.join(one.made)) for one in patterns], dtype="str"),
                "places": np.bincount(groups, places, size).astype(np.int64)[order],
                "cost": cost[order],
            }
        )

    def with_training(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return rows of ``frame`` with ``training``: in words how the training text cuts the characters of each.

        Without such a text there is no such column.
        """
        if self.ways is None:
            return frame
        import pandas as pd

        said = [ways_text(self.ways_of(number, self.ways)) for number in frame["number"].tolist()]
        return frame.assign(training=pd.array(said, dtype="str"))

    def share(self, cost: int) -> float:
        """Return what so many missed and wrong words are of 1 − F1; NaN where nothing was compared."""
        return cost / self.found.compared if self.found.compared else float("nan")


@memo
def of_system(look: Look, system: str) -> Patterns:
    """Return the patterns of a system, found once for all who ask."""
    return Patterns(look.dataset, system)


def pair_remark(look: Look, behind: str, ahead: str) -> str:
    """Say what F1 one of two systems loses by conventions that the other does not have; empty for nothing.

    Args:
        look: of both.
        behind: the system that loses.
        ahead: the other.
    """
    first, second = of_system(look, behind), of_system(look, ahead)
    shared = {second.conventions.patterns[number] for number in second.conventions.listed.tolist()}
    own = [one for one in first.conventions.listed.tolist() if first.conventions.patterns[one] not in shared]
    won = first.won(own)
    # Undefined where nothing was compared.
    if not won >= _LEAST_WON:
        return ""
    return n_(
        "{system} loses {won} by {n:,} convention of its own.",
        "{system} loses {won} by {n:,} conventions of its own.",
        len(own),
        won=points(won),
        system=behind,
    )


def ways_text(ways: Sequence[Way], *, most: int | None = _WAYS_SAID) -> str:
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
    text = _(", ").join(texts)
    more = len(ways) - len(ways[:most])
    return text if more <= 0 else _("{ways}, {n}", ways=text, n=n_("{n:,} other way", "{n:,} other ways", more))


class PatternPlaces:
    """The places of one pattern, and what the systems of a selection made of the same gold words.

    Attributes:
        title: the gold words.
        size: how many they are.
        forms: by role what the system made of places where it was wrong: the most frequent first, the first on ties.
        remark: that it is a convention, and how the training text cuts its characters; empty for neither.
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
        pattern = of.pattern(number)
        self.title, self.size = shortened(JOINT.join(pattern.gold)), len(pattern.gold)
        remarks = []
        if of.conventions.regular[number]:
            same, places = int(of.conventions.same[number]), int(of.conventions.gold_places[number])
            remarks.append(_("A convention: so in {same:,} of {places:,} places of gold.", same=same, places=places))
        if ways is not None:
            known = of.ways_of(number, ways)
            cuts = ways_text(known, most=_WAYS_TOLD)
            remarks.append(_("Training text: {ways}", ways=cuts) if known else _("Not in the training text."))
        self.remark = in_turn(*remarks)
        firsts = of.places(number, words.units.words[words.chosen(show)])
        gold = of.dataset.gold
        starts, ends = gold.word_starts[firsts], gold.word_ends[firsts + (self.size - 1)]
        spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
        # By role and first gold word of each place, in the order of the text; empty where right or not compared.
        self._made: dict[str, dict[int, str]] = {}
        for role, name in words.roles.items():
            system = of.dataset.system(name)
            self._made[role] = {
                word: shortened(JOINT.join(cut))
                if compared and (cut := pieces(system, *span)) != gold.words_at(word, word + self.size)
                else ""
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
