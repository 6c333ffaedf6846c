"""New results against kept ones: what got worse by more than is allowed, and whether that may be chance."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from cwsdiag.buckets import label_key
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.testing import PairCounts, tested_pair
from cwsdiag.errors import SettingError
from cwsdiag.inference import holm
from cwsdiag.report.results.reading import KeptCounts
from cwsdiag.swaps import TOLERANCE, Ratios

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.testing import Difference
    from cwsdiag.report.results.reading import KeptBucket, KeptDataset, KeptResults, KeptSystem, Part

# What came of a limit: F1 fell by no more; by more, but that may be chance, or too little text to tell; it is worse.
Outcome = Literal["held", "chance", "too few", "worse", "undefined"]
# Why there is no test, and the drop alone decides.
Untested = Literal["other gold", "no counts", "other words"]


@dataclass(frozen=True)
class Limit:
    """By how much F1 may fall, of all words or of a bucket.

    Attributes:
        drop: as a share, at least 0.
        attribute: key of the attribute; empty for all words.
        label: of its bucket, as the kept results call it; see ``buckets.label_key``.
    """

    drop: float
    attribute: str = ""
    label: str = ""


@dataclass(frozen=True)
class Check:
    """One system on one dataset under one limit.

    Attributes:
        dataset, system: names.
        limit: what is allowed, with the label of the bucket as the kept results have it.
        before, now: F1, NaN where undefined.
        difference: now − before with interval and test, p adjusted over all tests; None without a test.
        untested: why there is none; None where there is one.
    """

    dataset: str
    system: str
    limit: Limit
    before: float
    now: float
    difference: Difference | None
    untested: Untested | None

    @property
    def outcome(self) -> Outcome:
        """What came of it; only ``worse`` fails."""
        change = self.now - self.before
        if math.isnan(change):
            return "undefined"
        if -change <= self.limit.drop + TOLERANCE:
            return "held"
        if self.difference is None or self.difference.verdict == "significant":
            return "worse"
        return "too few" if self.difference.verdict == "too few" else "chance"


@dataclass(frozen=True)
class Gate:
    """What came of all checks.

    Attributes:
        file, version: what the kept results are called, and which version of cwsdiag wrote them.
        checks: by dataset, system and limit.
        tests: over how many p is adjusted: those in which the predictions differ.
        gone: dataset and system of what was kept and is no longer there; no system where the dataset is gone.
        added: the same of what was not there.
    """

    file: str
    version: str
    checks: tuple[Check, ...]
    tests: int
    gone: tuple[tuple[str, str], ...]
    added: tuple[tuple[str, str], ...]

    @property
    def failed(self) -> bool:
        """Whether anything is worse than allowed."""
        return any(check.outcome == "worse" for check in self.checks)


def gate(kept: KeptResults, datasets: Sequence[Dataset], limits: Sequence[Limit]) -> Gate:
    """Hold datasets against kept results.

    Buckets are cut at the edges that the kept results have, whatever gold words there are now.

    Args:
        kept: what was read of a ``results.json``.
        datasets: as they are now.
        limits: what is allowed; those of buckets hold on each dataset that has the bucket.

    Raises:
        SettingError: no kept dataset has a bucket that is asked for, or its attribute is undefined now.
    """
    _check_known(kept, limits)
    now = {one.name: one for one in datasets}
    pairs = [(old, now[name]) for name, old in kept.datasets.items() if name in now]
    checks, tests = _adjusted([check for old, new in pairs for check in _checks(old, new, limits)])
    before = {name: list(one.systems) for name, one in kept.datasets.items()}
    after = {one.name: [system.name for system in one.systems] for one in datasets}
    gone, added = tuple(_only_in(before, after)), tuple(_only_in(after, before))
    return Gate(kept.file, kept.version, tuple(checks), tests, gone, added)


def _only_in(ours: Mapping[str, Sequence[str]], theirs: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield dataset and system of what the others do not have; no system where they have no such dataset."""
    for dataset, systems in ours.items():
        if dataset not in theirs:
            yield dataset, ""
            continue
        for system in systems:
            if system not in theirs[dataset]:
                yield dataset, system


def _check_known(kept: KeptResults, limits: Sequence[Limit]) -> None:
    for limit in limits:
        if not limit.attribute or any(_bucket(one, limit) is not None for one in kept.datasets.values()):
            continue
        buckets = [one.attributes.get(limit.attribute, ()) for one in kept.datasets.values()]
        labels = dict.fromkeys(bucket.label for one in buckets for bucket in one)
        keys = dict.fromkeys(key for one in kept.datasets.values() for key in one.attributes)
        raise SettingError(
            f"{kept.file}: {limit.attribute} has no bucket {limit.label!r} there. Available: {', '.join(labels)}."
            if labels
            else f"{kept.file}: no attribute {limit.attribute!r} there. Available: {', '.join(keys) or 'none'}."
        )


def _bucket(kept: KeptDataset, limit: Limit) -> int | None:
    """Return which bucket of the kept dataset a limit is about; None where it has none."""
    labels = [label_key(bucket.label) for bucket in kept.attributes.get(limit.attribute, ())]
    wanted = label_key(limit.label)
    return labels.index(wanted) if wanted in labels else None


