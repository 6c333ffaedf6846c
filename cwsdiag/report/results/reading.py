"""Reads ``results.json`` again, what ``cwsdiag gate`` needs of it; nothing that the file says is believed unseen."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np

from cwsdiag.errors import FormatError, shown
from cwsdiag.formats.source import Source
from cwsdiag.report.results.building import SCHEMA
from cwsdiag.text import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray


# Which bucket of which attribute; None for all words.
Part = tuple[str, int] | None
# No text has more words than a count of this size, and sums of such counts are exact.
_MOST_COUNTED = 1 << 31
_MEND = "Write it again with `cwsdiag results`."


@dataclass(frozen=True, eq=False)
class KeptCounts:
    """Gold, system and matched units of each sentence, int64 of shape (sentences,)."""

    gold: NDArray[np.int64]
    predicted: NDArray[np.int64]
    matched: NDArray[np.int64]


@dataclass(frozen=True)
class KeptBucket:
    """A bucket as it was cut: its label, and its upper edge; infinite where it is open above."""

    label: str
    upper: float


@dataclass(frozen=True, eq=False)
class KeptSystem:
    """What a file says of a system.

    Attributes:
        name: of it.
        sha256: of its prediction.
        f1: by part of the text; NaN where undefined.
        counts: the same, empty where the file has none.
    """

    name: str
    sha256: str
    f1: Mapping[Part, float]
    counts: Mapping[Part, KeptCounts]


@dataclass(frozen=True, eq=False)
class KeptDataset:
    """What a file says of a dataset.

    Attributes:
        name: of it.
        gold: digest of the gold file, and how it was read.
        sentences: of gold.
        attributes: the buckets of each defined attribute, by its key, in rising order.
        systems: by name.
    """

    name: str
    gold: tuple[str, str]
    sentences: int
    attributes: Mapping[str, tuple[KeptBucket, ...]]
    systems: Mapping[str, KeptSystem]


@dataclass(frozen=True, eq=False)
class KeptResults:
    """A file that was read: what it is called, which version of cwsdiag wrote it, and its datasets by name."""

    file: str
    version: str
    datasets: Mapping[str, KeptDataset]


_Named = TypeVar("_Named", KeptSystem, KeptDataset)


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
    top = _Node(source.name, "", content)
    schema = top["schema"].whole()
    if schema > SCHEMA:
        raise FormatError(
            f"{source.name}: it follows schema {schema:,}, and this version of cwsdiag reads those up to {SCHEMA}. "
            f"Update cwsdiag. {_MEND}"
        )
    if schema < 1:
        top["schema"].refuse("must be at least 1")
    return KeptResults(
        source.name, top["cwsdiag"].text(), _by_name([_dataset(one) for one in top["datasets"].items()], top)
    )


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _dataset(node: _Node) -> KeptDataset:
    file, sentences = node["files"]["gold"], node["gold"]["sentences"].whole()
    attributes = {
        one["key"].text(): tuple(
            KeptBucket(bucket["label"].text(), bucket["upper"].number(undefined=float("inf")))
            for bucket in one["buckets"].items()
        )
        for one in node["attributes"].items()
    }
    attributes = {key: buckets for key, buckets in attributes.items() if buckets}
    scores: dict[str, dict[Part, float]] = {}
    for row in node["breakdown"].items():
        part = _part(row, attributes)
        scores.setdefault(row["system"].text(), {})[part] = row["f1"].share()
    counts = {} if node["counts"].value is None else _counts(node["counts"], attributes, sentences)
    systems = [
        KeptSystem(
            name := row["name"].text(),
            row["sha256"].text(),
            {None: row["f1"].share(), **scores.get(name, {})},
            counts.get(name, {}),
        )
        for row in node["systems"].items()
    ]
    return KeptDataset(
        node["name"].text(),
        (file["sha256"].text(), file["reading"].text()),
        sentences,
        attributes,
        _by_name(systems, node["systems"]),
    )


def _part(row: _Node, attributes: Mapping[str, tuple[KeptBucket, ...]]) -> tuple[str, int]:
    key, bucket = row["attribute"].text(), row["bucket"].whole()
    if bucket >= len(attributes.get(key, ())):
        row.refuse("is about a bucket that is not there")
    return key, bucket


def _counts(
    node: _Node, attributes: Mapping[str, tuple[KeptBucket, ...]], sentences: int
) -> dict[str, dict[Part, KeptCounts]]:
    def kept(row: _Node) -> KeptCounts:
        found = KeptCounts(*(row[key].counts(sentences) for key in ("gold", "predicted", "matched")))
        if (found.matched > np.minimum(found.gold, found.predicted)).any():
            row.refuse("has more matched words than there are")
        return found

    return {
        one["system"].text(): {None: kept(one)} | {_part(row, attributes): kept(row) for row in one["buckets"].items()}
        for one in node.items()
    }


def _by_name(found: list[_Named], node: _Node) -> dict[str, _Named]:
    names = {one.name: one for one in found}
    if len(names) < len(found):
        node.refuse("has a name twice")
    return names


@dataclass(frozen=True)
class _Node:
    """A value of the document; every complaint names the file and the place.

    Attributes:
        file: what complaints call it.
        place: keys and indices from the top; empty there.
        value: as JSON has it.
    """

    file: str
    place: str
    value: Any

    def __getitem__(self, key: str) -> _Node:
        if not isinstance(self.value, dict):
            self.refuse("must be an object")
        node = _Node(self.file, f"{self.place}.{key}".lstrip("."), self.value.get(key))
        if key not in self.value:
            node.refuse("is missing")
        return node

    def items(self) -> Iterator[_Node]:
        """Yield what a list holds."""
        if not isinstance(self.value, list):
            self.refuse("must be a list")
        for index, one in enumerate(self.value):
            yield _Node(self.file, f"{self.place}[{index}]", one)

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            self.refuse("must be text")
        return self.value

    def whole(self) -> int:
        """Return a whole number of at least 0."""
        # To Python, true is a whole number too.
        if type(self.value) is not int or not 0 <= self.value < _MOST_COUNTED:
            self.refuse("must be a whole number of at least 0")
        return self.value

    def number(self, *, undefined: float) -> float:
        """Return a number; ``undefined`` for null."""
        if self.value is None:
            return undefined
        if type(self.value) not in (int, float) or not abs(self.value) < _MOST_COUNTED:
            self.refuse("must be a number, or null")
        return float(self.value)

    def share(self) -> float:
        """Return a number from 0 to 1; NaN for null."""
        number = self.number(undefined=float("nan"))
        if number < 0 or number > 1:
            self.refuse("must be a number from 0 to 1, or null")
        return number

    def counts(self, size: int) -> NDArray[np.int64]:
        """Return as many whole numbers of at least 0, as an array."""
        values = self.value
        if not isinstance(values, list) or len(values) != size:
            self.refuse(f"must be a list of {size:,} numbers, one a sentence")
        if any(type(one) is not int or not 0 <= one < _MOST_COUNTED for one in values):
            self.refuse("must hold whole numbers of at least 0")
        return frozen(np.array(values, dtype=np.int64))

    def refuse(self, problem: str) -> NoReturn:
        """Raise what is wrong here."""
        place = shown(self.place, 80) or "it"
        raise FormatError(f"{self.file}: {place} {problem}: this is no results.json, or a damaged one. {_MEND}")
