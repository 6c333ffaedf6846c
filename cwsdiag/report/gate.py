"""New results against a kept ``results.json``: what got worse by more than is allowed, and whether it may be chance."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from cwsdiag.buckets import label_key
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import LEAST_DIFFERING, tested_pair
from cwsdiag.errors import FormatError, SettingError, shown
from cwsdiag.formats.source import Source
from cwsdiag.frames import bucket_said, p_of_swaps, signed
from cwsdiag.inference import holm
from cwsdiag.output.table import Table
from cwsdiag.output.table import escaped_markdown as escaped
from cwsdiag.report.results import SCHEMA
from cwsdiag.swaps import TOLERANCE, Ratios
from cwsdiag.text import frozen
from cwsdiag.views.columns import Column
from cwsdiag.views.rows import difference_row
from cwsdiag.views.wording import counted, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from cwsdiag.dataset import Dataset
    from cwsdiag.diagnosis import Diagnosis
    from cwsdiag.diagnosis.paired import Difference
    from cwsdiag.report.documents import Document

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

# What a gate needs of a file, by keys; [] for a list of such, a function with what it says otherwise for a value.
# No text has more words than a count of this size, and sums of such counts are exact.
_MOST_COUNTED = 1 << 31
_MEND = "Write it again with `cwsdiag results`."


def _is_whole(value: Any) -> bool:
    # To Python, true is a whole number too.
    return type(value) is int and 0 <= value < _MOST_COUNTED


def _is_number(value: Any) -> bool:
    return value is None or (type(value) in (int, float) and abs(value) < _MOST_COUNTED)


_TEXT = (lambda value: isinstance(value, str), "must be text")
_WHOLE = (_is_whole, "must be a whole number of at least 0")
_NUMBER = (_is_number, "must be a number, or null")
_SHARE = (lambda value: value is None or (_is_number(value) and 0 <= value <= 1), "must be a number from 0 to 1")
_COUNTED = {
    key: (lambda value: isinstance(value, list) and all(map(_is_whole, value)), "must be a list of whole numbers")
    for key in ("gold", "predicted", "matched")
}
_BUCKET = {"attribute": _TEXT, "bucket": _WHOLE}
_DATASET = {
    "name": _TEXT,
    "files": {"gold": {"sha256": _TEXT, "reading": _TEXT}},
    "gold": {"sentences": _WHOLE},
    "attributes": [{"key": _TEXT, "buckets": [{"label": _TEXT, "upper": _NUMBER}]}],
    "systems": [{"name": _TEXT, "f1": _SHARE}],
    "breakdown": [{"system": _TEXT, **_BUCKET, "f1": _SHARE}],
}
_COUNTS = [{"system": _TEXT, **_COUNTED, "buckets": [{**_BUCKET, **_COUNTED}]}]


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
    source = Source.from_path(path)
    try:
        content = json.loads(b"".join(source.chunks()), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{source.name}: this is not JSON ({shown(str(error), 80)}). {_MEND}") from None
    try:
        _check(content, {"schema": _WHOLE}, "")
        schema = content["schema"]
        if schema > SCHEMA:
            raise FormatError(
                f"{source.name}: it follows schema {schema:,}, and this version of cwsdiag reads those up to {SCHEMA}. "
                f"Update cwsdiag. {_MEND}"
            )
        _require(schema >= 1, "schema", "must be at least 1")
        _check(content, {"cwsdiag": _TEXT, "datasets": [_DATASET]}, "")
        datasets = [_kept(one, f"datasets[{place}]") for place, one in enumerate(content["datasets"])]
        _require_names(content["datasets"], "datasets")
    except ValueError as error:
        problem = f"{error}: this is no results.json, or a damaged one."
        raise FormatError(f"{source.name}: {problem} {_MEND}") from None
    return KeptResults(source.name, content["cwsdiag"], {one.name: one for one in datasets})


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _require(holds: bool, place: str, problem: str) -> None:
    if not holds:
        raise ValueError(f"{shown(place, 80) or 'it'} {problem}")


def _require_names(rows: Sequence[Document], place: str) -> None:
    _require(len({row["name"] for row in rows}) == len(rows), place, "has a name twice")


def _check(value: Any, wanted: Any, place: str) -> None:
    """Check that a value of JSON is as it should be.

    Args:
        value: of any kind.
        wanted: see ``_DATASET``.
        place: keys and indices from the top.

    Raises:
        ValueError: it is not; the message names the place.
    """
    if isinstance(wanted, dict):
        _require(isinstance(value, dict), place, "must be an object")
        for key, inner in wanted.items():
            at = f"{place}.{key}".lstrip(".")
            _require(key in value, at, "is missing")
            _check(value[key], inner, at)
    elif isinstance(wanted, list):
        _require(isinstance(value, list), place, "must be a list")
        for index, one in enumerate(value):
            _check(one, wanted[0], f"{place}[{index}]")
    else:
        holds, problem = wanted
        _require(holds(value), place, problem)


def _kept(row: Document, place: str) -> KeptDataset:
    attributes = {
        one["key"]: [
            (bucket["label"], math.inf if bucket["upper"] is None else float(bucket["upper"]))
            for bucket in one["buckets"]
        ]
        for one in row["attributes"]
        if one["buckets"]
    }

    def part(of: Document) -> Part:
        key, bucket = of["attribute"], of["bucket"]
        _require(bucket < len(attributes.get(key, ())), place, "is about a bucket that is not there")
        return key, bucket

    def score(of: Document) -> float:
        return math.nan if of["f1"] is None else float(of["f1"])

    def counts_of(of: Document) -> NDArray[np.int64]:
        sizes = {len(of[key]) for key in _COUNTED}
        _require(sizes == {row["gold"]["sentences"]}, f"{place}.counts", "must have a number a sentence")
        gold, predicted, matched = values = np.array([of[key] for key in _COUNTED], dtype=np.int64)
        _require(bool((matched <= np.minimum(gold, predicted)).all()), f"{place}.counts", "has too many matched words")
        return frozen(values)

    _require_names(row["systems"], f"{place}.systems")
    f1: dict[str, dict[Part, float]] = {one["name"]: {None: score(one)} for one in row["systems"]}
    for one in row["breakdown"]:
        f1.setdefault(one["system"], {})[part(one)] = score(one)
    counts: dict[str, dict[Part, NDArray[np.int64]]] = {}
    _require("counts" in row, f"{place}.counts", "is missing")
    if row["counts"] is not None:
        _check(row["counts"], _COUNTS, f"{place}.counts")
        for one in row["counts"]:
            buckets = {part(bucket): counts_of(bucket) for bucket in one["buckets"]}
            counts[one["system"]] = {None: counts_of(one), **buckets}
    gold = row["files"]["gold"]
    return KeptDataset(row["name"], (gold["sha256"], gold["reading"]), attributes, f1, counts)


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
            keys = dict.fromkeys(key for one in every for key in one)
            raise SettingError(
                f"{kept.file}: {limit.attribute} has no bucket {limit.label!r} there. Available: {', '.join(labels)}."
                if labels
                else f"{kept.file}: no attribute {limit.attribute!r} there. Available: {', '.join(keys) or 'none'}."
            )
    now = {one.name: one for one in datasets}
    checks = [check for name, old in kept.datasets.items() if name in now for check in _checks(old, now[name], limits)]
    # p is adjusted by Holm over the tests in which predictions differ.
    tested = [one if one and one.differing_units else None for one in (check.difference for check in checks)]
    plain, blocks = (
        holm([math.nan if one is None else getattr(one, kind) for one in tested]).tolist()
        for kind in ("p_adjusted", "p_blocks")
    )
    checks = [
        check if one is None else replace(check, difference=replace(one, p_adjusted=p, p_blocks=p_blocks))
        for check, one, p, p_blocks in zip(checks, tested, plain, blocks, strict=True)
    ]
    before = {name: list(one.f1) for name, one in kept.datasets.items()}
    after = {one.name: [system.name for system in one.systems] for one in datasets}
    gone, added = tuple(_only_in(before, after)), tuple(_only_in(after, before))
    return Gate(kept.file, kept.version, tuple(checks), sum(one is not None for one in tested), gone, added)


def _only_in(ours: Mapping[str, Sequence[str]], theirs: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield dataset and system of what the others do not have; no system where they have no such dataset."""
    for dataset, systems in ours.items():
        if dataset not in theirs:
            yield dataset, ""
        else:
            yield from ((dataset, system) for system in systems if system not in theirs[dataset])


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
    diagnosis = diagnose(dataset, attributes=keys, buckets={key: _way(kept.attributes[key]) for key in keys})
    for bucketed in diagnosis.attributes:
        if bucketed.undefined:
            raise SettingError(f"{dataset.name}: {bucketed.attribute.key} is undefined now: it {bucketed.undefined}.")
    columns = {part: 0 if part is None else diagnosis.columns(part[0]).start + part[1] for part in asked}
    same_gold = kept.gold == (dataset.gold.digest, dataset.gold.reading)
    for system in diagnosis.systems:
        if system not in kept.f1:
            continue
        counts, old = diagnosis.counts[system], kept.counts.get(system, {})
        now = {
            part: np.array([one[:, column] for one in (counts.gold, counts.system, counts.matched)], dtype=np.int64)
            for part, column in columns.items()
        }
        why: dict[Part, Untested | None] = {}
        for part, new in now.items():
            if not same_gold:
                why[part] = "other gold"
            elif part not in old:
                why[part] = "no counts"
            else:
                why[part] = None if np.array_equal(old[part][0], new[0]) else "other words"
        tested = [part for part in asked if why[part] is None]
        differences = dict(zip(tested, _differences(diagnosis, now, old, tested), strict=True))
        for part, limit in asked.items():
            yield Check(
                dataset=kept.name,
                system=system,
                limit=limit,
                before=kept.f1[system].get(part, math.nan),
                now=float(diagnosis.f1[system][columns[part]]),
                difference=differences.get(part),
                untested=why[part],
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


def _differences(
    diagnosis: Diagnosis,
    now: Mapping[Part, NDArray[np.int64]],
    before: Mapping[Part, NDArray[np.int64]],
    parts: Sequence[Part],
) -> list[Difference]:
    """Return now − before in each of some parts, p of each by itself."""
    if not parts:
        return []
    new, old = (np.stack([counts[part] for part in parts], axis=2) for counts in (now, before))
    (gold, system, matched), (_gold, old_system, old_matched) = new, old
    tested = tested_pair(
        diagnosis,
        Ratios(2 * matched, gold + system),
        Ratios(2 * old_matched, gold + old_system),
        gold=gold.sum(axis=0),
        holds=(gold > 0) | (system + old_system > 0),
        family=np.zeros(len(parts), dtype=np.bool_),
        whole=np.array([part is None for part in parts]),
    )
    return tested.differences


def gate_document(found: Gate) -> Document:
    """Return what came of a gate: all its fields, of each check what came of it, and whether all of it failed."""
    tested = [None if check.difference is None else difference_row(check.difference) for check in found.checks]
    return {
        "failed": found.failed,
        "baseline": {"file": found.file, "cwsdiag": found.version},
        "tests": found.tests,
        "gone": [{"dataset": dataset, "system": system or None} for dataset, system in found.gone],
        "added": [{"dataset": dataset, "system": system or None} for dataset, system in found.added],
        "checks": [
            {**asdict(check), "difference": difference, "outcome": check.outcome}
            for check, difference in zip(found.checks, tested, strict=True)
        ],
    }


def gate_lines(found: Gate) -> Iterator[str]:
    """Yield Markdown: a heading that says what came of it, a table of all checks, what decided without a test."""
    worse = [place for place, check in enumerate(found.checks) if check.outcome == "worse"]
    checks = counted(len(found.checks), "checks")
    verdict = "incomplete" if found.gone else f"passed, {checks}"
    if worse:
        verdict = f"failed, {len(worse):,} of {checks} worse than allowed"
    yield from (f"## cwsdiag gate: {verdict}", "")
    for one in found.gone:
        yield f"- **{_named(*one)} is in the baseline and not in the project.**"
    if found.gone:
        yield ""
    if found.checks:
        table = Table(
            list(map(_row, found.checks)), _COLUMNS, emphasis={(place, "outcome"): "strong" for place in worse}
        )
        yield from (*table.markdown().splitlines(), "")
    yield f"- Baseline: {escaped(found.file)}, written by cwsdiag {escaped(found.version)}. Changes are now − baseline."
    if any(check.difference is not None for check in found.checks):
        adjusted = f", p adjusted over {counted(found.tests, 'tests')} by Holm" if found.tests > 1 else ""
        yield (
            "- A drop beyond the limit fails where the paired test by swaps of sentences calls it significant, p ≤ 0.05"
            f"{adjusted}. Fewer than {LEAST_DIFFERING} sentences that differ are too few."
        )
    for why, reason in _WHY.items():
        names = dict.fromkeys(
            f"{escaped(check.dataset)} / {escaped(check.system)}" for check in found.checks if check.untested == why
        )
        if names:
            yield f"- No test, the drop alone decides, where {reason}: {', '.join(names)}."
    if found.added:
        yield f"- New, not in the baseline: {', '.join(_named(*one) for one in found.added)}."


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
        "part": f"{check.limit.attribute} {bucket_said(check.limit.label)}" if check.limit.attribute else "all words",
        "before": number(check.before, 4),
        "now": number(check.now, 4),
        "change": change,
        "allowed": signed(-100 * check.limit.drop, 2),
        "p": None if one is None or same else p_of_swaps(one.p_deciding, one.p),
        "outcome": "the same in every sentence" if same else _OUTCOMES[check.outcome],
    }
