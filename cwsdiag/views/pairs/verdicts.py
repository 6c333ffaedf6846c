"""What may be said of the difference of two systems, in the words of METHODS 11: on pages and in tables of commands."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from cwsdiag.diagnosis.paired import LEAST_DIFFERING, to_best
from cwsdiag.languages import _, lazy, n_, translated
from cwsdiag.resampling import SENTENCE
from cwsdiag.views.buckets import UNITS, gold_said
from cwsdiag.views.wording import UNDEFINED, bracketed, interval, number, p_is, p_of_swaps, points, some_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from cwsdiag.diagnosis.paired import Difference, PairedComparison, Verdict
    from cwsdiag.inference import Interval
    from cwsdiag.views.look import Lead

# Behind a difference of a score in a table: it is significant.
MARK = "*"
# By a verdict of ``Difference``; to be ``translated`` where they are shown.
VERDICTS: dict[Verdict, str] = {
    "significant": lazy("significant"),
    "not significant": lazy("not significant"),
    "too few": lazy("too few differ"),
}


def verdict_said(verdict: Verdict | Literal[""] | None) -> str:
    """Return a verdict short enough for a cell; a dash where the difference is undefined, or was not tested."""
    return translated(VERDICTS[verdict]) if verdict else UNDEFINED


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
    p = p_is(one.p_deciding, one.p)
    if found.pairs == 1:
        if verdict == "significant":
            return _("significant (p {p})", p=p)
        return _("not significant (p {p})", p=p)
    said = n_("{n:,} pair", "{n:,} pairs", found.pairs)
    if verdict == "significant":
        return _("significant (p {p}, adjusted for {pairs})", p=p, pairs=said)
    return _("not significant (p {p}, adjusted for {pairs})", p=p, pairs=said)


def _too_few(unit: str, *, differing: int) -> str:
    if differing >= LEAST_DIFFERING:
        return _("too few words for a verdict")
    if unit == SENTENCE:
        return _("too few sentences differ for a verdict")
    return _("too few units differ for a verdict")


def judged_cell(one: Difference) -> str:
    """Return the p-value of a test for a cell, marked where the difference is significant: ``0.21``, ``0.003 *``."""
    if one.verdict is None or one.verdict == "too few":
        return verdict_said(one.verdict)
    p = p_of_swaps(one.p_deciding, one.p)
    return f"{p} {MARK}" if one.verdict == "significant" else p


def between(found: Sequence[PairedComparison], first: str, second: str) -> PairedComparison | None:
    """Return the test of two systems, the first one first; None where it was not made."""
    return next((one for one in found if (one.a, one.b) == (first, second)), None)


def beside_best(ranking: pd.DataFrame, found: Sequence[PairedComparison]) -> pd.DataFrame:
    """Return a ranking with ``to_best``, F1 minus that of the best in points, and ``verdict`` on that.

    Args:
        ranking: a row a system, with ``name``.
        found: the best against each other system first. NaN and a dash where a system was not tested against it.
    """
    tests = to_best(found)
    return ranking.assign(
        to_best=[-100 * tests[name].difference if name in tests else math.nan for name in ranking["name"]],
        verdict=[judged_cell(tests[name]) if name in tests else UNDEFINED for name in ranking["name"]],
    )


def lead_sentence(lead: Lead, *, dataset: str, words: int, verdict: PairedComparison | None = None) -> str:
    """Say who has the highest F1, by how much, and, where that is known, what the paired test says of it.

    Args:
        lead: of the systems of a dataset.
        dataset: its name.
        words: gold words.
        verdict: the best against the next that is not level with it.
    """
    told = {"dataset": dataset, "f1": number(lead.f1.value), "words": gold_said(words, UNITS["word"])}
    if len(lead.level) > 1:
        told["names"] = some_of(lead.level, lead.systems)
        said = _("{names} share the highest F1 on {dataset}: {f1} over {words}", **told)
    else:
        told |= {"name": lead.best, "interval": interval(lead.f1.low, lead.f1.high)}
        if lead.ahead is None:
            return _("{name} on {dataset}: F1 {f1} {interval} over {words}.", **told)
        said = _("{name} has the highest F1 on {dataset}: {f1} {interval} over {words}", **told)
    if lead.ahead is None:
        return _("{said}.", said=said)
    return _ahead(said, lead, lead.ahead, verdict)


def _ahead(said: str, lead: Lead, ahead: Interval, verdict: PairedComparison | None) -> str:
    """Return a sentence with the lead over the next behind it."""
    if verdict is not None:
        ahead = verdict.scores["f1"].interval
    within = "" if math.isnan(ahead.low) else f" {bracketed(ahead.low, ahead.high)}"
    values: dict[str, Any] = {"said": said, "next": lead.next, "points": f"{points(ahead.value)}{within}"}
    if verdict is None:
        return _("{said}, {points} ahead of {next}.", **values)
    values["verdict"] = judged(verdict)
    if ahead.value > 0:
        return _("{said}, {points} ahead of {next}: {verdict}.", **values)
    # Where texts are skipped, each system's own F1 is over other words than both are compared on.
    return _("{said}; over the words compared for both it is {points} from {next}: {verdict}.", **values)
