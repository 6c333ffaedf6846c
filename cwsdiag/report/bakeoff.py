"""What ``cwsdiag bakeoff`` prints: a document, text, and the layout of the official script.

Bakeoff scores in the layout of the official ``score`` script, so that what parses its output parses ours.

For each sentence a line that names both files and the number of the sentence, the words of gold and system side by
side as ``diff -y`` sets them, and eight lines of counts; then the summary, and one line with all its numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.bakeoff import BakeoffScore, count_edits, score_bakeoff
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.paired import PairedComparison
from cwsdiag.frames import width
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.report.documents import Document, gold_facts, only
from cwsdiag.report.terminal import content_lines, gold_line
from cwsdiag.resampling import SENTENCE
from cwsdiag.scores import precision, recall
from cwsdiag.signature import signature
from cwsdiag.text import Bools, Segmentation
from cwsdiag.views.rows import bakeoff_rows, verdict_row
from cwsdiag.views.wording import resampling_text

if TYPE_CHECKING:
    from cwsdiag.views.look import PrivateLook

_UNDEFINED = "--"
# Of the summary: what the script calls each number, and what we do.
_SUMMARY = {
    "TOTAL INSERTIONS": "insertions",
    "TOTAL DELETIONS": "deletions",
    "TOTAL SUBSTITUTIONS": "substitutions",
    "TOTAL NCHANGE": "changes",
    "TOTAL TRUE WORD COUNT": "true_words",
    "TOTAL TEST WORD COUNT": "test_words",
    "TOTAL TRUE WORDS RECALL": "recall",
    "TOTAL TEST WORDS PRECISION": "precision",
    "F MEASURE": "f1",
    "OOV Rate": "oov_rate",
    "OOV Recall Rate": "oov_recall",
    "IV Recall Rate": "iv_recall",
}
_OF_A_SENTENCE = (
    *("INSERTIONS", "DELETIONS", "SUBSTITUTIONS", "NCHANGE", "NTRUTH", "NTEST"),
    *("TRUE WORDS RECALL", "TEST WORDS PRECISION"),
)
# Of ``diff -y`` at its usual width of 130: where the mark between the columns and the second column stand.
_MARK_COLUMN = 62
_SECOND_COLUMN = 64
_TAB = 8


def summary_lines(score: BakeoffScore, *, test_name: str) -> list[str]:
    """Return the summary of one system.

    Args:
        score: its scores.
        test_name: what the last line calls its file.
    """
    numbers = asdict(score) | {"changes": score.insertions + score.deletions + score.substitutions}
    values = {label: _written(numbers[key]) for label, key in _SUMMARY.items()}
    lines = [f"=== {label}:\t{value}" for label, value in values.items()]
    return ["=== SUMMARY:", *lines, "\t".join(["###", test_name, *values.values()])]


def sighan_lines(dataset: Dataset, *, sentences: bool, gold_name: str, test_names: Sequence[str]) -> Iterator[str]:
    """Yield what the script prints, for one system after the other.

    Args:
        dataset: gold, systems, and training data as the dictionary.
        sentences: whether to print each sentence, and not the summary alone.
        gold_name: what the lines call the gold file.
        test_names: what they call the file of each system.
    """
    for system, score, test_name in zip(dataset.systems, score_bakeoff(dataset), test_names, strict=True):
        if sentences:
            yield from _sentences(match(dataset.gold, system), f"--{gold_name}-------{test_name}----")
        yield from summary_lines(score, test_name=test_name)


def _sentences(matching: Match, title: str) -> Iterator[str]:
    gold, system = matching.gold, matching.system
    changes = count_edits(matching)
    count = len(gold.text.sentence_ends)
    true_words = np.bincount(gold.sentence_ids[matching.gold_scored], minlength=count)
    test_words = np.bincount(system.sentence_ids[matching.system_scored], minlength=count)
    matched = np.bincount(gold.sentence_ids[matching.gold_hit], minlength=count)
    recalls, precisions = recall(gold=true_words, matched=matched), precision(system=test_words, matched=matched)
    for number in range(count):
        edits = [int(counts[number]) for counts in (changes.insertions, changes.deletions, changes.substitutions)]
        counted = (*edits, sum(edits), true_words[number], test_words[number], recalls[number], precisions[number])
        yield f"{title}{number + 1}"
        yield from _side_by_side(matching, number)
        yield from (f"{label}:\t{_written(value)}" for label, value in zip(_OF_A_SENTENCE, counted, strict=True))


def _side_by_side(matching: Match, sentence: int) -> Iterator[str]:
    """Yield the words of a sentence: matched ones opposite each other, the rest in pairs as long as there are two."""
    theirs = _runs(matching.system, matching.system_hit, matching.system_scored, sentence)
    ours = _runs(matching.gold, matching.gold_hit, matching.gold_scored, sentence)
    for (missed, word), (wrong, _) in zip(ours, theirs, strict=True):
        for left, right in zip_longest(missed, wrong):
            mark = _to(left or "", _MARK_COLUMN)
            yield f"{mark}<" if right is None else f"{mark}{'>' if left is None else '|'}\t{right}"
        if word is not None:
            yield f"{_to(word, _SECOND_COLUMN)}{word}"


def _runs(text: Segmentation, hit: Bools, scored: Bools, sentence: int) -> list[tuple[list[str], str | None]]:
    """Return the words before each matched word of a sentence, with that word; at last those after, with None."""
    words = text.surfaces()
    first, last = np.searchsorted(text.sentence_ids, [sentence, sentence + 1])
    runs: list[tuple[list[str], str | None]] = []
    run: list[str] = []
    for place in range(int(first), int(last)):
        if hit[place]:
            runs.append((run, words[place]))
            run = []
        elif scored[place]:
            run.append(words[place])
    return [*runs, (run, None)]


def _to(word: str, column: int) -> str:
    """Return a word filled up to a column of the terminal, by tabs as far as they reach."""
    reached = width(word)
    tabs = max(0, column // _TAB - reached // _TAB)
    blanks = column % _TAB if tabs else max(1, column - reached)
    return word + "\t" * tabs + " " * blanks


def _written(value: float) -> str:
    """Return a number as the script writes it: a count, or a share to three decimals."""
    if isinstance(value, float):
        return _UNDEFINED if math.isnan(value) else f"{value:.3f}"
    return str(value)


# Shown wherever a number may stand beside one of the official script; to be ``translated`` on pages, as the next.
OFFICIAL_SCRIPT = lazy(
    "The official script aligns words with diff, which misses some words that both sides have: its R, P and F may "
    "be lower by up to 0.001 than these, which are counted on spans, and its OOV words found may differ by a few. A "
    "byte order mark in the gold file makes it count one OOV word more."
)
TWO_RULES = lazy(
    "The bakeoff's rule treats each word as an independent trial: two systems differ where |r1 − r2| > c_r1 + c_r2, or "
    "the same for precision. The paired test looks at the same sentences for both: p says how often a difference as "
    "large comes out where the outputs of the two are exchanged in random sentences, or in blocks of them."
)


def bakeoff_document(look: PrivateLook, tests: Sequence[PairedComparison], warnings: list[str]) -> Document:
    """Return what ``cwsdiag bakeoff`` prints as JSON.

    Args:
        look: a dataset with a diagnosis without buckets.
        tests: the paired tests of pairs.
        warnings: what looks wrong with the files.
    """
    diagnosis = look.diagnosis
    units = sorted({one.unit for one in look.differences} or {diagnosis.unit_of()})
    # Buckets have no part in these numbers.
    settings: Document = {"resamples": diagnosis.resamples, "seed": diagnosis.seed}
    settings |= {} if units == [SENTENCE] else {"unit": "+".join(units)}
    return {
        "signature": signature(look.dataset, settings),
        "gold": gold_facts(look.dataset),
        "unit": only(units),
        "systems": bakeoff_rows(look.dataset),
        "differences": [{**asdict(pair), "differ": pair.differ} for pair in look.differences],
        "pairs": [verdict_row(one) for one in tests],
        "warnings": warnings,
    }


def bakeoff_lines(document: Document, look: PrivateLook, tests: Sequence[PairedComparison]) -> Iterator[str]:
    """Yield a bakeoff as text: the scores as on the page, the pairs, and what the two rules mean.

    Args:
        document: from ``bakeoff_document``.
        look: the dataset.
        tests: the paired tests of pairs.
    """
    from cwsdiag.exhibits.bakeoff import bakeoff, by_test
    from cwsdiag.views import standings

    yield gold_line(document)
    ranked = standings.ranked(look)
    both = standings.pairs(look, ranked, tests)
    if len(ranked):
        yield from content_lines(bakeoff(look, pairs=both))
    if len(both):
        yield from (*content_lines(by_test(look, pairs=both)), "", TWO_RULES, *_test_lines(document["pairs"]))
    yield from (OFFICIAL_SCRIPT, "", document["signature"])


def _test_lines(tests: Sequence[Document]) -> Iterator[str]:
    """Say what p is adjusted for, and what was swapped where that is no sentences; nothing without a test."""
    if not tests:
        return
    adjusted = f"adjusted by Holm for the {len(tests):,} pairs tested" if len(tests) > 1 else "of the only pair tested"
    yield (
        f"p is {adjusted}; * significant at 0.05. By default the best is tested against each system and each against "
        "the next by rank, within a track; --all-pairs tests every two."
    )
    for unit, count in Counter(row["unit"] for row in tests).items():
        if unit != SENTENCE:
            yield f"Of the pairs {count:,} are tested by {resampling_text(unit)}."
