"""What may be said of the difference of two systems, in the words of METHODS 11: on pages and in tables of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.diagnosis.paired import LEAST_DIFFERING
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.resampling import SENTENCE
from cwsdiag.views.wording import UNDEFINED, p_value

if TYPE_CHECKING:
    from cwsdiag.diagnosis.paired import PairedComparison, Verdict

# Behind a difference of a score in a table: it is significant.
MARK = "*"
# By a verdict of ``Difference``; to be ``translated`` where they are shown.
VERDICTS: dict[Verdict, str] = {
    "significant": lazy("significant"),
    "not significant": lazy("not significant"),
    "too few": lazy("too few differ"),
}


def verdict_said(verdict: Verdict | None) -> str:
    """Return a verdict short enough for a cell; a dash where the difference is undefined, or was not tested."""
    return UNDEFINED if verdict is None else translated(VERDICTS[verdict])


def judged(found: PairedComparison, score: str = "f1") -> str:
    """Return what may be said of a difference, to end a sentence: ``significant (p = 0.0012, adjusted for 9 pairs)``.

    Args:
        found: two systems compared.
        score: which of the scores over all words.
    """
    one = found.scores[score]
    verdict = one.verdict
    if verdict is None:
        return _("undefined")
    if verdict == "too few":
        return _too_few(found.unit, differing=one.differing_units)
    p = p_value(one.p_deciding)
    if found.pairs == 1:
        if verdict == "significant":
            return _("significant (p = {p})", p=p)
        return _("not significant (p = {p})", p=p)
    pairs = n_("{n:,} pair", "{n:,} pairs", found.pairs)
    if verdict == "significant":
        return _("significant (p = {p}, adjusted for {pairs})", p=p, pairs=pairs)
    return _("not significant (p = {p}, adjusted for {pairs})", p=p, pairs=pairs)


def _too_few(unit: str, *, differing: int) -> str:
    if differing >= LEAST_DIFFERING:
        return _("too few words for a verdict")
    if unit == SENTENCE:
        return _("too few sentences differ for a verdict")
    return _("too few units differ for a verdict")
