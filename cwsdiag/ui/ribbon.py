"""The ribbon: one sentence, a row each for gold and the systems, every word a box over its characters.

All rows lie over each other on one cell of a CSS grid and every character has the same width, so all rows break at the
same places, whatever the width of the page; only the height within the line differs (see ``cwsdiag.ui.style``). In the
document the rows follow each other, words with blanks between: that is what is copied and read aloud.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cwsdiag.text import Segmentation

GOLD = "gold"


@dataclass(frozen=True)
class Word:
    """A word of one row, cut to the sentence.

    Attributes:
        start, end: its span within the sentence.
        opens, closes: whether it begins, and ends, here; a system word may reach over the end of the sentence.
        state: right; wrong; or off, where nothing was compared.
    """

    start: int
    end: int
    opens: bool
    closes: bool
    state: str


@dataclass(frozen=True)
class Lane:
    """One row: its short label, its role (gold, a or b), what it is called in full, and its words."""

    label: str
    role: str
    name: str
    words: tuple[Word, ...]

    @property
    def boundaries(self) -> set[int]:
        """Where words begin within the sentence."""
        return {word.start for word in self.words if word.opens}


def ribbon(
    gold: Segmentation,
    systems: Mapping[str, Segmentation],
    sentence: int,
    *,
    aim: tuple[int, int] | None = None,
) -> str:
    """Return the HTML of a sentence; nothing in it comes from a file unescaped.

    Args:
        gold: the reference.
        systems: segmentations by role, ``a`` and ``b``.
        sentence: index of the gold sentence.
        aim: the span, in the whole text, of the word that the eye is to find.
    """
    start, end = int(gold.text.sentence_starts[sentence]), int(gold.text.sentence_ends[sentence])
    right = set(_spans(gold, start, end))
    lanes = [Lane(GOLD, GOLD, GOLD, tuple(_words(gold, start, end, right)))]
    lanes += [
        Lane(role.upper(), role, system.name, tuple(_words(system, start, end, right)))
        for role, system in systems.items()
    ]
    chars = gold.text.chars[start:end]
    shared = set.intersection(*(lane.boundaries for lane in lanes))
    segments = [0, *sorted(shared - {0}), len(chars)]
    target = None if aim is None else (aim[0] - start, aim[1] - start)
    rows = "".join(
        _lane_html(lane, place, chars, segments, lanes[0].boundaries, target) for place, lane in enumerate(lanes)
    )
    names = "".join(
        f'<span class="cw-name-{lane.role}" title="{escape(lane.name)}"><small>{escape(lane.label)}</small></span>'
        for lane in lanes
    )
    return (
        f'<div class="cw-ribbon" style="--rows: {len(lanes)}"><div class="cw-names" aria-hidden="true">{names}</div>'
        f'<div class="cw-lanes">{rows}</div></div>'
    )


def legend(systems: Mapping[str, Segmentation]) -> str:
    """Return the HTML of a line that says what rows and marks of a ribbon mean."""
    names = "".join(
        f'<span class="cw-name-{role}">{role.upper()} = {escape(system.name)}</span>'
        for role, system in systems.items()
    )
    marks = (
        '<span><span class="cw-key bad"></span> wrong word</span>'
        '<span><span class="cw-key extra"></span> boundary gold lacks</span>'
        '<span><span class="cw-key missing"></span> gold boundary missed</span>'
    )
    return f'<div class="cw-legend"><span class="cw-name-gold">gold</span>{names}{marks}</div>'


def _spans(segmentation: Segmentation, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the words that overlap [start, end), whole."""
    first = int(np.searchsorted(segmentation.word_ends, start, side="right"))
    last = int(np.searchsorted(segmentation.word_ends, end, side="left"))
    starts = segmentation.word_starts[first : last + 1].tolist()
    yield from zip(starts, segmentation.word_ends[first : last + 1].tolist(), strict=True)


def _words(segmentation: Segmentation, start: int, end: int, right: set[tuple[int, int]]) -> Iterator[Word]:
    spans = list(_spans(segmentation, start, end))
    compared = segmentation.covered(np.array([span[0] for span in spans], dtype=np.int64))
    for span, scored in zip(spans, compared.tolist(), strict=True):
        state = "off" if not scored else "right" if span in right else "wrong"
        yield Word(
            start=max(span[0], start) - start,
            end=min(span[1], end) - start,
            opens=span[0] >= start,
            closes=span[1] <= end,
            state=state,
        )


def _lane_html(
    lane: Lane, row: int, chars: str, segments: Sequence[int], gold: set[int], aim: tuple[int, int] | None
) -> str:
    spoken = " ".join(
        chars[word.start : word.end] + {"wrong": " (wrong)", "off": " (not compared)"}.get(word.state, "")
        for word in lane.words
    )
    parts = []
    for start, end in zip(segments, segments[1:], strict=False):
        inside = [word for word in lane.words if start <= word.start < end]
        words = "<b> </b>".join(_word_html(word, lane, chars, gold, aim) for word in inside)
        parts.append(f'<span class="s">{words}</span>')
    label = escape(f"{lane.label}: {spoken}" if lane.role == GOLD else f"{lane.label}, {lane.name}: {spoken}")
    return (
        f'<div class="cw-lane cw-{lane.role}" style="--row: {row}" role="img" aria-label="{label}">'
        f"{'<b> </b>'.join(parts)}</div>"
    )


def _word_html(word: Word, lane: Lane, chars: str, gold: set[int], aim: tuple[int, int] | None) -> str:
    classes = {"wrong": ["bad"], "off": ["off"]}.get(word.state, [])
    if (word.start, word.end) == aim and lane.role == GOLD:
        classes = [*classes, "aim"]
    cells = []
    for place in range(word.start, word.end):
        marks = ["f"] if place == word.start and word.opens else []
        marks += ["l"] if place == word.end - 1 and word.closes else []
        if word.state == "wrong" and place == word.start and word.opens and place not in gold:
            marks.append("x")
        if word.state == "wrong" and place > word.start and place in gold:
            marks.append("m")
        cells.append(f"<i{_class(marks)}>{escape(chars[place])}</i>")
    return f"<span{_class(classes)}>{''.join(cells)}</span>"


def _class(names: Sequence[str]) -> str:
    return f' class="{" ".join(names)}"' if names else ""
