"""Numbers, intervals, counts and names as people write them, and errors as pages say them."""

from __future__ import annotations

import math
import re
from functools import reduce
from typing import TYPE_CHECKING, Literal

from cwsdiag.frames import p_is as p_is
from cwsdiag.frames import p_of_swaps as p_of_swaps
from cwsdiag.frames import p_value as p_value
from cwsdiag.frames import written
from cwsdiag.languages import _, lazy, n_, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.errors import CwsdiagError, Remedy
    from cwsdiag.text import Floats

UNDEFINED = "–"
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


def number(value: float | None, digits: int = 3) -> str:
    """Return a score to three decimals (or ``digits``), a dash where it is undefined."""
    return UNDEFINED if value is None or math.isnan(value) else written(value, digits)


def interval(low: float, high: float) -> str:
    """Return a 95 % interval as ``[0.812, 0.846]``; said where there is none."""
    return _no_interval() if math.isnan(low) or math.isnan(high) else f"[{number(low)}, {number(high)}]"


def points(difference: float) -> str:
    """Return a difference of scores in points: ``2.1 points``."""
    if math.isnan(difference):
        return number(difference)
    text = written(100 * difference, 1)
    return n_("{points} point", "{points} points", 1 if text == "1.0" else 2, points=text)


def spread_said(r: Floats) -> str:
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
    """Return sentences one after the other, as their language does; those that are empty are left out."""
    return reduce(lambda first, second: _("{first} {second}", first=first, second=second), filter(None, sentences))


def kind_said(shape: str | None, cause: str | None) -> str:
    """Return a kind of error in words: ``crossed, overlap ambiguity``; empty where neither is named.

    Args:
        shape: of ``SHAPES``, or None.
        cause: of ``CAUSES``, or None, as it is without training data.
    """
    named = [SHAPE_LABELS[shape]] if shape is not None else []
    return _(", ").join(map(translated, [*named, CAUSE_LABELS[cause]] if cause is not None else named))


def template_said(name: str) -> str:
    """Return a feature template as people read it, ``template 2`` for ``F2``: F1 is the score."""
    return _("template {number}", number=name.removeprefix("F"))


def templates_said(names: Sequence[str]) -> str:
    """Return feature templates as people read them: ``templates 1 and 2``."""
    numbers = listed([name.removeprefix("F") for name in names])
    return n_("template {numbers}", "templates {numbers}", len(names), numbers=numbers)


def model_said(name: str) -> str:
    """Return the name of a model, that of the built-in segmenter with its template in words."""
    found = _BUILT_IN.match(name)
    if found is None:
        return name
    return _("{learner}, template {number}", learner=translated(_LEARNERS[found[1]]), number=found[2])


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


def listed(names: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Return names as people list them: ``a``, ``a and b``, ``a, b and c``; ``last`` stands before the last one."""
    if len(names) == 1:
        return names[0]
    others = _(", ").join(names[:-1])
    if last == "or":
        return _("{names} or {name}", names=others, name=names[-1])
    return _("{names} and {name}", names=others, name=names[-1])


def some_of(names: Sequence[str], all_of_them: int) -> str:
    """Return names, or their number where they are too many or too long to be read."""
    if len(names) == 1 or (len(names) <= NAMES_LISTED and len("".join(names)) <= CHARACTERS_LISTED):
        return listed(names)
    return _("{some:,} of {all:,} systems", some=len(names), all=all_of_them)


def zero_said(low: float, high: float) -> str | None:
    """Say whether an interval holds 0; None where it is undefined."""
    if math.isnan(low) or math.isnan(high):
        return None
    return _("holds 0") if low <= 0 <= high else _("leaves out 0")


def _no_interval() -> str:
    return _("[no interval]")
