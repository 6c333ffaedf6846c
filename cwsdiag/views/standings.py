"""What the Bakeoff page shows, as frames: systems in order, every two of them, all corpora; and who leads."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.diagnosis.paired import SCORES
from cwsdiag.frames import records, track_said, tracks_of
from cwsdiag.languages import _, n_
from cwsdiag.views.wording import number, some_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.bakeoff import BakeoffPair, OovRecall
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.views.look import PrivateLook

_POINTS = 100
_NO_TEST = {"difference": math.nan, "significant": False}


@dataclass(frozen=True)
class Leader:
    """The best system of a track, or of all where no track is said.

    Attributes:
        names: of the systems with the highest F, as a rule one; numbers are those of the first.
        track: closed, open, or as a board calls it; None where it is not said.
        others: the other systems of the track, those of ``names`` but the first too.
        alike_by_rule: those of them that the bakeoff's rule does not tell from the first.
        alike_by_test: those over which the paired test finds no significant lead.
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
    alike_by_test: tuple[str, ...]


def standings(scores: pd.DataFrame, *, lines: Sequence[str]) -> pd.DataFrame:
    """Return bakeoff scores in the order of the page: closed, open, other tracks, none said, BASE and TOP.

    Args:
        scores: see ``results.bakeoff_table``.
        lines: names of what is no system of its own: BASE and TOP, where they are there.

    Returns:
        The scores with ``line``, whether it is one of these, and ``group``, the number of its track from 0.
    """
    tracks = tracks_of(scores["track"])
    line = scores["name"].isin(list(lines))
    track = [one if isinstance(one, str) else None for one in scores["track"]]
    # Once more for BASE and TOP: they are on no track.
    group = [len(tracks) if own else tracks.index(one) for one, own in zip(track, line, strict=True)]
    frame = scores.assign(track=pd.Series(track, dtype=object), line=line, group=group)
    ordered = frame.sort_values("f1", ascending=False, kind="stable")
    return ordered.sort_values("group", kind="stable", ignore_index=True)


def oov_table(found: Sequence[OovRecall]) -> pd.DataFrame:
    """Return a row a system, best OOV recall first and undefined ones last.

    Args:
        found: of every system.

    Returns:
        name, oov_words, found, oov_recall, oov_recall_low, oov_recall_high; empty without training data, and where no
        system was compared on an OOV word.
    """
    if not any(one.words for one in found):
        return pd.DataFrame()
    frame = pd.DataFrame(
        {
            "name": [one.name for one in found],
            "oov_words": [one.words for one in found],
            "found": [one.found for one in found],
            "oov_recall": [one.recall.value for one in found],
            "oov_recall_low": [one.recall.low for one in found],
            "oov_recall_high": [one.recall.high for one in found],
        }
    )
    return frame.sort_values("oov_recall", ascending=False, kind="stable", ignore_index=True)


def pairs(look: PrivateLook, ranked: pd.DataFrame, found: Sequence[PairedComparison]) -> pd.DataFrame:
    """Return a row for each two systems in either order, in the order of the standings.

    Differences are first − second, in points. ``recall_reach`` and ``precision_reach`` are c + c of the two, beyond
    which the bakeoff calls them different; ``differ`` is what its rule says. ``tested`` says whether the paired test
    was made; then ``f1``, ``f1_low`` and ``f1_high`` are its difference and interval, ``p`` is adjusted for the pairs
    tested, ``verdict`` is that of F and ``significant`` whether it says so. Of every score over all words
    ``SCORE_difference`` and ``SCORE_significant`` are the same; without a test NaN and False, and the verdict is empty.

    Args:
        look: of a dataset.
        ranked: its standings.
        found: the pairs that were tested; none where that is still to come.
    """
    half = {row["name"]: row for row in records(ranked)}
    place = {name: at for at, name in enumerate(half)}
    tests = {(one.a, one.b): one for one in found}
    rows = []
    for pair in look.differences:
        for sign in (_POINTS, -_POINTS):
            first, second = (pair.first, pair.second) if sign > 0 else (pair.second, pair.first)
            rows.append({**_by_rule_row(pair, half, sign), **_tested(tests, first, second)})
    rows.sort(key=lambda row: (place[row["first"]], place[row["second"]]))
    return pd.DataFrame(rows)


def _by_rule_row(found: BakeoffPair, half: Mapping[str, Any], sign: int) -> dict[str, Any]:
    first, second = (found.first, found.second) if sign > 0 else (found.second, found.first)
    low, high = sorted((sign * found.f1.low, sign * found.f1.high))
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
    }


