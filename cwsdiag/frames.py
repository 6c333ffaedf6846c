"""What views make and figures draw: frames, with their titles and what stands out in them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cwsdiag.buckets import REST
from cwsdiag.languages import _, lazy, translated

if TYPE_CHECKING:
    import pandas as pd

# The tracks that have the same names everywhere; None for systems of which none is said.
_TRACKS: dict[str | None, str] = {"closed": lazy("closed"), "open": lazy("open"), None: lazy("track not given")}


def tracks_of(tracks: Iterable[Any]) -> list[str | None]:
    """Return tracks in the order they are drawn: closed, open, those of other names, and None for none said.

    Args:
        tracks: the track of each system; what is no text says none.
    """
    others = {track for track in tracks if isinstance(track, str)} - _TRACKS.keys()
    first, second, last = _TRACKS
    return [first, second, *sorted(others), last]


def track_name(track: str | None) -> str:
    """Return what people call a track, in the language of the session."""
    return translated(_TRACKS.get(track) or str(track))


UNDEFINED = "–"
MEASURES = {"precision": lazy("precision"), "recall": lazy("recall"), "f1": "F"}
ENDS = ("intersection", "union")
# The role of the reference in a ribbon.
GOLD = "gold"
# Categories of characters that take a column but draw nothing of their own, or draw onto their neighbour.
_UNSEEN = {"Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp"}
# The labels of buckets as documents have them: above the first edge, up to the second, which belongs to it or does not.
_BOUNDS = re.compile(r"[\d.e+-]+, [\d.e+-]+[\])]")
# Names of categories may have brackets, too.
_UP_TO, _BELOW = (re.compile(rf"\((-?\d[\d.e+-]*), (-?\d[\d.e+-]*){end}") for end in (r"\]", r"\)"))
# That of a bucket that holds every value.
ALL_OF_IT = "all"
_LEADING_ZERO = re.compile(r"\b0\.")
# Smaller p-values are written with an exponent.
_SMALLEST_P = 0.001


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as plain values."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def width(text: str) -> int:
    """Return how many Latin letters wide a text is: Chinese characters take two, as in a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@lru_cache(maxsize=4096)
def unseen(character: str) -> str:
    """Return the number and name of a character that cannot be seen standing alone, empty for all others."""
    if unicodedata.category(character) not in _UNSEEN:
        return ""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def written(value: float, digits: int, sign: str = "") -> str:
    """Return a number for people to read: zero without a sign, below it a minus sign, which is no hyphen.

    Args:
        value: not NaN.
        digits: decimals.
        sign: ``+`` where numbers above zero have theirs, too.
    """
    return f"{value:{sign}z,.{digits}f}".replace("-", "−")


def number(value: float | None, digits: int = 3) -> str:
    """Return a score to three decimals (or ``digits``), a dash where it is undefined."""
    return UNDEFINED if value is None or math.isnan(value) else written(value, digits)


def signed(value: float, digits: int = 1) -> str:
    """Return a difference with its sign, to one decimal (or ``digits``): ``+2.1``, ``0.0``, a dash where undefined."""
    if math.isnan(value):
        return UNDEFINED
    text = written(value, digits, "+")
    return text if text.strip("+0.") else text[1:]


def span(ends: Sequence[float], between: str = "–") -> str:
    """Return the ends of a range from low to high: one number where they agree to three decimals, or one is undefined.

    Where both are, ``undefined``.
    """
    shown = [f"{end:.3f}" for end in sorted(end for end in ends if math.isfinite(end))]
    return between.join(dict.fromkeys(shown)) or _("undefined")


def p_value(p: float) -> str:
    """Return a p-value to three significant digits at most: ``0.0498``, ``0.004``, a dash where it is undefined."""
    if math.isnan(p):
        return UNDEFINED
    if p >= _SMALLEST_P:
        return f"{p:.3g}"
    digits, _ignored, power = f"{p:.2e}".partition("e")
    return f"{digits}e{int(power)}" if p > 0 else "0"


