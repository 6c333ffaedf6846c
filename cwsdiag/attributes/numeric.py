"""Attributes that are numbers: lengths, what training says of a word, and how many other segmenters miss it.

Length needs nothing but gold. Frequency, consistency and unknown characters ask how well training prepared a model; a
committee or the other systems say how hard a word is (METHODS 8, 13).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

import numpy as np

from cwsdiag.attributes.base import Attribute, Context
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.text import Bytes, Codes, Floats, Longs, Segmentation, frozen


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


def oov_density(context: Context) -> Floats:
    """Return for each word the OOV tokens of its gold sentence over the characters of that sentence."""
    gold = context.gold
    sentence_ids = gold.segmentation.sentence_ids
    oov = np.bincount(sentence_ids, weights=gold.oov, minlength=len(gold.segmentation.text.sentence_ends))
    return context.by_gold_sentence(oov / sentence_lengths(context))


def word_frequency(context: Context) -> Floats:
    """Return each word's training count over that of the second most frequent word, at most 1."""
    return context.by_type(np.minimum(context.training_counts / context.training.second_word_count, 1.0))


def word_consistency(context: Context) -> Floats:
    """Return for each word the share of its string's training occurrences that are the word [RC eq. 1]."""
    as_word = context.training_counts
    # A string that was never a word has consistency 0 however often it occurs: only the others are counted.
    known = np.flatnonzero(as_word)
    as_string = context.training.string_counts([context.types[index] for index in known.tolist()])
    consistency = np.zeros(len(as_word))
    consistency[known] = as_word[known] / as_string
    return context.by_type(consistency)


def character_frequency(context: Context) -> Floats:
    """Return each character's training count over that of the second most frequent character, at most 1."""
    counts = _tag_counts(context).sum(axis=1)
    return _of_characters(np.minimum(counts / context.training.second_char_count, 1.0), context.segmentation.codes)


def character_consistency(context: Context) -> Floats:
    """Return for each character the share of its training occurrences that have its tag here."""
    with_tag = _tag_counts(context)
    total = with_tag.sum(axis=1, keepdims=True)
    # No count is above 0 where their sum is 0.
    consistency: Floats = with_tag / np.maximum(total, 1)
    return _of_characters(consistency, context.segmentation.codes, context.segmentation.tags)


def _tag_counts(context: Context) -> Longs:
    """Return the training counts of each code point with each tag, up to the highest that occurs in training."""
    table = context.training.char_tag_counts
    assert table is not None  # the attributes are undefined without
    return table


def _of_characters(table: Floats, codes: Codes, *tags: Bytes) -> Floats:
    """Return what a table by code point, and by tag where tags are given, has for characters; 0 for unknown ones."""
    # One place for all that lie beyond the table.
    padded = np.concatenate([table, np.zeros((1, *table.shape[1:]))])
    values: Floats = padded[(np.minimum(codes, len(table)), *tags)]
    return values


