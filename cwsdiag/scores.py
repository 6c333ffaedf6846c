"""From counts to scores: the only place where a ratio of counts is taken (METHODS 1); runs of one model."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cwsdiag.dataset import Dataset
from cwsdiag.errors import SettingError
from cwsdiag.languages import lazy
from cwsdiag.matching import Match, match
from cwsdiag.text import Bools, Floats, Segmentation, TextFidelity


@dataclass(frozen=True)
class Repeated:
    """A score of several runs; NaN where one of them is undefined, or there is none.

    Attributes:
        mean: over the runs.
        sd: standard deviation over them, n − 1 below; NaN for a single run.
        low, high: the range: the lowest and the highest of them.
        runs: how many.
    """

    mean: float
    sd: float
    low: float
    high: float
    runs: int


def repeated(values: Iterable[float]) -> Repeated:
    """Return what a score is over several runs."""
    every = list(map(float, values))
    if not every or any(map(math.isnan, every)):
        return Repeated(math.nan, math.nan, math.nan, math.nan, len(every))
    # Few results are of several runs: the others do without this import.
    from statistics import mean

    # Not a mean of sums in floats: that of equal values can differ from them in the last place.
    middle = mean(every)
    squares = math.fsum((value - middle) ** 2 for value in every)
    sd = math.sqrt(squares / (len(every) - 1)) if len(every) > 1 else math.nan
    return Repeated(middle, sd, min(every), max(every), len(every))


def ratio(part: ArrayLike, whole: ArrayLike) -> Floats:
    """Return part / whole, NaN where whole is 0. Works on numbers and on arrays of any one shape."""
    numerator, denominator = np.asarray(part, dtype=np.float64), np.asarray(whole, dtype=np.float64)
    result = np.full(np.broadcast(numerator, denominator).shape, np.nan)
    np.divide(numerator, denominator, out=result, where=denominator != 0)
    return result


def share(part: ArrayLike, whole: ArrayLike) -> float:
    """Return part / whole of two numbers, NaN where whole is 0."""
    return float(ratio(part, whole))


def precision(*, system: ArrayLike, matched: ArrayLike) -> Floats:
    """Return matched / system words, in [0, 1]; NaN without system words."""
    return ratio(matched, system)


def recall(*, gold: ArrayLike, matched: ArrayLike) -> Floats:
    """Return matched / gold words, in [0, 1]; NaN without gold words."""
    return ratio(matched, gold)


def f1(*, gold: ArrayLike, system: ArrayLike, matched: ArrayLike) -> Floats:
    """Return 2 · matched / (gold words + system words), in [0, 1]; NaN with neither."""
    return ratio(2 * np.asarray(matched, dtype=np.float64), np.asarray(gold) + np.asarray(system))


def harmonic_mean(first: ArrayLike, second: ArrayLike) -> Floats:
    """Return 2ab / (a + b) of two scores: 0 where both are 0, NaN where one is undefined."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return np.where(a + b == 0, 0.0, ratio(2 * a * b, a + b))


@dataclass(frozen=True)
class SystemScore:
    """Scores of one system over the corpus, each pooled over all words (METHODS 1).

    Attributes:
        name: of the system.
        words: system words that were compared.
        gold_words: gold words that were compared.
        matched: words whose span both have.
        precision, recall, f1: in [0, 1]; NaN where undefined.
        oov_recall, iv_recall: recall over gold words that are not, or are, words of the training data; NaN without
            training data or without such words.
        precision_no_punctuation, recall_no_punctuation, f1_no_punctuation: over words that are no punctuation
            (METHODS 1).
        sentence_accuracy: share of the gold sentences without an error, of those with a word that is compared.
        f1_unseen_sentences: over the gold sentences whose characters are no sentence of the training text; NaN without
            such a text.
        unseen_sentences: how many of these have a word that is compared; None without such a text.
        coverage: share of the gold words that were compared; below 1 only where differing characters were left out.
        system_coverage: the same of the words that the system wrote.
        fidelity: how much of gold's text the system gave back as it stands.
    """

    name: str
    words: int
    gold_words: int
    matched: int
    precision: float
    recall: float
    f1: float
    oov_recall: float
    iv_recall: float
    precision_no_punctuation: float
    recall_no_punctuation: float
    f1_no_punctuation: float
    sentence_accuracy: float
    f1_unseen_sentences: float
    unseen_sentences: int | None
    coverage: float
    system_coverage: float
    fidelity: TextFidelity


def score_systems(dataset: Dataset) -> list[SystemScore]:
    """Score every system of a dataset, in its order.

    Raises:
        SettingError: this is no dataset.
    """
    return [score(match(dataset.gold, system), dataset.oov, dataset.unseen) for system in dataset.systems]


@dataclass(frozen=True)
class TagScore:
    """Scores of one system over words with their parts of speech (METHODS 1).

    Attributes:
        joint_precision, joint_recall, joint_f1: a word is right where its span and its tag are; in [0, 1], NaN where
            undefined, as for a system without tags.
        tag_accuracy: share of right tags among the words whose span both have; likewise.
        tag_confusion: of these words gold's tag, the system's, and how many have the two, the most first; None is no
            tag. None for a system without tags.
    """

    joint_precision: float = float("nan")
    joint_recall: float = float("nan")
    joint_f1: float = float("nan")
    tag_accuracy: float = float("nan")
    tag_confusion: tuple[tuple[str | None, str | None, int], ...] | None = None