def p_of_swaps(p: float, alone: float = 1.0) -> str:
    """Return the p-value of a test by swaps: ``0.0498``, ``< 0.001``, ``≤ 0.0045`` where that is but a bound.

    Args:
        p: as adjusted for many tests.
        alone: the same unadjusted. Where none of the swaps drawn is as far as what was seen, both are bounds.
    """
    # Commands that test nothing do without this, and without attributes below.
    from cwsdiag.swaps import SWAPS

    if p < _SMALLEST_P:
        return f"< {_SMALLEST_P}"
    # Where of all swaps that are drawn none is as far as what was seen, p has no smaller value.
    return f"≤ {p_value(p)}" if alone <= 1 / (1 + SWAPS) else p_value(p)


def p_is(p: float, alone: float = 1.0) -> str:
    """Return what stands behind ``p`` in a sentence on a test by swaps: ``= 0.0498``, or as ``p_of_swaps`` has it."""
    text = p_of_swaps(p, alone)
    return text if text[0] in "<≤" else f"= {text}"


# Labels that are words; the others are bounds, or names from files.
_NAMED = {
    ALL_OF_IT: lazy("all"),
    REST: lazy("(rest)"),
    "number": lazy("number"),
    "latin": lazy("Latin"),
    "punctuation": lazy("punctuation"),
    "han": lazy("Han characters"),
    "mixed": lazy("mixed"),
}


def bucket_name(label: str) -> str:
    """Return the label of a bucket as people read it: ``0.027 to 0.093`` for ``(0.027, 0.093]``.

    Brackets are left to intervals of confidence. A bucket holds its upper edge and not its lower one; where it is the
    other way round the text says so: ``0.5 to below 1``.
    """
    if label in _NAMED:
        return translated(_NAMED[label])
    said = _UP_TO.sub(lambda found: _("{low} to {high}", low=found[1], high=found[2]), label)
    return _BELOW.sub(lambda found: _("{low} to below {high}", low=found[1], high=found[2]), said)


def tick_label(label: str) -> str:
    """Return a bucket's label, or an attribute's key, short enough to stand under a column: ``≤ .5`` for ``(0, 0.5]``.

    What lies below is the bucket to the left; the whole interval stands in hover texts and in tables.
    """
    from cwsdiag.attributes.base import LABEL

    if label in _NAMED:
        return bucket_name(label)
    label = label.removeprefix(LABEL)
    name, bracket, interval = label.rpartition("(")
    # Names from files may have brackets too.
    if bracket and _BOUNDS.fullmatch(interval):
        sign = "≤" if interval.endswith("]") else "<"
        label = f"{name}{sign} {interval[:-1].partition(', ')[2]}"
    return _LEADING_ZERO.sub(".", label)


@dataclass(frozen=True, eq=False)
class Panel:
    """The buckets of one attribute; its texts are to be ``translated`` where they are shown.

    Attributes:
        key: of the attribute.
        title: its name for people.
        unit: plural of what is counted, such as ``words``.
        rows: a row a bucket, in order, with label, gold, predicted, matched, share, precision, recall, f1,
            f1_low, f1_high, named (bool: large enough to be named as worst or best). Empty where undefined.
        worst: row of the worst bucket, None where there is none.
        best: row of the best bucket, None where there is none.
        undefined: why there are no buckets, empty where there are.
        meaning: what the attribute says, shown when the pointer is on its title.
        apart: whether its scores are not to be compared with those of other panels: it has an axis of its own then.
        costliest: row of the bucket that costs most F1, None where none costs anything.
        by_character: whether its scores are those of characters.
    """

    key: str
    title: str
    unit: str
    rows: list[dict[str, Any]]
    worst: int | None
    best: int | None
    undefined: str
    meaning: str = ""
    apart: bool = False
    costliest: int | None = None
    by_character: bool = False


@dataclass(frozen=True)
class Cell:
    """What a system and the base differ by in a row of the table: system − base, NaN where undefined.

    Attributes:
        difference: in points of F1, of a kind of error in gold words missed.
        low, high: its paired 95 % interval; NaN for kinds, which have none.
        p: adjusted, over all pairs or over all buckets; NaN for kinds, which have no test.
        alone: the same unadjusted.
        verdict: what may be said, as of ``Difference``; None for kinds and where undefined.
    """

    difference: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan
    alone: float = math.nan
    verdict: str | None = None


