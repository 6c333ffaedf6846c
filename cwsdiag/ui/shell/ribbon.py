"""The ribbon: one sentence, a row each for gold and the systems, every word a box over its characters.

All rows lie over each other on one cell of a CSS grid and every character has the same width, so all rows break at the
same places, whatever the width of the page; only the height within the line differs (see ``cwsdiag.ui.shell.style``).
In the document the rows follow each other, words with blanks between: that is what is copied and read aloud.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from cwsdiag.frames import GOLD, unseen
from cwsdiag.languages import _
from cwsdiag.languages.visible import STILL, escape, is_hidden
from cwsdiag.ui.shell import legends
from cwsdiag.views.ribbons import ribbon_of, ribbon_of_way

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from cwsdiag.frames import Ribbon, RibbonRow, RibbonWord
    from cwsdiag.text import Segmentation

# The labels of the rows are repeated on every line. How many lines there will be depends on the width of the page:
# there are labels enough for lines of this many characters, and those that are not needed are cut off.
_SHORTEST_LINE = 8
# Rows × characters up to which a ribbon that has the page for itself is drawn in larger type.
_ROOM = 400


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
    drawn = ribbon_of(gold, systems, sentence, aim=aim, hits=hits, colours=colours, says=says)
    count, chars = len(drawn.rows), len(drawn.chars)
    rows = "".join(_row_html(row, place, drawn, listed=says is not None) for place, row in enumerate(drawn.rows))
    names = f"<div>{''.join(map(_name_html, drawn.rows))}</div>" * (1 + chars // _SHORTEST_LINE)
    notes = "".join(f'<p class="cw-note">{escape(line)}</p>' for line in drawn.notes)
    size = " cw-large" if large and count * chars <= _ROOM else ""
    return (
        f'<div class="cw-ribbon{size}" style="--rows: {count}"><div class="cw-names" aria-hidden="true">{names}'
        f'</div><div class="cw-lanes">{rows}</div></div>{notes}'
    )


def way(words: Sequence[str], ways: Sequence[Sequence[str]], *, label: str) -> str:
    """Return the HTML of one way to cut a sentence among several: none is right or wrong, some words are not in all.

    Args:
        words: of the sentence.
        ways: all that are shown, this one among them: they break at the same places.
        label: what it is called when read aloud.
    """
    drawn = ribbon_of_way(words, ways, label=label)
    size = " cw-large" if len(ways) * len(drawn.chars) <= _ROOM else ""
    row = _row_html(drawn.rows[0], 0, drawn, listed=False)
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


def _name_html(row: RibbonRow) -> str:
    return (
        f'<span class="cw-name-{row.role} cw-system"{_colour(row.colour)} title="{escape(row.name)}">'
        f"<small>{escape(row.label)}</small></span>"
    )


def _row_html(row: RibbonRow, place: int, drawn: Ribbon, *, listed: bool) -> str:
    """Return a row: one picture with its text as label, or a list of words that can be reached one by one."""
    parts = []
    for start, end in drawn.segments:
        inside = [word for word in row.words if start <= word.start < end]
        words = "<b> </b>".join(_word_html(word, row, drawn, listed=listed) for word in inside)
        parts.append(f'<span class="s">{words}</span>')
    label = row.label if row.name == row.label else f"{row.label}, {row.name}"
    if not listed:
        spoken = " ".join(_spoken(word, drawn) for word in row.words)
        label = _("{name}: {value}", name=label, value=spoken)
    colour = f"; --c: {row.colour}" if row.colour else ""
    return (
        f'<div class="cw-lane cw-{row.role}" style="--row: {place}{colour}"'
        f' role="{"list" if listed else "img"}" aria-label="{escape(label)}">{"<b> </b>".join(parts)}</div>'
    )


def _word_html(word: RibbonWord, row: RibbonRow, drawn: Ribbon, *, listed: bool) -> str:
    classes = {"wrong": ["bad"], "off": ["off"], "lacking": ["off"], "apart": ["apart"]}.get(word.state, [])
    if drawn.aims_at(row, word):
        classes = [*classes, "aim"]
    cells = []
    for place in range(word.start, word.end):
        marks = ["f"] if place == word.start and word.opens else []
        marks += ["l"] if place == word.end - 1 and word.closes else []
        if word.extra and place == word.start:
            marks.append("x")
        if place in word.missed:
            marks.append("m")
        if place in drawn.hits:
            marks.append("h")
        cells.append(_cell_html(drawn.chars[place], marks))
    return f"<span{_class(classes)}{_told(word, row, drawn) if listed else ''}>{''.join(cells)}</span>"


def _told(word: RibbonWord, row: RibbonRow, drawn: Ribbon) -> str:
    """Return what makes a word speak: its text, and what it says under the pointer or when it has the focus."""
    label = escape(_spoken(word, drawn))
    says = f' aria-description="{escape(word.says)}"' if word.says else ""
    # A right word says what gold's says: the way through the page with the tab key leaves it out.
    stop = ' tabindex="0"' if word.says and (row.role == GOLD or word.state == "wrong") else ""
    return f' role="listitem" aria-label="{label}"{says}{stop}'


def _spoken(word: RibbonWord, drawn: Ribbon) -> str:
    """Return a word as it is read aloud, with its state where that is not what one expects."""
    text = drawn.chars[word.start : word.end]
    if word.state == "wrong":
        return _("{word} (wrong)", word=text)
    if word.state == "lacking":
        return _("{word} (lacking)", word=text)
    return _("{word} (not compared)", word=text) if word.state == "off" else text


def _cell_html(character: str, marks: Sequence[str]) -> str:
    named = unseen(character)
    if not named:
        return f"<i{_class(marks)}>{escape(character)}</i>"
    # A mark stands where it is; itself it might turn round what comes after it. What does not is copied as it is.
    drawn = "\u00a0" if is_hidden(character) and character not in STILL else html.escape(character)
    return f'<i{_class([*marks, "u"])} title="{named}">{drawn}</i>'


def _class(names: Sequence[str]) -> str:
    return f' class="{" ".join(names)}"' if names else ""


def _colour(colour: str) -> str:
    return f' style="--c: {colour}"' if colour else ""