def score_tags(dataset: Dataset) -> list[TagScore]:
    """Score the parts of speech of every system of a dataset, in its order.

    Raises:
        SettingError: gold has none, or no system has.
    """
    gold = dataset.gold
    if gold.pos is None or all(system.pos is None for system in dataset.systems):
        who = lazy("gold has none") if gold.pos is None else lazy("gold alone has them, no system")
        raise SettingError(
            lazy(
                "{name}: no parts of speech to compare, {who}. Give both with them, as CoNLL-U, word_POS or word/POS.",
                name=gold.name,
                who=who,
            )
        )
    return [TagScore() if system.pos is None else _tag_score(match(gold, system)) for system in dataset.systems]


def _tag_score(matching: Match) -> TagScore:
    """Score the tags of a system where it and gold have some."""
    ours, theirs = matching.gold.pos, matching.system.pos
    assert ours is not None and theirs is not None
    # Matched words stand in the same order on both sides. No tag is the last of the names.
    pairs = np.column_stack([ours.codes[matching.gold_hit], theirs.codes[matching.system_hit]])
    distinct, counts = np.unique(pairs, axis=0, return_counts=True)
    confusion = [
        ((*ours.names, None)[one], (*theirs.names, None)[other], count)
        for (one, other), count in zip(distinct.tolist(), counts.tolist(), strict=True)
    ]
    right = sum(count for one, other, count in confusion if one == other and one is not None)
    gold, words = int(matching.gold_scored.sum()), int(matching.system_scored.sum())
    return TagScore(
        joint_precision=share(right, words),
        joint_recall=share(right, gold),
        joint_f1=share(2 * right, gold + words),
        tag_accuracy=share(right, len(pairs)),
        tag_confusion=tuple(sorted(confusion, key=lambda row: (-row[2], str(row[0]), str(row[1])))),
    )


@dataclass(frozen=True)
class RunsScore:
    """Scores of a model that was run several times: mean, standard deviation and range over its runs (METHODS 11).

    Attributes:
        name: what the runs are called together.
        systems: the runs, by name.
        precision, recall, f1, oov_recall, iv_recall: over the runs; undefined where a run has no such score.
    """

    name: str
    systems: tuple[str, ...]
    precision: Repeated
    recall: Repeated
    f1: Repeated
    oov_recall: Repeated
    iv_recall: Repeated


def score_runs(runs: Mapping[str, tuple[str, ...]], scores: Sequence[SystemScore]) -> list[RunsScore]:
    """Return what models are over their runs.

    Args:
        runs: names of systems by model, as ``Dataset.runs`` has them.
        scores: of these systems, and of others, which are passed over.
    """
    by_name = {one.name: one for one in scores}
    keys = ("precision", "recall", "f1", "oov_recall", "iv_recall")
    return [
        RunsScore(group, names, **{key: repeated(getattr(by_name[name], key) for name in names) for key in keys})
        for group, names in runs.items()
    ]


def text_fidelity(gold: Segmentation, system: Segmentation) -> TextFidelity:
    """Return how much of gold's text a system gave back: all of it, where the characters are the same."""
    if system.differing is not None:
        return system.differing
    sentences = len(gold.text.sentence_ends)
    return TextFidelity(sentences, len(gold.text.chars), exact_sentences=sentences, words=len(system))


def score(matching: Match, oov: Bools | None, unseen: Bools | None = None) -> SystemScore:
    """Score one system.

    Args:
        matching: what it and gold agree on.
        oov: for each gold word whether it is OOV; None without training data.
        unseen: for each gold sentence whether the training text does not have it; None without such a text.
    """
    gold, system = matching.gold, matching.system
    fidelity = text_fidelity(gold, system)

    def counts(of_gold: Any = True, of_system: Any = True) -> tuple[int, int, int]:
        """Count the words that are compared, of some words of gold and of the system, and those that both have."""
        chosen = matching.gold_scored & of_gold, matching.system_scored & of_system, matching.gold_hit & of_gold
        words, own, matched = (int(one.sum()) for one in chosen)
        return words, own, matched

    words, own, matched = counts()
    spoken, own_spoken, matched_spoken = counts(~gold.punctuation, ~system.punctuation)
    (iv, _own, matched_iv), (oov_words, _own, matched_oov), (new, own_new, matched_new) = [(0, 0, 0)] * 3
    if oov is not None:
        (oov_words, _own, matched_oov), (iv, _own, matched_iv) = counts(oov), counts(~oov)
    if unseen is not None:
        new, own_new, matched_new = counts(unseen[gold.sentence_ids], unseen[system.sentence_ids])
    return SystemScore(
        name=system.name,
        words=own,
        gold_words=words,
        matched=matched,
        precision=share(matched, own),
        recall=share(matched, words),
        f1=share(2 * matched, words + own),
        oov_recall=share(matched_oov, oov_words),
        iv_recall=share(matched_iv, iv),
        precision_no_punctuation=share(matched_spoken, own_spoken),
        recall_no_punctuation=share(matched_spoken, spoken),
        f1_no_punctuation=share(2 * matched_spoken, spoken + own_spoken),
        sentence_accuracy=share(matching.sentence_hit.sum(), matching.sentence_scored.sum()),
        f1_unseen_sentences=share(2 * matched_new, new + own_new),
        unseen_sentences=None if unseen is None else int((unseen & matching.sentence_scored).sum()),
        coverage=words / len(gold),
        system_coverage=share(own, fidelity.words),
        fidelity=fidelity,
    )
