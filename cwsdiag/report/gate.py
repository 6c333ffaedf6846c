"""New results against a kept ``results.json``: what got worse by more than is allowed, and whether it may be chance."""

from __future__ import annotations

import json
import math
import operator
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import numpy as np
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
from cwsdiag.text import Floats, frozen
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

_LARGEST = sys.float_info.max
_COUNTED = ("gold", "predicted", "matched")
_KINDS = {str: "text", int: "a whole number", float: "a number", list: "a list", type(None): "null"}


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


@dataclass(frozen=True, eq=False)
class KeptDataset:
    """A dataset of a file.

    Attributes:
        name: of it.
        gold: digest of the gold file, and how it was read.
        attributes: label and upper edge of the buckets of each defined attribute, by its key, in rising order; the edge
            is infinite where a bucket is open above.
        f1: of each system, by part of the text; NaN where undefined.
        counts: gold, system and matched units of each sentence, int64 of shape (3, sentences), by the same; empty
            where the file has none.
    """

    name: str
    gold: tuple[str, str]
    attributes: Mapping[str, Sequence[tuple[str, float]]]
    f1: Mapping[str, Mapping[Part, float]]
    counts: Mapping[str, Mapping[Part, NDArray[np.int64]]]


@dataclass(frozen=True, eq=False)
class KeptResults:
    """A file that was read: its name, which version of cwsdiag wrote it, and its datasets by name."""

    file: str
    version: str
    datasets: Mapping[str, KeptDataset]


def read_results(path: Path) -> KeptResults:
    """Read a ``results.json``, which may be packed by gzip.

    Raises:
        ReadError: it cannot be read, or is larger than any file may be.
        FormatError: it is no such file, or of a later schema.
    """
    source, mend = Source.from_path(path), "Write it again with `cwsdiag results`."
    try:
        content = json.loads(b"".join(source.chunks()))
        schema = _get(content, "schema", int)
        if schema > SCHEMA:
            raise FormatError(
                f"{source.name}: it follows schema {schema}, and this version of cwsdiag reads those up to {SCHEMA}. "
                f"Update cwsdiag. {mend}"
            )
        _require(schema >= 1, "schema must be at least 1")
        datasets = {_get(row, "name", str): _kept(row) for row in _get(content, "datasets", list)}
        _require(len(datasets) == len(content["datasets"]), "a dataset has a name twice")
        return KeptResults(source.name, _get(content, "cwsdiag", str), datasets)
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        why = f"{error} is missing" if isinstance(error, KeyError) else brief(str(error), 80)
        raise FormatError(f"{source.name}: this is no results.json, or a damaged one ({why}). {mend}") from None


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise ValueError(problem)


def _get(row: Document, key: str, *kinds: type) -> Any:
    value = row[key]
    # To isinstance, true is a whole number.
    _require(type(value) in kinds, f"{key} must be {' or '.join(_KINDS[kind] for kind in kinds)}")
    return value


def _number(row: Document, key: str, undefined: float, must_be: str, least: float, most: float) -> float:
    value = _get(row, key, int, float, type(None))
    _require(value is None or least <= value <= most, f"{key} must be {must_be}, or null")
    return undefined if value is None else float(value)


def _kept(row: Document) -> KeptDataset:
    sentences = _get(row["gold"], "sentences", int)
    attributes = {
        _get(one, "key", str): [
            (_get(bucket, "label", str), _number(bucket, "upper", math.inf, "finite", -_LARGEST, _LARGEST))
            for bucket in _get(one, "buckets", list)
        ]
        for one in _get(row, "attributes", list)
        if one["buckets"]
    }

    for buckets in attributes.values():
        uppers = [edge for _label, edge in buckets]
        # Two are alike where the second bucket is a single value.
        # Those of categories have no edges.
        categories = len(uppers) > 1 and min(uppers) == math.inf
        rises = categories or (uppers == sorted(uppers) and all(map(operator.lt, uppers, uppers[2:])))
        _require(rises, "upper must rise from bucket to bucket")

    def part(of: Document) -> Part:
        key, bucket = _get(of, "attribute", str), _get(of, "bucket", int)
        _require(0 <= bucket < len(attributes.get(key, ())), "bucket must be one of its attribute")
        return key, bucket

    def score(of: Document) -> float:
        return _number(of, "f1", math.nan, "from 0 to 1", 0, 1)

    def counts(of: Document) -> NDArray[np.int64]:
        rows = [_get(of, key, list) for key in _COUNTED]
        _require(all(type(value) is int for one in rows for value in one), "counts must be whole numbers")
        gold, system, matched = values = np.array(rows, dtype=np.int64).reshape(3, sentences)
        # Sums of counts of this size are exact.
        _require(not values.size or (values.min() >= 0 and values.max() < 1 << 31), "counts must be from 0 to 2 ** 31")
        _require(bool((matched <= np.minimum(gold, system)).all()), "matched must be at most gold and predicted")
        return frozen(values)

    f1: dict[str, dict[Part, float]] = {
        _get(one, "name", str): {None: score(one)} for one in _get(row, "systems", list)
    }
    _require(len(f1) == len(row["systems"]), "a system has a name twice")
    for one in _get(row, "breakdown", list):
        f1[one["system"]][part(one)] = score(one)
    by_system: dict[str, dict[Part, NDArray[np.int64]]] = {
        _get(one, "system", str): {None: counts(one), **{part(of): counts(of) for of in _get(one, "buckets", list)}}
        for one in _get(row, "counts", list, type(None)) or ()
    }
    gold = row["files"]["gold"]
    read = (_get(gold, "sha256", str), _get(gold, "reading", str))
    return KeptDataset(_get(row, "name", str), read, attributes, f1, by_system)


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
        if limit.attribute and all(_bucket(one, limit) is None for one in kept.datasets.values()):
            every = [one.attributes for one in kept.datasets.values()]
            labels = dict.fromkeys(label for one in every for label, _upper in one.get(limit.attribute, ()))
            keys = dict.fromkeys(chain.from_iterable(every))
            raise SettingError(
                f"{kept.file}: {limit.attribute} has no bucket {limit.label!r} there. Available: {', '.join(labels)}."
                if labels
                else f"{kept.file}: no attribute {limit.attribute!r} there. Available: {', '.join(keys) or 'none'}."
            )
    now = {one.name: one for one in datasets}
    checks = [check for name, old in kept.datasets.items() if name in now for check in _checks(old, now[name], limits)]
    # p is adjusted by Holm over the tests in which predictions differ.
    tested = {place: one for place, check in enumerate(checks) if (one := check.difference) and one.differing_units}
    kinds = ("p_adjusted", "p_blocks")
    adjusted = [holm([getattr(one, kind) for one in tested.values()]).tolist() for kind in kinds]
    for (place, one), *ps in zip(tested.items(), *adjusted, strict=True):
        difference = replace(one, **dict(zip(kinds, ps, strict=True)))
        checks[place] = replace(checks[place], difference=difference)
    before = [(name, system) for name, one in kept.datasets.items() for system in ("", *one.f1)]
    after = [(one.name, system) for one in datasets for system in ("", *(system.name for system in one.systems))]
    gone, added = _only_in(before, after), _only_in(after, before)
    return Gate(kept.file, kept.version, tuple(checks), len(tested), gone, added)


