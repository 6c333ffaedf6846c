"""New results against a kept ``results.json``: what got worse by more than is allowed, and whether it may be chance."""

from __future__ import annotations

import json
import math
import operator
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from msgspec import Meta, Struct, ValidationError, convert
from numpy.typing import NDArray

from cwsdiag.attributes import select
from cwsdiag.buckets import label_key
from cwsdiag.dataset import Dataset
from cwsdiag.diagnosis import Diagnosis, diagnose
from cwsdiag.diagnosis.paired import LEAST_DIFFERING, Difference, PairTest, tested_pair
from cwsdiag.errors import FormatError, SettingError, brief
from cwsdiag.formats.source import Source
from cwsdiag.frames import bucket_name, p_of_swaps, signed
from cwsdiag.inference import holm
from cwsdiag.output import Table
from cwsdiag.output import escaped_markdown as escaped
from cwsdiag.report.documents import Document
from cwsdiag.report.results import SCHEMA
from cwsdiag.scores import ratio
from cwsdiag.swaps import TOLERANCE, Ratios
from cwsdiag.text import Floats
from cwsdiag.views.columns import Column
from cwsdiag.views.rows import difference_row
from cwsdiag.views.wording import counted, number, resampling_text

# Which bucket of which attribute; None for all words.
Part = tuple[str, int] | None
# What came of a limit: F1 fell by no more; by more, but that may be chance, or too little text to tell; it is worse.
Outcome = Literal["held", "chance", "too few", "worse", "undefined"]
# Why there is no test, and the drop alone decides.
Untested = Literal["other gold", "no counts", "other words"]

_OUTCOMES: dict[Outcome, str] = {
    "held": "within the limit",
    "chance": "beyond the limit, but it may be chance",
    "too few": "beyond the limit, but too little text to tell",
    "worse": "worse than allowed",
    "undefined": "undefined",
}
_WHY: dict[Untested, str] = {
    "other gold": "the gold file, or how it is read, is another",
    "no counts": "the baseline has no counts a sentence",
    "other words": "it is about other gold words than before (other training data or difficulties, or other words left "
    "out)",
}
_COLUMNS = {
    "dataset": Column("dataset"),
    "system": Column("system"),
    "part": Column("F1 of"),
    "before": Column("baseline", format="styled"),
    "now": Column("now", format="styled"),
    "change": Column("change, points [95 %]", format="styled"),
    "allowed": Column("allowed", format="styled"),
    "p": Column("p", format="styled"),
    "outcome": Column(""),
}

