"""The ribbon: one sentence, a row each for gold and the systems, every word a box over its characters.

All rows lie over each other on one cell of a CSS grid and every character has the same width, so all rows break at the
same places, whatever the width of the page; only the height within the line differs (see ``cwsdiag.ui.shell.style``).
In the document the rows follow each other, words with blanks between: that is what is copied and read aloud.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from cwsdiag.diagnosis.words import intact_spans, overlapping, spans
from cwsdiag.languages import _, translated
from cwsdiag.ui.shell import legends

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from cwsdiag.text import Segmentation

GOLD = "gold"
# The labels of the rows are repeated on every line. How many lines there will be depends on the width of the page:
# there are labels enough for lines of this many characters, and those that are not needed are cut off.
_SHORTEST_LINE = 8
# Rows × characters up to which a ribbon that has the page for itself is drawn in larger type.
_ROOM = 400
# Categories of characters that take a column but draw nothing of their own, or draw onto their neighbour.
_UNSEEN = {"Cc", "Cf", "Mn", "Me", "Zs", "Zl", "Zp"}


@dataclass(frozen=True)
class Word:
    """A word of one row, cut to the sentence.

    Attributes:
        start, end: its span within the sentence.
        opens, closes: whether it begins, and ends, here; a system word may reach over the end of the sentence.
        state: right; wrong; off, where nothing was compared; lacking, where the system does not have the characters; or
            apart, where other ways to cut have no such word.
        says: what is told of it under the pointer, lines of plain text.
    """

    start: int
    end: int
    opens: bool
    closes: bool
    state: str
    says: str = ""


@dataclass(frozen=True)
class Lane:
    """One row: its short label, its role (gold, a, b, c …), what it is called in full, its words.

    ``colour`` is that of the system, from the theme; gold's is in the style sheet.
    """

    label: str
    role: str
    name: str
    words: tuple[Word, ...]
    colour: str = ""

    @property
    def boundaries(self) -> set[int]:
        """Where words begin within the sentence."""
        return {word.start for word in self.words if word.opens}


@dataclass(frozen=True)
class _Sentence:
    """What all rows share: characters, where lines may break, gold's boundaries, and what the eye is to find."""

    chars: str
    segments: Sequence[int]
    gold: Collection[int]
    aim: tuple[int, int] | None
    hits: Collection[int]


