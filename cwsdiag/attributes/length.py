"""Attributes of length: they need nothing but the gold file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.attributes.base import Attribute, Context
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from cwsdiag.text import Floats


def word_length(context: Context) -> Floats:
    """Return the number of characters of each word."""
    return context.segmentation.word_lengths.astype(np.float64)


def sentence_lengths(context: Context) -> Floats:
    """Return the number of characters of each gold sentence."""
    return np.diff(context.gold.segmentation.text.sentence_ends, prepend=0).astype(np.float64)


def sentence_length(context: Context) -> Floats:
    """Return for each word the number of characters of its gold sentence."""
    return context.by_gold_sentence(sentence_lengths(context))


LENGTH_ATTRIBUTES = (
    Attribute(
        key="wLen",
        label=lazy("word length"),
        description=lazy("Number of characters of the word."),
        formula="wLen(w) = |w|",
        unit="word",
        compute=word_length,
        buckets="lengths:4",
        source="RethinkCWS 2.2",
        integer=True,
        low_score=lazy("in long words: long words are cut up, or short ones glued together"),
        mean_unit=lazy("characters per word"),
    ),
    Attribute(
        key="sLen",
        label=lazy("sentence length"),
        description=lazy("Number of characters of the gold sentence that contains the word."),
        formula=lazy("sLen(w) = characters of the gold sentence of w"),
        unit="word",
        compute=sentence_length,
        buckets="equal:4",
        source="RethinkCWS 2.2",
        integer=True,
        low_score=lazy("in long sentences: the model loses the thread"),
        mean_unit=lazy("characters per sentence, over words"),
    ),
)
