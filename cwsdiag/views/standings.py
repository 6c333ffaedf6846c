"""What the Bakeoff page shows, as frames: systems in order, every two of them, all corpora; and who leads."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.frames import TRACKS, records
from cwsdiag.languages import _, n_, translated
from cwsdiag.views.wording import number, some_of, zero_said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.bakeoff import BakeoffPair
    from cwsdiag.views.results import Results

_POINTS = 100


@dataclass(frozen=True)
class Leader:
    """The best system of a track, or of all where no track is said.

    Attributes:
        names: of the systems with the highest F, as a rule one; numbers are those of the first.
        track: closed or open; None where it is not said.
        others: the other systems of the track, those of ``names`` but the first too.
        alike_by_rule: those of them that the bakeoff's rule does not tell from the first.
        alike_by_bootstrap: those over which the interval of its lead does not leave out 0.
    """

    names: tuple[str, ...]
    track: str | None
    f1: float
    recall: float
    c_r: float
    precision: float
    c_p: float
    oov_rate: float
    oov_recall: float
    words: int
    others: tuple[str, ...]
    alike_by_rule: tuple[str, ...]
    alike_by_bootstrap: tuple[str, ...]


def standings(scores: pd.DataFrame, *, lines: Sequence[str]) -> pd.DataFrame:
    """Return bakeoff scores in the order of the page: closed, open, track not said, BASE and TOP; best F first.

    Args:
        scores: see ``results.bakeoff_table``.
        lines: names of what is no system of its own: BASE and TOP, where they are there.

    Returns:
        The scores with ``line``, whether it is one of these, and ``group``, the number of its track from 0.
    """
    tracks = list(TRACKS)
    line = scores["name"].isin(list(lines))
    track = [one if one in tracks else None for one in scores["track"]]
    # Once more for BASE and TOP: they are on no track.
    group = [len(tracks) if own else tracks.index(one) for one, own in zip(track, line, strict=True)]
    frame = scores.assign(track=pd.Series(track, dtype=object), line=line, group=group)
    ordered = frame.sort_values("f1", ascending=False, kind="stable")
    return ordered.sort_values("group", kind="stable", ignore_index=True)


def pairs(results: Results, ranked: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each two systems in either order, in the order of the standings.

    Differences are first − second, in points. ``recall_reach`` and ``precision_reach`` are c + c of the two, beyond
    which the bakeoff calls them different; ``differ`` is what its rule says, ``leaves_out_zero`` what the interval of
    the bootstrap does, ``interval`` the same in words. Over a single sentence the bootstrap has no interval:
    ``leaves_out_zero`` is False, ``interval`` None.
    """
    half = {row["name"]: row for row in records(ranked)}
    place = {name: at for at, name in enumerate(half)}
    # Over a single sentence all resamples are the same: an interval of one point, which would leave out 0.
    told = resampled(results)
    rows = [_pair(found, half, sign, resampled=told) for found in results.differences for sign in (_POINTS, -_POINTS)]
    rows.sort(key=lambda row: (place[row["first"]], place[row["second"]]))
    return pd.DataFrame(rows)


def resampled(results: Results) -> bool:
    """Return whether there are sentences enough to draw anew."""
    return len(results.dataset.gold.text.sentence_ends) > 1


def _pair(found: BakeoffPair, half: Mapping[str, Any], sign: int, *, resampled: bool) -> dict[str, Any]:
    first, second = (found.first, found.second) if sign > 0 else (found.second, found.first)
    low, high = sorted((sign * found.f1.low, sign * found.f1.high)) if resampled else (math.nan, math.nan)
    return {
        "first": first,
        "second": second,
        "by_recall": found.by_recall,
        "by_precision": found.by_precision,
        "differ": found.differ,
        "recall": sign * found.recall.value,
        "recall_reach": _POINTS * (half[first]["c_r"] + half[second]["c_r"]),
        "precision": sign * found.precision.value,
        "precision_reach": _POINTS * (half[first]["c_p"] + half[second]["c_p"]),
        "f1": sign * found.f1.value,
        "f1_low": low,
        "f1_high": high,
        "leaves_out_zero": resampled and found.f1.leaves_out_zero,
        "interval": zero_said(low, high),
    }


def leaders(ranked: pd.DataFrame, pairs: pd.DataFrame) -> list[Leader]:
    """Return the best system of each track that has one with a defined F, BASE and TOP left aside."""
    own = records(ranked[~ranked["line"] & ranked["f1"].notna()])
    told = {(row["first"], row["second"]): row for row in records(pairs)}
    return [_leader(list(group), told) for _ignored, group in groupby(own, key=lambda row: int(row["group"]))]


def _leader(rows: Sequence[Mapping[str, Any]], told: Mapping[tuple[str, str], Mapping[str, Any]]) -> Leader:
    best, *others = rows
    numbers = ("f1", "recall", "c_r", "precision", "c_p", "oov_rate", "oov_recall")

    def alike(verdict: str) -> tuple[str, ...]:
        return tuple(row["name"] for row in others if not told[best["name"], row["name"]][verdict])

    return Leader(
        names=tuple(row["name"] for row in rows if row["f1"] == best["f1"]),
        track=best["track"],
        **{key: float(best[key]) for key in numbers},
        words=int(best["true_words"]),
        others=tuple(row["name"] for row in others),
        alike_by_rule=alike("differ"),
        alike_by_bootstrap=alike("leaves_out_zero"),
    )


