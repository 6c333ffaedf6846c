"""What gold and a prediction say about each other."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.doctor.finding import Finding
from cwsdiag.doctor.measures import (
    UNSEGMENTED_RATIO,
    different_scripts,
    moved_oov_rate,
    normalised,
    oov_rate,
)
from cwsdiag.doctor.names import hints
from cwsdiag.formats.wrappers import said
from cwsdiag.languages import lazy, n_lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.errors import Fix
    from cwsdiag.formats import Document
    from cwsdiag.training import TrainingStats

# Of the sentences that gold and prediction share, so many stand elsewhere.
_LEAST_SHIFTED = 0.1
# Segmenters other than dictionary methods leave their training words more often than annotators do. Dictionary methods
# cut what they do not know into characters, so words of one character are left out.
_SWAPPED_RATIO = 1.5
_LEAST_OOV_OF_GOLD = 0.02

# What to do where characters differ: where that is taken care of already, and where it is an error.
_AGAIN = (
    lazy("Make the prediction again."),
    lazy("Make the prediction again, or leave out what differs or count it against the system."),
)
_FOR_GOLD = (
    lazy("Give the output for this gold file."),
    lazy("Give the output for this gold file, or leave out what differs or count it against the system."),
)
_STRIPPED: dict[str, Fix] = {"markdown": "markdown", "numbers": "numbers", "quotes": "quotes"}
_MENDED_BY: dict[Fix, tuple[str, str]] = {
    "nfkc": (
        "width",
        lazy("this prediction and gold differ in full-width and half-width characters. Normalise all files."),
    ),
    "t2s": (
        "script",
        lazy("this prediction and gold differ in simplified and traditional characters. Convert all files."),
    ),
    "underscores": (
        "underscores",
        lazy(
            "this prediction and gold differ in _ alone, which joins the syllables of a word in Vietnamese. Delete it "
            "in all files."
        ),
    ),
}


def about_system(
    gold: Document,
    system: Document,
    name: str,
    training: TrainingStats | None,
    wrapped: Mapping[str, int] | None = None,
    mismatch: Mismatch = "error",
) -> Iterator[Finding]:
    """Say what is wrong with the prediction of a system for this gold file.

    Args:
        gold: the gold file.
        system: the prediction.
        name: of the system.
        training: statistics of the training data; None without.
        wrapped: on how many of its lines something stands around that may be no text, see ``Facts.wrapped``.
        mismatch: what is done where its characters are not those of gold; what is done already is not advised.

    Yields:
        ``same-file``; ``unsegmented`` with the mean characters of a word; where the characters are not those of gold,
        ``wrapped`` with the number of such lines for each kind of what stands around them, and the reason, one of
        ``width``, ``script``, ``underscores``, ``lines-shifted`` with the number of sentences by which most are
        shifted (above 0 where sentences are missing), and ``characters``; where they are, ``swapped``, which is a
        question.
    """
    # Not by the digest: one file of tags can hold gold and prediction in two columns.
    same_text = system.chars == gold.chars
    if same_text and system.sizes == gold.sizes and np.array_equal(system.word_ends, gold.word_ends):
        if system.digest == gold.digest:
            message = lazy("this prediction is the gold file. Give the output of the segmenter.")
        else:
            message = lazy("this prediction has exactly the words of gold. Give the output of the segmenter.")
        yield _finding("same-file", system, name, message)
        return
    mean, usual = system.mean_length, gold.mean_length
    if mean > UNSEGMENTED_RATIO * usual:
        message = lazy(
            "a word has {mean:.1f} characters on average, a gold word {usual:.1f}, so this text is probably not "
            "segmented. Give the output of the segmenter.",
            mean=mean,
            usual=usual,
        )
        yield _finding("unsegmented", system, name, message, value=mean)
    if same_text:
        yield from _about_swapping(gold, system, name, training)
    else:
        for key, lines in (wrapped or {}).items():
            message = lazy("{found}. Where that is not part of the text, have it left out.", found=said(key, lines))
            yield _finding("wrapped", system, name, message, fix=_STRIPPED[key], value=float(lines))
        yield from _about_characters(gold, system, name, training, mismatch)


def _finding(
    code: str, system: Document, name: str, message: str, *, fix: Fix | None = None, value: float | None = None
) -> Finding:
    whole = lazy("{file} ({system}): {problem}", file=system.name, system=name, problem=message)
    return Finding("warning", code, system.name, whole, fix, value, name)


def _about_characters(
    gold: Document, system: Document, name: str, training: TrainingStats | None, mismatch: Mismatch
) -> Iterator[Finding]:
    ours, theirs = gold.chars, system.chars
    # OpenCC takes a while to load, so it is asked only where it can matter.
    attempts: list[list[Fix]] = [["nfkc"]]
    if different_scripts(ours, theirs):
        attempts += [["t2s"], ["nfkc", "t2s"]]
    if "_" in ours or "_" in theirs:
        attempts.append(["underscores"])
    for fixes in attempts:
        if "".join(normalised(gold.words, fixes)) == "".join(normalised(system.words, fixes)):
            for fix in fixes:
                code, message = _MENDED_BY[fix]
                told = moved_oov_rate(gold, training, fixes)
                whole = lazy("{problem} {more}", problem=message, more=told)
                yield _finding(code, system, name, whole, fix=fix)
            return
    shift = _shift(gold.sentences, system.sentences)
    if shift is not None:
        code, (message, value), more = "lines-shifted", shift, _AGAIN
    else:
        code, value, more = "characters", None, _FOR_GOLD
        message = lazy("other characters than gold ({theirs:,} against {ours:,}).", theirs=len(theirs), ours=len(ours))
    whole = lazy("{problem} {more}", problem=message, more=more[mismatch == "error"])
    yield _finding(code, system, name, whole, fix="skip" if mismatch == "error" else None, value=value)


def _shift(ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, float | None] | None:
    """Say whether sentences of a prediction stand at other places than in gold, and by how many they are shifted."""
    once = Counter(ours)
    place = {sentence: index for index, sentence in enumerate(ours) if once[sentence] == 1}
    found = [(index, place[sentence] - index) for index, sentence in enumerate(theirs) if sentence in place]
    steps = Counter(step for _index, step in found if step)
    if steps.total() < max(2, _LEAST_SHIFTED * len(found)):
        return None
    step, times = steps.most_common(1)[0]
    if times < steps.total() / 2:
        return lazy("its sentences are those of gold in another order."), None
    first = next(index for index, own in found if own == step)
    if step > 0:
        message = n_lazy(
            "the lines are shifted: before its sentence {sentence} it lacks {n} sentence of gold.",
            "the lines are shifted: before its sentence {sentence} it lacks {n} sentences of gold.",
            step,
            sentence=first + 1,
        )
    else:
        message = n_lazy(
            "the lines are shifted: before its sentence {sentence} it has {n} sentence more than gold.",
            "the lines are shifted: before its sentence {sentence} it has {n} sentences more than gold.",
            -step,
            sentence=first + 1,
        )
    return message, float(step)


def _about_swapping(gold: Document, system: Document, name: str, training: TrainingStats | None) -> Iterator[Finding]:
    """Ask whether gold and prediction are swapped: nothing tells for sure."""
    reason = _swapped_by_name(gold.name, system.name)
    if not reason and training is not None:
        ours, theirs = (oov_rate(document, training, shortest=2) for document in (gold, system))
        if theirs >= _LEAST_OOV_OF_GOLD and ours >= _SWAPPED_RATIO * theirs:
            reason = lazy(
                "The training data lacks {ours:.1%} of gold's words of two characters and more, but only {theirs:.1%} "
                "of the prediction's.",
                ours=ours,
                theirs=theirs,
            )
    if reason:
        yield Finding(
            "note",
            "swapped",
            system.name,
            lazy(
                "Are {gold} (gold) and {prediction} (prediction of {system}) swapped? {reason} If they are, load each "
                "as the other.",
                gold=gold.name,
                prediction=system.name,
                system=name,
                reason=reason,
            ),
            system=name,
        )


def _swapped_by_name(gold: str, system: str) -> str:
    gold, system = PurePath(gold).name, PurePath(system).name
    if "system" in hints(gold) and "gold" not in hints(gold):
        return lazy("{name!r} sounds like a prediction.", name=gold)
    if "gold" in hints(system) and "system" not in hints(system):
        return lazy("{name!r} sounds like a gold file.", name=system)
    return ""
