"""The words behind the buckets of a chart: what a click on one opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.frames import bucket_said, records
from cwsdiag.views.look import Look

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.diagnosis.counting import BucketedAttribute
    from cwsdiag.diagnosis.word_types import WordTypes
    from cwsdiag.exhibits import Exhibit

# Words of a bucket that are listed: what one reads, and what keeps a report small.
MOST_LISTED = 12
# Kinds whose marks say in their customdata which attribute and bucket they are of.
_OF_BUCKETS = ("self", "compare", "extremes")


@dataclass(frozen=True)
class BucketWords:
    """The words of a bucket that systems get wrong.

    Attributes:
        attribute: its key.
        bucket: index of the bucket.
        label: of the bucket.
        types: how many different words there are.
        rows: of at most ``MOST_LISTED``: the gold word, how often it occurs in the bucket, and for each system in how
            many places it is wrong, and what it made of it most often.
    """

    attribute: str
    bucket: int
    label: str
    types: int
    rows: Sequence[tuple[str | int, ...]]


def opens_words(exhibit: Exhibit) -> bool:
    """Return whether the words behind the buckets of a chart can be told: it shows buckets, and gold is not private."""
    return exhibit.kind.name in _OF_BUCKETS and isinstance(exhibit.look, Look)


def bucket_words(exhibit: Exhibit) -> list[BucketWords]:
    """Return the words behind the buckets that a chart shows, nothing where it shows none or gold is private.

    Of one system those with the most errors come first, of two those that one of them alone gets right.
    """
    look = exhibit.look
    if not opens_words(exhibit) or not isinstance(look, Look):
        return []
    return [_words(look, exhibit.roles, bucketed, bucket) for bucketed, bucket in _buckets(exhibit)]


def _buckets(exhibit: Exhibit) -> Iterator[tuple[BucketedAttribute, int]]:
    """Yield the buckets of all attributes, or of the one that a chart is of."""
    wanted = exhibit.options.get("attribute")
    for bucketed in exhibit.look.diagnosis.attributes:
        if wanted in (None, bucketed.attribute.key) and bucketed.buckets is not None:
            yield from ((bucketed, bucket) for bucket in range(bucketed.size))


def _words(look: Look, roles: Mapping[str, str], bucketed: BucketedAttribute, bucket: int) -> BucketWords:
    key = bucketed.attribute.key
    found = look.words(key, bucket, roles)
    rows = list(_rows(found))
    label = "" if bucketed.buckets is None else bucket_said(bucketed.buckets.labels[bucket])
    return BucketWords(key, bucket, label, len(rows), rows[:MOST_LISTED])


def _rows(found: WordTypes) -> Iterator[tuple[str | int, ...]]:
    frame = found.frame(order="disagreement" if "b" in found.roles else "errors_a")
    wrong = frame[[f"wrong_{role}" for role in found.roles]].sum(axis=1) > 0
    for row in records(frame[wrong]):
        of_systems = (value for role in found.roles for value in (int(row[f"wrong_{role}"]), str(row[f"made_{role}"])))
        yield (str(row["word"]), int(row["count"]), *of_systems)
