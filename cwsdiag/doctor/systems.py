"""What gold and a prediction say about each other."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

from cwsdiag.doctor.finding import Finding
from cwsdiag.doctor.measures import (
    UNSEGMENTED_RATIO,
    different_scripts,
    mean_length,
    normalised,
    oov_rate,
    sentences_of,
)
from cwsdiag.doctor.names import hints

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.errors import Fix
    from cwsdiag.formats import Document
    from cwsdiag.training import TrainingStats

# Of the sentences that gold and prediction share, so many stand elsewhere.
_LEAST_SHIFTED = 0.1
# Segmenters other than dictionary methods leave their training words more often than annotators do. Dictionary methods
# cut what they do not know into characters, so words of one character are left out.
_SWAPPED_RATIO = 1.5
_LEAST_OOV_OF_GOLD = 0.02

_MENDED_BY: dict[Fix, tuple[str, str]] = {
    "nfkc": ("width", "in full-width and half-width characters. Normalise all files"),
    "t2s": ("script", "in simplified and traditional characters. Convert all files"),
}


def about_system(gold: Document, system: Document, name: str, training: TrainingStats | None) -> Iterator[Finding]:
    """Say what is wrong with the prediction of a system for this gold file.

    Yields:
        ``same-file``; ``unsegmented`` with the mean characters of a word; where the characters are not those of gold,
        the reason, one of ``width``, ``script``, ``lines-shifted`` with the number of sentences by which most are
        shifted (above 0 where sentences are missing), and ``characters``; where they are,
        ``swapped``, which is a question.
    """
    # Not by the digest: one file of tags can hold gold and prediction in two columns.
    if (system.words, system.sizes) == (gold.words, gold.sizes):
        what = "is the gold file" if system.digest == gold.digest else "has exactly the words of gold"
        yield _finding("same-file", system, name, f"this prediction {what}. Give the output of the segmenter.")
        return
    mean, usual = mean_length(system.words), mean_length(gold.words)
    if mean > UNSEGMENTED_RATIO * usual:
        message = (
            f"a word has {mean:.1f} characters on average, a gold word {usual:.1f}, so this text is probably not "
            "segmented. Give the output of the segmenter."
        )
        yield _finding("unsegmented", system, name, message, value=mean)
    if "".join(system.words) == "".join(gold.words):
        yield from _about_swapping(gold, system, name, training)
    else:
        yield from _about_characters(gold, system, name)


def _finding(
    code: str, system: Document, name: str, message: str, *, fix: Fix | None = None, value: float | None = None
) -> Finding:
    return Finding("warning", code, system.name, f"{system.name} ({name}): {message}", fix, value, name)


def _about_characters(gold: Document, system: Document, name: str) -> Iterator[Finding]:
    ours, theirs = "".join(gold.words), "".join(system.words)
    # OpenCC takes a while to load, so it is asked only where it can matter.
    attempts: list[list[Fix]] = [["nfkc"]]
    if different_scripts(ours, theirs):
        attempts += [["t2s"], ["nfkc", "t2s"]]
    for fixes in attempts:
        if "".join(normalised(gold.words, fixes)) == "".join(normalised(system.words, fixes)):
            for fix in fixes:
                code, how = _MENDED_BY[fix]
                yield _finding(code, system, name, f"this prediction and gold differ {how}.", fix=fix)
            return
    shift = _shift(sentences_of(gold), sentences_of(system))
    if shift is not None:
        what, value = shift
        message = f"{what}. Make the prediction again, or leave out what differs."
        yield _finding("lines-shifted", system, name, message, fix="skip", value=value)
        return
    message = (
        f"other characters than gold ({len(theirs):,} against {len(ours):,}). Give the output for this gold file, or "
        "leave out what differs."
    )
    yield _finding("characters", system, name, message, fix="skip")


def _shift(ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, float | None] | None:
    """Say whether sentences of a prediction stand at other places than in gold, and by how many they are shifted."""
    once = Counter(ours)
    place = {sentence: index for index, sentence in enumerate(ours) if once[sentence] == 1}
    found = [(index, place[sentence] - index) for index, sentence in enumerate(theirs) if sentence in place]
    steps = Counter(step for _, step in found if step)
    if steps.total() < max(2, _LEAST_SHIFTED * len(found)):
        return None
    step, times = steps.most_common(1)[0]
    if times < steps.total() / 2:
        return "its sentences are those of gold in another order", None
    first = next(index for index, own in found if own == step)
    many = f"{abs(step)} sentence" + "s" * (abs(step) > 1)
    what = f"lacks {many} of gold" if step > 0 else f"has {many} more than gold"
    return f"the lines are shifted: before its sentence {first + 1} it {what}", float(step)


def _about_swapping(gold: Document, system: Document, name: str, training: TrainingStats | None) -> Iterator[Finding]:
    """Ask whether gold and prediction are swapped: nothing tells for sure."""
    reason = _swapped_by_name(gold.name, system.name)
    if not reason and training is not None:
        ours, theirs = (
            oov_rate([word for word in document.words if len(word) > 1], training.word_counts)
            for document in (gold, system)
        )
        if theirs >= _LEAST_OOV_OF_GOLD and ours >= _SWAPPED_RATIO * theirs:
            reason = (
                f"The training data lacks {ours:.1%} of gold's words of two characters and more, but only {theirs:.1%} "
                "of the prediction's"
            )
    if reason:
        yield Finding(
            "note",
            "swapped",
            system.name,
            f"Are {gold.name} (gold) and {system.name} (prediction of {name}) swapped? {reason}. If they "
            "are, load each as the other.",
            system=name,
        )


def _swapped_by_name(gold: str, system: str) -> str:
    gold, system = PurePath(gold).name, PurePath(system).name
    for name, own, other, what in (
        (gold, "gold", "system", "a prediction"),
        (system, "system", "gold", "a gold file"),
    ):
        if other in hints(name) and own not in hints(name):
            return f"{name!r} sounds like {what}"
    return ""