# Of what is wrong with a file, in a message.
_LONGEST = 160
Share = Annotated[float, Meta(ge=0, le=1)]
Finite = Annotated[float, Meta(le=sys.float_info.max)]
# Sums of counts of this size are exact.
Count = Annotated[int, Meta(ge=0, lt=1 << 31)]


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
        unit: what was drawn and swapped for it, by the block factor of the difference; None without a test.
        untested: why there is none; None where there is one.
    """

    dataset: str
    system: str
    limit: Limit
    before: float
    now: float
    difference: Difference | None
    unit: str | None
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


class Edge(Struct):
    """A bucket of a file: its label, and its upper edge; None where it is open above, or of a category."""

    label: str
    upper: Finite | None


class Edges(Struct):
    """The buckets of an attribute, in rising order; none where it was undefined."""

    key: str
    buckets: list[Edge]

    def __post_init__(self) -> None:
        uppers = self.uppers
        # Two are alike where the second bucket is a single value; those of categories have no edges.
        categories = len(uppers) > 1 and min(uppers) == math.inf
        rises = uppers == sorted(uppers) and all(map(operator.lt, uppers, uppers[2:]))
        if not (categories or rises):
            raise ValueError("upper must rise from bucket to bucket")

    @property
    def uppers(self) -> list[float]:
        """The upper edges, infinite where a bucket is open above."""
        return [math.inf if one.upper is None else one.upper for one in self.buckets]


class SystemScore(Struct):
    """F1 of a system over all words; None where undefined."""

    name: str
    f1: Share | None


class BucketScore(Struct):
    """That in a bucket."""

    system: str
    attribute: str
    bucket: int
    f1: Share | None


class UnitCounts(Struct):
    """Counts of each sentence."""

    gold: list[Count]
    predicted: list[Count]
    matched: list[Count]

    def __post_init__(self) -> None:
        counts = self.array()
        if (counts[2] > counts[:2]).any():
            raise ValueError("matched must be at most gold and predicted")

    def array(self) -> NDArray[np.int64]:
        """Return gold, system and matched units, int64 of shape (3, sentences)."""
        return np.array([self.gold, self.predicted, self.matched], dtype=np.int64)


class BucketCounts(UnitCounts):
    """Those of a bucket."""

    attribute: str
    bucket: int


class SystemCounts(UnitCounts):
    """Those of a system, over all words and in its buckets."""

    system: str
    buckets: list[BucketCounts]


class GoldFile(Struct, frozen=True):
    """Digest of a gold file, and how it was read."""

    sha256: str
    reading: str


class Files(Struct):
    """The files of a dataset; of them gold alone is compared."""

    gold: GoldFile


class KeptDataset(Struct):
    """A dataset of a file; where gold is private it has no counts."""

    name: str
    files: Files
    attributes: list[Edges]
    systems: list[SystemScore]
    breakdown: list[BucketScore]
    counts: list[SystemCounts] | None

    def __post_init__(self) -> None:
        _refuse_twice([one.name for one in self.systems], "a system")

    @property
    def buckets(self) -> dict[str, Edges]:
        """The buckets of each defined attribute, by its key."""
        return {one.key: one for one in self.attributes if one.buckets}


class Schema(Struct):
    """Which schema a file follows; of a later one no more is known."""

    schema: Annotated[int, Meta(ge=1)]


class ResultsContent(Schema):
    """What a gate reads of a ``results.json``."""

    cwsdiag: str
    datasets: list[KeptDataset]

    def __post_init__(self) -> None:
        _refuse_twice([one.name for one in self.datasets], "a dataset")


def _refuse_twice(names: Sequence[str], what: str) -> None:
    if len({*names}) < len(names):
        raise ValueError(f"{what} has a name twice")


class KeptResults(NamedTuple):
    """A file that was read, and its name."""

    file: str
    content: ResultsContent


def read_results(path: Path) -> KeptResults:
    """Read a ``results.json``, which may be packed by gzip.

    Raises:
        ReadError: it cannot be read, or is larger than any file may be.
        FormatError: it is no such file, or of a later schema.
    """
    source, mend = Source.from_path(path), "Write it again with `cwsdiag results`."
    try:
        content = json.loads(b"".join(source.chunks()))
        schema = convert(content, Schema).schema
        if schema <= SCHEMA:
            return KeptResults(source.name, convert(content, ResultsContent))
    except (ValidationError, ValueError, RecursionError) as error:
        why = brief(str(error), _LONGEST)
        raise FormatError(f"{source.name}: this is no results.json, or a damaged one ({why}). {mend}") from None
    raise FormatError(
        f"{source.name}: it follows schema {schema}, and this version of cwsdiag reads those up to {SCHEMA}. "
        f"Update cwsdiag. {mend}"
    )


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
    for limit in limits:
        if limit.attribute and all(_bucket(one, limit) is None for one in kept.content.datasets):
            every = [one.buckets for one in kept.content.datasets]
            edges = [buckets[limit.attribute].buckets for buckets in every if limit.attribute in buckets]
            labels = dict.fromkeys(edge.label for edge in chain.from_iterable(edges))
            keys = dict.fromkeys(chain.from_iterable(every))
            known = ", ".join(labels or keys) or "none"
            raise SettingError(
                f"{kept.file}: no bucket {limit.label!r} of {limit.attribute!r} there. Available: {known}."
            )
    now = {one.name: one for one in datasets}
    checks = [
        check for old in kept.content.datasets if old.name in now for check in _checks(old, now[old.name], limits)
    ]
    # p is adjusted by Holm over the tests in which predictions differ.
    tested = {place: one for place, check in enumerate(checks) if (one := check.difference) and one.differing_units}
    kinds = ("p_adjusted", "p_blocks")
    adjusted = [holm([getattr(one, kind) for one in tested.values()]).tolist() for kind in kinds]
    for (place, one), *ps in zip(tested.items(), *adjusted, strict=True):
        difference = replace(one, **dict(zip(kinds, ps, strict=True)))
        checks[place] = replace(checks[place], difference=difference)
    before = [
        (one.name, system) for one in kept.content.datasets for system in ("", *(row.name for row in one.systems))
    ]
    after = [(one.name, system) for one in datasets for system in ("", *(system.name for system in one.systems))]
    gone, added = _only_in(before, after), _only_in(after, before)
    return Gate(kept.file, kept.content.cwsdiag, tuple(checks), len(tested), gone, added)


def _only_in(ours: Sequence[tuple[str, str]], theirs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return dataset and system of what the others do not have; no system where they have no such dataset."""
    return tuple(one for one in ours if one not in theirs and (not one[1] or (one[0], "") in theirs))


