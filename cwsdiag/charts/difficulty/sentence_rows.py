"""Many sentences at once, a row each, after figure 7 of Qian, Qiu and Huang 2016: an SVG of its own.

Over each word stands a bar as high, and as dark, as the word is hard; under it a line for each system. All that it
takes is in the text that is returned: it looks the same on a page, in a file and on paper. Whatever a corpus says is
set as text.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.charts import theme
from cwsdiag.charts.drawn.svg import advance, lines, n, plain
from cwsdiag.languages import _, n_
from cwsdiag.languages.visible import stand_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cwsdiag.charts.theme import Ground
    from cwsdiag.frames import HardSentence, HardWord

# All in units of the drawing, which is scaled to the width of the page: they are pixels where it is as wide.
WIDTH, ROW = 910, 39
# What stands beside the words: the number of a sentence and the axis; what systems get of it.
_LEFT, _RIGHT = 64, 54
_ROOM = WIDTH - _LEFT - _RIGHT
_LINE, _SMALL = 17, 10.5
# Type of a sentence on one line.
_TYPE = 12.5
# Of the size of the type: what stands around a word.
_PAD = 0.12
_MARKS = {"right": "✓", "wrong": "✗", "off": "–"}


@dataclass(frozen=True)
class Role:
    """A system in the drawing: ``letter`` and ``name`` for people, and its colour."""

    letter: str
    name: str
    colour: str


def svg_style(ground: Ground) -> str:
    """Return the style sheet of the drawing on a ground."""
    ink, hard = theme.INK[ground], theme.HARD[ground]
    return (
        f"text{{fill:{ink};font-family:{theme.FONT}}}.p{{fill:none}}.d{{fill:{hard}}}.f{{opacity:.78}}"
        f".l{{stroke:{theme.GOLD};fill:none}}.b{{font-weight:700}}.m{{text-anchor:middle}}.e{{text-anchor:end}}"
        f".t{{fill:{theme.GOLD};fill-opacity:.32}}.o{{fill:{theme.SOFT}}}.z{{fill:transparent}}"
    )


def rows_svg(
    rows: Sequence[HardSentence],
    *,
    roles: Mapping[str, Role],
    ground: Ground,
    title: str,
    told: str = "",
    opened: int | None = None,
) -> str:
    """Return sentences as one SVG, each on a line, whatever of it fits; one of them may be opened: large, and whole.

    A group with ``data-row`` has the number of its sentence, one with ``data-word`` in the opened sentence also that of
    the word in it, from 1; ``class="control"`` has what is operated.

    Args:
        rows: the sentences, first to last.
        roles: the systems, by the roles that ``rows`` speak of.
        ground: what it is drawn on.
        title: what is drawn, for those who do not see it and under the rows.
        told: a further sentence there; empty for none.
        opened: the number of the sentence that is large; None for none.
    """
    legend, top = _legend(roles, any(_cut(row) for row in rows if row.number != opened))
    parts = [legend]
    for row in rows:
        drawn, height = _opened(row, roles, top) if row.number == opened else (_row(row, roles, top), ROW)
        parts.append(drawn)
        top += height
    for line in lines(f"{title} {told}".strip(), WIDTH, _SMALL):
        top += _SMALL + 4
        parts.append(_text(0, top, line, _SMALL, "f"))
    height = round(top + 5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'lang="zh"><title>{plain(title)}</title><style>{svg_style(ground)}</style>'
        f'<rect class="p" width="{WIDTH}" height="{height}"/>{"".join(parts)}</svg>'
    )


def _row(row: HardSentence, roles: Mapping[str, Role], top: float) -> str:
    """Return a sentence on one line."""
    size, high, base = _TYPE, 14, 17.5
    first, last = window(row, _ROOM, size)
    before, after = first > 0, len(row.words) - last
    x = _LEFT + (size if before else 0)
    parts, spans = [], []
    if before:
        parts.append(_text(_LEFT, base + size + 1, "…", size, "f"))
    place = sum(len(word.word) for word in row.words[:first])
    for word in row.words[first:last]:
        wide = min(word_width(word.word, size), _ROOM - 2 * size)
        told = f"<title>{plain(word_told(word, roles))}</title>"
        drawn = _bar(word, x, wide, base, high) + _hits(word.word, row.hits, place, x, base + 2, size)
        parts.append(f"<g>{told}{drawn}{_word(word.word, x, wide, base + size + 1, size)}</g>")
        spans.append((x, wide, word))
        x, place = x + wide + gap(size), place + len(word.word)
    if after:
        parts.append(_text(x, base + size + 1, f"… +{after:,}", _SMALL, "f"))
    for at, (role, system) in enumerate(roles.items()):
        parts.append(_strips(spans, role, system.colour, base + size + 5.5 + 3.6 * at))
    axis = _axis(base, high, (0, 1), x)
    name = _text(2, 15, f"{row.number:,}", 12, "b") + _text(2, 29, mean_said(row), 9.5, "f")
    box = f'<rect class="z" y="1" width="{WIDTH}" height="{ROW - 2}" rx="4"/>'
    return (
        f'<g transform="translate(0 {n(top)})" class="row" data-row="{row.number}" tabindex="0" role="button" '
        f'aria-expanded="false" aria-label="{plain(_spoken(row, roles))}">'
        f"{box}{axis}{name}{''.join(parts)}{_got(row, roles)}</g>"
    )


def _opened(row: HardSentence, roles: Mapping[str, Role], top: float) -> tuple[str, float]:
    """Return a sentence in large type, over as many lines as it takes, and its height."""
    size, high, mark, head = 23.0, 52, 14.5, 24
    line = 16 + high + size + 12 + mark * len(roles)
    parts = [_text(10, 17, _head(row), 12.5, "b")]
    x, y, place, ends = float(_LEFT), float(head), 0, []
    for number, word in enumerate(row.words, start=1):
        wide = min(max(word_width(word.word, size), 28), WIDTH - _LEFT - 10)
        if x + wide > WIDTH - 8 and x > _LEFT:
            ends.append((y, x))
            x, y = float(_LEFT), y + line
        base = y + 14 + high
        drawn = _bar(word, x, wide, base, high) + _hits(word.word, row.hits, place, x, base + 3, size)
        drawn += _text(x + wide / 2, base - high * word.difficulty - 3, short(word.difficulty), 10, "m f")
        drawn += _word(word.word, x, wide, base + size + 1, size)
        for at, (role, system) in enumerate(roles.items()):
            drawn += _verdict(word.verdicts[role], system, x, wide, base + size + 9 + mark * at)
        told = plain(word_told(word, roles))
        parts.append(
            f'<g class="word" data-word="{number}" tabindex="0" role="link" aria-label="{told}">'
            f"<title>{told}</title>{drawn}</g>"
        )
        x, place = x + wide + 4, place + len(word.word)
    ends.append((y, x))
    axes = "".join(
        f'<g transform="translate(0 {n(at)})">{_axis(14 + high, high, (0, 0.5, 1), x)}</g>' for at, x in ends
    )
    height = y + line + 4
    box = f'<rect class="o" y="1" width="{WIDTH}" height="{n(height - 3)}" rx="6"/>'
    cross = f'<g class="control">{_text(WIDTH - 12, 18, "✕", 14, "e")}</g>'
    return (
        f'<g transform="translate(0 {n(top)})" class="row" data-row="{row.number}" tabindex="0" role="button" '
        f'aria-expanded="true" aria-label="{plain(_head(row))}">{box}{axes}{"".join(parts)}{cross}</g>'
    ), height


def _head(row: HardSentence) -> str:
    """Say how hard a sentence is, and what systems get of that."""
    said = _("Sentence {number:,}: mean difficulty {mean}.", number=row.number, mean=f"{row.mean:.2f}")
    shares = _(", ").join(f"{role.upper()} {short(share)}" for role, share in row.got.items())
    got = _("Share of it that systems get: {shares}.", shares=shares)
    return _("{first} {second}", first=said, second=got)


def mean_said(row: HardSentence) -> str:
    """Say how hard the words of a sentence are on average."""
    return _("mean {mean}", mean=short(row.mean))


def window(row: HardSentence, room: float, size: float) -> tuple[int, int]:
    """Return the first word of a sentence that a line shows, and the one after the last: what was searched for.

    Args:
        row: the sentence.
        room: for words, with what says that some are missing.
        size: of the type.
    """
    widths = [min(word_width(word.word, size), room - 2 * size) + gap(size) for word in row.words]
    if sum(widths) <= room:
        return 0, len(widths)
    ends = _ends(row.words)
    hit = next((at for at, end in enumerate(ends) if row.hits and end > min(row.hits)), 0)
    # Room for what says that something is missing on either side.
    room -= 4 * size
    first = 0
    while first < hit and sum(widths[first : hit + 1]) > room / 2:
        first += 1
    if sum(widths[: hit + 1]) <= room:
        first = 0
    last, taken = first, 0.0
    while last < len(widths) and (taken + widths[last] <= room or last == first):
        taken, last = taken + widths[last], last + 1
    return first, last


def _cut(row: HardSentence) -> bool:
    return window(row, _ROOM, _TYPE) != (0, len(row.words))


def _ends(words: Iterable[HardWord]) -> list[int]:
    ends, end = [], 0
    for word in words:
        end += len(word.word)
        ends.append(end)
    return ends


def _bar(word: HardWord, x: float, wide: float, base: float, high: float) -> str:
    tall, dark = high * word.difficulty, 0.25 + 0.75 * word.difficulty
    if not tall:
        return ""
    return (
        f'<rect class="d" x="{n(x)}" y="{n(base - tall)}" width="{n(wide)}" height="{n(tall)}" '
        f'fill-opacity="{dark:.2f}"/>'
    )


def _hits(word: str, hits: frozenset[int], place: int, x: float, y: float, size: float) -> str:
    """Return a ground for the characters of a word that were searched for."""
    found = ""
    at = x + _PAD * size
    for offset, char in enumerate(word):
        wide = advance(char) * size
        if place + offset in hits:
            found += f'<rect class="t" x="{n(at)}" y="{n(y)}" width="{n(wide)}" height="{n(size + 1)}"/>'
        at += wide
    return found


def _word(word: str, x: float, wide: float, y: float, size: float) -> str:
    """Return a word in the middle of its place, made as wide as that where its letters may be of any width."""
    drawn = wide - 2 * _PAD * size
    natural = sum(map(advance, word)) * size
    fixed = len(word) > 1 and (natural > drawn or any(advance(char) < 1 for char in word))
    squeezed = f' textLength="{n(drawn)}" lengthAdjust="spacingAndGlyphs"' if fixed else ""
    said = plain(stand_in(word))
    return f'<text class="m" x="{n(x + wide / 2)}" y="{n(y)}" font-size="{n(size)}"{squeezed}>{said}</text>'


def _strips(spans: Sequence[tuple[float, float, HardWord]], role: str, colour: str, y: float) -> str:
    """Return what a system made of the words of a line: thick and full where wrong, thin where right, or dotted."""
    looks = {
        "wrong": f'stroke="{colour}" stroke-width="3.2"',
        "right": f'stroke="{colour}" stroke-width=".8" stroke-opacity=".6"',
        "off": f'stroke="{theme.GOLD}" stroke-width="1.2" stroke-dasharray="1 2.5"',
    }
    found = ""
    for verdict, look in looks.items():
        path = "".join(f"M{n(x)} {n(y)}h{n(wide)}" for x, wide, word in spans if word.verdicts[role] == verdict)
        found += f'<path {look} d="{path}"/>' if path else ""
    return found


def _verdict(verdict: str, system: Role, x: float, wide: float, y: float) -> str:
    """Return what a system made of a word, in large type: its letter and a mark, in a box where it is wrong."""
    said = _text(
        x + wide / 2, y + 10.5, f"{system.letter} {_MARKS[verdict]}", 10, "m b" if verdict == "wrong" else "m f"
    )
    if verdict != "wrong":
        return said
    return (
        f'<rect x="{n(x + 0.8)}" y="{n(y)}" width="{n(wide - 1.6)}" height="13" rx="3" fill="{system.colour}" '
        f'fill-opacity=".26" stroke="{system.colour}" stroke-width="1.4"/>{said}'
    )


def _axis(base: float, high: float, ticks: Sequence[float], right: float) -> str:
    """Return the axis of difficulty at the left, with a faint line to the right for each tick."""
    x, found = _LEFT - 4, ""
    for tick in ticks:
        y = base - high * tick
        strong = 1 if tick == 0 else 0.35
        found += f'<path class="l" stroke-width="{strong}" d="M{x} {n(y)}H{n(right)}"/>'
        found += _text(x - 3, y + 3, f"{tick:g}", 8.5, "e f")
    return f'{found}<path class="l" stroke-width="1" d="M{x} {n(base)}v{n(-high)}"/>'


def _got(row: HardSentence, roles: Mapping[str, Role]) -> str:
    """Return what each system gets of the difficulty of a sentence, at the right."""
    x, found = WIDTH - _RIGHT + 8, ""
    for at, (role, system) in enumerate(roles.items()):
        y = 15 + 13 * at
        found += f'<rect x="{x}" y="{y - 8}" width="4" height="9" fill="{system.colour}"/>'
        found += _text(x + 8, y, f"{system.letter} {short(row.got[role])}", 11, "b")
    return found


def _legend(roles: Mapping[str, Role], cut: bool) -> tuple[str, float]:
    """Return what the marks mean, on as many lines as that takes, and where the first row begins."""
    bar = '<rect class="d" y="-9" width="5" height="4" fill-opacity=".4" transform="translate(0 5)"/>'
    bar += '<rect class="d" x="6" y="-9" width="5" height="10"/>'
    items = [(bar, 15.0, _("bar: difficulty, from 0 to 1"))]
    for system in roles.values():
        mark = f'<rect y="-9" width="10" height="10" rx="2" fill="{system.colour}"/>'
        items.append((mark, 14.0, f"{system.letter} = {system.name}"))
    items.append(('<path stroke="currentColor" class="l" stroke-width="3.2" d="M0 -4h14"/>', 18.0, _("wrong")))
    items.append(('<path class="l" stroke-width=".8" d="M0 -4h14"/>', 18.0, _("right")))
    items.append(("", 0.0, _("at the right: the share of the difficulty that a system gets")))
    if cut:
        items.append(("", 0.0, _("… +9: words that have no room")))
    x, y, found = 0.0, 12.0, ""
    for mark, indent, said in items:
        wide = indent + sum(map(advance, said)) * 10
        if x and x + wide > WIDTH:
            x, y = 0.0, y + _LINE
        found += f'<g transform="translate({n(x)} {n(y)})">{mark}{_text(indent, 0, said, 11, "")}</g>'
        x += wide + 14
    return found, y + 6


def _spoken(row: HardSentence, roles: Mapping[str, Role]) -> str:
    """Return what is read aloud of a line."""
    chars = "".join(word.word for word in row.words)
    missed = [
        n_(
            "{system}: {n:,} word wrong",
            "{system}: {n:,} words wrong",
            sum(word.verdicts[role] == "wrong" for word in row.words),
            system=system.letter,
        )
        for role, system in roles.items()
    ]
    return _(", ").join([_head(row), chars, *missed])


def word_told(word: HardWord, roles: Mapping[str, Role]) -> str:
    """Return what is told of a word under the pointer."""
    verdicts = [f"{system.letter} {_MARKS[word.verdicts[role]]}" for role, system in roles.items()]
    return "  ".join(filter(None, [word.word, f"d {word.difficulty:.3f}", word.votes, *verdicts]))


def word_width(word: str, size: float) -> float:
    """Return how wide the place of a word is."""
    return (sum(map(advance, word)) + 2 * _PAD) * size


def gap(size: float) -> float:
    """Return what lies between words."""
    return size / 5


def _text(x: float, y: float, said: str, size: float, kind: str) -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{n(x)}" y="{n(y)}" font-size="{size:g}">{plain(said)}</text>'


def short(value: float) -> str:
    """Return a number from 0 to 1 as short as it can stand: ``.82``, ``1``, ``0``; a dash where undefined."""
    if math.isnan(value):
        return "–"
    return f"{value:.0f}" if value in (0.0, 1.0) else f"{value:.2f}".removeprefix("0")
