"""Sentences in an order worth reading, and what each of their words says of itself."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from cwsdiag.attributes import Attribute
from cwsdiag.attributes.numeric import missed_shares
from cwsdiag.baselines import LINES
from cwsdiag.diagnosis import Diagnosis, sentence_ranking
from cwsdiag.frames import bucket_name, written
from cwsdiag.languages import lazy, translated
from cwsdiag.memo import memo
from cwsdiag.text import Floats, Places, Segmentation, frozen
from cwsdiag.views.hardness import SHORT
from cwsdiag.views.look import PrivateLook

ABSENT = "–"
_PLACE = re.compile(r"[1-9][0-9]{0,8}\.[1-9][0-9]{0,8}")
HARDEST, ERRORS, DISAGREEMENT, MEMBERS, TEXT, AUDIT = "hardest", "errors", "disagreement", "members", "text", "audit"
# What sentences can be ordered by, by its name in the address.
ORDERS = {
    HARDEST: lazy("hardest first"),
    ERRORS: lazy("most errors of A"),
    DISAGREEMENT: lazy("A and B apart"),
    MEMBERS: lazy("members apart"),
    TEXT: lazy("text order"),
    AUDIT: lazy("gold worth a look"),
}


@memo
def weights_of(look: PrivateLook) -> Floats:
    """Return how hard each gold word is, from 0 to 1: its difficulty, or the share of systems that fail.

    The latter stands in where no difficulties are known: of the systems but BASE, TOP and VOTE, where there are others,
    those that are compared there; NaN where none is.
    """
    dataset = look.dataset
    if dataset.difficulty is not None:
        return dataset.difficulty.values
    systems = [system for system in dataset.systems if system.name not in LINES]
    return missed_shares(dataset.gold, systems or dataset.systems)


@memo
def sentence_weights(look: PrivateLook) -> Floats:
    """Return the mean of ``weights_of`` the words of each sentence, without those that have none; NaN without any."""
    return _means(look.dataset.gold, weights_of(look))


def _means(gold: Segmentation, values: Floats) -> Floats:
    ids, known = gold.sentence_ids, ~np.isnan(values)
    sentences = len(gold.text.sentence_ends)
    with np.errstate(invalid="ignore"):
        sums = np.bincount(ids[known], values[known], minlength=sentences)
        return frozen(sums / np.bincount(ids[known], minlength=sentences))


@memo
def ranked(look: PrivateLook, order: str, a: str, b: str | None = None) -> Places:
    """Return the indices of all sentences in an order; equals stand as in the text.

    Args:
        look: of the dataset.
        order: of ``ORDERS``, but for places of gold: ``hardest`` goes by ``sentence_weights``; ``members`` by how
            probable it is that one of two members of the committee gets a word and the other does not, mean of
            2d(1 − d); both with sentences of fewer than five words behind all others. ``disagreement`` goes by how many
            words just one of A and B gets right.
        a: name of A.
        b: of B, for ``disagreement``.
    """
    gold = look.dataset.gold
    if order == ERRORS:
        return sentence_ranking.most_first(sentence_ranking.errors(look.diagnosis, a))
    if order == DISAGREEMENT and b is not None:
        return sentence_ranking.most_first(sentence_ranking.disagreement(look.dataset, a, b))
    if order in (HARDEST, MEMBERS):
        d, means = weights_of(look), sentence_weights(look)
        if order == MEMBERS:
            means = _means(gold, 2 * d * (1 - d))
        # Sums of the same numbers in another order differ by a rounding: equals are to stay as in the text.
        means = np.round(means, 12)
        short = np.bincount(gold.sentence_ids, minlength=len(means)) < SHORT
        return frozen(np.lexsort((-np.nan_to_num(means, nan=-1.0), short)))
    return frozen(np.arange(len(gold.text.sentence_ends)))


def word_at(gold: Segmentation, place: str) -> int | None:
    """Return the gold word at a place, as ``12.3``: number of its sentence and its own in it, from 1; None for none."""
    if not _PLACE.fullmatch(place):
        return None
    sentence, number = map(int, place.split("."))
    word = int(np.searchsorted(gold.sentence_ids, np.int32(sentence - 1))) + number - 1
    return word if word < len(gold) and gold.sentence_ids[word] == sentence - 1 else None


def place_of(gold: Segmentation, word: int) -> str:
    """Return where a gold word stands; see ``word_at``."""
    sentence = int(gold.sentence_ids[word])
    return f"{sentence + 1}.{word - int(np.searchsorted(gold.sentence_ids, np.int32(sentence))) + 1}"


def said_of(described: Iterable[tuple[Attribute, Floats, Sequence[str]]], segmentation: Segmentation, word: int) -> str:
    """Return the values of a word, one attribute a line; of a character attribute that of each of its characters.

    Args:
        described: attributes, their values, and the names of their categories.
        segmentation: whose word it is.
        word: its index.
    """
    return "\n".join(
        f"{translated(attribute.label)}\t{value_text(attribute, values, names, segmentation, word)}"
        for attribute, values, names in described
    )


def says(diagnosis: Diagnosis) -> Callable[[Segmentation, int], str]:
    """Return what gives the values of a word of gold or of a system, one attribute a line."""
    there = [one for one in diagnosis.attributes if not one.undefined]

    def said(segmentation: Segmentation, word: int) -> str:
        own = {} if segmentation is diagnosis.dataset.gold else diagnosis.system_values(segmentation.name)
        described = ((one.attribute, own.get(one.attribute.key, one.values), one.names) for one in there)
        return said_of(described, segmentation, word)

    return said


def value_text(
    attribute: Attribute, values: Floats, names: Sequence[str], segmentation: Segmentation, word: int
) -> str:
    """Return the value of a word as text; of a character attribute that of each of its characters."""
    if attribute.categorical:
        return ABSENT if math.isnan(values[word]) else bucket_name(names[int(values[word])])
    own = [values[word]] if attribute.unit == "word" else values[segmentation.characters_of(word)]
    return " ".join(shown(float(value), integer=attribute.integer) for value in own)


def shown(value: float, *, integer: bool) -> str:
    """Return a value as text: whole numbers as they are, others with three decimals, – where there is none."""
    if math.isnan(value):
        return ABSENT
    return f"{value:,.0f}" if integer else written(value, 3)