def _checks(kept: KeptDataset, dataset: Dataset, limits: Sequence[Limit]) -> Iterator[Check]:
    asked: dict[Part, Limit] = {}
    for limit in limits:
        if not limit.attribute:
            asked[None] = limit
        elif (bucket := _bucket(kept, limit)) is not None:
            label = kept.attributes[limit.attribute][bucket].label
            asked[limit.attribute, bucket] = replace(limit, label=label)
    keys = list(dict.fromkeys(part[0] for part in asked if part is not None))
    diagnosis = diagnose(dataset, attributes=keys, buckets={key: _way(kept.attributes[key]) for key in keys})
    for bucketed in diagnosis.attributes:
        if bucketed.undefined:
            raise SettingError(f"{dataset.name}: {bucketed.attribute.key} is undefined now: it {bucketed.undefined}.")
    for system in dataset.systems:
        old = kept.systems.get(system.name)
        if old is not None:
            yield from _system_checks(kept, old, diagnosis, system.name, asked)


def _way(buckets: Sequence[KeptBucket]) -> str:
    """Return the notation that cuts at the edges of kept buckets."""
    uppers = [bucket.upper for bucket in buckets]
    # Where the next one is a single value, and has the same upper edge, this one ends right below it.
    edges = [
        math.nextafter(upper, -math.inf) if upper == following else upper
        for upper, following in zip(uppers, uppers[1:], strict=False)
    ]
    return f"edges:{','.join(map(repr, edges))}" if edges else "equal:1"


def _system_checks(
    kept: KeptDataset, old: KeptSystem, diagnosis: Diagnosis, name: str, asked: Mapping[Part, Limit]
) -> Iterator[Check]:
    counts = {part: _counts(diagnosis, name, part) for part in asked}
    why = {part: _untested(kept, old, diagnosis.dataset, part, counts[part]) for part in asked}
    tested = [part for part in asked if why[part] is None]
    differences = dict(zip(tested, _differences(diagnosis, old, counts, tested), strict=True))
    for part, limit in asked.items():
        yield Check(
            dataset=kept.name,
            system=name,
            limit=limit,
            before=old.f1.get(part, math.nan),
            now=float(diagnosis.f1[name][_column(diagnosis, part)]),
            difference=differences.get(part),
            untested=why[part],
        )


def _column(diagnosis: Diagnosis, part: Part) -> int:
    return 0 if part is None else diagnosis.columns(part[0]).start + part[1]


def _counts(diagnosis: Diagnosis, name: str, part: Part) -> KeptCounts:
    counts, column = diagnosis.counts[name], _column(diagnosis, part)
    return KeptCounts(*(one[:, column].astype(np.int64) for one in (counts.gold, counts.system, counts.matched)))


def _untested(kept: KeptDataset, old: KeptSystem, dataset: Dataset, part: Part, counts: KeptCounts) -> Untested | None:
    """Return why kept counts and new ones cannot be tested against each other; None where they can."""
    if kept.gold != (dataset.gold.digest, dataset.gold.reading):
        return "other gold"
    if part not in old.counts:
        return "no counts"
    return None if np.array_equal(old.counts[part].gold, counts.gold) else "other words"


def _differences(
    diagnosis: Diagnosis, old: KeptSystem, counts: Mapping[Part, KeptCounts], parts: Sequence[Part]
) -> list[Difference]:
    """Return now − before in each of some parts, p of each by itself."""
    if not parts:
        return []
    now, before = [counts[part] for part in parts], [old.counts[part] for part in parts]
    gold = np.stack([one.gold for one in now], axis=1)
    words = np.stack([one.predicted + other.predicted for one, other in zip(now, before, strict=True)], axis=1)
    tested = tested_pair(
        diagnosis,
        PairCounts(
            first=_ratios(now),
            second=_ratios(before),
            gold=gold.sum(axis=0),
            holds=(gold > 0) | (words > 0),
            family=np.zeros(len(parts), dtype=np.bool_),
            whole=np.array([part is None for part in parts]),
        ),
    )
    return [tested.difference(column) for column in range(len(parts))]


def _ratios(counts: Sequence[KeptCounts]) -> Ratios:
    return Ratios(
        np.stack([2 * one.matched for one in counts], axis=1),
        np.stack([one.gold + one.predicted for one in counts], axis=1),
    )


def _adjusted(checks: Sequence[Check]) -> tuple[list[Check], int]:
    """Return checks with p adjusted by Holm over the tests in which predictions differ, and how many these are."""
    tested = [one.difference if one.difference and one.difference.differing_units else None for one in checks]
    plain, blocks = (
        holm([math.nan if one is None else getattr(one, kind) for one in tested]).tolist()
        for kind in ("p_adjusted", "p_blocks")
    )
    found = [
        check if one is None else replace(check, difference=replace(one, p_adjusted=p, p_blocks=p_blocks))
        for check, one, p, p_blocks in zip(checks, tested, plain, blocks, strict=True)
    ]
    return found, sum(one is not None for one in tested)
