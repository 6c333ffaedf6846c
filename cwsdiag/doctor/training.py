"""What gold and training data say about each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from cwsdiag.attributes import ATTRIBUTES
from cwsdiag.doctor.finding import Finding, listed
from cwsdiag.doctor.measures import (
    characters_of,
    different_scripts,
    longest_usual,
    normalised_oov_rate,
    oov_rate,
    script_of,
)
from cwsdiag.formats.language import longest_mean
from cwsdiag.languages import lazy, n_lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cwsdiag.formats import Document
    from cwsdiag.training import TrainingStats

# A training file that fits leaves 2 to 15 % of the gold words out.
_WRONG_TRAINING_OOV = 0.4
# NFKC moves the OOV rate of files that fit together by less.
_LEAST_OOV_GAIN = 0.005
# Of gold sentences of this length hardly one stands in a training text that the gold file was kept out of.
_TELLING_LENGTH = 8
_LEAST_TELLING = 3
_LOOKED_UP = 200
_LEAST_SHARE = 0.5


def about_gold(gold: Document, training: TrainingStats | None) -> Iterator[Finding]:
    """Say what is wrong with gold by itself, and what cannot be known without training data.

    Yields:
        ``unsegmented`` with the mean characters of a word; ``no-training``.
    """
    if gold.mean_length > longest_usual(gold):
        yield _unsegmented(gold.name, gold.mean_length)
    if training is None:
        message = lazy(
            "{name}: no training data, so OOV figures, {attributes} are undefined. Give it for all attributes.",
            name=gold.name,
            attributes=listed(_undefined_attributes(None)),
        )
        yield Finding("note", "no-training", gold.name, message)


def about_training(gold: Document, training: TrainingStats) -> Iterator[Finding]:
    """Say what is wrong with training data for this gold file.

    Yields:
        ``training-kind`` of a word list; ``unsegmented`` with the mean characters of a word; ``training-as-gold`` with
        the share of gold sentences that stand in the training text, where that can be told; ``width`` and ``script``
        with the OOV rate after their fix; ``oov-rate`` with the OOV rate.
    """
    if training.kind == "segmented":
        mean = training.mean_length
        if mean > longest_mean(training.word_counts):
            yield _unsegmented(training.name, mean)
            return
    else:
        yield _word_list(training)
    rate = oov_rate(gold, training)
    yield from _training_as_gold(gold, training, rate)
    gains = [*_width(gold, training, rate), *_script(gold, training, rate)]
    yield from gains
    explained = any(gain.value is not None and gain.value <= _WRONG_TRAINING_OOV for gain in gains)
    if rate > _WRONG_TRAINING_OOV and not explained:
        yield Finding(
            "warning",
            "oov-rate",
            training.name,
            lazy(
                "{rate:.1%} of the gold words are not in the training data {training}; 2 to 15 % are usual. Check that "
                "it is the training file of this gold file, and its encoding and format.",
                rate=rate,
                training=training.name,
            ),
            value=rate,
        )


def _unsegmented(name: str, mean: float) -> Finding:
    return Finding(
        "warning",
        "unsegmented",
        name,
        lazy(
            "{name}: a word has {mean:.1f} characters on average, so this text is probably not segmented. Choose the "
            "segmented file, or the right format.",
            name=name,
            mean=mean,
        ),
        value=mean,
    )


def _word_list(training: TrainingStats) -> Finding:
    keys = _undefined_attributes(training)
    said = {"name": training.name, "attributes": listed(keys)}
    if training.has_counts:
        message = n_lazy(
            "{name} is a word list: {attributes} is undefined. For all attributes give a segmented text.",
            "{name} is a word list: {attributes} are undefined. For all attributes give a segmented text.",
            len(keys),
            **said,
        )
    else:
        message = n_lazy(
            "{name} is a word list without counts: {attributes} is undefined. For all attributes give a segmented "
            "text.",
            "{name} is a word list without counts: {attributes} are undefined. For all attributes give a segmented "
            "text.",
            len(keys),
            **said,
        )
    return Finding("note", "training-kind", training.name, message)


def _undefined_attributes(training: TrainingStats | None) -> list[str]:
    """Return the keys of the attributes that this training data leaves undefined."""
    return [key for key, one in ATTRIBUTES.items() if "difficulty" not in one.needs and one.undefined_because(training)]


def _training_as_gold(gold: Document, training: TrainingStats, rate: float) -> Iterator[Finding]:
    share = _share_in_training(gold, training)
    if gold.digest == training.digest:
        problem = lazy("gold and training data are the same file.")
    elif _stands_in_training(share):
        problem = lazy(
            "{share:.0%} of the gold sentences occur in the training data {training}.",
            share=share,
            training=training.name,
        )
    elif not rate:
        problem = lazy("every gold word is in the training data {training} (OOV rate 0).", training=training.name)
    else:
        return
    yield Finding(
        "warning",
        "training-as-gold",
        gold.name,
        lazy(
            "{name}: {problem} Scores on what systems have seen say little. Give the gold file of the test set, or "
            "training data without it.",
            name=gold.name,
            problem=problem,
        ),
        value=share,
    )


def trained_on(systems: Mapping[str, Document], gold: Document, training: TrainingStats) -> dict[str, float]:
    """Return the systems whose prediction is of the training text, with the share of its sentences that stand there.

    Who has swapped gold and training data has such systems. None whose characters are those of gold is among them, and
    there are none where the training text has gold's sentences too: nothing tells then that the two are swapped.
    """
    others = _of_other_characters(systems, gold)
    if others and _stands_in_training(_share_in_training(gold, training)):
        return {}
    shares = {name: _share_in_training(system, training) for name, system in others.items()}
    return {name: share for name, share in shares.items() if _stands_in_training(share)}


def _of_other_characters(systems: Mapping[str, Document], gold: Document) -> dict[str, Document]:
    return {name: system for name, system in systems.items() if system.chars != gold.chars}


def _stands_in_training(share: float | None) -> TypeGuard[float]:
    return share is not None and share >= _LEAST_SHARE


def about_swapping(gold: Document, training: TrainingStats, shares: Mapping[str, float]) -> Iterator[Finding]:
    """Say that gold and training data are swapped.

    Args:
        gold: what is taken for gold.
        training: what is taken for training data.
        shares: what ``trained_on`` says.

    Yields:
        ``swapped-training`` with the lowest share of a prediction's sentences that stand in the training text.
    """
    if shares:
        share = min(shares.values())
        said = {"gold": gold.name, "training": training.name, "share": share}
        if len(shares) == 1:
            message = lazy(
                "{gold} (gold) and {training} (training data) are swapped: {share:.0%} of the sentences of the "
                "prediction of {system} stand in {training}. Load each as the other.",
                system=next(iter(shares)),
                **said,
            )
        else:
            message = lazy(
                "{gold} (gold) and {training} (training data) are swapped: {share:.0%} of the sentences of {number} "
                "predictions stand in {training}. Load each as the other.",
                number=len(shares),
                **said,
            )
        yield Finding("warning", "swapped-training", gold.name, message, value=share)


def sentences_asked(gold: Document, systems: Mapping[str, Document]) -> set[str]:
    """Return the sentences of gold and of systems that are looked for in training text.

    Whoever gathers training statistics may have them counted in the same pass.
    """
    asked = (gold, *_of_other_characters(systems, gold).values())
    return {sentence for document in asked for sentence in telling_sentences(document)}


def telling_sentences(document: Document) -> list[str]:
    """Return sentences that hardly stand in training text by chance, at most 200; none where there are few."""
    telling = [sentence for sentence in document.sentences if len(sentence) >= _TELLING_LENGTH]
    every = -(-len(telling) // _LOOKED_UP)
    return telling[::every] if len(telling) >= _LEAST_TELLING else []


def _share_in_training(gold: Document, training: TrainingStats) -> float | None:
    """Return the share of telling gold sentences that stand in the training text; None if untold."""
    telling = telling_sentences(gold)
    if not training.has_text or not telling:
        return None
    return float((training.string_counts(telling) > 0).mean())


def _width(gold: Document, training: TrainingStats, before: float) -> Iterator[Finding]:
    after = normalised_oov_rate(gold, training, ["nfkc"])
    if after < before - _LEAST_OOV_GAIN:
        yield Finding(
            "warning",
            "width",
            gold.name,
            lazy(
                "{gold} and the training data {training} differ in full-width and half-width characters: the OOV rate "
                "is {before:.1%}, after NFKC it would be {after:.1%}. Normalise all files.",
                gold=gold.name,
                training=training.name,
                before=before,
                after=after,
            ),
            fix="nfkc",
            value=after,
        )


def _script(gold: Document, training: TrainingStats, before: float) -> Iterator[Finding]:
    ours, theirs = gold.chars, characters_of(training.word_counts)
    if different_scripts(ours, theirs):
        after = normalised_oov_rate(gold, training, ["t2s"])
        said = {"gold": gold.name, "training": training.name, "before": before, "after": after}
        if script_of(ours) == "simplified":
            message = lazy(
                "{gold} is in simplified characters, the training data {training} in traditional ones: the OOV rate is "
                "{before:.1%}, all in simplified ones it would be {after:.1%}. Convert all files.",
                **said,
            )
        else:
            message = lazy(
                "{gold} is in traditional characters, the training data {training} in simplified ones: the OOV rate is "
                "{before:.1%}, all in simplified ones it would be {after:.1%}. Convert all files.",
                **said,
            )
        yield Finding("warning", "script", gold.name, message, fix="t2s", value=after)
