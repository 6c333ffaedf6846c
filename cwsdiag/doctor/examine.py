"""Looking for what is probably wrong with files that are to be compared; what was read from one, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cwsdiag.align import Mismatch
from cwsdiag.attributes import ATTRIBUTES
from cwsdiag.doctor.predictions import (
    DIFFERENCES,
    FileFinding,
    about_boundaries,
    about_raw,
    about_system,
    different_scripts,
    oov_rate,
)
from cwsdiag.errors import Fix, brief
from cwsdiag.formats import READERS, Facts, wrappers
from cwsdiag.formats.base import WORDS_LOOKED_AT, language_of, listed, longest_mean
from cwsdiag.formats.document import Document
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.progress import staged
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
_LISTED = 3


def examine(
    *,
    gold: Document,
    systems: Mapping[str, Document],
    training: TrainingStats | None = None,
    raw: Sequence[Document] = (),
    facts: Mapping[str, Facts] | None = None,
    mismatch: Mismatch = "error",
) -> list[FileFinding]:
    """Look for what is probably wrong with files that are to be compared.

    Args:
        gold: the gold file.
        systems: predictions by the name of their system.
        training: statistics of the training data.
        raw: the text without blanks between words that the systems were given.
        facts: what is in the predictions, by the name of their system, where they were surveyed.
        mismatch: what is done where a prediction has other characters than gold.

    Returns:
        Findings about gold and training data first, then system by system, then raw texts; none for files that fit
        together.
        Of gold: ``unsegmented``, ``no-training``, ``language``, ``cut-character``.
        Of training data ``swapped-training``, and those of ``_about_training``.
        Of systems and raw texts see ``about_system``, ``about_boundaries`` and ``about_raw``.
    """
    findings: list[FileFinding] = []
    if gold.mean_length > longest_mean(gold.words_at(0, WORDS_LOOKED_AT)):
        findings.append(_unsegmented(gold.name, gold.mean_length))
    if training is None:
        message = lazy("{name}: add training data to see new words (OOV) and consistency.", name=gold.name)
        findings.append(FileFinding("note", "no-training", gold.name, message))
    if (language := language_of(gold.chars)) is not None:
        message = lazy(
            "{name}: this is {language}. A character is a Unicode code point, also where a mark stands over another. "
            "Conversion to simplified characters, idioms and named kinds of differences between criteria are for "
            "Chinese and switched off.",
            name=gold.name,
            language=language.label,
        )
        findings.append(FileFinding("note", "language", gold.name, message))
    findings += about_boundaries(gold)
    swapped: dict[str, float] = {}
    if training is not None:
        swapped = _of_training_text(gold, training, systems)
        if swapped:
            message = lazy(
                "{gold} (gold) and {training} (training data) are swapped: {share:.0%} of the sentences of the "
                "predictions of {systems} stand in {training}. Load each as the other.",
                systems=listed(list(swapped), _LISTED),
                share=min(swapped.values()),
                gold=gold.name,
                training=training.name,
            )
            findings.append(FileFinding("warning", "swapped-training", gold.name, message))
        findings += _about_training(gold, training)
    for name, system in staged(lazy("Checking the systems' files"), list(systems.items())):
        # Of one that fits the training text nothing is to be mended but that.
        if name not in swapped:
            wrapped = facts[name].wrapped if facts and name in facts else {}
            findings += about_system(gold, system, name, training, wrapped, mismatch)
            findings += about_boundaries(system, name)
    for text in raw:
        findings += about_raw(text, gold, systems)
    return findings


def sentences_asked(gold: Document, systems: Mapping[str, Document]) -> set[str]:
    """Return the sentences of gold and of systems that are looked for in training text.

    Whoever gathers training statistics may have them counted in the same pass.
    """
    asked = (gold, *(system for system in systems.values() if system.chars != gold.chars))
    return {sentence for document in asked for sentence in _telling_sentences(document)}


def _telling_sentences(document: Document) -> list[str]:
    """Return sentences that hardly stand in training text by chance, at most 200; none where there are few."""
    telling = [sentence for sentence in document.sentences if len(sentence) >= _TELLING_LENGTH]
    every = -(-len(telling) // _LOOKED_UP)
    return telling[::every] if len(telling) >= _LEAST_TELLING else []


def _unsegmented(name: str, mean: float) -> FileFinding:
    message = lazy(
        "{name}: a word has {mean:.1f} characters on average, so this text is probably not segmented. Choose the "
        "segmented file, or the right format.",
        name=name,
        mean=mean,
    )
    return FileFinding("warning", "unsegmented", name, message)


def _about_training(gold: Document, training: TrainingStats) -> Iterator[FileFinding]:
    """Say what is wrong with training data for this gold file.

    Yields:
        ``training-kind`` of a word list; ``unsegmented``; ``training-as-gold``; ``width`` and ``script``; ``oov-rate``.
    """
    if training.kind != "segmented":
        beside = {"difficulty", "parts of speech", "other systems"}
        keys = [key for key, one in ATTRIBUTES.items() if not one.needs & beside and one.undefined_because(training)]
        message = lazy(
            "{name} is a word list, which leaves undefined: {attributes}. For all attributes give a segmented text.",
            name=training.name,
            attributes=listed(keys),
        )
        yield FileFinding("note", "training-kind", training.name, message)
    elif training.mean_length > longest_mean(training.word_counts):
        yield _unsegmented(training.name, training.mean_length)
        return
    rate = lowest = oov_rate(gold, training)
    share = _share_in_training(gold, training)
    problem: str | None = None
    if (share or 0.0) >= _LEAST_SHARE or gold.digest == training.digest:
        problem = lazy(
            "{share:.0%} of its sentences occur in the training data {training}.",
            share=share or 1.0,
            training=training.name,
        )
    elif not rate:
        problem = lazy("every gold word is in the training data {training} (OOV rate 0).", training=training.name)
    if problem is not None:
        message = lazy(
            "{name}: {problem} Scores on what systems have seen say little. Give the gold file of the test set, or "
            "training data without it.",
            name=gold.name,
            problem=problem,
        )
        yield FileFinding("warning", "training-as-gold", gold.name, message)
    fixes: list[tuple[Fix, float]] = [("nfkc", rate - _LEAST_OOV_GAIN)]
    if different_scripts(gold.chars, "".join(training.word_counts)):
        fixes.append(("t2s", 1.0))
    for fix, most in fixes:
        after = oov_rate(gold, training, [fix])
        if after < most:
            code, what, remedy = DIFFERENCES[fix]
            message = lazy(
                "{gold} and the training data {training} differ in {what}: the OOV rate is {before:.1%}, without that "
                "it would be {after:.1%}. {remedy}",
                gold=gold.name,
                training=training.name,
                what=what,
                before=rate,
                after=after,
                remedy=remedy,
            )
            yield FileFinding("warning", code, gold.name, message, fix)
            lowest = min(lowest, after)
    if lowest > _WRONG_TRAINING_OOV:
        message = lazy(
            "{rate:.1%} of the gold words are not in the training data {training}; 2 to 15 % are usual. Check that "
            "it is the training file of this gold file, and its encoding and format.",
            rate=rate,
            training=training.name,
        )
        yield FileFinding("warning", "oov-rate", training.name, message)


def _share_in_training(document: Document, training: TrainingStats) -> float | None:
    """Return the share of telling sentences that stand in the training text; None where nothing tells."""
    telling = _telling_sentences(document)
    if not training.has_text or not telling:
        return None
    return float((training.string_counts(telling) > 0).mean())


def _of_training_text(gold: Document, training: TrainingStats, systems: Mapping[str, Document]) -> dict[str, float]:
    """Return the systems whose prediction is of the training text, with the share of its sentences there.

    Who has swapped gold and training data has such systems. None whose characters are those of gold is among them, and
    there are none where the training text has gold's sentences too: nothing tells then that the two are swapped.
    """
    others = {name: system for name, system in systems.items() if system.chars != gold.chars}
    if others and (_share_in_training(gold, training) or 0.0) >= _LEAST_SHARE:
        return {}
    shares = {name: _share_in_training(system, training) or 0.0 for name, system in others.items()}
    return {name: share for name, share in shares.items() if share >= _LEAST_SHARE}


_LONGEST_NAME = 200
_SEPARATORS: dict[str, str] = {
    one: one for one in (lazy("blank"), lazy("tab"), lazy("two or more blanks"), lazy("other"))
}


def content_of(facts: Facts) -> str:
    """Return how much is in a file, in the language of the moment."""
    sizes = [n_("{n:,} sentence", "{n:,} sentences", facts.sentences)] if facts.sentences else []
    sizes.append(n_("{n:,} word", "{n:,} words", facts.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", facts.characters))
    sizes += [n_("{n:,} part of speech", "{n:,} parts of speech", facts.tagged)] if facts.tagged else []
    return ", ".join(sizes)


def fact_rows(facts: Facts) -> list[tuple[str, str]]:
    """Return how a file was taken and what is in it, as rows of label and text, in the language of the moment."""
    encoding, separators = facts.encoding, _counted(facts.separators)
    around = (f"{translated(wrappers.said(key, count))} (strip: {key})" for key, count in facts.wrapped.items())
    if facts.separator is not None:
        reason = translated(facts.separator.reason)
        separators = _("{separators}, because {reason}", separators=separators, reason=reason)
    rows = [
        (_("format"), translated(READERS[facts.format].label) + (f", {facts.packed}" if facts.packed else "")),
        (
            _("encoding"),
            _("{encoding}, because {reason}", encoding=translated(encoding.label), reason=translated(encoding.reason)),
        ),
        (_("frequencies"), _("in place of counts: only their ratios mean something") if facts.decimals else ""),
        (
            _("lines"),
            _(
                "{lines:,}, {blank:,} of them blank; longest {longest:,} characters",
                lines=facts.lines,
                blank=facts.blank_lines,
                longest=facts.longest_line,
            ),
        ),
        (_("line ends"), _counted(facts.newlines)),
        (_("separators"), separators),
        (_("left out"), _counted(facts.stripped)),
        (_("around"), ", ".join(around)),
    ]
    return [(label, text) for label, text in rows if text]


def report_lines(facts: Facts) -> list[str]:
    """Return the import report of a file, line by line, without invisible characters."""
    rows = [
        ("content", content_of(facts)),
        *fact_rows(facts),
        *(("" if n else "begins", "  ".join(words)) for n, words in enumerate(facts.preview)),
    ]
    return [
        f"{brief(facts.name, _LONGEST_NAME)}, read as {facts.role}",
        *(f"  {label:<11} {text}" for label, text in rows),
        *(f"  warning: {warning}" for warning in facts.warnings),
    ]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {translated(_SEPARATORS.get(what, what))}" for what, count in counts.items() if count)