def _bucket(kept: KeptDataset, limit: Limit) -> int | None:
    """Return which bucket of the kept dataset a limit is about; None where it has none."""
    edges = kept.buckets.get(limit.attribute)
    labels = [] if edges is None else [label_key(one.label) for one in edges.buckets]
    wanted = label_key(limit.label)
    return labels.index(wanted) if wanted in labels else None


def _checks(kept: KeptDataset, dataset: Dataset, limits: Sequence[Limit]) -> Iterator[Check]:
    asked: dict[Part, Limit] = {}
    for limit in limits:
        if not limit.attribute:
            asked[None] = limit
        elif (bucket := _bucket(kept, limit)) is not None:
            asked[limit.attribute, bucket] = replace(limit, label=kept.buckets[limit.attribute].buckets[bucket].label)
    edges = {part[0]: kept.buckets[part[0]] for part in asked if part is not None}
    of_categories = {
        one.key for one in select([*edges], labels=dataset.labels, slices=dataset.slices) if one.categorical
    }
    diagnosis = diagnose(
        dataset,
        attributes=[*edges],
        buckets={key: _way(one) for key, one in edges.items() if key not in of_categories},
        categories={key: [edge.label for edge in edges[key].buckets] for key in of_categories},
    )
    for bucketed in diagnosis.attributes:
        if bucketed.undefined:
            raise SettingError(f"{dataset.name}: {bucketed.attribute.key} is undefined now: it {bucketed.undefined}.")
    columns = {part: 0 if part is None else diagnosis.columns(part[0]).start + part[1] for part in asked}
    same_gold = kept.files.gold == GoldFile(dataset.gold.digest, dataset.gold.reading)
    scores: dict[tuple[str, Part], float | None] = {(one.name, None): one.f1 for one in kept.systems}
    scores |= {(one.system, (one.attribute, one.bucket)): one.f1 for one in kept.breakdown}
    kept_counts = {one.system: one for one in kept.counts or ()}
    for system in diagnosis.systems:
        if (system, None) not in scores:
            continue
        counts = diagnosis.counts[system]
        old: dict[Part, NDArray[np.int64]] = {}
        if (all_words := kept_counts.get(system)) is not None:
            old = {None: all_words.array()}
            old |= {(one.attribute, one.bucket): one.array() for one in all_words.buckets}
        every = np.array([counts.gold, counts.system, counts.matched], dtype=np.int64)
        tested = [
            part
            for part, column in columns.items()
            if same_gold and part in old and np.array_equal(old[part][0], every[0, :, column])
        ]
        differences: dict[Part, Difference] = {}
        unit = None
        if tested:
            new = every[:, :, [columns[part] for part in tested]]
            test = _tested(diagnosis, new, np.stack([old[part] for part in tested], axis=2), tested)
            differences, unit = dict(zip(tested, test.differences, strict=True)), test.unit
        for part, limit in asked.items():
            why: Untested = "other words" if part in old else "no counts"
            yield Check(
                dataset.name,
                system,
                limit,
                before=math.nan if (f1 := scores.get((system, part))) is None else f1,
                now=float(diagnosis.f1[system][columns[part]]),
                difference=differences.get(part),
                unit=unit if part in differences else None,
                untested=None if part in differences else why if same_gold else "other gold",
            )


def _tested(diagnosis: Diagnosis, now: NDArray[np.int64], before: NDArray[np.int64], parts: Sequence[Part]) -> PairTest:
    """Test now − before in each of some parts, p of each by itself."""
    (gold, system, matched), (_gold, old_system, old_matched) = now, before
    sides = Ratios(2 * matched, gold + system), Ratios(2 * old_matched, gold + old_system)

    def drawn(unit: str) -> Floats:
        part, whole, old_part, old_whole = diagnosis.resampled([array[:, :1] for side in sides for array in side], unit)
        return ratio(part, whole) - ratio(old_part, old_whole)

    return tested_pair(
        diagnosis,
        *sides,
        factor=diagnosis.factor_of(drawn),
        gold=gold.sum(axis=0),
        holds=(gold > 0) | (system + old_system > 0),
        family=np.zeros(len(parts), dtype=np.bool_),
        whole=np.array([part is None for part in parts]),
    )


