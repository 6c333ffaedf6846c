"""What the Bakeoff page shows, as frames: systems in order, every two of them, all corpora; and who leads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.baselines import LINES, clash, with_baselines
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis.paired import SCORES, PairedComparison
from cwsdiag.frames import records, track_name, tracks_of
from cwsdiag.languages import _
from cwsdiag.memo import memo
from cwsdiag.views.look import PrivateLook, bakeoff_table
from cwsdiag.views.wording import in_turn, interval, number, some_of

if TYPE_CHECKING:
    from cwsdiag.bakeoff import OovRecall

_POINTS = 100


@dataclass(frozen=True, eq=False)
class Leader:
    """The best system of a track, or of all where no track is said.

    Attributes:
        best: its row of the standings.
        names: of the systems with the highest F, as a rule one.
        others: the other systems of the track, those of ``names`` but the first too.
        alike_by_rule: those of them that the bakeoff's rule does not tell from the first.
        alike_by_test: those over which the paired test finds no significant lead.
    """

    best: Mapping[str, Any]
    names: tuple[str, ...]
    others: tuple[str, ...]
    alike_by_rule: tuple[str, ...]
    alike_by_test: tuple[str, ...]


def standings(scores: pd.DataFrame, *, lines: Sequence[str]) -> pd.DataFrame:
    """Return bakeoff scores in the order of the page: closed, open, other tracks, none said, BASE and TOP.

    Args:
        scores: see ``look.bakeoff_table``.
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


@memo
def ranked(look: PrivateLook) -> pd.DataFrame:
    """Return the standings of a dataset, made once."""
    return standings(bakeoff_table(look.dataset), lines=look.lines)


def with_lines(dataset: Dataset) -> pd.DataFrame:
    """Return the standings of a dataset with BASE and TOP, but where a system has the name of one."""
    if clash(system.name for system in dataset.systems):
        return standings(bakeoff_table(dataset), lines=())
    return standings(bakeoff_table(with_baselines(dataset, vote=False)), lines=LINES)


def oov_table(recalls: Sequence[OovRecall]) -> pd.DataFrame:
    """Return a row a system, best OOV recall first and undefined ones last.

    Args:
        recalls: of every system.

    Returns:
        name, oov_words, found, oov_recall, oov_recall_low, oov_recall_high; empty without training data, and where no
        system was compared on an OOV word.
    """
    if not any(one.words for one in recalls):
        return pd.DataFrame()
    frame = pd.DataFrame(
        [(one.name, one.words, one.found, one.recall.value, one.recall.low, one.recall.high) for one in recalls],
        columns=["name", "oov_words", "found", "oov_recall", "oov_recall_low", "oov_recall_high"],
    )
    return frame.sort_values("oov_recall", ascending=False, kind="stable", ignore_index=True)


def pairs(look: PrivateLook, ranked: pd.DataFrame, comparisons: Sequence[PairedComparison]) -> pd.DataFrame:
    """Return a row for each two systems in either order, in the order of the standings.

    Differences are first − second, in points. ``recall_reach`` and ``precision_reach`` are c + c of the two, beyond
    which the bakeoff calls them different; ``differ`` is what its rule says. ``tested`` says whether the paired test
    was made; then ``f1``, ``f1_low`` and ``f1_high`` are its difference and interval, ``p`` is adjusted for the pairs
    tested, ``verdict`` is that of F and ``significant`` whether it says so. Of every score over all words
    ``SCORE_difference`` and ``SCORE_significant`` are the same; without a test NaN and False, and the verdict is empty.

    Args:
        look: of a dataset.
        ranked: its standings.
        comparisons: the pairs that were tested; none where that is still to come.
    """
    scores, place = {row["name"]: row for row in records(ranked)}, ranked["name"].tolist().index
    tests = {(one.a, one.b): one for test in comparisons for one in (test, test.turned)}
    rows = []
    for pair in look.differences:
        for first, second, sign in ((pair.first, pair.second, _POINTS), (pair.second, pair.first, -_POINTS)):
            tested = tests[first, second].scores if (first, second) in tests else {}
            f1 = tested.get("f1")
            verdict = "" if f1 is None else f1.verdict or ""
            interval = f1.interval if f1 is not None else pair.f1 if sign > 0 else pair.f1.turned
            row = {
                "first": first,
                "second": second,
                "by_recall": pair.by_recall,
                "by_precision": pair.by_precision,
                "differ": pair.differ,
                "recall": sign * pair.recall.value,
                "recall_reach": _POINTS * (scores[first]["c_r"] + scores[second]["c_r"]),
                "precision": sign * pair.precision.value,
                "precision_reach": _POINTS * (scores[first]["c_p"] + scores[second]["c_p"]),
                "f1": _POINTS * interval.value,
                "f1_low": _POINTS * interval.low,
                "f1_high": _POINTS * interval.high,
                "tested": bool(tested),
                "p": math.nan if f1 is None else f1.p_deciding,
                "verdict": verdict,
                "significant": verdict == "significant",
            }
            for name in SCORES:
                row[f"{name}_difference"] = _POINTS * tested[name].difference if tested else math.nan
                row[f"{name}_significant"] = bool(tested) and tested[name].verdict == "significant"
            rows.append(row)
    rows.sort(key=lambda row: (place(row["first"]), place(row["second"])))
    return pd.DataFrame(rows)


