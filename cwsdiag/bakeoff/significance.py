"""Which systems differ: the bakeoff's own rule, and beside it the paired test by swaps [B03, METHODS 6, 11].

The bakeoff takes every word for a trial of its own. Words of a sentence are right or wrong together, so its intervals
are too narrow, by half or more on real files; but it also compares two systems as if they had been run on different
texts, where the test looks at the same sentences for both. Either may find a difference that the other does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag import scores
from cwsdiag.bakeoff.scoring import score_bakeoff
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import best_first, compare, ranked_pairs
from cwsdiag.inference import paired_intervals
from cwsdiag.resampling import AUTO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cwsdiag.bakeoff.scoring import BakeoffScore
    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.paired import PairedComparison
    from cwsdiag.inference import Interval
    from cwsdiag.text import Floats

RESAMPLES = 1000
SEED = 0


@dataclass(frozen=True)
class BakeoffPair:
    """Two systems and what their bakeoff scores differ by, ``first`` − ``second``.

    Attributes:
        first, second: names, in the order of the dataset.
        by_recall, by_precision: whether the bakeoff's intervals are apart, |r1 − r2| > c_r1 + c_r2 and the same for
            precision; False where undefined.
        recall, precision, f1: the differences, with their intervals from the paired bootstrap; none where fewer than
            six units hold a word that is compared.
        unit: what was drawn, see ``Diagnosis.unit_of``.
    """

    first: str
    second: str
    by_recall: bool
    by_precision: bool
    recall: Interval
    precision: Interval
    f1: Interval
    unit: str

    @property
    def differ(self) -> bool:
        """Whether the two differ as the bakeoff has it: in recall or in precision."""
        return self.by_recall or self.by_precision


def differences(
    dataset: Dataset, *, resamples: int = RESAMPLES, seed: int = SEED, unit: str = AUTO
) -> list[BakeoffPair]:
    """Compare every two systems of a dataset by the bakeoff's rule; nothing for fewer than two.

    Args:
        dataset: gold and systems.
        resamples: how often as many units as there are get drawn, with replacement; the same for all systems.
        seed: of the draw.
        unit: what is drawn, see ``diagnose``.

    Raises:
        SettingError: fewer than one resample, a negative seed, or a unit that is not understood.
    """
    counted = diagnose(dataset, attributes=(), resamples=resamples, seed=seed, unit=unit)
    return [_pair(counted, *pair) for pair in combinations(score_bakeoff(dataset), 2)]


def track_pairs(
    systems: Sequence[tuple[str, str | None]], *, lines: Sequence[str] = (), all_pairs: bool = False
) -> list[tuple[str, str]]:
    """Return the pairs that are tested: on each track those of ``ranked_pairs``, with the lines below all systems.

    Args:
        systems: name and track of each, best F first; those that are on no track are together.
        lines: names among them of what is no system of its own: BASE and TOP.
        all_pairs: every pair, on whatever tracks.
    """
    own = [(name, track) for name, track in systems if name not in lines]
    last = [name for name, _ in systems if name in lines]
    tracks = list(dict.fromkeys(track for _, track in own)) or [None]
    if all_pairs:
        return ranked_pairs([*(name for name, _ in own), *last], all_pairs=True)
    groups = ([name for name, on in own if on == track] for track in tracks)
    # Two lines stand on every track.
    return list(dict.fromkeys(pair for group in groups for pair in ranked_pairs([*group, *last])))


def verdicts(diagnosis: Diagnosis, *, lines: Sequence[str] = (), all_pairs: bool = False) -> list[PairedComparison]:
    """Test the pairs of a bakeoff over all words, p adjusted by Holm over them; see ``track_pairs``.

    Args:
        diagnosis: of the systems; buckets are not looked at. Systems without a defined F, and VOTE, take no part.
        lines: names of BASE and TOP, where they are no systems of one's own.
        all_pairs: every pair of systems.
    """
    tracks = diagnosis.dataset.tracks
    known = [name for name in best_first(diagnosis) if not np.isnan(diagnosis.f1[name][0])]
    pairs = track_pairs([(name, tracks.get(name)) for name in known], lines=lines, all_pairs=all_pairs)
    return compare(diagnosis, pairs, buckets=False)


def _pair(counted: Diagnosis, a: BakeoffScore, b: BakeoffScore) -> BakeoffPair:
    unit = counted.unit_of(a.name, b.name)
    first, second = ((one.recall, one.precision, one.f1) for one in (a, b))
    drawn = (_resampled(*counted.drawn_counts(unit)[one.name][:3]) for one in (a, b))
    units = counted.units_holding(a.name, b.name, unit=unit)
    recall, precision, f1 = paired_intervals(first, second, *drawn).held_by(units)
    return BakeoffPair(
        first=a.name,
        second=b.name,
        by_recall=abs(a.recall - b.recall) > a.c_r + b.c_r,
        by_precision=abs(a.precision - b.precision) > a.c_p + b.c_p,
        recall=recall,
        precision=precision,
        f1=f1,
        unit=unit,
    )


def _resampled(gold: Floats, system: Floats, matched: Floats) -> Floats:
    """Return recall, precision and F1 in each resample, of shape (resamples, 3)."""
    whole = np.concatenate([gold, system, gold + system], axis=1)
    return scores.ratio(np.concatenate([matched, matched, 2 * matched], axis=1), whole)