def _way(kept: Edges) -> str:
    """Return the notation that cuts at the edges of kept buckets."""
    uppers = kept.uppers
    # Where the next one is a single value, and has the same upper edge, this one ends right below it.
    edges = [
        math.nextafter(upper, -math.inf) if upper == following else upper
        for upper, following in zip(uppers, uppers[1:], strict=False)
    ]
    return f"edges:{','.join(map(repr, edges))}" if edges else "equal:1"


def gate_document(result: Gate) -> Document:
    """Return what came of a gate: all its fields, of each check what came of it, and whether all of it failed."""

    def names(pairs: Sequence[tuple[str, str]]) -> list[Document]:
        return [{"dataset": dataset, "system": system or None} for dataset, system in pairs]

    return {
        "failed": result.failed,
        "baseline": {"file": result.file, "cwsdiag": result.version},
        "tests": result.tests,
        "gone": names(result.gone),
        "added": names(result.added),
        "checks": [
            asdict(check)
            | {"difference": check.difference and difference_row(check.difference), "outcome": check.outcome}
            for check in result.checks
        ],
    }


def gate_lines(result: Gate) -> Iterator[str]:
    """Yield Markdown: a heading that says what came of it, a table of all checks, what decided without a test."""
    worse = [place for place, check in enumerate(result.checks) if check.outcome == "worse"]
    checks = counted(len(result.checks), "checks")
    verdict = "incomplete" if result.gone else f"passed, {checks}"
    if worse:
        verdict = f"failed, {len(worse):,} of {checks} worse than allowed"
    yield from (f"## cwsdiag gate: {verdict}", "")
    for one in result.gone:
        yield f"- **{_named(*one)} is in the baseline and not in the project.**"
    if result.gone:
        yield ""
    if result.checks:
        table = Table(
            list(map(_row, result.checks)), _COLUMNS, emphasis={(place, "outcome"): "strong" for place in worse}
        )
        yield from (*table.markdown().splitlines(), "")
    file, version = escaped(result.file), escaped(result.version)
    yield f"- Baseline: {file}, written by cwsdiag {version}. Changes are now − baseline."
    if units := " or ".join(dict.fromkeys(resampling_text(check.unit) for check in result.checks if check.unit)):
        adjusted = f", p adjusted over {counted(result.tests, 'tests')} by Holm" if result.tests > 1 else ""
        yield (
            f"- A drop beyond the limit fails where the paired test by swaps of {units} calls it significant, p ≤ 0.05"
            f"{adjusted}. Fewer than {LEAST_DIFFERING} that differ are too few."
        )
    for why, reason in _WHY.items():
        names = dict.fromkeys(
            f"{escaped(check.dataset)} / {escaped(check.system)}" for check in result.checks if check.untested == why
        )
        if names:
            yield f"- No test, the drop alone decides, where {reason}: {', '.join(names)}."
    if result.added:
        yield f"- New, not in the baseline: {', '.join(_named(*one) for one in result.added)}."


def _named(dataset: str, system: str) -> str:
    return f"system {escaped(system)} of dataset {escaped(dataset)}" if system else f"dataset {escaped(dataset)}"


def _row(check: Check) -> dict[str, Any]:
    one = check.difference
    same = one is not None and not one.differing_units
    change = signed(100 * (check.now - check.before), 2)
    if one is not None and not same and not math.isnan(one.low):
        change += f" [{signed(100 * one.low, 2)}, {signed(100 * one.high, 2)}]"
    return {
        "dataset": check.dataset,
        "system": check.system,
        "part": f"{check.limit.attribute} {bucket_name(check.limit.label)}" if check.limit.attribute else "all words",
        "before": number(check.before, 4),
        "now": number(check.now, 4),
        "change": change,
        "allowed": signed(-100 * check.limit.drop, 2),
        "p": None if one is None or same else p_of_swaps(one.p_deciding, one.p),
        "outcome": "the same in every sentence" if same else _OUTCOMES[check.outcome],
    }