def _only_in(ours: Sequence[tuple[str, str]], theirs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return dataset and system of what the others do not have; no system where they have no such dataset."""
    return tuple(one for one in ours if one not in theirs and (not one[1] or (one[0], "") in theirs))


def _bucket(kept: KeptDataset, limit: Limit) -> int | None:
    """Return which bucket of the kept dataset a limit is about; None where it has none."""
    labels = [label_key(label) for label, _upper in kept.attributes.get(limit.attribute, ())]
    wanted = label_key(limit.label)
    return labels.index(wanted) if wanted in labels else None


def _checks(kept: KeptDataset, dataset: Dataset, limits: Sequence[Limit]) -> Iterator[Check]:
    asked: dict[Part, Limit] = {}
    for limit in limits:
        if not limit.attribute:
            asked[None] = limit
        elif (bucket := _bucket(kept, limit)) is not None:
            label, _upper = kept.attributes[limit.attribute][bucket]
            asked[limit.attribute, bucket] = replace(limit, label=label)
    keys = list(dict.fromkeys(part[0] for part in asked if part is not None))
    of_categories = {one.key for one in select(keys, labels=dataset.labels, slices=dataset.slices) if one.categorical}
    diagnosis = diagnose(
        dataset,
        attributes=keys,
        buckets={key: _way(kept.attributes[key]) for key in keys if key not in of_categories},
        categories={key: [label for label, _upper in kept.attributes[key]] for key in of_categories},
    )
    for bucketed in diagnosis.attributes:
        if bucketed.undefined:
            raise SettingError(f"{dataset.name}: {bucketed.attribute.key} is undefined now: it {bucketed.undefined}.")
    columns = {part: 0 if part is None else diagnosis.columns(part[0]).start + part[1] for part in asked}
    same_gold = kept.gold == (dataset.gold.digest, dataset.gold.reading)
    for system in diagnosis.systems:
        if system not in kept.f1:
            continue
        counts, old = diagnosis.counts[system], kept.counts.get(system, {})
        every = np.array([counts.gold, counts.system, counts.matched], dtype=np.int64)
        untested: dict[Part, Untested] = {}
        for part, column in columns.items():
            if not same_gold:
                untested[part] = "other gold"
            elif part not in old:
                untested[part] = "no counts"
            elif not np.array_equal(old[part][0], every[0, :, column]):
                untested[part] = "other words"
        tested = [part for part in asked if part not in untested]
        differences: dict[Part, Difference] = {}
        unit = None
        if tested:
            new = every[:, :, [columns[part] for part in tested]]
            test = _tested(diagnosis, new, np.stack([old[part] for part in tested], axis=2), tested)
            differences, unit = dict(zip(tested, test.differences, strict=True)), test.unit
        for part, limit in asked.items():
            yield Check(
                kept.name,
                system,
                limit,
                before=kept.f1[system].get(part, math.nan),
                now=float(diagnosis.f1[system][columns[part]]),
                difference=differences.get(part),
                unit=unit if part in differences else None,
                untested=untested.get(part),
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


def _way(buckets: Sequence[tuple[str, float]]) -> str:
    """Return the notation that cuts at the edges of kept buckets."""
    uppers = [upper for _label, upper in buckets]
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