def bakeoff_sentence(leaders: Sequence[Leader], *, dataset: str) -> str:
    """Say who leads a dataset, or each track of it, in the numbers of a bakeoff."""
    first, *others = leaders
    lead, words = _leads(first, dataset), n_("{n:,} word", "{n:,} words", first.words)
    if math.isnan(first.oov_rate):
        said = _(
            "{lead} on {words}; without training data its OOV recall is undefined.",
            lead=lead,
            words=words,
        )
    else:
        said = _(
            "{lead} on {words}; its OOV recall is {recall} at an OOV rate of {rate}.",
            lead=lead,
            words=words,
            recall=number(first.oov_recall),
            rate=number(first.oov_rate),
        )
    for other in others:
        if math.isnan(other.oov_recall):
            said += _(" {lead}.", lead=_leads(other))
        else:
            said += _(" {lead}, OOV recall {recall}.", lead=_leads(other), recall=number(other.oov_recall))
    return said


def _leads(leader: Leader, dataset: str = "") -> str:
    """Return who leads what, with the scores; the dataset is named once, and systems without a track come last."""
    name, others = leader.names[0], len(leader.others)
    scores = _(
        "F {f} (R {r} ± {c_r}, P {p} ± {c_p})",
        f=number(leader.f1),
        r=number(leader.recall),
        c_r=number(leader.c_r),
        p=number(leader.precision),
        c_p=number(leader.c_p),
    )
    if not others and not leader.track and not dataset:
        return _("{name}, without a track: {scores}", name=name, scores=scores)
    place = _place(leader, dataset)
    if not others:
        return _("{name} on {place}: {scores}", name=name, place=place, scores=scores)
    if len(leader.names) > 1:
        return _(
            "{names} share the highest F of {place}; {name} has {scores}",
            names=some_of(leader.names, others + 1),
            place=place,
            name=name,
            scores=scores,
        )
    return _("{name} leads {place} with {scores}", name=name, place=place, scores=scores)


def _place(leader: Leader, dataset: str) -> str:
    if not leader.track:
        return dataset or _("the systems without a track")
    track = translated(TRACKS[leader.track])
    if dataset:
        return _("the {track} track of {dataset}", track=track, dataset=dataset)
    return _("the {track} track", track=track)


def bakeoff_verdict(leader: Leader, *, subject: str | None = None, resampled: bool = True) -> str:
    """Say from which systems of its track a leader differs, by the bakeoff's rule and, if resampled, the bootstrap.

    Args:
        leader: of a track.
        subject: its name, where that was not said just before.
        resampled: whether the bootstrap says anything.
    """
    alike, by_bootstrap, others = leader.alike_by_rule, leader.alike_by_bootstrap, leader.others
    if not others:
        return ""
    said = _by_rule(leader) if subject is None else _by_rule_of(leader, subject)
    if not resampled:
        return _("{verdict}.", verdict=said)
    if set(alike) == set(by_bootstrap):
        return _("{verdict}; the paired bootstrap over sentences says the same.", verdict=said)
    if not by_bootstrap and len(others) > 1:
        return _(
            "{verdict}; by the paired bootstrap over sentences the interval of its lead over every other system "
            "leaves out 0.",
            verdict=said,
        )
    if not by_bootstrap:
        return _(
            "{verdict}; by the paired bootstrap over sentences the interval of its lead over {other} leaves out 0.",
            verdict=said,
            other=others[0],
        )
    return n_(
        "{verdict}; by the paired bootstrap over sentences the interval of its lead over {others} holds 0.",
        "{verdict}; by the paired bootstrap over sentences the intervals of its lead over {others} hold 0.",
        len(by_bootstrap),
        verdict=said,
        others=some_of(by_bootstrap, len(others)),
    )


def _by_rule(leader: Leader) -> str:
    """Return from which systems the one named just before differs, by the bakeoff's rule."""
    alike, others = leader.alike_by_rule, leader.others
    if alike and len(alike) == len(others) > 1:
        return _("By the bakeoff's rule it differs from no other system")
    if alike:
        return _("By the bakeoff's rule it does not differ from {others}", others=some_of(alike, len(others)))
    if len(others) > 1:
        return _("By the bakeoff's rule it differs from every other system")
    return _("By the bakeoff's rule it differs from {other}", other=others[0])


def _by_rule_of(leader: Leader, name: str) -> str:
    """Return the same of a system that is to be named."""
    alike, others = leader.alike_by_rule, leader.others
    if alike and len(alike) == len(others) > 1:
        return _("By the bakeoff's rule {name} differs from no other system", name=name)
    if alike:
        names = some_of(alike, len(others))
        return _("By the bakeoff's rule {name} does not differ from {others}", name=name, others=names)
    if len(others) > 1:
        return _("By the bakeoff's rule {name} differs from every other system", name=name)
    return _("By the bakeoff's rule {name} differs from {other}", name=name, other=others[0])


def rules_sentence(pairs: int, apart: int) -> str:
    """Say how often the bakeoff's rule and the bootstrap come to the same end."""
    if not apart:
        if pairs == 1:
            return _("Here the two rules agree on the only pair.")
        return _("Here the two rules agree on all {pairs:,} pairs.", pairs=pairs)
    if pairs == 1:
        return _("Here they disagree: the cells are framed.")
    return _("Here they disagree on {apart:,} of {pairs:,} pairs: those cells are framed.", apart=apart, pairs=pairs)
