"""Cutting values into buckets: the edges are set on gold and then used for every system (METHODS 3).

A way of cutting is written ``name`` or ``name:argument``, the same in Python, on the command line, in project files and
in the address of a page:

    equal:4          four of equal count
    classes          small, medium and large: three of equal count [RC 3.2]
    above-zero:3     {0}, and three of equal count over what is above 0
    consistency      {0} (0, 0.5] (0.5, 1) {1}
    lengths:4        {1} {2} {3} and 4 or more
    edges:0.1,0.5    at edges of one's own: up to 0.1, up to 0.5, above

Attributes with categories are not cut: their buckets are their values (``by_category``).

For several attributes at once, parts are joined by ``;``, and one that begins with a key holds for that attribute
alone: ``equal:5;wLen=edges:2,4``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from cwsdiag.arguments import Whole
from cwsdiag.errors import SettingError, brief
from cwsdiag.languages import lazy
from cwsdiag.text import Floats, Shorts, frozen

MOST_BUCKETS = 100
# Of categories; what is less frequent is one bucket.
MOST_CATEGORIES = 12
REST = "(rest)"
# Up to so many cuts, all values are compared with each sooner than the place of each value is searched for.
_COMPARED = 16
NUMBERS = Whole(1, MOST_BUCKETS)
# Digits of an edge that somebody typed; with more it was computed.
_TYPED = 6
# How people write what labels have; blanks are passed over.
_PLAIN = str.maketrans({"≥": ">=", "≤": "<=", "–": "-", " ": None, "\u3000": None})
# An interval as tables have it, its blanks taken out.
_INTERVAL = re.compile(r"([\d.e-]+)to(below)?([\d.e-]+)")


@dataclass(frozen=True, eq=False)
class Buckets:
    """Intervals that hold every value exactly once, in rising order, or sets of categories.

    Attributes:
        lowers, uppers: bounds of each; minus and plus infinity at open ends, both equal for a single value; NaN for
            categories.
        cuts: float64, one fewer than buckets: bucket i takes values above ``cuts[i - 1]`` and up to ``cuts[i]``; empty
            for categories.
        labels: text of each for charts and tables, its bounds rounded: the exact ones are ``lowers`` and ``uppers``.
        note: says where fewer buckets came out than were asked for, else empty.
        places: of categories the bucket of each, int16; else None.
    """

    lowers: tuple[float, ...]
    uppers: tuple[float, ...]
    cuts: Floats
    labels: tuple[str, ...]
    note: str = ""
    places: Shorts | None = None

    def __len__(self) -> int:
        """Return the number of buckets."""
        return len(self.labels)

    def assign(self, values: Floats) -> Shorts:
        """Return the bucket index of each value, int16; -1 where it is NaN."""
        if self.places is not None:
            return np.append(self.places, np.int16(-1))[np.where(np.isnan(values), -1, values).astype(np.intp)]
        if len(self.cuts) > _COMPARED:
            index = np.searchsorted(self.cuts, values, side="left").astype(np.int16)
        else:
            index = np.zeros(values.shape, dtype=np.int16)
            for edge in self.cuts.tolist():
                index += values > edge
        index[np.isnan(values)] = -1
        return index


def label_key(label: str) -> str:
    """Return the label of a bucket so that people may write it otherwise.

    ``>=4`` for ``≥ 4``, ``2-4`` for ``2–4``, and ``0 to 0.5``, as tables have it, for ``(0, 0.5]``.
    """
    plain = label.translate(_PLAIN)
    interval = _INTERVAL.fullmatch(plain)
    return plain if interval is None else f"({interval[1]},{interval[3]}{')' if interval[2] else ']'}"


def cut(values: Floats, how: str, *, integer: bool = False) -> Buckets:
    """Set bucket edges on the gold values of an attribute.

    Args:
        values: one for each gold word (or character); NaN is passed over.
        how: a way of cutting, see the top of this module.
        integer: the values are whole numbers, and labels say so.

    Raises:
        SettingError: the notation is not understood.
    """
    name, _, argument = how.partition(":")
    try:
        return BUCKETERS[name](values[~np.isnan(values)], argument, integer)
    except (KeyError, ValueError):
        raise SettingError(
            lazy(
                "buckets {how!r}: write equal:4, classes, above-zero:3, consistency, lengths:4 or edges:0.1,0.5. "
                "Numbers are 1 to {most}; edges rise, and are fewer.",
                how=brief(how),
                most=MOST_BUCKETS,
            )
        ) from None


def by_category(values: Floats, names: Sequence[str], order: Sequence[str] | None = None) -> Buckets:
    """Return a bucket for each category, by gold count, the most frequent 12; the others are ``(rest)`` (METHODS 3).

    Args:
        values: places in ``names`` of the gold words; NaN is passed over.
        names: of the categories. One that no gold word has gets no bucket.
        order: of the categories where buckets are shared, or are those of another time; what it does not name is in
            the rest, or in no bucket where there is none.
    """
    order = by_frequency([(values, names)]) if order is None else order
    labels = [*order[:MOST_CATEGORIES], *([REST] if len(order) > MOST_CATEGORIES else [])]
    place = {name: min(number, MOST_CATEGORIES) for number, name in enumerate(order)}
    other = MOST_CATEGORIES if len(order) > MOST_CATEGORIES else -1
    places = np.array([place.get(name, other) for name in names], dtype=np.int16)
    nothing = (math.nan,) * len(labels)
    return Buckets(nothing, nothing, frozen(np.empty(0)), tuple(labels), places=frozen(places))


def by_frequency(texts: Iterable[tuple[Floats, Sequence[str]]]) -> list[str]:
    """Return the categories that occur, the most frequent first, those of equal count as they are first named.

    Args:
        texts: of each its values and the names that they are places in; see ``by_category``.
    """
    counts: Counter[str] = Counter()
    for values, names in texts:
        own = np.bincount(values[~np.isnan(values)].astype(np.intp), minlength=len(names)).tolist()
        counts.update({name: count for name, count in zip(names, own, strict=True) if count})
    return [name for name, _count in counts.most_common()]


def ways(notation: str, keys: Collection[str], fixed: Collection[str] = ()) -> dict[str, str]:
    """Return the way of cutting that a notation gives each attribute; those it does not speak of are left out.

    Args:
        notation: parts joined by ``;``: a way for all attributes, or ``key=way`` for one, which wins.
        keys: of the attributes there are.
        fixed: keys of those among them that have categories: a way for all passes over them.

    Raises:
        SettingError: a part is not understood, or speaks of an attribute that is not there.
    """
    for_all: dict[str, str] = {}
    for_one: dict[str, str] = {}
    for part in notation.split(";"):
        key, named, way = part.partition("=")
        if named and key not in keys:
            raise SettingError(
                lazy(
                    "buckets {part!r}: no attribute {key!r}. Available: {known}.",
                    part=part,
                    key=key,
                    known=", ".join(keys),
                )
            )
        how = way if named else part
        if key in fixed:
            raise SettingError(
                lazy("buckets {part!r}: {key} has categories, and these are its buckets.", part=brief(part), key=key)
            )
        cut(np.empty(0), how)  # raises where the way is not understood
        if named:
            for_one[key] = how
        else:
            for_all = dict.fromkeys((one for one in keys if one not in fixed), how)
    return {**for_all, **for_one}


def equal_edges(values: Floats, n: int) -> list[float]:
    """Return the inner edges of ``n`` buckets of nearly equal count; ties never split (METHODS 3).

    Each edge is the largest value of the bucket below it. With fewer distinct values than ``n`` there are as many
    buckets as values; without values there is one bucket, and no edge.
    """
    distinct, sizes = np.unique(values, return_counts=True)
    buckets = max(1, min(n, len(distinct)))
    counts: list[int] = sizes.tolist()
    edges = []
    left = len(values)
    taken = 0
    for still in range(buckets - 1, 0, -1):
        target = left / (still + 1)
        have = counts[taken]
        taken += 1
        while len(distinct) - taken > still:
            following = counts[taken]
            if abs(have - target) <= abs(have + following - target):
                break
            have += following
            taken += 1
        left -= have
        edges.append(float(distinct[taken - 1]))
    return edges


def _equal(values: Floats, argument: str, integer: bool) -> Buckets:
    n = _number(argument)
    return _with_note(_intervals(equal_edges(values, n), integer=integer), n)


def _classes(values: Floats, argument: str, integer: bool) -> Buckets:
    _nothing(argument)
    plain = _equal(values, "3", integer)
    names = ("S", "M", "L") if len(plain) == 3 else ("S", "L")[: len(plain)]
    return replace(plain, labels=tuple(f"{name} {label}" for name, label in zip(names, plain.labels, strict=True)))


def _above_zero(values: Floats, argument: str, integer: bool) -> Buckets:
    n = _number(argument)
    above = equal_edges(values[values > 0], n)
    return _with_note(_intervals([0.0, *above], integer=integer, singles={0}), n + 1)


def _consistency(values: Floats, argument: str, integer: bool) -> Buckets:
    del values, integer
    _nothing(argument)
    below_one = math.nextafter(1.0, 0.0)
    return Buckets(
        lowers=(0.0, 0.0, 0.5, 1.0),
        uppers=(0.0, 0.5, 1.0, 1.0),
        cuts=frozen(np.array([0.0, 0.5, below_one])),
        labels=("0", "(0, 0.5]", "(0.5, 1)", "1"),
    )


def _lengths(values: Floats, argument: str, integer: bool) -> Buckets:
    del values, integer
    n = _number(argument)
    return _intervals([float(edge) for edge in range(1, n)], integer=True, singles=set(range(n - 1)))


def _edges(values: Floats, argument: str, integer: bool) -> Buckets:
    del values
    edges = [float(part) for part in argument.split(",")]
    if not all(map(math.isfinite, edges)) or any(np.diff(edges) <= 0) or len(edges) >= MOST_BUCKETS:
        raise ValueError(argument)
    return _intervals(edges, integer=integer and all(edge.is_integer() for edge in edges), typed=True)


BUCKETERS: dict[str, Callable[[Floats, str, bool], Buckets]] = {
    "equal": _equal,
    "classes": _classes,
    "above-zero": _above_zero,
    "consistency": _consistency,
    "lengths": _lengths,
    "edges": _edges,
}


def _number(argument: str) -> int:
    number = NUMBERS.read(argument) if argument.isascii() else None
    if number is None:
        raise ValueError(argument)
    return number


def _nothing(argument: str) -> None:
    if argument:
        raise ValueError(argument)


def _with_note(buckets: Buckets, asked: int) -> Buckets:
    if len(buckets) == asked:
        return buckets
    note = lazy(
        "{n} buckets instead of {asked}: gold has too few distinct values, and ties are not split.",
        n=len(buckets),
        asked=asked,
    )
    return replace(buckets, note=note)


def _intervals(edges: Sequence[float], *, integer: bool, singles: Collection[int] = (), typed: bool = False) -> Buckets:
    """Build (lower, upper] buckets between edges; those in ``singles`` hold just their upper bound."""
    bounds = [-math.inf, *edges, math.inf]
    uppers = tuple(bounds[1:])
    lowers = tuple(uppers[i] if i in singles else bounds[i] for i in range(len(uppers)))
    finite = sorted({bound for bound in bounds if math.isfinite(bound)})
    texts = {bound: f"{bound:.0f}" for bound in finite} if integer else _texts(finite, typed=typed)
    labels = tuple(_label(lower, upper, texts, integer) for lower, upper in zip(lowers, uppers, strict=True))
    return Buckets(lowers, uppers, frozen(np.array(edges, dtype=np.float64)), labels)


def _texts(bounds: Sequence[float], *, typed: bool) -> dict[float, str]:
    """Return each bound in at least two digits, all in as many as tell them apart; no broken one reads as a whole one.

    Bounds that were typed keep all their digits, where these are such as people type.
    """
    texts = {bound: _rounded(bound, _TYPED) for bound in bounds}
    if typed and all(float(text) == bound for bound, text in texts.items()):
        return texts
    for digits in range(2, 18):
        texts = {bound: _rounded(bound, digits) for bound in bounds}
        whole = all(float(text).is_integer() == bound.is_integer() for bound, text in texts.items())
        if whole and len(set(texts.values())) == len(texts):
            break
    return texts


def _rounded(bound: float, digits: int) -> str:
    text = f"{bound:.{digits}g}"
    return f"{bound:.0f}" if "e+" in text else text


def _label(lower: float, upper: float, texts: Mapping[float, str], integer: bool) -> str:
    if lower == -math.inf:
        return "all" if upper == math.inf else f"≤ {texts[upper]}"
    if lower == upper:
        return texts[upper]
    if integer:
        first = f"{lower + 1:.0f}"
        if upper == math.inf:
            return f"≥ {first}"
        return first if upper == lower + 1 else f"{first}–{texts[upper]}"
    return f"> {texts[lower]}" if upper == math.inf else f"({texts[lower]}, {texts[upper]}]"