def _tested(tests: Mapping[tuple[str, str], PairedComparison], first: str, second: str) -> dict[str, Any]:
    """Return what the test says of two systems, in the keys of ``pairs``."""
    test, sign = tests.get((first, second)), _POINTS
    if test is None:
        test, sign = tests.get((second, first)), -_POINTS
    if test is None:
        none: dict[str, Any] = {"tested": False, "p": math.nan, "verdict": "", "significant": False}
        return none | {f"{score}_{what}": no for score in SCORES for what, no in _NO_TEST.items()}
    f1 = test.scores["f1"]
    low, high = sorted((sign * f1.low, sign * f1.high))
    found = {
        "tested": True,
        "p": f1.p_deciding,
        "verdict": f1.verdict or "",
        "significant": f1.verdict == "significant",
    }
    found |= {"f1": sign * f1.difference, "f1_low": low, "f1_high": high}
    for name, score in test.scores.items():
        found[f"{name}_difference"] = sign * score.difference
        found[f"{name}_significant"] = score.verdict == "significant"
    return found


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
        alike_by_test=alike("significant"),
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
    track = track_said(leader.track)
    if dataset:
        return _("the {track} track of {dataset}", track=track, dataset=dataset)
    return _("the {track} track", track=track)


def oov_sentence(found: pd.DataFrame, *, lines: Sequence[str], dataset: str) -> str:
    """Say who finds most OOV words, as one may quote it.

    Args:
        found: see ``oov_table``; not empty.
        lines: names of what is no system of its own: BASE and TOP.
        dataset: its name.
    """
    own = [row for row in records(found) if row["name"] not in lines and row["oov_words"]]
    if not own:
        return ""
    best = own[0]
    told = {
        "names": some_of([row["name"] for row in own if row["oov_recall"] == best["oov_recall"]], len(own)),
        "dataset": dataset,
        "recall": number(best["oov_recall"]),
        "low": number(best["oov_recall_low"]),
        "high": number(best["oov_recall_high"]),
        "found": best["found"],
        "words": best["oov_words"],
    }
    if math.isnan(best["oov_recall_low"]):
        return _("Highest OOV recall on {dataset}: {names}, {recall} ({found:,} of {words:,} OOV words).", **told)
    return _(
        "Highest OOV recall on {dataset}: {names}, {recall} (95 % interval {low} to {high}; {found:,} of {words:,} OOV "
        "words).",
        **told,
    )


def bakeoff_verdict(leader: Leader, *, subject: str | None = None, tested: bool = True) -> str:
    """Say from which systems of its track a leader differs, by the bakeoff's rule and by the paired test.

    Args:
        leader: of a track.
        subject: its name, where that was not said just before.
        tested: whether the test was made.
    """
    alike, by_test, others = leader.alike_by_rule, leader.alike_by_test, leader.others
    if not others:
        return ""
    said = _by_rule(leader) if subject is None else _by_rule_of(leader, subject)
    if not tested:
        return _("{verdict}.", verdict=said)
    if alike and set(alike) == set(by_test):
        return _("{verdict}; there the paired test finds no significant lead either.", verdict=said)
    if not alike and not by_test:
        return _("{verdict}; the paired test says the same.", verdict=said)
    if not by_test and len(others) > 1:
        return _("{verdict}; by the paired test its lead over every other system is significant.", verdict=said)
    if not by_test:
        return _("{verdict}; by the paired test its lead over {other} is significant.", verdict=said, other=others[0])
    return _(
        "{verdict}; the paired test finds no significant lead over {others}.",
        verdict=said,
        others=some_of(by_test, len(others)),
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
    """Say how often the bakeoff's rule and the paired test come to the same end, over the pairs that were tested."""
    if not apart:
        if pairs == 1:
            return _("Here the two agree on the only pair tested.")
        return _("Here the two agree on all {pairs:,} pairs tested.", pairs=pairs)
    if pairs == 1:
        return _("Here they disagree: the cells are framed.")
    return _(
        "Here they disagree on {apart:,} of {pairs:,} pairs tested: those cells are framed.", apart=apart, pairs=pairs
    )


def lines_sentence(ranked: pd.DataFrame, *, dataset: str) -> str:
    """Say what BASE and TOP have where there is nothing else."""
    one, *more = records(ranked)[::-1]
    name, f1 = one["name"], number(one["f1"])
    if not more:
        return _(
            "{name} has F {f1} on {dataset}. There is no system to stand between them.",
            name=name,
            f1=f1,
            dataset=dataset,
        )
    return _(
        "{name} has F {f1} and {other} has F {other_f1} on {dataset}. There is no system to stand between them.",
        name=name,
        f1=f1,
        other=more[0]["name"],
        other_f1=number(more[0]["f1"]),
        dataset=dataset,
    )
