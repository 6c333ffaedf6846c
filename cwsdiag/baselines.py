"""BASE, TOP and VOTE: what stands beside systems and is none of them; and their oracle [B03, METHODS 6].

BASE and TOP are forward maximum matching, the bakeoff's lines to beat. BASE knows the words of the training data, TOP
those of the gold test text. A segmenter under BASE has learned nothing beyond its dictionary; what is over TOP has got
right what no dictionary decides. VOTE is the majority of all systems at each boundary.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import match
from cwsdiag.text import Ints, Segmentation, Text, boundaries, frozen, stretches

if TYPE_CHECKING:
    from cwsdiag.dataset import Dataset

BASE = "BASE"
TOP = "TOP"
VOTE = "VOTE"
# No systems of their own: they come last, have no rank and no part in studies.
LINES = (BASE, TOP, VOTE)
READING, VOTED = "maximum-matching", "vote"
# Fewer have no majority.
LEAST_VOTERS = 3


def with_baselines(dataset: Dataset, *, vote: bool = True) -> Dataset:
    """Return a dataset with ``BASE``, ``TOP`` and ``VOTE`` as its last systems.

    ``BASE`` only where there is training data, ``VOTE`` only with three systems or more; see ``voters``.

    Args:
        dataset: gold and systems.
        vote: whether ``VOTE`` is wanted.

    Raises:
        SettingError: a system is already called so.
    """
    complaint = clash(system.name for system in dataset.systems)
    if complaint:
        raise SettingError(complaint)
    text, lines = dataset.gold.text, []
    if dataset.training is not None:
        lines.append(_made(BASE, text, maximum_matching(text, set(dataset.training.word_counts)), READING))
    lines.append(_made(TOP, text, maximum_matching(text, set(dataset.gold.surfaces())), READING))
    heard = voters(dataset)
    if vote and len(heard) >= LEAST_VOTERS:
        lines.append(_vote(text, heard))
    return replace(dataset, systems=(*dataset.systems, *lines))


def without_vote(dataset: Dataset) -> Dataset:
    """Return a dataset without ``VOTE``, for what ranks and tests systems; a system that is only called so stays."""
    return replace(dataset, systems=tuple(system for system in dataset.systems if system.reading != VOTED))


def voters(dataset: Dataset) -> list[Segmentation]:
    """Return the systems that have a vote: all but the lines, of several runs of a model the first."""
    first = {dataset.run_of.get(one.name, one.name): one for one in reversed(dataset.systems) if one.name not in LINES}
    return [one for one in dataset.systems if one in first.values()]


def no_vote_text(dataset: Dataset) -> str:
    """Say that there is no ``VOTE``, where there are too few systems for it; else nothing."""
    count = len(voters(dataset))
    if count >= LEAST_VOTERS:
        return ""
    return lazy("VOTE is left out: a vote takes three systems, not {count}.", count=count)


def oracle_recall(dataset: Dataset) -> float:
    """Return the share of the gold words that at least one voter has, in [0, 1]; NaN without one."""
    hits = [match(dataset.gold, one).gold_hit for one in voters(dataset)]
    return float(np.logical_or.reduce(hits).mean()) if hits else float("nan")


def clash(names: Iterable[str]) -> str:
    """Return why the lines cannot stand beside systems of these names, empty where they can."""
    taken = sorted({*names} & {*LINES})
    if not taken:
        return ""
    return lazy(
        "a system is called {name}, the name of one of the baselines BASE, TOP and VOTE. Give it another name, or "
        "leave the baselines out.",
        name=taken[0],
    )


def maximum_matching(text: Text, dictionary: Collection[str]) -> Ints:
    """Cut every sentence from left to right, each time after the longest dictionary word that fits.

    Where none does, one character becomes a word. No word crosses a sentence end.

    Args:
        text: what to cut.
        dictionary: a set, or anything that tells quickly whether a word is in it.

    Returns:
        End offset of each word, int32; empty for an empty text.
    """
    longest_first = _lengths(dictionary)
    chars = text.chars
    ends: list[int] = []
    start = 0
    for sentence_end in text.sentence_ends.tolist():
        while start < sentence_end:
            end = start + 1
            for length in longest_first.get(chars[start], ()):
                if start + length <= sentence_end and chars[start : start + length] in dictionary:
                    end = start + length
                    break
            ends.append(end)
            start = end
    return frozen(np.array(ends, dtype=np.int32))


def _lengths(dictionary: Collection[str]) -> dict[str, list[int]]:
    """Return the lengths over 1 of the words that begin with a character, longest first: few have many."""
    lengths: dict[str, set[int]] = {}
    for word in dictionary:
        if len(word) > 1:
            lengths.setdefault(word[0], set()).add(len(word))
    return {first: sorted(found, reverse=True) for first, found in lengths.items()}


def _vote(text: Text, systems: Sequence[Segmentation]) -> Segmentation:
    """Cut a text behind each character where at least half of the systems do, of those that are compared there.

    What all of them leave out for differing characters is left out here too.
    """
    characters = len(text.chars)
    votes, heard = np.zeros(characters, dtype=np.int32), np.zeros(characters, dtype=np.int32)
    silent = np.ones(characters, dtype=np.bool_)
    for system in systems:
        compared = system.covered(np.arange(characters))
        silent &= ~compared
        # A system has its say at both ends of what it leaves out, where gold has a boundary, too.
        certain = compared | np.append(compared[1:], False)
        votes += boundaries(system) & certain
        heard += certain
    left_out = stretches(silent)
    cut = (2 * votes >= heard) & (heard > 0)
    cut[text.sentence_ends - 1] = True
    cut[left_out[left_out > 0] - 1] = True
    made = _made(VOTE, text, frozen((np.flatnonzero(cut) + 1).astype(np.int32)), VOTED)
    return replace(made, left_out=left_out)


def _made(name: str, text: Text, word_ends: Ints, reading: str) -> Segmentation:
    digest = hashlib.sha256(text.chars.encode("utf-8", "surrogatepass") + word_ends.tobytes()).hexdigest()
    return Segmentation(name, text, word_ends, digest, reading)
