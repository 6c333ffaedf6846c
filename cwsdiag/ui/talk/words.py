"""The words behind a mark of a slide, which open over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.exhibits import made

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.exhibits import Exhibit

# The kinds whose marks stand for words: those of a bucket, of a kind of error, or of a system.
_ALIVE = frozenset(("self", "compare", "extremes", "scores", "balanced", "places", "kinds", "pair-kinds"))
_OF_KINDS = ("shape", "cause")


def leads_to_words(exhibit: Exhibit) -> bool:
    """Return whether a click on a mark of an exhibit opens words; of private gold it does not."""
    return exhibit.KIND in _ALIVE and not exhibit.scene.withholds_gold


def words_behind(exhibit: Exhibit, mark: Mapping[str, str]) -> Exhibit | None:
    """Return the words behind a mark as an exhibit; None where the mark stands for none.

    Args:
        exhibit: whose mark was clicked.
        mark: what it says: ``attribute`` and ``bucket``, of two systems also what it ``asks`` for; ``shape`` and
            ``cause``; ``of``, ``kind`` and ``role``; or ``system``.

    Raises:
        CwsdiagError: there is no such attribute, kind or system.
    """
    said = {name: str(value) for name, value in mark.items()}
    asked = _asked(exhibit, said) if leads_to_words(exhibit) else None
    return None if asked is None else made(exhibit.scene, "words", asked)


def _asked(exhibit: Exhibit, mark: Mapping[str, str]) -> dict[str, str] | None:
    """Return the options of the words behind a mark."""
    if exhibit.KIND == "kinds":
        return {"system": exhibit.options["system"], **{of: mark[of] for of in _OF_KINDS if mark.get(of)}}
    if exhibit.KIND == "pair-kinds" and mark.get("of") in _OF_KINDS:
        return _systems(exhibit.options, mark.get("role", "")) | {mark["of"]: mark.get("kind", "")}
    if "system" in mark:
        return {"system": mark["system"]}
    attribute, bucket = mark.get("attribute", ""), mark.get("bucket", "")
    if not attribute or "system" not in exhibit.options:
        return None
    buckets = exhibit.scene.results.diagnosis.attribute(attribute).buckets
    there = buckets is not None and bucket.isdecimal() and int(bucket) < len(buckets.labels)
    asks = mark.get("asks", "")
    return _systems(exhibit.options, asks) | {"attribute": attribute, "bucket": bucket} if there else None


def _systems(options: Mapping[str, str], asked: str) -> dict[str, str]:
    """Return whose errors these are: of two systems those of A, those of the one asked for, or of the one behind."""
    a, b = options["system"], options.get("other")
    if b is None:
        return {"system": a}
    if asked in ("b", "only_a"):
        return {"system": b, "other": a}
    return {"system": a, "other": b}
