"""Numbers, intervals and names as people write them, errors as pages say them, remarks on texts and tests."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from cwsdiag.dataset import Dataset
from cwsdiag.errors import CwsdiagError, Remedy
from cwsdiag.frames import UNDEFINED as UNDEFINED
from cwsdiag.frames import number as number
from cwsdiag.frames import p_is as p_is
from cwsdiag.frames import p_of_swaps as p_of_swaps
from cwsdiag.frames import p_value as p_value
from cwsdiag.frames import written
from cwsdiag.inference import FEW_UNITS, LEAST_UNITS
from cwsdiag.languages import _, lazy, n_, p_lazy, translated
from cwsdiag.matching import match
from cwsdiag.resampling import AUTO, BLOCKS, DOCUMENT, SENTENCE
from cwsdiag.scores import SystemScore
from cwsdiag.text import Floats, Segmentation

if TYPE_CHECKING:
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.text import TextFidelity

# What a study calls the built-in segmenter: its learner and its template.
_BUILT_IN = re.compile(r"^(perceptron|crf) F(\d)$")
_LEARNERS = {"perceptron": lazy("perceptron"), "crf": lazy("crf")}
# What errors are called, by the names of ``diagnosis.error_kinds``.
SHAPE_LABELS = {"split": lazy("split"), "merged": lazy("merged"), "crossed": lazy("crossed")}
CAUSE_LABELS = {
    "oov": lazy("OOV"),
    "new_word": lazy("new word in the answer"),
    "combination": lazy("combination ambiguity"),
    "overlap": lazy("overlap ambiguity"),
    "neighbour": lazy("unknown word beside it"),
}
# By the first word of a committee's name, which says what its members are.
_OWN_KIND = {
    "perceptron": lazy("A committee of perceptrons is hard on systems of its own kind."),
    "crf": lazy("A committee of CRFs is hard on systems of its own kind."),
}
# Names are listed up to so many, and so many characters; of more, the number is said.
NAMES_LISTED, CHARACTERS_LISTED = 3, 60

_REMEDIES: dict[Remedy, str] = {
    "same text": lazy(
        "Check that both files hold the same test set; where only the width of letters or the script differs, "
        "normalise; or leave the differing stretches out on both sides, or count them against the system."
    ),
    "encoding": lazy("set the encoding by hand: utf-8, gb18030, cp950, big5hkscs or utf-16."),
    "limit": lazy("ask whoever runs this dashboard to raise the limit."),
    "few sentences": lazy("open it to everybody, or allow few sentences."),
}


def on_page(error: CwsdiagError) -> str:
    """Return an error's message for people who have no command line before them."""
    return translated(error.said(_REMEDIES))


def interval(low: float, high: float) -> str:
    """Return a 95 % interval as ``[0.812, 0.846]``; said where there is none."""
    return _no_interval() if math.isnan(low) or math.isnan(high) else f"[{number(low)}, {number(high)}]"


def points(difference: float) -> str:
    """Return a difference of scores in points: ``2.1 points``."""
    if math.isnan(difference):
        return number(difference)
    text = written(100 * difference, 1)
    return n_("{points} point", "{points} points", 1 if text == "1.0" else 2, points=text)


def spread_text(r: Floats) -> str:
    """Return how Pearson's r is spread over random splits, NaN where it is undefined: median and where 95 % lie."""
    known = sorted(value for value in r.tolist() if not math.isnan(value))
    if not known:
        return _("undefined")
    import numpy as np

    low, median, high = np.quantile(known, [0.025, 0.5, 0.975]).tolist()
    return _(
        "median {median}, 95 % of {splits} in {interval}",
        median=number(median),
        splits=n_("{n:,} random split", "{n:,} random splits", len(known)),
        interval=interval(low, high),
    )


def in_turn(*sentences: str) -> str:
    """Return sentences ``translated``, one after the other, as their language does, without those that are empty."""
    there = [translated(sentence) for sentence in sentences if sentence] or [""]
    return reduce(lambda first, second: _("{first} {second}", first=first, second=second), there)


