"""Sentences in an order worth reading: by errors of a system, by disagreement of two, and those that hold a text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cwsdiag import scores
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import Diagnosis
from cwsdiag.diagnosis.counting import by_sentence
from cwsdiag.matching import match
from cwsdiag.text import Bools, Longs, Places, Text, frozen


@dataclass(frozen=True)
class SentenceFigures:
    """What a system made of one sentence.

    Attributes:
        gold: gold words of the sentence that were compared.
        wrong: those of them that the system does not have.
        f1: over the words of the sentence; NaN where nothing was compared.
    """

    gold: int
    wrong: int
    f1: float


def figures(diagnosis: Diagnosis, system: str, sentence: int) -> SentenceFigures:
    """Return the figures of a system for one gold sentence."""
    counts = diagnosis.counts[system]
    gold, words, matched = (int(array[sentence, 0]) for array in (counts.gold, counts.system, counts.matched))
    return SentenceFigures(gold, gold - matched, scores.share(2 * matched, gold + words))


def errors(diagnosis: Diagnosis, system: str) -> Longs:
    """Return for each gold sentence how many of its compared gold words the system does not have, int64."""
    counts = diagnosis.counts[system]
    return frozen(counts.gold[:, 0].astype(np.int64) - counts.matched[:, 0])


def disagreement(dataset: Dataset, first: str, second: str) -> Longs:
    """Return for each gold sentence how many of its words just one of two systems has, int64.

    Words that were not compared with both do not count.
    """
    gold = dataset.gold
    one, other = (match(gold, dataset.system(name)) for name in (first, second))
    apart = (one.gold_hit != other.gold_hit) & one.gold_scored & other.gold_scored
    return frozen(by_sentence((gold, apart))[:, 0])


def most_first(weights: Longs) -> Places:
    """Return the indices of all sentences, those of greatest weight first, in the order of the text among equals."""
    return frozen(np.argsort(-weights, kind="stable"))


def places_of(text: Text, wanted: str) -> list[int]:
    """Return where ``wanted`` begins in a text, in order: occurrences within a sentence, overlapping ones too.

    White space in ``wanted`` is left out, as it is in the text; without any other character there are no places.
    """
    wanted = "".join(wanted.split())
    places = []
    place = text.chars.find(wanted) if wanted else -1
    while place >= 0:
        places.append(place)
        place = text.chars.find(wanted, place + 1)
    starts = np.array(places, dtype=np.int64)
    inside = text.sentences_at(starts) == text.sentences_at(starts + len(wanted) - 1)
    return [int(start) for start in starts[inside]]


def hits_of(text: Text, wanted: str) -> set[int]:
    """Return the positions of all characters of a text that belong to an occurrence of ``wanted``."""
    length = len("".join(wanted.split()))
    return {place + offset for place in places_of(text, wanted) for offset in range(length)}


def holding(text: Text, wanted: str) -> Bools:
    """Return for each sentence whether it holds ``wanted``; every one holds an empty text, or white space alone."""
    if not wanted.split():
        return np.ones(len(text.sentence_ends), dtype=np.bool_)
    hits = np.zeros(len(text.sentence_ends), dtype=np.bool_)
    hits[text.sentences_at(np.array(places_of(text, wanted), dtype=np.int64))] = True
    return hits
