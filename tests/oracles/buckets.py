"""Brute-force buckets (METHODS 3)."""

from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any


@dataclass(frozen=True)
class Interval:
    """(lower, upper], (lower, upper) where not closed_upper, or {lower} where single."""

    lower: float
    upper: float
    closed_upper: bool = True
    single: bool = False

    def holds(self, value: float) -> bool:
        """Whether the value falls in this bucket."""
        if self.single:
            return value == self.lower
        if value <= self.lower:
            return False
        if self.closed_upper:
            return value <= self.upper
        return value < self.upper


@dataclass(frozen=True)
class Category:
    """The bucket of a category, or of all but those named where it is the rest."""

    name: str
    others: tuple[str, ...] = ()

    def holds(self, value: str) -> bool:
        """Whether the value falls in this bucket."""
        return value == self.name or value in self.others


def category_buckets(values: list[str]) -> list[Category]:
    """A bucket for each of the twelve most frequent values, the first of equals first, and one for the rest."""
    counts: dict[str, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    names: list[str] = []
    for size in sorted(set(counts.values()), reverse=True):
        names += [name for name in counts if counts[name] == size]
    rest = tuple(names[12:])
    return [*map(Category, names[:12]), *([Category("(rest)", rest)] if rest else [])]


def only(value: float) -> Interval:
    """The bucket {value}."""
    return Interval(value, value, True, True)


def equal_count(values: list[float], n: int) -> list[float]:
    """The k - 1 inner edges of k buckets of equal count, each the largest value of the bucket below."""
    sizes: dict[float, int] = {}
    for value in values:
        sizes[value] = sizes.get(value, 0) + 1
    waiting = sorted(sizes)
    units_in_no_closed_bucket = len(values)
    k = max(1, min(n, len(sizes)))
    edges = []
    for closed in range(k - 1):
        buckets_not_closed = k - closed
        buckets_after = buckets_not_closed - 1
        target = Fraction(units_in_no_closed_bucket, buckets_not_closed)
        edge = waiting.pop(0)
        have = sizes[edge]
        while True:
            c = sizes[waiting[0]]
            if abs(have - target) <= abs(have + c - target):
                break
            if len(waiting) <= buckets_after:
                break
            edge = waiting.pop(0)
            have += c
        edges.append(edge)
        units_in_no_closed_bucket -= have
    return edges


def edge_buckets(edges: list[float], lowest: float = -inf) -> list[Interval]:
    """(lowest, edge] (edge, edge] ... (edge, inf)."""
    bounds = [lowest, *edges, inf]
    return [Interval(bounds[i], bounds[i + 1]) for i in range(len(bounds) - 1)]


def equal_buckets(values: list[Any], n: int) -> list[Any]:
    """Up to n buckets of equal count, the outermost reaching to infinity; categories have their own."""
    if values and isinstance(values[0], str):
        return category_buckets(values)
    return edge_buckets(equal_count(values, n))


def default_buckets(key: str, gold_values: list[Any]) -> list[Any]:
    """The buckets of the default settings, edges set on the gold values."""
    if key in ("wCon", "cCon"):
        return [only(0.0), Interval(0.0, 0.5), Interval(0.5, 1.0, closed_upper=False), only(1.0)]
    if key in ("wFre", "cFre", "oDen"):
        above = [value for value in gold_values if value > 0]
        return [only(0.0), *edge_buckets(equal_count(above, 3), lowest=0.0)]
    if key == "wLen":
        return [only(1.0), only(2.0), only(3.0), Interval(3.0, inf)]
    if key == "sLen":
        return equal_buckets(gold_values, 4)
    if key == "wCls":
        return category_buckets(gold_values)
    raise ValueError(f"no attribute {key}")