def kind_name(*kinds: str | None) -> str:
    """Return a kind of error in words, by its shape, its cause or both: ``crossed, overlap ambiguity``.

    Args:
        kinds: of ``SHAPES`` and ``CAUSES``; None is left out.
    """
    labels = SHAPE_LABELS | CAUSE_LABELS
    return _(", ").join(translated(labels[kind]) for kind in kinds if kind)


def template_name(name: str) -> str:
    """Return a feature template as people read it, ``template 2`` for ``F2``: F1 is the score."""
    return template_names([name])


def template_names(names: Sequence[str]) -> str:
    """Return feature templates as people read them: ``templates 1 and 2``."""
    numbers = listed([name.removeprefix("F") for name in names])
    return n_("template {numbers}", "templates {numbers}", len(names), numbers=numbers)


def model_label(name: str) -> str:
    """Return the name of a model, that of the built-in segmenter with its template in words."""
    built_in = _BUILT_IN.match(name)
    if built_in is None:
        return name
    return _("{learner}, template {number}", learner=translated(_LEARNERS[built_in[1]]), number=built_in[2])


def own_kind_note(committee: str) -> str:
    """Say on which systems a committee of this name is hard; to be shown beside every balanced F."""
    note = _OWN_KIND.get(committee.partition(" ")[0])
    if note is None:
        return _("If the members of the committee are perceptrons or CRFs, it is hard on systems of that kind.")
    return translated(note)


def counted(count: int, plural: str) -> str:
    """Return a count with its noun in English, for what commands say: ``1 word``, ``1,204 words``."""
    return f"{count:,} {plural.removesuffix('s') if count == 1 else plural}"


def bracketed(low: float, high: float) -> str:
    """Return a 95 % interval of a difference in points: ``[−0.4, 2.1]``; said where there is none.

    An end beside 0 has the digits that tell on which side it lies, up to four: ``[−0.04, 0.70]``.
    """
    if math.isnan(low) or math.isnan(high):
        return _no_interval()
    ends = 100 * low, 100 * high
    digits = next((n for n in range(1, 4) if all(round(end, n) or not end for end in ends)), 4)
    return f"[{number(ends[0], digits)}, {number(ends[1], digits)}]"


def listed(names: Sequence[str]) -> str:
    """Return names as people list them: ``a``, ``a and b``, ``a, b and c``."""
    if len(names) == 1:
        return names[0]
    return _("{names} and {name}", names=_(", ").join(names[:-1]), name=names[-1])


def some_of(names: Sequence[str], all_of_them: int) -> str:
    """Return names, or their number where they are too many or too long to be read."""
    if len(names) == 1 or (len(names) <= NAMES_LISTED and len("".join(names)) <= CHARACTERS_LISTED):
        return listed(names)
    return _("{some:,} of {all:,} systems", some=len(names), all=all_of_them)


def zero_text(low: float, high: float) -> str | None:
    """Say whether an interval holds 0; None where it is undefined."""
    if math.isnan(low) or math.isnan(high):
        return None
    return _("holds 0") if low <= 0 <= high else _("leaves out 0")


def _no_interval() -> str:
    return _("[no interval]")


# What can be chosen on pages, by the notation of ``resampling.unit_starts``.
UNITS_DRAWN = {
    AUTO: p_lazy("unit drawn", "automatic"),
    SENTENCE: p_lazy("unit drawn", "sentences"),
    DOCUMENT: lazy("documents"),
    BLOCKS: lazy("blocks of 25 sentences"),
}


def units_offered(dataset: Dataset) -> list[str]:
    """Return the units that resamples of a dataset can draw, of ``UNITS_DRAWN``: documents where they are known."""
    return [unit for unit in UNITS_DRAWN if unit != DOCUMENT or dataset.documents is not None]