def ribbon(
    gold: Segmentation,
    systems: Mapping[str, Segmentation],
    sentence: int,
    *,
    aim: tuple[int, int] | None = None,
    hits: Collection[int] = (),
    colours: Mapping[str, str],
    says: Callable[[Segmentation, int], str] | None = None,
    large: bool = False,
) -> str:
    """Return the HTML of a sentence; nothing in it comes from a file unescaped.

    Args:
        gold: the reference.
        systems: segmentations by role: ``a``, ``b`` and more.
        sentence: index of the gold sentence.
        aim: the span, in the whole text, of the gold word or words that the eye is to find.
        hits: positions, in the whole text, of characters that were searched for.
        colours: of the systems by role, from the theme.
        says: gives what is told of a word by its index in a segmentation, lines of plain text.
        large: whether the sentence has the page for itself.
    """
    start, end = int(gold.text.sentence_starts[sentence]), int(gold.text.sentence_ends[sentence])
    right = set(spans(gold, start, end))
    called = _("gold")
    lanes = [Lane(called, GOLD, called, tuple(_words(gold, start, end, right, says)))]
    lanes += [
        Lane(role.upper(), role, system.name, tuple(_words(system, start, end, right, says)), colours[role])
        for role, system in systems.items()
    ]
    chars = gold.text.chars[start:end]
    shared = set.intersection(*(lane.boundaries for lane in lanes))
    drawn = _Sentence(
        chars=chars,
        segments=[0, *sorted(shared - {0}), len(chars)],
        gold=lanes[0].boundaries,
        aim=None if aim is None else (aim[0] - start, aim[1] - start),
        hits={place - start for place in hits},
    )
    rows = "".join(_lane_html(lane, place, drawn, listed=says is not None) for place, lane in enumerate(lanes))
    names = f"<div>{''.join(map(_name_html, lanes))}</div>" * (1 + len(chars) // _SHORTEST_LINE)
    size = " cw-large" if large and len(lanes) * len(chars) <= _ROOM else ""
    return (
        f'<div class="cw-ribbon{size}" style="--rows: {len(lanes)}"><div class="cw-names" aria-hidden="true">{names}'
        f'</div><div class="cw-lanes">{rows}</div></div>{_own_html(systems, sentence)}'
    )


def way(words: Sequence[str], ways: Sequence[Sequence[str]], *, label: str) -> str:
    """Return the HTML of one way to cut a sentence among several: none is right or wrong, some words are not in all.

    Args:
        words: of the sentence.
        ways: all that are shown, this one among them: they break at the same places.
        label: what it is called when read aloud.
    """
    ends = [[0, *accumulate(map(len, one))] for one in ways]
    spans = [set(zip(one, one[1:], strict=False)) for one in ends]
    common, chars = set.intersection(*spans), "".join(words)
    mine = [0, *accumulate(map(len, words))]
    boxes = [
        Word(start, end, opens=True, closes=True, state="right" if (start, end) in common else "apart")
        for start, end in zip(mine, mine[1:], strict=False)
    ]
    drawn = _Sentence(chars, sorted(set.intersection(*map(set, ends))), (), None, ())
    size = " cw-large" if len(ways) * len(chars) <= _ROOM else ""
    called = translated(label)
    row = _lane_html(Lane(called, "way", called, tuple(boxes)), 0, drawn, listed=False)
    return f'<div class="cw-ribbon cw-alone{size}" style="--rows: 1"><div class="cw-lanes">{row}</div></div>'


def legend(
    systems: Mapping[str, Segmentation],
    *,
    colours: Mapping[str, str],
    wrong: Mapping[str, int] | None = None,
) -> str:
    """Return the HTML of a line that says what rows and marks of a ribbon mean.

    Args:
        systems: segmentations by role.
        colours: of the systems by role, from the theme.
        wrong: how many words of what is shown are wrong, for the roles where that is to be told.
    """
    names = ""
    for role, system in systems.items():
        name = f"{role.upper()} = {system.name}"
        if wrong and role in wrong:
            name = _("{name} · {n:,} wrong", name=name, n=wrong[role])
        names += legends.system(role, name, colour=colours[role])
    marks = {"bad": _("wrong word"), "extra": _("boundary gold lacks"), "missing": _("gold boundary missed")}
    if any(len(system.left_out) for system in systems.values()):
        marks["off"] = _("not compared")
    if any(system.own is not None for system in systems.values()):
        marks["off"] = _("characters it lacks")
    explained = "".join(f'<span><span class="cw-key {mark}"></span> {text}</span>' for mark, text in marks.items())
    gold = _("gold")
    return f'<div class="cw-legend"><span class="cw-name-gold">{gold}</span>{names}{explained}</div>'


def _words(
    segmentation: Segmentation,
    start: int,
    end: int,
    right: Collection[tuple[int, int]],
    says: Callable[[Segmentation, int], str] | None,
) -> Iterator[Word]:
    made, (first, _end) = spans(segmentation, start, end), overlapping(segmentation, start, end)
    compared = segmentation.covered(np.array([span[0] for span in made], dtype=np.int64)).tolist()
    right = set(right) & intact_spans(segmentation, start, end)
    for index, (span, scored) in enumerate(zip(made, compared, strict=True), start=first):
        if span[0] == span[1]:
            # A word without a character of gold has no place in its text.
            continue
        yield Word(
            start=max(span[0], start) - start,
            end=min(span[1], end) - start,
            opens=span[0] >= start,
            closes=span[1] <= end,
            state=_state(segmentation, index, scored=scored, right=span in right),
            says="" if says is None else says(segmentation, index),
        )


def _state(segmentation: Segmentation, word: int, *, scored: bool, right: bool) -> str:
    if not scored:
        return "off"
    if not segmentation.written[word]:
        return "lacking"
    return "right" if right else "wrong"


def _own_html(systems: Mapping[str, Segmentation], sentence: int) -> str:
    """Return what systems wrote themselves where it has other characters than the sentence that is drawn."""
    said = (
        _("{role} wrote: {words}", role=role.upper(), words=" ".join(system.sentence_words(sentence)))
        for role, system in systems.items()
        if system.altered_sentences[sentence]
    )
    return "".join(f'<p class="cw-note">{escape(line)}</p>' for line in said)


def _name_html(lane: Lane) -> str:
    return (
        f'<span class="cw-name-{lane.role} cw-system"{_colour(lane.colour)} title="{escape(lane.name)}">'
        f"<small>{escape(lane.label)}</small></span>"
    )


def _lane_html(lane: Lane, row: int, drawn: _Sentence, *, listed: bool) -> str:
    """Return a row: one picture with its text as label, or a list of words that can be reached one by one."""
    parts = []
    for start, end in zip(drawn.segments, drawn.segments[1:], strict=False):
        inside = [word for word in lane.words if start <= word.start < end]
        words = "<b> </b>".join(_word_html(word, lane, drawn, listed=listed) for word in inside)
        parts.append(f'<span class="s">{words}</span>')
    label = lane.label if lane.name == lane.label else f"{lane.label}, {lane.name}"
    if not listed:
        spoken = " ".join(_spoken(word, drawn) for word in lane.words)
        label = _("{name}: {value}", name=label, value=spoken)
    colour = f"; --c: {lane.colour}" if lane.colour else ""
    return (
        f'<div class="cw-lane cw-{lane.role}" style="--row: {row}{colour}"'
        f' role="{"list" if listed else "img"}" aria-label="{escape(label)}">{"<b> </b>".join(parts)}</div>'
    )


def _word_html(word: Word, lane: Lane, drawn: _Sentence, *, listed: bool) -> str:
    classes = {"wrong": ["bad"], "off": ["off"], "lacking": ["off"], "apart": ["apart"]}.get(word.state, [])
    if drawn.aim is not None and drawn.aim[0] <= word.start and word.end <= drawn.aim[1] and lane.role == GOLD:
        classes = [*classes, "aim"]
    cells = []
    for place in range(word.start, word.end):
        marks = ["f"] if place == word.start and word.opens else []
        marks += ["l"] if place == word.end - 1 and word.closes else []
        if word.state == "wrong" and place == word.start and word.opens and place not in drawn.gold:
            marks.append("x")
        if word.state == "wrong" and place > word.start and place in drawn.gold:
            marks.append("m")
        if place in drawn.hits:
            marks.append("h")
        cells.append(_cell_html(drawn.chars[place], marks))
    return f"<span{_class(classes)}{_told(word, lane, drawn) if listed else ''}>{''.join(cells)}</span>"


def _told(word: Word, lane: Lane, drawn: _Sentence) -> str:
    """Return what makes a word speak: its text, and what it says under the pointer or when it has the focus."""
    label = escape(_spoken(word, drawn))
    says = f' aria-description="{escape(word.says)}"' if word.says else ""
    # A right word says what gold's says: the way through the page with the tab key leaves it out.
    stop = ' tabindex="0"' if word.says and (lane.role == GOLD or word.state == "wrong") else ""
    return f' role="listitem" aria-label="{label}"{says}{stop}'


def _spoken(word: Word, drawn: _Sentence) -> str:
    """Return a word as it is read aloud, with its state where that is not what one expects."""
    text = drawn.chars[word.start : word.end]
    if word.state == "wrong":
        return _("{word} (wrong)", word=text)
    if word.state == "lacking":
        return _("{word} (lacking)", word=text)
    return _("{word} (not compared)", word=text) if word.state == "off" else text


def _cell_html(character: str, marks: Sequence[str]) -> str:
    unseen = _unseen(character)
    if not unseen:
        return f"<i{_class(marks)}>{escape(character)}</i>"
    return f'<i{_class([*marks, "u"])} title="{unseen}">{escape(character)}</i>'


@lru_cache(maxsize=4096)
def _unseen(character: str) -> str:
    """Return the number and name of a character that cannot be seen standing alone, empty for all others."""
    if unicodedata.category(character) not in _UNSEEN:
        return ""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def _class(names: Sequence[str]) -> str:
    return f' class="{" ".join(names)}"' if names else ""


def _colour(colour: str) -> str:
    return f' style="--c: {colour}"' if colour else ""
