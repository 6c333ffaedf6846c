"""Versions of a system: F1 of each, what came with each, and the words that were won and lost."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag import scores
from cwsdiag.diagnosis.versions import column_of
from cwsdiag.languages import _, n_
from cwsdiag.project.versions import UNNAMED
from cwsdiag.views.pairs.verdicts import judged_difference
from cwsdiag.views.rows import difference_row
from cwsdiag.views.wording import bracketed, points

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.versions import Part, Step

_LINE = ("version", "f1", "f1_low", "f1_high", "precision", "recall", "gold", "predicted", "matched")
_WORDS = ("word", "won", "lost", "sentence")


def versions_frame(diagnosis: Diagnosis, part: Part = None) -> pd.DataFrame:
    """Return a row a version, the oldest first: F1 over a part with its interval, and the counts behind it.

    Args:
        diagnosis: of the versions.
        part: attribute and bucket; None for all words.

    Returns:
        The columns ``version``, ``f1``, ``f1_low``, ``f1_high``, ``precision``, ``recall``, NaN where undefined, and
        the counts ``gold``, ``predicted`` and ``matched``.
    """
    column = column_of(diagnosis, part)
    rows = []
    for name, counts in diagnosis.counts.items():
        f1 = diagnosis.intervals[name][column]
        gold, system, matched = (int(one[:, column].sum()) for one in (counts.gold, counts.system, counts.matched))
        precision = float(scores.precision(system=system, matched=matched))
        recall = float(scores.recall(gold=gold, matched=matched))
        rows.append((name, f1.value, f1.low, f1.high, precision, recall, gold, system, matched))
    return pd.DataFrame(rows, columns=list(_LINE))


def changed_words(diagnosis: Diagnosis, step: Step) -> pd.DataFrame:
    """Return the word types of which a place was won or lost with a version, those with the most such places first.

    Returns:
        The columns ``word``; ``won`` and ``lost``, in how many places; and ``sentence``, from 1, where the first of the
        more frequent kind stands. Equals are in the order of the text; no row where nothing changed.
    """
    gold = diagnosis.dataset.gold
    words = gold.surfaces()
    won, lost = (Counter(words[place] for place in places.tolist()) for places in (step.won, step.lost))
    first: dict[tuple[str, bool], int] = {}
    for is_won, places in ((True, step.won), (False, step.lost)):
        for place in places.tolist():
            first.setdefault((words[place], is_won), place)
    rows = []
    for word in won | lost:
        place = first[word, won[word] >= lost[word]]
        rows.append((-won[word] - lost[word], place, word, int(gold.sentence_ids[place]) + 1))
    return pd.DataFrame(
        [(word, won[word], lost[word], sentence) for _count, _place, word, sentence in sorted(rows)],
        columns=list(_WORDS),
    )


def step_row(diagnosis: Diagnosis, step: Step) -> dict[str, Any]:
    """Return what came with a version as plain values, with the words that were won and lost."""
    return {
        "before": step.before,
        "after": step.after,
        "compared": step.compared,
        "won": len(step.won),
        "lost": len(step.lost),
        "f1": difference_row(step.difference),
        "words": changed_words(diagnosis, step).to_dict("records"),
    }


def version_said(name: str) -> str:
    """Return a version as people read it; said of one without a name."""
    return _("the one without a version") if name == UNNAMED else name


def step_sentence(step: Step, *, unit: str, steps: int) -> str:
    """Say what came with a version: words won and lost, and the change of F1 with its test.

    Args:
        step: from one version to the next.
        unit: what was swapped.
        steps: how many there are, over which p is adjusted.
    """
    one = step.difference
    return _(
        "From {before} to {after}: {won} won, {lost} lost; F1 changes by {points} {interval}, {verdict}.",
        before=version_said(step.before),
        after=step.after,
        won=n_("{n:,} gold word", "{n:,} gold words", len(step.won)),
        lost=n_("{n:,} gold word", "{n:,} gold words", len(step.lost)),
        points=points(one.difference),
        interval=bracketed(one.low, one.high),
        verdict=judged_difference(one, unit=unit, pairs=steps),
    )