def gold_words(count: int) -> str:
    """Return a number of words of gold: ``1,204 gold words``."""
    return n_("{n:,} gold word", "{n:,} gold words", count)


def units_text(count: int, unit: str) -> str:
    """Return a number of what was drawn and swapped: ``4 sentences``, ``4 blocks of 25 sentences``."""
    if unit == SENTENCE:
        return n_("{n:,} sentence", "{n:,} sentences", count)
    if unit == DOCUMENT:
        return n_("{n:,} document", "{n:,} documents", count)
    size = unit.partition(":")[2]
    return n_("{n:,} block of {size} sentences", "{n:,} blocks of {size} sentences", count, size=size)


def resampling_text(unit: str) -> str:
    """Return what is drawn, of which there are several."""
    return translated(UNITS_DRAWN.get(unit, unit))


def units_resampled(diagnosis: Diagnosis, systems: Sequence[str]) -> dict[str, list[str]]:
    """Return which intervals are by each unit: of some systems, and of their difference where they are two."""
    by_unit: dict[str, list[str]] = {}
    for name in systems:
        by_unit.setdefault(diagnosis.unit_of(name), []).append(name)
    if len(systems) == 2:
        by_unit.setdefault(diagnosis.unit_of(*systems), []).append(_("the difference"))
    return by_unit


def resampled_text(diagnosis: Diagnosis, systems: Sequence[str]) -> str:
    """Return what the intervals of ``units_resampled`` draw: ``4 sentences``; where systems differ, for which."""
    by_unit = units_resampled(diagnosis, systems) or {diagnosis.unit_of(): []}
    counts = {unit: units_text(len(diagnosis.starts(unit)), unit) for unit in by_unit}
    if len(by_unit) == 1:
        return counts.popitem()[1]
    return listed(
        [_("{units} for {names}", units=counts[unit], names=listed(names)) for unit, names in by_unit.items()]
    )


def least_text(diagnosis: Diagnosis, *systems: str) -> str:
    """Return what a bucket needs to be named of a system, or of two: ``30 gold units in 10 sentences``."""
    return _("{min_size} gold units in {n:,} {units}", **_least(diagnosis, *systems))


def small_text(diagnosis: Diagnosis, *systems: str) -> str:
    """Return which buckets are not named: ``under 30 gold units or 10 sentences``."""
    return _("under {min_size} gold units or {n:,} {units}", **_least(diagnosis, *systems))


def _least(diagnosis: Diagnosis, *systems: str) -> dict[str, Any]:
    units = resampling_text(diagnosis.unit_of(*systems))
    return {"min_size": diagnosis.min_size, "n": diagnosis.min_units, "units": units}


def few_remark(units: int, unit: str = SENTENCE) -> str:
    """Say that an interval is over so few units that it covers less than it says, or that there is none.

    Args:
        units: how many resamples draw, or hold a word of the bucket that is spoken of.
        unit: what was drawn.

    Returns:
        One sentence, to be ``translated``; empty from 50 units on.
    """
    if units >= FEW_UNITS:
        return ""
    plural = UNITS_DRAWN.get(unit, unit)
    if units < LEAST_UNITS:
        return lazy("From fewer than {least} {units} there is no interval.", least=LEAST_UNITS, units=plural)
    return lazy(
        "From {n:,} {units}: under {few}, a 95 % interval is too narrow and misses more often than 5 % of the time.",
        n=units,
        units=plural,
        few=FEW_UNITS,
    )


def together_text(diagnosis: Diagnosis, *systems: str) -> str:
    """Say why intervals and tests are by documents or blocks though nobody chose it.

    Args:
        diagnosis: of the systems.
        systems: one, or two that are compared.

    Returns:
        Sentences to stand behind others, with a blank before them; empty where nothing but what was chosen is drawn.
    """
    unit = diagnosis.unit_of(*systems)
    if unit in (diagnosis.unit, SENTENCE):
        return ""
    return _(
        " Neighbouring sentences are right and wrong together: by blocks of 25, standard errors are {factor} times as "
        "large. So intervals are by {units}.",
        factor=number(diagnosis.block_factor(*systems), 1),
        units=resampling_text(unit),
    )