FAMILIARITY_ATTRIBUTES = (
    Attribute(
        key="oDen",
        label=lazy("OOV density"),
        description=lazy("Out-of-vocabulary words per character of the gold sentence."),
        formula=lazy("oDen(w) = OOV word tokens of the gold sentence / its characters"),
        unit="word",
        compute=oov_density,
        needs=frozenset({"training"}),
        buckets="above-zero:3",
        source="RethinkCWS 2.2",
        low_score=lazy("in dense sentences: unknown words pull down their neighbours"),
        mean_unit=lazy("OOV words per character"),
    ),
    Attribute(
        key="wFre",
        label=lazy("word frequency"),
        description=lazy("Training count of the word relative to the second most frequent word, at most 1."),
        formula=lazy("wFre(w) = min(1, count(w) / count(second most frequent word))"),
        unit="word",
        compute=word_frequency,
        needs=frozenset({"training counts"}),
        buckets="above-zero:3",
        source="RethinkCWS 2.2",
        low_score=lazy("in rare words: it knows what it has often seen, and little else"),
        mean_unit=lazy("of the second most frequent word"),
    ),
    Attribute(
        key="cFre",
        label=lazy("character frequency"),
        description=lazy("Training count of the character relative to the second most frequent character, at most 1."),
        formula=lazy("cFre(c) = min(1, count(c) / count(second most frequent character))"),
        unit="char",
        compute=character_frequency,
        needs=frozenset({"training counts"}),
        buckets="above-zero:3",
        source="RethinkCWS 2.2",
        low_score=lazy("in rare characters: characters it hardly saw"),
        short_label=lazy("char. frequency"),
        mean_unit=lazy("of the second most frequent character"),
    ),
    Attribute(
        key="wCon",
        label=lazy("word consistency"),
        description=lazy("Share of the training occurrences of the word's characters in which they are this word."),
        formula=lazy("wCon(w) = ψ(w) = count(w as a word) / count(w as a string), 0 if the string does not occur"),
        unit="word",
        compute=word_consistency,
        needs=frozenset({"training text"}),
        buckets="consistency",
        source=lazy("RethinkCWS 2.2, eq. 1"),
        low_score=lazy("in inconsistent strings: the training data cuts the same string in several ways"),
        mean_unit=lazy("share, of words"),
    ),
    Attribute(
        key="cCon",
        label=lazy("character consistency"),
        description=lazy("Share of the training occurrences of the character that have the tag it has here."),
        formula=lazy("cCon(c, k) = count(c with tag k) / count(c), 0 if the character does not occur"),
        unit="char",
        compute=character_consistency,
        needs=frozenset({"training counts"}),
        buckets="consistency",
        source=lazy("RethinkCWS 2.2, eq. 1"),
        low_score=lazy("in inconsistent characters: the character has a position here that it seldom had in training"),
        short_label=lazy("char. consistency"),
        mean_unit=lazy("share, of characters"),
    ),
)


DIFFICULTY = Attribute(
    key="diff",
    label=lazy("difficulty"),
    description=lazy("Share of a committee of segmenters that gets the word wrong."),
    formula=lazy(
        "diff(w) = members that get the gold word at the last character of w wrong / members of the committee"
    ),
    unit="word",
    compute=attrgetter("difficulty"),
    needs=frozenset({"difficulty"}),
    buckets="edges:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9",
    source=lazy("Qian, Qiu and Huang 2016"),
    low_score=lazy("in easy intervals: a weakness that others do not share"),
    mean_unit=lazy("share of the committee, of words"),
)

# Fewer systems beside those that are looked at tell nothing.
FEWEST = 2


def _unknown(_context: Context) -> Floats:
    raise AssertionError("undefined: which systems are the others is known where the dataset is")


MISSED = Attribute(
    key="miss",
    label=lazy("missed by others"),
    description=lazy("Share of the other systems that miss the gold word."),
    formula=lazy(
        "miss(w) = other systems that miss the gold word at the last character of w / other systems compared there"
    ),
    unit="word",
    compute=_unknown,
    needs=frozenset({"other systems"}),
    buckets="above-zero:2",
    source="cwsdiag",
    low_score=lazy("in words that no other system misses: a weakness that others do not share"),
    mean_unit=lazy("share of the other systems, of words"),
)


def missed_by(gold: Segmentation, others: Sequence[Segmentation]) -> Attribute:
    """Return ``MISSED``, of these other systems; undefined with fewer than two.

    Args:
        gold: the reference.
        others: over the same text. Where one is not compared it does not count; NaN where none is.
    """
    if len(others) < FEWEST:
        return MISSED
    shares = missed_shares(gold, others)
    return replace(MISSED, compute=lambda context: shares[context.gold_words], needs=frozenset())


def missed_shares(gold: Segmentation, systems: Sequence[Segmentation]) -> Floats:
    """Return for each gold word the share of systems that miss it, from 0 to 1.

    Args:
        gold: the reference.
        systems: over the same text. Where one is not compared it does not count; NaN where none is.
    """
    missed, compared = np.zeros((2, len(gold)))
    for system in systems:
        matching = match(gold, system)
        missed += matching.gold_scored & ~matching.gold_hit
        compared += matching.gold_scored
    with np.errstate(invalid="ignore"):
        return frozen(missed / compared)
