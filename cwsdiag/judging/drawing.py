"""Making a study from a dataset."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.errors import JudgingError
from cwsdiag.judging.models import STUDY_NAME, Item, JudgingStudy, StudySystem
from cwsdiag.languages import lazy
from cwsdiag.resampling import check_draw, drawn_order
from cwsdiag.scores import score_systems
from cwsdiag.signature import signature
from cwsdiag.text import frozen
from cwsdiag.typed import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.dataset import Dataset


def draw(
    dataset: Dataset,
    name: str,
    *,
    sentences: int,
    seed: int = 0,
    created: str,
    systems: Sequence[str] | None = None,
    f_b: Mapping[str, float] | None = None,
    shortest: int = 1,
    longest: int | None = None,
) -> JudgingStudy:
    """Draw sentences, each as likely as any other, and keep what systems make of them.

    Sentences in which a system has other characters are not drawn: nobody could say whose fault they are. A
    system's word that reaches over the end of a sentence is cut there.

    Args:
        dataset: gold and systems.
        name: of the study.
        sentences: how many to draw.
        seed: the same one draws the same sentences on every machine.
        created: UTC, ISO 8601.
        systems: names of those to be judged; all by default.
        f_b: balanced scores by system, as far as known.
        shortest: fewest characters of a sentence that may be drawn.
        longest: most characters of one; None for any number.

    Raises:
        JudgingError: there are fewer than two systems or not enough sentences, or systems agree on all drawn ones.
        SettingError: there is no system of a name, or a number is out of bounds.
    """
    check_draw(seed=seed, shortest=shortest, longest=longest)
    chosen = dataset.systems if systems is None else tuple(dataset.system(one) for one in dict.fromkeys(systems))
    if len(chosen) < 2:
        raise JudgingError(
            lazy("judges choose between systems: at least two are needed. Add the output of another one.")
        )
    judged = replace(dataset, systems=chosen)
    lengths = dataset.gold.text.sentence_ends - dataset.gold.text.sentence_starts
    most = lengths.max() if longest is None else longest
    usable = [sentence for sentence in usable_sentences(judged) if shortest <= lengths[sentence] <= most]
    if not usable:
        raise JudgingError(
            lazy("no sentence can be drawn: in each a system has other characters, or its length is not asked for.")
        )
    if not 1 <= sentences <= len(usable):
        raise JudgingError(
            lazy(
                "{sentences:,} sentences cannot be drawn: {usable:,} of this dataset can be judged. Give a number from "
                "1 to {usable:,}.",
                sentences=sentences,
                usable=len(usable),
            )
        )
    drawn = drawn_order(len(usable), seed=seed)[:sentences]
    ends = dataset.gold.text.sentence_ends
    cut = [replace(system, word_ends=frozen(np.union1d(system.word_ends, ends))) for system in chosen]
    items = tuple(
        Item.of_outputs(sentence + 1, {system.name: tuple(system.sentence_words(sentence)) for system in cut})
        for sentence in map(usable.__getitem__, drawn)
    )
    if all(item.is_agreed for item in items):
        raise JudgingError(
            lazy(
                "all systems agree on the {sentences:,} drawn sentences, so there is nothing to judge. Draw more, or "
                "with another seed.",
                sentences=sentences,
            )
        )
    settings = {"sentences": sentences, "seed": seed}
    # A signature says nothing of lengths where all may be drawn.
    if shortest > 1:
        settings["min length"] = shortest
    if longest is not None:
        settings["max length"] = longest
    return JudgingStudy(
        name=one_line(name, lazy("name of the study"), STUDY_NAME, error=JudgingError),
        created=created,
        dataset=dataset.name,
        gold=dataset.gold.digest,
        seed=seed,
        signature=signature(judged, settings),
        committee="" if not f_b or dataset.difficulty is None else dataset.difficulty.committee,
        systems=tuple(
            StudySystem(system.name, system.digest, score.f1, (f_b or {}).get(system.name, math.nan))
            for system, score in zip(chosen, score_systems(judged), strict=True)
        ),
        items=items,
    )


def usable_sentences(dataset: Dataset) -> list[int]:
    """Return the sentences of a dataset that could be drawn, from 0: all systems have their characters."""
    text = dataset.gold.text
    usable = np.ones(len(text.sentence_ends), dtype=np.bool_)
    for system in dataset.systems:
        for start, end in system.left_out.tolist():
            first, last = text.sentences_at(np.array([start, max(start, end - 1)])).tolist()
            usable[first : last + 1] = False
        usable &= ~system.altered_sentences
    return np.flatnonzero(usable).tolist()