# Of so many systems it is said by name.
_SAID = 3
# A share that rounds to nothing is still something, in per cent.
_LEAST = 0.1


def without_separators_text(names: Sequence[str]) -> str:
    """Say why these systems, at least one, are not compared by separators; see ``separators.comparable``."""
    return n_(
        "Not compared here: {names}. Separators are compared over one text, and what this system wrote differs from "
        "gold's and counts in full. Leave what differs out on both sides to compare it.",
        "Not compared here: {names}. Separators are compared over one text, and what these systems wrote differs from "
        "gold's and counts in full. Leave what differs out on both sides to compare them.",
        len(names),
        names=listed(names),
    )


def differing_text(dataset: Dataset, names: Sequence[str]) -> list[str]:
    """Return a sentence or two for each of these systems whose characters are not gold's, the first few of them."""
    differing = [(one, found) for one in dataset.systems if (found := one.differing) and one.name in names]
    lines = [_said(dataset.gold, system, found) for system, found in differing[:_SAID]]
    more = len(differing) - len(lines)
    if more:
        lines.append(
            n_(
                "{n:,} more system has other characters than gold.",
                "{n:,} more systems have other characters than gold.",
                more,
            )
        )
    return lines


def _said(gold: Segmentation, system: Segmentation, found: TextFidelity) -> str:
    def share(characters: int) -> str:
        return written(1000 * characters / found.characters, 1)

    fidelity = _(
        "{name} has other characters than gold: {exact:,} of {sentences:,} sentences are reproduced exactly; for each "
        "1,000 characters of gold it omits {omitted}, adds {added} and replaces {replaced}.",
        name=system.name,
        exact=found.exact_sentences,
        sentences=found.sentences,
        omitted=share(found.omitted),
        added=share(found.added),
        replaced=share(found.replaced),
    )
    if system.own is not None:
        return _("{fidelity} All of that counts in its scores.", fidelity=fidelity)
    compared = match(gold, system)
    return _(
        "{fidelity} Its scores leave out {gold:,} of {gold_words:,} gold words and {own:,} of its own {words:,} words.",
        fidelity=fidelity,
        gold=len(gold) - int(compared.gold_scored.sum()),
        gold_words=len(gold),
        own=found.words - int(compared.system_scored.sum()),
        words=found.words,
    )


def left_out_sentence(scores: Iterable[SystemScore], dataset: str) -> str:
    """Return what is left out of the scores of systems on a dataset, on both sides; empty where nothing is."""
    # A system without words has no coverage of its own, which is not below 1.
    short = [score for score in scores if score.coverage < 1 or score.system_coverage < 1]
    if not short:
        return ""
    if len(short) <= _SAID:
        each = [
            _(
                "{system} ({own} of its words, {gold} of gold's)",
                own=_lost(score.system_coverage),
                gold=_lost(score.coverage),
                system=score.name,
            )
            for score in short
        ]
        shares = listed(each)
    else:
        shares = _(
            "{n:,} systems (up to {own} of their words, up to {gold} of gold's)",
            n=len(short),
            own=_lost(min((one.system_coverage for one in short if one.system_coverage <= 1), default=1.0)),
            gold=_lost(min(score.coverage for score in short)),
        )
    return _("Left out of {dataset} for other characters: {shares}.", dataset=dataset, shares=shares)


def _lost(coverage: float) -> str:
    """Return the share that was not compared, in per cent; none that is above 0 reads as 0."""
    lost = 100 * (1 - coverage)
    if not lost > 0:
        return _("none")
    if lost < _LEAST:
        return _("less than {share} %", share=_LEAST)
    # Nor does one below 100 read as all.
    return f"{written(min(lost, 99.9) if lost < 100 else lost, 1)} %"
