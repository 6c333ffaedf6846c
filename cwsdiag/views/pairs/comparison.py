"""Two systems beside each other, in words: sentences on a ``Pair``, and its tables as people read them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.frames import p_is
from cwsdiag.languages import _, n_, translated
from cwsdiag.views.buckets import gold_said, marked_buckets, where_said
from cwsdiag.views.columns import SCORES
from cwsdiag.views.pairs.verdicts import judged, judged_cell
from cwsdiag.views.rows import kind_list
from cwsdiag.views.units import few_remark, units_said
from cwsdiag.views.wording import bracketed, kind_said, number, points

if TYPE_CHECKING:
    from cwsdiag.views.pairs.pair import BucketFinding, Buckets, OverallDifference, Pair

_POINTS = 100


def bucket_table(pair: Pair) -> pd.DataFrame:
    """Return all buckets of all attributes, with ``title`` and ``mark``."""
    return marked_buckets(pair.panels, worst=_("▼ lowest"), best=_("▲ highest"))


def score_table(pair: Pair) -> pd.DataFrame:
    """Return a row a score over all words: score, label, a, b, of A − B in points difference, low, high; p, verdict.

    Empty where the test is not there yet; scores that are undefined, as those of OOV without training, are left
    out. p is adjusted by Holm over the pairs compared.
    """
    if pair.tested is None:
        return pd.DataFrame()
    rows = [
        {
            "score": name,
            "label": translated(SCORES[name].label),
            "a": one.a,
            "b": one.b,
            "difference": _POINTS * one.difference,
            "low": _POINTS * one.low,
            "high": _POINTS * one.high,
            "p": judged_cell(one),
            "verdict": one.verdict,
        }
        for name, one in pair.tested.scores.items()
        if not math.isnan(one.difference)
    ]
    return pd.DataFrame(rows)


def kind_table(pair: Pair) -> pd.DataFrame:
    """Return a row a kind of error, shapes before causes: of, kind, label, a, b, share_a, share_b, difference.

    ``of`` is ``shape`` or ``cause``, ``kind`` its name; a and b count the missed gold words of each system, shares
    are of all it misses, NaN where it misses none; difference is A − B. Without training data there are no causes.
    """
    both = (kind_list(counts) for counts in pair.kinds.values())
    missed = {role: counts.missed for role, counts in pair.kinds.items()}
    rows = []
    for (of, kind, a), (_of, _kind, b) in zip(*both, strict=True):
        shares = {
            f"share_{role}": count / missed[role] if missed[role] else math.nan for role, count in (("a", a), ("b", b))
        }
        said = {"of": of, "kind": kind, "label": kind_said(**{"shape": None, "cause": None, of: kind})}
        rows.append({**said, "a": a, "b": b, **shares, "difference": a - b})
    return pd.DataFrame(rows)


def compare_sentence(overall: OverallDifference, buckets: Buckets | None, *, dataset: str) -> str:
    """Say which of two systems is ahead, by how much, what the test says of it, and in which buckets they differ."""
    first = overall.better
    if math.isnan(overall.difference.value):
        return _(
            "{first} and {second} cannot be compared on {dataset}: F1 is not defined for both.",
            first=first,
            second=overall.other,
            dataset=dataset,
        )
    compared = _compared(overall, dataset)
    if buckets is None or overall.tested is None:
        return _("{compared}.", compared=compared)
    said = _("{compared}: {verdict}.", compared=compared, verdict=judged(overall.tested))
    if overall.tested.scores["f1"].verdict == "too few":
        return said
    return _("{first} {second}", first=said, second=buckets_sentence(overall, buckets))


def _compared(overall: OverallDifference, dataset: str) -> str:
    """Return which system is ahead over all words, without a full stop."""
    first, second, ahead = overall.better, overall.other, overall.difference
    if ahead.value == 0:
        return _(
            "{first} and {second} have the same F1 on {dataset}, {f1}",
            first=first,
            second=second,
            dataset=dataset,
            f1=number(overall.f1_better),
        )
    return _(
        "{first} is {points} ahead of {second} on {dataset} (F1 {f1} against {other})",
        first=first,
        second=second,
        dataset=dataset,
        points=f"{points(ahead.value)} {bracketed(ahead.low, ahead.high)}",
        f1=number(overall.f1_better),
        other=number(overall.f1_other),
    )


def buckets_sentence(overall: OverallDifference, buckets: Buckets) -> str:
    """Say in how many buckets two systems differ significantly, and where most, each way round."""
    lead, lag = buckets.lead, buckets.lag
    if not buckets.significant:
        return _("No bucket differs.") if buckets.nearest is None else _no_bucket_said(overall, buckets.nearest)
    told = n_(
        "{n:,} of {compared} buckets differs significantly",
        "{n:,} of {compared} buckets differ significantly",
        buckets.significant,
        compared=buckets.compared,
    )
    if lead is None or lag is None:
        values = {"buckets": told, "first": overall.better, "place": _place(lead or lag)}
        if lag is not None:
            return _("{buckets}; {first} is furthest behind at {place}.", **values)
        return _("{buckets}; {first} leads most at {place}.", **values)
    return _(
        "{buckets}: {first} is ahead in {ahead:,}, most at {lead}; {second} in {behind:,}, most at {lag}.",
        buckets=told,
        first=overall.better,
        second=overall.other,
        ahead=buckets.ahead,
        behind=buckets.behind,
        lead=_place(lead),
        lag=_place(lag),
    )


def _place(finding: BucketFinding | None) -> str:
    """Return where two systems differ, and by how much, without saying which is ahead."""
    if finding is None:
        return ""
    ends = (finding.low, finding.high) if finding.difference > 0 else (-finding.high, -finding.low)
    return _(
        "{where}: {points}, {gold}, p\u00a0{p}",
        where=where_said(finding.unit, finding.title, finding.label),
        points=f"{points(abs(finding.difference))} {bracketed(*ends)}",
        gold=gold_said(finding.gold, finding.unit),
        p=p_is(finding.p),
    )


def _no_bucket_said(overall: OverallDifference, finding: BucketFinding) -> str:
    where = where_said(finding.unit, finding.title, finding.label)
    detectable = math.nan if overall.tested is None else overall.tested.scores["f1"].detectable
    if math.isnan(detectable) or math.isnan(finding.detectable):
        return _("No bucket differs significantly.")
    return _(
        "No bucket differs significantly; in four of five cases this test set shows a difference of {overall} overall, "
        "and of {bucket} at {where}, where the two differ most.",
        overall=points(detectable),
        bucket=points(finding.detectable),
        where=where,
    )


def compare_remark(found: Pair) -> str:
    """Say how ``compare_sentence`` is to be taken."""
    tested = found.tested
    if tested is None:
        return _("The differences are being tested. Brackets hold paired 95 % intervals.")
    if tested.exact:
        swapped = n_("{n:,} swap", "all {n:,} swaps", tested.swaps)
    else:
        swapped = n_("{n:,} swap", "{n:,} swaps", tested.swaps)
    said = _(
        "Paired test by {swaps} in {units}, p of buckets adjusted for {tested} of them. Brackets hold paired 95 % "
        "intervals, each by itself: some leave out 0 where nothing differs.",
        swaps=swapped,
        units=units_said(tested.units, tested.unit),
        tested=tested.tested,
    )
    if found.buckets is not None and found.buckets.significant:
        said = _("{first} {second}", first=said, second=_("Buckets are named after looking."))
    few = translated(few_remark(tested.units, tested.unit))
    return _("{first} {second}", first=said, second=few) if few else said


def alike_sentence(overall: OverallDifference, *, dataset: str) -> str:
    """Say that two systems do not differ at all."""
    return _(
        "{first} and {second} cut every word of {dataset} alike, at F1 {f1}: there is no difference to look at. "
        "Choose another system to compare with one of them.",
        first=overall.better,
        second=overall.other,
        dataset=dataset,
        f1=number(overall.f1_better),
    )
