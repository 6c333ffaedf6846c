"""What an attribute is, and what it is computed from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from cwsdiag.distinct import Distinct
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.text import Bools, Categories, Floats, Ints, Places, Segmentation

if TYPE_CHECKING:
    from cwsdiag.training import TrainingStats
    from cwsdiag.weights import Weights
Unit = Literal["word", "char"]
Need = Literal["training", "training counts", "training text", "difficulty", "parts of speech", "other systems"]

# How buckets are made of an attribute with categories, in place of a way of cutting.
CATEGORIES = "categories"
# How the key of a label of sentences begins, and what the name of one may be: parts of notations are left out.
LABEL = "label:"
LABEL_NAME = r"[^\s,;:=]+"
# The same of a slice that a project names: a name may have blanks inside.
SLICE = "slice:"
# Of which buckets it is: by the key of an attribute the label of one; its name, and these.
NamedConditions = tuple[tuple[str, str], ...]
NamedSlice = tuple[str, NamedConditions]
SLICE_NAME = rf"{LABEL_NAME}(?: {LABEL_NAME})*"


class Context:
    """The words of gold or of a system, with what attributes ask about them.

    ``gold`` is the context of the gold words; for gold itself it is the context itself. Attributes of a sentence always
    come from there, and so do difficulties: ``difficulty`` is given with gold alone.
    """

    def __init__(
        self,
        segmentation: Segmentation,
        *,
        training: TrainingStats | None,
        gold: Context | None = None,
        difficulty: Weights | None = None,
    ) -> None:
        self.segmentation = segmentation
        self.gold = self if gold is None else gold
        self.training_or_none = training
        self.difficulty_or_none: Weights | None = difficulty if gold is None else gold.difficulty_or_none
        self._categories: dict[str, Categories] = {}

    @property
    def training(self) -> TrainingStats:
        """The training statistics.

        Raises:
            SettingError: there are none; an attribute that uses them says so in ``needs`` and is then never asked.
        """
        if self.training_or_none is None:
            raise SettingError("no training data: an attribute that uses it must name 'training' in its needs")
        return self.training_or_none

    @cached_property
    def _distinct(self) -> Distinct:
        return self.segmentation.distinct_beside(self.gold.segmentation)

    @property
    def types(self) -> Sequence[str]:
        """The distinct words; those of gold first, also such as do not occur here."""
        return self._distinct.words

    @property
    def type_ids(self) -> Ints:
        """For each word the index of its type in ``types``, int32."""
        return self._distinct.ids

    @cached_property
    def training_counts(self) -> Floats:
        """Occurrences of each type as a word of the training data, float64; 0 for an OOV type."""
        return self.training.counts_of(self.types).astype(np.float64)

    @cached_property
    def oov(self) -> Bools:
        """For each word whether it is no word of the training data."""
        unknown: Bools = self.training_counts == 0
        return unknown[self.type_ids]

    @cached_property
    def difficulty(self) -> Floats:
        """For each word the difficulty d of the gold word that covers its last character, in [0, 1]: d′ [METHODS 8].

        That of a gold word is its own, and a matched word has one value on both sides.

        Raises:
            SettingError: there are none; an attribute that uses them says so in ``needs`` and is then never asked.
        """
        weights = self.difficulty_or_none
        if weights is None:
            raise SettingError("no difficulties: an attribute that uses them must name 'difficulty' in its needs")
        return weights.values[self.gold_words]

    @property
    def gold_words(self) -> Places:
        """For each word the gold word that covers its last character, as an index."""
        return np.searchsorted(self.gold.segmentation.word_ends, self.segmentation.word_ends)

    def categories(self, attribute: Attribute) -> Categories:
        """Return the categories of the words (or characters) under an attribute that has such; computed once."""
        if attribute.key not in self._categories:
            self._categories[attribute.key] = attribute.compute(self)
        return self._categories[attribute.key]

    def by_type(self, values: Floats) -> Floats:
        """Spread one value a type over the words."""
        return values[self.type_ids]

    def by_gold_sentence(self, values: Floats) -> Floats:
        """Spread one value a gold sentence over the words, each through the sentence of its last character."""
        return values[self.segmentation.sentence_ids]


@dataclass(frozen=True)
class Attribute:
    """Something that describes each word, or each character with its tag, by a number or by a category.

    Its texts may be ``lazy``: pages say them in their language then.

    Attributes:
        key: short name used in commands, addresses and files, such as ``wLen``.
        label: name shown to people, in lower case, such as ``word length``.
        description: one sentence that says what it means.
        formula: how the value is computed, as plain text.
        unit: ``"word"`` or ``"char"``; char attributes work on (position, tag) pairs.
        compute: gives the float64 value of every word (or character) of a context, in order; where the attribute is
            ``categorical``, their ``Categories``.
        needs: what the training data must offer, and whether difficulties, parts of speech or other systems must be
            known; without it the attribute is undefined.
        buckets: how its values are cut by default, in the notation of ``cwsdiag.buckets``; ``CATEGORIES`` makes it
            categorical, and then nothing else can be asked for.
        source: where it is defined.
        integer: its values are whole numbers (for the labels of buckets).
        low_score: how to read a low F1, such as ``in long words: long words are cut up``; may be empty.
        short_label: the label where room is short, such as the head of a column; the label itself without it.
        mean_unit: what its mean over gold units counts, such as ``characters per word``; may be empty.
    """

    key: str
    label: str
    description: str
    formula: str
    unit: Unit
    compute: Callable[[Context], Any]
    needs: frozenset[Need] = frozenset()
    buckets: str = "equal:4"
    source: str = ""
    integer: bool = False
    low_score: str = ""
    short_label: str = ""
    mean_unit: str = ""

    def __post_init__(self) -> None:
        if not re.fullmatch(rf"[A-Za-z][A-Za-z0-9_-]*|{LABEL}{LABEL_NAME}|{SLICE}{SLICE_NAME}", self.key):
            raise SettingError(f"attribute key {self.key!r}: use letters, digits, - and _, and begin with a letter.")
        if self.unit not in get_args(Unit):
            raise SettingError(f"attribute {self.key!r}: its unit is {self.unit!r}, not one of {get_args(Unit)}.")

    @property
    def title(self) -> str:
        """The label, short enough for the head of a column."""
        return self.short_label or self.label

    @property
    def categorical(self) -> bool:
        """Whether its values are categories."""
        return self.buckets == CATEGORIES

    def values(self, context: Context) -> Floats:
        """Return the value of every word (or character) of a context.

        Of a category its place in the names of gold's; NaN where there is none, and for one that gold does not have.

        Raises:
            SettingError: ``compute`` gave something else than one number, or category, for each.
        """
        units = len(context.segmentation) if self.unit == "word" else len(context.segmentation.codes)
        if self.categorical:
            own = context.categories(self)
            places: Mapping[str, float] = {name: at for at, name in enumerate(context.gold.categories(self).names)}
            # The last is that of code -1.
            values = np.array([*(places.get(name, np.nan) for name in own.names), np.nan])[own.codes]
        else:
            values = np.asarray(self.compute(context), dtype=np.float64)
        if values.shape != (units,):
            raise SettingError(
                f"attribute {self.key!r} gave an array of shape {values.shape} for {units} {self.unit}s: "
                "compute must return one number for each, in order."
            )
        return values

    def undefined_because(
        self, training: TrainingStats | None, difficulty: Weights | None = None, pos: Categories | None = None
    ) -> str | None:
        """Return why the attribute is undefined with this training data, these weights and parts of speech of gold.

        None where it is defined.
        """
        if "difficulty" in self.needs and difficulty is None:
            return lazy("needs difficulties: no weights of the gold words are given")
        if "parts of speech" in self.needs and pos is None:
            return lazy("needs parts of speech: the gold file has none")
        if "other systems" in self.needs:
            return lazy("needs at least two systems beside those that are looked at")
        if not self.needs - {"difficulty", "parts of speech"}:
            return None
        if training is None:
            return lazy("needs training data")
        if "training counts" in self.needs and not training.has_counts:
            return lazy("needs counts: the training data is a word list without them")
        if "training text" in self.needs and not training.has_text:
            return lazy("needs segmented training text: the training data is a word list")
        return None
