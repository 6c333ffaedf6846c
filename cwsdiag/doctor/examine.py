"""Looking for what is probably wrong with files that are to be compared: gold and training data here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.attributes import ATTRIBUTES
from cwsdiag.doctor.finding import Finding, listed
from cwsdiag.doctor.measures import (
    MUCH_LONGER,
    different_scripts,
    longest_usual,
    normalised_oov_rate,
    oov_rate,
    script_of,
)
from cwsdiag.doctor.names import hints
from cwsdiag.doctor.predictions import about_boundaries, about_raw, about_system
from cwsdiag.formats.language import language_of, longest_mean
from cwsdiag.languages import lazy, n_lazy
from cwsdiag.progress import staged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cwsdiag.align import Mismatch
    from cwsdiag.formats import Document, Facts
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


def examine(
    *,
    gold: Document,
    systems: Mapping[str, Document],
    training: TrainingStats | None = None,
    raw: Sequence[Document] = (),
    facts: Mapping[str, Facts] | None = None,
    mismatch: Mismatch = "error",
) -> list[Finding]:
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
        together, but that raw texts do.
        Of gold: ``unsegmented`` with the mean characters of a word, ``no-training``, ``language``, ``cut-character``.
        Of training data ``swapped-training`` with the lowest share of a prediction's sentences that stand in it, or
        ``swapped-training-doubt`` with how many times as long gold is, and those of ``_Pair.findings``.
        Of systems and raw texts see ``about_system``, ``about_boundaries`` and ``about_raw``.
    """
    findings: list[Finding] = []
    if gold.mean_length > longest_usual(gold):
        findings.append(_unsegmented(gold.name, gold.mean_length))
    if training is None:
        message = lazy(
            "{name}: no training data, so OOV figures, {attributes} are undefined. Give it for all attributes.",
            name=gold.name,
            attributes=listed(_undefined_attributes(None)),
        )
        findings.append(Finding("note", "no-training", gold.name, message))
    if (language := language_of(gold.chars)) is not None:
        message = lazy(
            "{name}: this is {language}. A character is a Unicode code point, also where a mark stands over another. "
            "Conversion to simplified characters, idioms and named kinds of differences between criteria are for "
            "Chinese and switched off.",
            name=gold.name,
            language=language.label,
        )
        findings.append(Finding("note", "language", gold.name, message))
    findings += about_boundaries(gold)
    of_training: dict[str, float] = {}
    if training is not None:
        pair = _Pair(gold, training)
        of_training = pair.trained_on(systems)
        fits = list(pair.findings())
        if of_training:
            findings.append(pair.swapped(of_training))
        elif all(finding.code != "training-as-gold" for finding in fits):
            # Of files that hold the same text none is in the other's place.
            findings += pair.doubt((*systems.values(), *raw))
        findings += fits
    for name, system in staged(lazy("Checking the systems' files"), list(systems.items())):
        # Of one that fits the training text nothing is to be mended but that.
        if name not in of_training:
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


def _undefined_attributes(training: TrainingStats | None) -> list[str]:
    """Return the keys of the attributes that this training data leaves undefined."""
    return [key for key, one in ATTRIBUTES.items() if "difficulty" not in one.needs and one.undefined_because(training)]


def _unsegmented(name: str, mean: float) -> Finding:
    message = lazy(
        "{name}: a word has {mean:.1f} characters on average, so this text is probably not segmented. Choose the "
        "segmented file, or the right format.",
        name=name,
        mean=mean,
    )
    return Finding("warning", "unsegmented", name, message, value=mean)


