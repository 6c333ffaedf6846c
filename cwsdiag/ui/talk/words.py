"""The words behind a mark of a slide, which open over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cwsdiag.exhibits import made

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cwsdiag.exhibits import Exhibit

# The kinds whose marks are buckets, or systems.
_OF_BUCKETS = ("self", "compare", "extremes")
_OF_SYSTEMS = ("scores",)


def leads_to_words(exhibit: Exhibit) -> bool:
    """Return whether a click on a mark of an exhibit opens words; of private gold it does not."""
    return exhibit.KIND in (*_OF_BUCKETS, *_OF_SYSTEMS) and not exhibit.scene.withholds_gold


def words_behind(exhibit: Exhibit, clicked: Sequence[Any]) -> Exhibit | None:
    """Return the words behind a mark as an exhibit; None where the mark stands for none.

    Args:
        exhibit: whose mark was clicked.
        clicked: what the mark says: of a bucket its attribute, its index and of two systems what is asked for; else the
            name of a system.

    Raises:
        CwsdiagError: there is no such attribute or system.
    """
    if not leads_to_words(exhibit) or not clicked:
        return None
    if exhibit.KIND in _OF_SYSTEMS:
        return made(exhibit.scene, "words", {"system": str(clicked[0])})
    attribute, bucket, asked = (*map(str, clicked), "", "")[:3]
    words = made(exhibit.scene, "words", _systems(exhibit.options, asked) | {"attribute": attribute, "bucket": bucket})
    buckets = exhibit.scene.results.diagnosis.attribute(attribute).buckets
    there = buckets is not None and bucket.isdecimal() and int(bucket) < len(buckets.labels)
    return words if there else None


def _systems(options: Mapping[str, str], asked: str) -> dict[str, str]:
    """Return whose errors these are: of two systems those of A, those of the one asked for, or of the one behind."""
    a, b = options["system"], options.get("other")
    if b is None:
        return {"system": a}
    if asked in ("b", "only_a"):
        return {"system": b, "other": a}
    return {"system": a, "other": b}
