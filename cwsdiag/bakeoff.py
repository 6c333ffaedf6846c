"""Scores as the bakeoffs of SIGHAN count them, and which systems differ by them [B03, METHODS 6]."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cwsdiag import scores
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import Diagnosis, diagnose
from cwsdiag.diagnosis.counting import by_sentence
from cwsdiag.diagnosis.paired import PairedComparison, best_first, compare, ranked_pairs
from cwsdiag.errors import SettingError
from cwsdiag.formats.document import Document
from cwsdiag.inference import Interval, paired_intervals, ratio_interval
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.resampling import AUTO, by_unit, check_draw, random_order
from cwsdiag.scores import score, share
from cwsdiag.text import Floats, Ints, Longs, frozen


def draw_sentences(
    document: Document, *, sentences: int, seed: int, shortest: int = 1, longest: int | None = None
) -> list[Sequence[str]]:
    """Draw sentences, each of the given lengths as likely as any other, none twice.

    Args:
        document: what to draw from.
        sentences: how many.
        seed: the same one draws the same sentences on every machine.
        shortest: fewest characters of a sentence.
        longest: most characters of one; None for any number.

    Returns:
        The words of each, in the order of the text.

    Raises:
        SettingError: there are not so many sentences of these lengths, or fewer than one is wanted; or a
            number is out of bounds.
    """
    check_draw(seed=seed, shortest=shortest, longest=longest)
    usable, place = [], 0
    for size in document.sizes:
        words = document.words[place : place + size]
        place += size
        characters = sum(map(len, words))
        if shortest <= characters and (longest is None or characters <= longest):
            usable.append(words)
    if not 1 <= sentences <= len(usable):
        raise SettingError(
            lazy(
                "{sentences:,} sentences cannot be drawn: {name} has {kept:,} of these lengths, of {all:,}. Ask for "
                "fewer, or allow other lengths.",
                sentences=sentences,
                name=document.name,
                kept=len(usable),
                all=len(document.sizes),
            )
        )
    return [usable[one] for one in sorted(random_order(len(usable), seed=seed)[:sentences])]


@dataclass(frozen=True)
class OovRecall:
    """How one system does on OOV words.

    Attributes:
        name: of the system.
        words: OOV gold words that were compared.
        found: of these, those that the system has.
        recall: found / words, with its interval from the bootstrap over units; none where fewer than six of them hold
            an OOV word, undefined where there is no such word.
    """

    name: str
    words: int
    found: int
    recall: Interval


def oov_recalls(diagnosis: Diagnosis) -> list[OovRecall]:
    """Return OOV recall of all systems, in the order of the dataset; nothing without training data.

    Args:
        diagnosis: of the dataset; the units of each system are drawn, with its seed.
    """
    dataset, gold, oov = diagnosis.dataset, diagnosis.dataset.gold, diagnosis.dataset.oov
    if oov is None or not dataset.systems:
        return []
    matches = [match(gold, system) for system in dataset.systems]
    counts = [by_sentence((gold, oov & one.gold_hit), (gold, oov & one.gold_scored)) for one in matches]
    units = [diagnosis.unit_of(name) for name in diagnosis.systems]
    # Together: drawing is most of the work.
    drawn = {unit: diagnosis.resampled(counts, unit) for unit in dict.fromkeys(units)}
    recalls = []
    for place, (name, unit) in enumerate(zip(diagnosis.systems, units, strict=True)):
        found, words = map(int, counts[place].sum(axis=0))
        recall = ratio_interval(by_unit(counts[place], diagnosis.starts(unit)), drawn[unit][place])
        recalls.append(OovRecall(name, words, found, recall))
    return recalls


@dataclass(frozen=True, eq=False)
class Edits:
    """What separates a system from gold, by sentence.

    Attributes:
        insertions: words that the system has over and above gold's, int64 of shape (sentences,).
        deletions: gold words over and above the system's.
        substitutions: gold words with a system word in their place.
    """

    insertions: Longs
    deletions: Longs
    substitutions: Longs


def count_edits(matching: Match) -> Edits:
    """Count the edits of each sentence.

    In each maximal stretch of a sentence between matched words with g gold and s system words, min(g, s) are
    substitutions; the rest are insertions (s > g) or deletions (g > s), as the official script names them. A system
    word that crosses a sentence end belongs to the sentence of its last character. What was left out for differing
    characters is nobody's edit, and ends a stretch.
    """
    gold, system = matching.gold, matching.system
    sentence_starts = gold.text.sentence_starts
    # A place may stand there twice. That changes nothing, and np.unique would cost an import.
    walls = np.sort(np.concatenate([sentence_starts, gold.word_starts[matching.gold_hit], system.left_out[:, 0]]))
    # A word that crosses a sentence end is counted where its last character is, from the start of that sentence; one
    # that has no character of gold with the character before it.
    empty = system.word_starts == system.word_ends
    system_starts = np.maximum(system.word_starts - empty, sentence_starts[system.sentence_ids])
    missed = _by_stretch(gold.word_starts[matching.gold_scored & ~matching.gold_hit], walls)
    wrong = _by_stretch(system_starts[matching.system_scored & ~matching.system_hit], walls)
    both = np.minimum(missed, wrong)
    sentences = gold.text.sentences_at(walls)

    def by_sentence(counts: Longs) -> Longs:
        # Sums of integers under 2^53 are exact in the floats that bincount adds up.
        return frozen(np.bincount(sentences, counts, minlength=len(sentence_starts)).astype(np.int64))

    return Edits(by_sentence(wrong - both), by_sentence(missed - both), by_sentence(both))


def _by_stretch(starts: Ints, walls: Ints) -> Longs:
    """Count words by the last wall at or before their start; sentence starts are walls, so there always is one."""
    return np.bincount(np.searchsorted(walls, starts, side="right") - 1, minlength=len(walls))


@dataclass(frozen=True)
class BakeoffScore:
    """Scores of one system as a bakeoff reports them.

    Attributes:
        name: of the system.
        recall, precision, f1: of words, in [0, 1]; NaN where undefined.
        oov_rate: share of OOV words in the gold words that were compared; NaN without a dictionary.
        oov_recall, iv_recall: recall over OOV and in-vocabulary gold words; NaN without a dictionary or such words.
        c_r, c_p: half-width of the 95 % interval of recall and precision if every word were a trial of its own.
        insertions, deletions, substitutions: of words, see ``count_edits``.
        true_words, test_words: gold and system words that were compared.
        coverage: share of the gold words that were compared.
        system_coverage: the same of the words that the system wrote.
    """

    name: str
    recall: float
    precision: float
    f1: float
    oov_rate: float
    oov_recall: float
    iv_recall: float
    c_r: float
    c_p: float
    insertions: int
    deletions: int
    substitutions: int
    true_words: int
    test_words: int
    coverage: float
    system_coverage: float


def half_width(share: float, trials: int) -> float:
    """Return 2 √(p(1−p)/N): half the width of the 95 % interval of a share of N independent trials [B03, section 4].

    Args:
        share: p, in [0, 1].
        trials: how many there are, N.

    Returns:
        A number in [0, 1]; NaN for an undefined share.
    """
    return 2 * math.sqrt(share * (1 - share) / trials) if trials else math.nan


def score_bakeoff(dataset: Dataset) -> list[BakeoffScore]:
    """Score every system of a dataset as a bakeoff does, in its order; the training data is the dictionary."""
    rows, oov = [], dataset.oov
    for system in dataset.systems:
        matching = match(dataset.gold, system)
        plain, edits = score(matching, oov), count_edits(matching)
        oov_words = math.nan if oov is None else int((oov & matching.gold_scored).sum())
        rows.append(
            BakeoffScore(
                name=plain.name,
                recall=plain.recall,
                precision=plain.precision,
                f1=plain.f1,
                oov_rate=share(oov_words, plain.gold_words),
                oov_recall=plain.oov_recall,
                iv_recall=plain.iv_recall,
                c_r=half_width(plain.recall, plain.gold_words),
                c_p=half_width(plain.precision, plain.words),
                insertions=int(edits.insertions.sum()),
                deletions=int(edits.deletions.sum()),
                substitutions=int(edits.substitutions.sum()),
                true_words=plain.gold_words,
                test_words=plain.words,
                coverage=plain.coverage,
                system_coverage=plain.system_coverage,
            )
        )
    return rows


RESAMPLES = 1000
SEED = 0


@dataclass(frozen=True)
class BakeoffPair:
    """Two systems and what their bakeoff scores differ by, ``first`` − ``second``.

    Attributes:
        first, second: names, in the order of the dataset.
        by_recall, by_precision: whether the bakeoff's intervals are apart, |r1 − r2| > c_r1 + c_r2 and the same for
            precision; False where undefined.
        recall, precision, f1: the differences, with their intervals from the paired bootstrap; none where fewer than
            six units hold a word that is compared.
        unit: what was drawn, see ``Diagnosis.unit_of``.
    """

    first: str
    second: str
    by_recall: bool
    by_precision: bool
    recall: Interval
    precision: Interval
    f1: Interval
    unit: str

    @property
    def differ(self) -> bool:
        """Whether the two differ as the bakeoff has it: in recall or in precision."""
        return self.by_recall or self.by_precision


def differences(
    dataset: Dataset, *, resamples: int = RESAMPLES, seed: int = SEED, unit: str = AUTO
) -> list[BakeoffPair]:
    """Compare every two systems of a dataset by the bakeoff's rule; nothing for fewer than two.

    Args:
        dataset: gold and systems.
        resamples: how often as many units as there are get drawn, with replacement; the same for all systems.
        seed: of the draw.
        unit: what is drawn, see ``diagnose``.

    Raises:
        SettingError: fewer than one resample, a negative seed, or a unit that is not understood.
    """
    counted = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
    return [_pair(counted, *pair) for pair in combinations(score_bakeoff(dataset), 2)]


def track_pairs(
    systems: Sequence[tuple[str, str | None]], *, lines: Sequence[str] = (), all_pairs: bool = False
) -> list[tuple[str, str]]:
    """Return the pairs that are tested: on each track those of ``ranked_pairs``, with the lines below all systems.

    Args:
        systems: name and track of each, best F first; those that are on no track are together.
        lines: names among them of what is no system of its own: BASE and TOP.
        all_pairs: every pair, on whatever tracks.
    """
    own = [(name, track) for name, track in systems if name not in lines]
    last = [name for name, _ in systems if name in lines]
    tracks = list(dict.fromkeys(track for _, track in own)) or [None]
    if all_pairs:
        return ranked_pairs([*(name for name, _ in own), *last], all_pairs=True)
    groups = ([name for name, on in own if on == track] for track in tracks)
    # Two lines stand on every track.
    return list(dict.fromkeys(pair for group in groups for pair in ranked_pairs([*group, *last])))


def verdicts(diagnosis: Diagnosis, *, lines: Sequence[str] = (), all_pairs: bool = False) -> list[PairedComparison]:
    """Test the pairs of a bakeoff over all words, p adjusted by Holm over them; see ``track_pairs``.

    Args:
        diagnosis: of the systems; buckets are not looked at. Systems without a defined F, and VOTE, take no part.
        lines: names of BASE and TOP, where they are no systems of one's own.
        all_pairs: every pair of systems.
    """
    tracks = diagnosis.dataset.tracks
    known = [name for name in best_first(diagnosis) if not np.isnan(diagnosis.f1[name][0])]
    pairs = track_pairs([(name, tracks.get(name)) for name in known], lines=lines, all_pairs=all_pairs)
    return compare(diagnosis, pairs, buckets=False)


def _pair(counted: Diagnosis, a: BakeoffScore, b: BakeoffScore) -> BakeoffPair:
    unit = counted.unit_of(a.name, b.name)
    first, second = ((one.recall, one.precision, one.f1) for one in (a, b))
    drawn = (_resampled(*counted.resampled_counts(unit)[one.name]) for one in (a, b))
    units = counted.units_holding(a.name, b.name, unit=unit)
    recall, precision, f1 = paired_intervals(first, second, *drawn).held_by(units)
    return BakeoffPair(
        first=a.name,
        second=b.name,
        by_recall=abs(a.recall - b.recall) > a.c_r + b.c_r,
        by_precision=abs(a.precision - b.precision) > a.c_p + b.c_p,
        recall=recall,
        precision=precision,
        f1=f1,
        unit=unit,
    )


def _resampled(gold: Floats, system: Floats, matched: Floats) -> Floats:
    """Return recall, precision and F1 in each resample, of shape (resamples, 3)."""
    whole = np.concatenate([gold, system, gold + system], axis=1)
    return scores.ratio(np.concatenate([matched, matched, 2 * matched], axis=1), whole)