@dataclass(frozen=True, eq=False)
class _Pair:
    """What is taken for gold, and what is taken for training data."""

    gold: Document
    training: TrainingStats

    @property
    def _names(self) -> dict[str, str]:
        return {"gold": self.gold.name, "training": self.training.name}

    def findings(self) -> Iterator[Finding]:
        """Say what is wrong with training data for this gold file.

        Yields:
            ``training-kind`` of a word list; ``unsegmented`` with the mean characters of a word; ``training-as-gold``
            with the share of gold sentences that stand in the training text, where that can be told; ``width`` and
            ``script`` with the OOV rate after their fix; ``oov-rate`` with the OOV rate.
        """
        gold, training = self.gold, self.training
        if training.kind != "segmented":
            keys = _undefined_attributes(training)
            values = {"name": training.name, "attributes": listed(keys)}
            if training.has_counts:
                message = n_lazy(
                    "{name} is a word list: {attributes} is undefined. For all attributes give a segmented text.",
                    "{name} is a word list: {attributes} are undefined. For all attributes give a segmented text.",
                    len(keys),
                    **values,
                )
            else:
                message = n_lazy(
                    "{name} is a word list without counts: {attributes} is undefined. For all attributes give a "
                    "segmented text.",
                    "{name} is a word list without counts: {attributes} are undefined. For all attributes give a "
                    "segmented text.",
                    len(keys),
                    **values,
                )
            yield Finding("note", "training-kind", training.name, message)
        elif training.mean_length > longest_mean(training.word_counts):
            yield _unsegmented(training.name, training.mean_length)
            return
        rate = oov_rate(gold, training)
        yield from self._same_text(rate)
        gains = [*self._width(rate), *self._script(rate)]
        yield from gains
        explained = any(gain.value is not None and gain.value <= _WRONG_TRAINING_OOV for gain in gains)
        if rate > _WRONG_TRAINING_OOV and not explained:
            message = lazy(
                "{rate:.1%} of the gold words are not in the training data {training}; 2 to 15 % are usual. Check that "
                "it is the training file of this gold file, and its encoding and format.",
                rate=rate,
                training=training.name,
            )
            yield Finding("warning", "oov-rate", training.name, message, value=rate)

    def _share_in_training(self, document: Document) -> float | None:
        """Return the share of telling sentences that stand in the training text; None if untold."""
        telling = _telling_sentences(document)
        if not self.training.has_text or not telling:
            return None
        return float((self.training.string_counts(telling) > 0).mean())

    def _same_text(self, rate: float) -> Iterator[Finding]:
        share = self._share_in_training(self.gold)
        if self.gold.digest == self.training.digest:
            problem = lazy("gold and training data are the same file.")
        elif (share or 0.0) >= _LEAST_SHARE:
            problem = lazy(
                "{share:.0%} of the gold sentences occur in the training data {training}.",
                share=share,
                training=self.training.name,
            )
        elif not rate:
            problem = lazy(
                "every gold word is in the training data {training} (OOV rate 0).", training=self.training.name
            )
        else:
            return
        message = lazy(
            "{name}: {problem} Scores on what systems have seen say little. Give the gold file of the test set, or "
            "training data without it.",
            name=self.gold.name,
            problem=problem,
        )
        yield Finding("warning", "training-as-gold", self.gold.name, message, value=share)

    def _width(self, before: float) -> Iterator[Finding]:
        after = normalised_oov_rate(self.gold, self.training, ["nfkc"])
        if after < before - _LEAST_OOV_GAIN:
            message = lazy(
                "{gold} and the training data {training} differ in full-width and half-width characters: the OOV rate "
                "is {before:.1%}, after NFKC it would be {after:.1%}. Normalise all files.",
                **self._names,
                before=before,
                after=after,
            )
            yield Finding("warning", "width", self.gold.name, message, "nfkc", after)

    def _script(self, before: float) -> Iterator[Finding]:
        ours = self.gold.chars
        if different_scripts(ours, "".join(self.training.word_counts)):
            after = normalised_oov_rate(self.gold, self.training, ["t2s"])
            values = {**self._names, "before": before, "after": after}
            if script_of(ours) == "simplified":
                message = lazy(
                    "{gold} is in simplified characters, the training data {training} in traditional ones: the OOV "
                    "rate is {before:.1%}, all in simplified ones it would be {after:.1%}. Convert all files.",
                    **values,
                )
            else:
                message = lazy(
                    "{gold} is in traditional characters, the training data {training} in simplified ones: the OOV "
                    "rate is {before:.1%}, all in simplified ones it would be {after:.1%}. Convert all files.",
                    **values,
                )
            yield Finding("warning", "script", self.gold.name, message, "t2s", after)

    def trained_on(self, systems: Mapping[str, Document]) -> dict[str, float]:
        """Return the systems whose prediction is of the training text, with the share of its sentences there.

        Who has swapped gold and training data has such systems. None whose characters are those of gold is among them,
        and there are none where the training text has gold's sentences too: nothing tells then that the two are
        swapped.
        """
        others = {name: system for name, system in systems.items() if system.chars != self.gold.chars}
        if others and (self._share_in_training(self.gold) or 0.0) >= _LEAST_SHARE:
            return {}
        shares = {name: self._share_in_training(system) or 0.0 for name, system in others.items()}
        return {name: share for name, share in shares.items() if share >= _LEAST_SHARE}

    def swapped(self, shares: Mapping[str, float]) -> Finding:
        """Say that gold and training data are swapped, given what ``trained_on`` says, at least one system."""
        share = min(shares.values())
        if len(shares) == 1:
            message = lazy(
                "{gold} (gold) and {training} (training data) are swapped: {share:.0%} of the sentences of the "
                "prediction of {system} stand in {training}. Load each as the other.",
                system=next(iter(shares)),
                share=share,
                **self._names,
            )
        else:
            message = lazy(
                "{gold} (gold) and {training} (training data) are swapped: {share:.0%} of the sentences of {number} "
                "predictions stand in {training}. Load each as the other.",
                number=len(shares),
                share=share,
                **self._names,
            )
        return Finding("warning", "swapped-training", self.gold.name, message, value=share)

    def doubt(self, others: Iterable[Document]) -> Iterator[Finding]:
        """Ask whether gold and training data are swapped, where names or lengths say so and no other text tells.

        Names say so where gold is called as training data, or training data as gold and not the reverse; lengths where
        gold is ``MUCH_LONGER`` than training data. A word list is never gold. A prediction or raw text that is of the
        gold text, even where some of its characters are others, tells that nothing is swapped.
        """
        gold, training = self.gold, self.training
        if not training.has_text or not training.characters or not len(gold):
            return
        # What each sign says: swapped or not, and the sentence for it.
        signs: list[tuple[bool, str]] = []
        ours, theirs, as_gold = hints(gold.name), hints(training.name), {"gold", "test"}
        called_training = "training" in ours and not ours & as_gold
        called_gold = bool(theirs & as_gold) and "training" not in theirs
        if called_training and called_gold:
            signs.append((True, lazy("Their names say the reverse.")))
        elif called_training:
            signs.append((True, lazy("{name} sounds like training data.", name=gold.name)))
        elif called_gold:
            signs.append((True, lazy("{name} sounds like a gold file.", name=training.name)))
        elif ours & as_gold or "training" in theirs:
            signs.append((False, lazy("Their names do not say so.")))
        times = len(gold.chars) / training.characters
        if times >= MUCH_LONGER:
            values = {"longer": gold.name, "shorter": training.name, "times": times}
            usual = lazy(
                "{longer} is {times:.1f} times as long as {shorter}; training data is usually the longer text.",
                **values,
            )
            signs.append((True, usual))
        elif times * MUCH_LONGER <= 1:
            values = {"longer": training.name, "shorter": gold.name, "times": 1 / times}
            usual = lazy("{longer} is {times:.1f} times as long as {shorter}, as training data usually is.", **values)
            signs.append((False, usual))
        if not any(swapped for swapped, _sentence in signs) or any(map(self._is_of_gold, others)):
            return
        if len(signs) == 1:
            reason, how_sure = signs[0][1], lazy("It is the only sign, so this is open; a prediction would tell.")
        else:
            reason = lazy("{one} {other}", one=signs[0][1], other=signs[1][1])
            if all(swapped for swapped, _sentence in signs):
                how_sure = lazy("Both signs agree, so this is likely; a prediction would tell.")
            else:
                how_sure = lazy("The two signs contradict each other, so this is open; a prediction would tell.")
        message = lazy(
            "Are {gold} (gold) and {training} (training data) swapped? {reason} {how_sure} If they are, load each as "
            "the other.",
            **self._names,
            reason=reason,
            how_sure=how_sure,
        )
        yield Finding("note", "swapped-training-doubt", gold.name, message, value=times)

    def _is_of_gold(self, other: Document) -> bool:
        ours = self.gold.chars
        telling = _telling_sentences(other)
        found = sum(sentence in ours for sentence in telling)
        return other.chars == ours or (bool(telling) and found >= _LEAST_SHARE * len(telling))
