"""Attributes with categories: the class of a word, its part of speech, labels of its sentence (METHODS 2)."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING
from unicodedata import category, name

from cwsdiag.attributes.base import CATEGORIES, LABEL, SLICE, Attribute, Context
from cwsdiag.attributes.word_classes import word_class
from cwsdiag.languages import lazy
from cwsdiag.text import Categories, frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cwsdiag.attributes.base import NamedSlice

_HAN = re.compile("[\u2e80-\u2fdf々〇\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
# Signs that several scripts write within words, by the beginnings of their names.
_SHARED = ("KATAKANA-HIRAGANA",)
_WIDTHS = ("FULLWIDTH", "HALFWIDTH")
MIXED = "mixed"


@lru_cache(maxsize=1 << 18)
def class_of(word: str) -> str:
    """Return the class of a word: number, latin, punctuation, han, the name of another script, or mixed.

    ``han`` are words of Han characters alone, and so for every other script, by the names of Unicode; marks within
    words belong to any.
    """
    cls = word_class(word)
    if cls != "other":
        return cls
    if _HAN.fullmatch(word):
        return "han"
    scripts = {_script(char) for char in word if category(char)[0] != "M"} - {""}
    return scripts.pop() if len(scripts) == 1 else MIXED


def _script(char: str) -> str:
    """Return the script of a character by its name in Unicode; empty for what several share, mixed without a name."""
    script = next((word for word in name(char, "").split() if word not in _WIDTHS), MIXED)
    return "" if script in _SHARED else script.lower()


def word_classes(context: Context) -> Categories:
    """Return the class of each word."""
    of_types = Categories.of([class_of(word) for word in context.types])
    return Categories(of_types.names, frozen(of_types.codes[context.type_ids]))


def parts_of_speech(context: Context) -> Categories:
    """Return for each word the part of speech of the gold word that covers its last character."""
    pos = context.gold.segmentation.pos
    assert pos is not None  # the attribute is undefined without
    return Categories(pos.names, frozen(pos.codes[context.gold_words]))


def label_attributes(labels: Mapping[str, Categories]) -> list[Attribute]:
    """Return an attribute of each label of the gold sentences: ``label:genre``."""

    def compute(of_sentences: Categories, context: Context) -> Categories:
        return Categories(of_sentences.names, frozen(of_sentences.codes[context.segmentation.sentence_ids]))

    return [
        _named(
            LABEL,
            label,
            lazy("The label {name} of the gold sentence that contains the word.", name=label),
            partial(compute, of_sentences),
        )
        for label, of_sentences in labels.items()
    ]


def slice_attributes(slices: Sequence[NamedSlice]) -> list[Attribute]:
    """Return an attribute of each slice that a project names; a diagnosis, which has the buckets, fills them in."""
    return [
        _named(
            SLICE,
            name,
            lazy("Words in all of these buckets: {where}.", where=", ".join(map(" ".join, where))),
            _unknown,
        )
        for name, where in slices
    ]


def _named(kind: str, name: str, description: str, compute: Callable[[Context], Categories]) -> Attribute:
    return Attribute(kind + name, name, description, "", "word", compute, buckets=CATEGORIES)


def _unknown(_context: Context) -> Categories:
    raise AssertionError("undefined: which words are in a slice is known where there are buckets")


_NO_MEAN: str = lazy("none: categories have no mean")

CATEGORY_ATTRIBUTES = (
    Attribute(
        key="wCls",
        label=lazy("word class"),
        description=lazy("What the word is by its characters: a number, Latin, punctuation, of one script, or mixed."),
        formula=lazy("wCls(w) = number, latin, punctuation, else the one script of w, else mixed"),
        unit="word",
        compute=word_classes,
        buckets=CATEGORIES,
        source="cwsdiag",
        mean_unit=_NO_MEAN,
        low_score=lazy("in numbers or punctuation: often a convention that gold and the system do not share"),
    ),
    Attribute(
        key="wPos",
        label=lazy("part of speech"),
        description=lazy("The part of speech of the gold word, as the gold file has it."),
        formula=lazy("wPos(w) = tag of the gold word at the last character of w"),
        unit="word",
        compute=parts_of_speech,
        needs=frozenset({"parts of speech"}),
        buckets=CATEGORIES,
        source="cwsdiag",
        mean_unit=_NO_MEAN,
        low_score=lazy("in proper nouns: names that the model does not know"),
    ),
)