def leaders(ranked: pd.DataFrame, pairs: pd.DataFrame) -> list[Leader]:
    """Return the best system of each track that has one with a defined F, BASE and TOP left aside."""
    own = records(ranked[~ranked["line"] & ranked["f1"].notna()])
    pair = {(row["first"], row["second"]): row for row in records(pairs)}
    leading = []
    for _group, rows in groupby(own, key=lambda row: int(row["group"])):
        best, *others = rows
        level = (row["name"] for row in others if row["f1"] == best["f1"])
        names = tuple(row["name"] for row in others)
        by_rule, by_test = (
            tuple(name for name in names if not pair[best["name"], name][verdict])
            for verdict in ("differ", "significant")
        )
        leading.append(Leader(best, (best["name"], *level), names, by_rule, by_test))
    return leading


def bakeoff_sentence(leaders: Sequence[Leader], *, dataset: str) -> str:
    """Say who leads a dataset, or each track of it."""
    return in_turn(_leads(leaders[0], dataset), *map(_leads, leaders[1:]))


def _leads(leader: Leader, dataset: str = "") -> str:
    """Return who leads what; the dataset is named once, and systems without a track come last."""
    track, f1 = leader.best["track"], number(leader.best["f1"])
    if not track:
        place = dataset or _("the systems without a track")
    elif dataset:
        place = _("the {track} track of {dataset}", track=track_name(track), dataset=dataset)
    else:
        place = _("the {track} track", track=track_name(track))
    names = some_of(leader.names, len(leader.others) + 1)
    if len(leader.names) == 1 and leader.others:
        return _("{name} leads {place} with F {f1}.", name=names, f1=f1, place=place)
    return _("The highest F on {place} is {f1}, of {names}.", names=names, f1=f1, place=place)


def oov_sentence(table: pd.DataFrame, *, lines: Sequence[str], dataset: str) -> str:
    """Say who finds most OOV words, as one may quote it.

    Args:
        table: see ``oov_table``; not empty.
        lines: names of what is no system of its own: BASE and TOP.
        dataset: its name.
    """
    own = [row for row in records(table) if row["name"] not in lines and row["oov_words"]]
    if not own:
        return ""
    best = own[0]
    facts = {
        "names": some_of([row["name"] for row in own if row["oov_recall"] == best["oov_recall"]], len(own)),
        "dataset": dataset,
        "recall": number(best["oov_recall"]),
        "interval": interval(best["oov_recall_low"], best["oov_recall_high"]),
        "found": best["found"],
        "words": best["oov_words"],
    }
    return _(
        "Highest OOV recall on {dataset}: {names}, {recall} {interval} ({found:,} of {words:,} OOV words).", **facts
    )


def bakeoff_verdict(leader: Leader, *, tested: bool = True) -> str:
    """Say from which systems of its track a leader is told by the bakeoff's rule and, where made, the paired test."""
    if not leader.others:
        return ""
    alike, by_test = leader.alike_by_rule, leader.alike_by_test
    if tested and set(alike) == set(by_test):
        names = _pair_names(leader, alike)
        if alike:
            return _("Neither the bakeoff's rule nor the paired test tells {name} from {others}.", **names)
        return _("The bakeoff's rule and the paired test tell {name} from {others}.", **names)
    by_rule = _verdict_by(leader, _("The bakeoff's rule"), alike)
    return in_turn(by_rule, _verdict_by(leader, _("The paired test"), by_test)) if tested else by_rule


def _verdict_by(leader: Leader, judge: str, alike: Sequence[str]) -> str:
    names = _pair_names(leader, alike)
    if alike:
        return _("{judge} does not tell {name} from {others}.", judge=judge, **names)
    return _("{judge} tells {name} from {others}.", judge=judge, **names)


def _pair_names(leader: Leader, alike: Sequence[str]) -> dict[str, str]:
    return {"name": leader.names[0], "others": some_of(alike or leader.others, len(leader.others))}


def rules_sentence(pairs: int, apart: int) -> str:
    """Say how often the bakeoff's rule and the paired test come to the same end, over the pairs that were tested."""
    if not apart:
        return _("Rule and test agree on every pair tested.")
    return _(
        "Rule and test disagree on {apart:,} of {pairs:,} pairs tested: those cells are framed.",
        apart=apart,
        pairs=pairs,
    )