@dataclass(frozen=True)
class Line:
    """A row of the table.

    Attributes:
        key: says which it is: ``overall``, attribute and bucket as ``wLen:2``, or a kind as ``shape:split``.
        group: what rows like it are called together: the attribute, or what is counted.
        label: what it is called among these.
        cells: one a system, in their order.
        apart: whether its differences are not to be compared with those of other rows.
    """

    key: str
    group: str
    label: str
    cells: tuple[Cell, ...]
    apart: bool = False

    @property
    def is_kind(self) -> bool:
        """Whether it counts errors of a kind."""
        return self.key.startswith(("shape:", "cause:"))


@dataclass(frozen=True, eq=False)
class Against:
    """All systems but one against that one.

    Attributes:
        base: the one.
        systems: the others, in the order of the columns.
        lines: the rows.
    """

    base: str
    systems: tuple[str, ...]
    lines: tuple[Line, ...]

    def ordered(self, key: str) -> Against:
        """Return the same with its columns by a row, the largest difference first; undefined last, equals as before."""
        line = next((line for line in self.lines if line.key == key), self.lines[0])
        differences = [cell.difference for cell in line.cells]
        order = sorted(range(len(differences)), key=lambda place: (math.isnan(differences[place]), -differences[place]))
        lines = [replace(line, cells=tuple(line.cells[column] for column in order)) for line in self.lines]
        return replace(self, systems=tuple(self.systems[column] for column in order), lines=tuple(lines))


@dataclass(frozen=True)
class RibbonWord:
    """A word of a row of a ribbon, cut to its sentence.

    Attributes:
        start, end: its span within the sentence, in characters; never empty.
        opens, closes: whether it begins, and ends, here; a system word may reach over the end of the sentence.
        state: ``right``; ``wrong``; ``off``, where nothing was compared; ``lacking``, where the system does not have
            the characters; or ``apart``, where other ways to cut have no such word.
        extra: whether it is wrong and begins where gold has no boundary.
        missed: the places within it at which gold has a boundary, where it is wrong.
        says: what is told of it under the pointer, lines of plain text.
        difficulty: of a word, from 0 to 1, or what stands in for it; NaN where it is not known.
    """

    start: int
    end: int
    opens: bool
    closes: bool
    state: str
    extra: bool = False
    missed: tuple[int, ...] = ()
    says: str = ""
    difficulty: float = math.nan


@dataclass(frozen=True)
class RibbonRow:
    """One row of a ribbon: gold, a system, or one way to cut among several.

    Attributes:
        label: short, stands beside it.
        role: ``gold``, ``a``, ``b``, ``c`` …, or one that begins with ``way``.
        name: what it is called in full.
        words: from left to right; characters that no word has are left out.
        colour: of the system, from the theme; gold's is the same everywhere.
    """

    label: str
    role: str
    name: str
    words: tuple[RibbonWord, ...]
    colour: str = ""


@dataclass(frozen=True)
class Ribbon:
    """A sentence with a row each for gold and the systems, over the same characters.

    Attributes:
        chars: of the sentence.
        rows: from the top downwards, gold first.
        breaks: where lines may break, ascending from 0 to the number of characters: all rows have a boundary there.
        aim: the span, within the sentence, of the gold words that the eye is to find.
        hits: places of characters that were searched for.
        notes: what is said below, such as what systems wrote themselves where they have other characters: lines of
            plain text.
        bars: what the bars over words are called; empty for the difficulty of the word.
        doubts: places within the sentence at which the first row is worth a look: a boundary there, or none.
        title: what stands over it among several; any text.
    """

    chars: str
    rows: tuple[RibbonRow, ...]
    breaks: tuple[int, ...]
    aim: tuple[int, int] | None = None
    hits: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()
    bars: str = ""
    doubts: tuple[int, ...] = ()
    title: str = ""

    def aims_at(self, row: RibbonRow, word: RibbonWord) -> bool:
        """Return whether a word is one that the eye is to find."""
        return self.aim is not None and row.role == GOLD and self.aim[0] <= word.start and word.end <= self.aim[1]
