"""What ``cwsdiag bakeoff`` and ``separators`` print: documents, text, and the layout of the official script.

Bakeoff scores in the layout of the official ``score`` script, so that what parses its output parses ours: for each
sentence a line that names both files and the number of the sentence, the words of gold and system side by side as
``diff -y`` sets them, and eight lines of counts; then the summary, and one line with all its numbers.
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
from cwsdiag.formats.encoding import encoded
from cwsdiag.formats.stream import codec_of
from cwsdiag.frames import width
from cwsdiag.languages import lazy
from cwsdiag.languages.visible import printable
from cwsdiag.matching import Match, match
from cwsdiag.output import Table
from cwsdiag.report.documents import Document, gold_facts, only
from cwsdiag.report.terminal import content_lines, gold_line
from cwsdiag.resampling import SENTENCE
from cwsdiag.scores import precision, recall
from cwsdiag.separators import ENDS, EQUAL_COSTS, Costs, SeparatorDistances, count_separators
from cwsdiag.signature import signature
from cwsdiag.text import Bools, Segmentation
from cwsdiag.views.columns import SEPARATORS, Column
from cwsdiag.views.rows import bakeoff_rows, verdict_row
from cwsdiag.views.standings import range_columns, range_rows, score_row
from cwsdiag.views.wording import counted, resampling_text

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
    from cwsdiag.exhibits.bakeoff import bakeoff, lines, pairs_table
    from cwsdiag.views.standings import pairs, standings

    yield gold_line(document)
    ranked = standings(look.bakeoff, lines=lines(look))
    both = pairs(look, ranked, tests)
    if len(ranked):
        yield from content_lines(bakeoff(look, pairs=both))
    if len(both):
        table = pairs_table(both, ranked["name"].tolist())
        yield from ("", table.terminal(), "", TWO_RULES, *_test_lines(document["pairs"]))
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


def separators_document(
    distances: SeparatorDistances, *, signature: str, warnings: list[str], costs: Costs
) -> Document:
    """Return what ``cwsdiag separators`` prints as JSON: references, systems against the first, ranges against several.

    Args:
        distances: the distances.
        signature: of these numbers.
        warnings: what looks wrong with the files.
        costs: those of the distances.
    """
    ranges = []
    for one in distances.ranges:
        ends = {end: score_row(score) for end, score in one._asdict().items()}
        name = {end.pop("name") for end in ends.values()}.pop()
        optimal = {"optimal_precision": one.union.precision, "optimal_recall": one.intersection.recall}
        ranges.append({"name": name, **ends, **optimal})
    return {
        "signature": signature,
        "costs": {"insertion": costs.insertion, "deletion": costs.deletion},
        "references": [
            {
                "name": reference.name,
                "sentences": len(reference.text.sentence_ends),
                "characters": len(reference.text.chars),
                "separators": count_separators(reference),
            }
            for reference in distances.references
        ],
        "intersection": {"separators": count_separators(distances.intersection)},
        "union": {"separators": count_separators(distances.union)},
        "systems": [score_row(score) for score in distances.scores],
        "ranges": ranges,
        "warnings": warnings,
    }


def separator_settings(costs: Costs) -> dict[str, str]:
    """Return what a signature says of costs: nothing where all cost the same, as they do by default."""
    return {} if costs == EQUAL_COSTS else {"costs": costs.text}


def toolkit_lines(distances: SeparatorDistances) -> Iterator[str]:
    """Yield for each system a line of what the toolkit of [ED] prints, counts and its precision by its own formula."""
    for score in distances.scores:
        share = score.toolkit_precision
        said = "--" if math.isnan(share) else f"{100 * share:.2f}%"
        counts = f"Sub: {score.sub}\tIns: {score.ins}\tDel: {score.dels}\tDistance: {score.distance:g}"
        yield f"{printable(score.name)}\t{counts}\tPrecision: {said}"


def separators_lines(document: Document, distances: SeparatorDistances) -> Iterator[str]:
    """Yield the document as text: a line about the reference or a table of them, and tables of the systems."""
    references, systems, costs = document["references"], document["systems"], document["costs"]
    size = ", ".join(counted(references[0][of], of) for of in ("sentences", "characters"))
    if len(references) == 1:
        first = references[0]
        yield f"reference: {printable(first['name'])}, {size}, {counted(first['separators'], 'separators')}"
    else:
        rows = [*references, *({"name": name, **document[name]} for name in ENDS)]
        yield f"{len(references):,} references: {size}"
        yield from Table(rows, {"name": Column("reference"), "separators": Column("separators")}).lines()
    if systems:
        plain = set(costs.values()) == {1}
        hidden = {"distance"} if plain else set()
        hidden |= set() if any(row["system_coverage"] < 1 for row in systems) else {"system_coverage"}
        columns = {key: column for key, column in SEPARATORS.items() if key not in hidden}
        caption = f"Against {references[0]['name']}" if len(references) > 1 else ""
        note = f"distance: {costs['insertion']:g} × to add + {costs['deletion']:g} × to remove"
        table = Table(systems, {"name": Column("system"), **columns}, caption=caption, notes=() if plain else (note,))
        yield from table.lines()
    if distances.ranges:
        caption = "Against what all references have (all), and what at least one has (any)"
        yield from Table(range_rows(distances), range_columns(), caption=caption).lines()
    yield from ("", document["signature"])


def words_file(segmentation: Segmentation, like: Segmentation) -> bytes:
    """Return a segmentation as the bytes of a file, in the encoding of another one's file.

    Args:
        segmentation: see ``words_text``.
        like: read from a file; UTF-8 where it came from memory.

    Raises:
        EncodingError: that encoding lacks a character, which normalisation may have brought in.
    """
    return encoded(words_text(segmentation), codec_of(like.reading) or "utf-8", name=like.name)


def words_text(segmentation: Segmentation) -> str:
    """Return a segmentation as the text of a file: a line a sentence, a blank between words.

    Args:
        segmentation: one that has a boundary at every sentence end, as gold, intersections and unions have.
    """
    sentences = range(len(segmentation.text.sentence_ends))
    return "".join(" ".join(segmentation.sentence_words(sentence)) + "\n" for sentence in sentences)
