"""What the Bakeoff page shows, as frames: systems in order, every two of them, all corpora; and who leads."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pandas as pd

from cwsdiag.baselines import BASE, TOP, clash
from cwsdiag.figures.bakeoff import TRACKS, Corpus
from cwsdiag.ui import cached, ranking
from cwsdiag.ui.widgets import NO_GOLD, NO_SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.bakeoff import Difference
    from cwsdiag.ui.results import Results
    from cwsdiag.ui.store import Entry
    from cwsdiag.ui.view import View

_POINTS = 100


@dataclass(frozen=True)
class Leader:
    """The best system of a track, or of all where no track is said.

    Attributes:
        names: of the systems with the highest F, as a rule one; numbers are those of the first.
        track: closed or open; None where it is not said.
        others: the other systems of the track, those of ``names`` but the first too.
        alike_by_rule: those of them that the bakeoff's rule does not tell from the first.
        alike_by_bootstrap: those over which its lead may be chance.
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


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as plain values."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


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


def of_view(view: View) -> pd.DataFrame:
    """Return the standings of the systems of the page."""
    return standings(view.known.bakeoff, lines=(BASE, TOP) if view.baselines else ())


def pairs(results: Results, ranked: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each two systems in either order, in the order of the standings.

    Differences are first − second, in points. ``recall_reach`` and ``precision_reach`` are c + c of the two, beyond
    which the bakeoff calls them different; ``differ`` and ``sure`` are what its rule and the bootstrap say. Over a
    single sentence the bootstrap has no interval and is not sure.
    """
    half = {row["name"]: row for row in records(ranked)}
    place = {name: at for at, name in enumerate(half)}
    # Over a single sentence all resamples are the same: an interval of one point, which would look sure.
    told = resampled(results)
    rows = [_pair(found, half, sign, resampled=told) for found in results.differences for sign in (_POINTS, -_POINTS)]
    rows.sort(key=lambda row: (place[row["first"]], place[row["second"]]))
    return pd.DataFrame(rows)


def resampled(results: Results) -> bool:
    """Return whether there are sentences enough to draw anew."""
    return len(results.dataset.gold.text.sentence_ends) > 1


def _pair(found: Difference, half: Mapping[str, Any], sign: int, *, resampled: bool) -> dict[str, Any]:
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
        "sure": resampled and found.f1.is_sure,
    }


def leaders(ranked: pd.DataFrame, pairs: pd.DataFrame) -> list[Leader]:
    """Return the best system of each track that has one with a defined F, BASE and TOP left aside."""
    own = records(ranked[~ranked["line"] & ranked["f1"].notna()])
    told = {(row["first"], row["second"]): row for row in records(pairs)}
    return [_leader(list(group), told) for _, group in groupby(own, key=lambda row: int(row["group"]))]


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
        alike_by_bootstrap=alike("sure"),
    )


def corpora(view: View) -> list[Corpus]:
    """Return all datasets of the project that is open, of uploads their own, with BASE and TOP in each."""
    entries = ranking.siblings(view)
    if view.entry is not None and not entries:
        entries = {view.entry.id: view.entry}
    return [_corpus(entry) for entry in entries.values()]


def _corpus(entry: Entry) -> Corpus:
    scores = cached.bakeoff(entry)
    if scores is None:
        return Corpus(entry.id, entry.files.name, pd.DataFrame(), NO_GOLD)
    # A system of one's own may be called so; then the two lines are not there.
    own = clash(file.name for file in entry.files.systems)
    ranked = standings(scores, lines=() if own else (BASE, TOP))
    return Corpus(entry.id, entry.files.name, ranked, "" if len(ranked) else NO_SYSTEMS)
