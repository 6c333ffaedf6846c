"""Two systems beside each other, in words: sentences on a ``Pair``, and its tables as people read them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

from cwsdiag.frames import p_is
from cwsdiag.languages import _, n_, translated
from cwsdiag.views.buckets import gold_said, marked_buckets
from cwsdiag.views.columns import SCORES
from cwsdiag.views.pairs.verdicts import judged, judged_cell
from cwsdiag.views.rows import kind_list
from cwsdiag.views.units import few_remark, units_said
from cwsdiag.views.wording import bracketed, kind_said, number, points

if TYPE_CHECKING:
    from cwsdiag.views.pairs.pair import Buckets, Difference, Pair

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
    rows = []
    for (of, kind, a), (_of, _kind, b) in zip(*map(kind_list, pair.kinds.values()), strict=True):
        label = kind_said(**{"shape": None, "cause": None, of: kind})
        rows.append({"of": of, "kind": kind, "label": label, "a": a, "b": b, "difference": a - b})
    frame = pd.DataFrame(rows)
    return frame.assign(**{f"share_{role}": frame[role] / (one.missed or math.nan) for role, one in pair.kinds.items()})


def compare_sentence(pair: Pair, *, dataset: str) -> str:
    """Say which of two systems is ahead, by how much, what the test says of it, and in which buckets they differ."""
    names = {"first": pair.better, "second": pair.other, "dataset": dataset}
    ahead, (f1, other) = pair.difference, pair.f1
    if math.isnan(ahead.value):
        return _("{first} and {second} cannot be compared on {dataset}: F1 is not defined for both.", **names)
    if ahead.value == 0:
        compared = _("{first} and {second} have the same F1 on {dataset}, {f1}", **names, f1=number(f1))
    else:
        compared = _(
            "{first} is {points} ahead of {second} on {dataset} (F1 {f1} against {other})",
            **names,
            points=f"{points(ahead.value)} {bracketed(ahead.low, ahead.high)}",
            f1=number(f1),
            other=number(other),
        )
    if pair.buckets is None or pair.tested is None:
        return _("{compared}.", compared=compared)
    said = _("{compared}: {verdict}.", compared=compared, verdict=judged(pair.tested))
    if pair.tested.scores["f1"].verdict == "too few":
        return said
    return _("{first} {second}", first=said, second=buckets_sentence(pair, pair.buckets))


def buckets_sentence(pair: Pair, buckets: Buckets) -> str:
    """Say in how many buckets two systems differ significantly, and where most, each way round."""
    if not buckets.significant:
        return _no_bucket_said(pair, buckets.nearest)
    told = n_(
        "{n:,} of {compared} buckets differs significantly",
        "{n:,} of {compared} buckets differ significantly",
        buckets.significant,
        compared=buckets.compared,
    )
    lead, lag = (_place(one[0]) if one else "" for one in (buckets.ahead, buckets.behind))
    if not lag:
        return _("{buckets}; {first} leads most at {place}.", buckets=told, first=pair.better, place=lead)
    if not lead:
        return _("{buckets}; {first} is furthest behind at {place}.", buckets=told, first=pair.better, place=lag)
    return _(
        "{buckets}: {first} is ahead in {ahead:,}, most at {lead}; {second} in {behind:,}, most at {lag}.",
        buckets=told,
        first=pair.better,
        second=pair.other,
        ahead=len(buckets.ahead),
        behind=len(buckets.behind),
        lead=lead,
        lag=lag,
    )


def _place(one: Difference) -> str:
    """Return where two systems differ, and by how much, without saying which is ahead."""
    row, sign = one.row, 1 if one.row["difference"] > 0 else -1
    low, high = sorted((sign * row["low"] / _POINTS, sign * row["high"] / _POINTS))
    return _(
        "{where}: {points}, {gold}, p\u00a0{p}",
        where=one.where,
        points=f"{points(abs(row['difference']) / _POINTS)} {bracketed(low, high)}",
        gold=gold_said(row["gold"], one.panel.unit),
        p=p_is(row["p_adjusted"]),
    )


def _no_bucket_said(pair: Pair, nearest: Difference | None) -> str:
    if nearest is None:
        return _("No bucket differs.")
    detectable = math.nan if pair.tested is None else pair.tested.scores["f1"].detectable
    if math.isnan(detectable) or math.isnan(nearest.row["detectable"]):
        return _("No bucket differs significantly.")
    return _(
        "No bucket differs significantly; in four of five cases this test set shows a difference of {overall} overall, "
        "and of {bucket} at {where}, where the two differ most.",
        overall=points(detectable),
        bucket=points(nearest.row["detectable"] / _POINTS),
        where=nearest.where,
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


def alike_sentence(pair: Pair, *, dataset: str) -> str:
    """Say that two systems do not differ at all."""
    return _(
        "{first} and {second} cut every word of {dataset} alike, at F1 {f1}: there is no difference to look at. "
        "Choose another system to compare with one of them.",
        first=pair.better,
        second=pair.other,
        dataset=dataset,
        f1=number(pair.f1[0]),
    )
