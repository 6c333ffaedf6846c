"""Tables of cells, shaded by what they say, each a click target: systems in pairs, all against one, errors."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cwsdiag.charts import marks, theme
from cwsdiag.charts.layout import LegendEntry, Spec, chart, inner_height, short_by_name, short_names, ticks, wrapped
from cwsdiag.charts.theme import PAGE, Size
from cwsdiag.frames import UNDEFINED, Against, Line, number, p_is, records, signed, written
from cwsdiag.frames import width as width_of
from cwsdiag.languages import _, translated

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]

ALIKE = "≈"
# Up to so many systems, both matrices of pairs have room beside each other; above so many, cells none for decimals.
MOST_BESIDE, _NARROW = 8, 16
# How much of its colour a cell of a pair has that does not differ.
_FAINT = 0.15
# So much of the fullest cell is coloured as a rule that the texts of both themes are read on it.
DEEPEST = 0.55
# Above this share of the colour, texts are light.
_DARK = 0.55
# The height of a row of a slide, in pixels of a page.
_ROW = 19


def pairs_chart(
    systems: Sequence[str], pairs: pd.DataFrame, size: Size, *, by_rule: bool, roles: Mapping[str, str]
) -> Spec:
    """Return which pairs of systems differ by the bakeoff's rule, or by the paired test; a click gives the two.

    A cell says something of its row's system against its column's: by what the two differ, or their difference of F.
    It is filled where the two differ, framed where rule and test come to different ends, and has no ground where the
    test was not made.

    Args:
        systems: in order.
        pairs: each pair both ways round, as ``cwsdiag.views.standings.pairs`` has them.
        size: where it goes.
        by_rule: whether the rule is shown, and not the test.
        roles: which of the systems are A and B.
    """
    narrow = len(systems) > _NARROW * min(1.0, size.width / size.text / PAGE.width)
    rows = {(row["first"], row["second"]): row for row in records(pairs)}

    def cell(first: str, second: str) -> MatrixCell:
        row = rows.get((first, second))
        if row is None:
            return MatrixCell(("",), (first,), (first, second))
        text, lines, level = (_by_rule if by_rule else _by_test)(row, narrow)
        bold, ink = (0, theme.ON_COLOUR) if level == 1 else (None, "")
        return MatrixCell(
            (text,),
            (f"{first} − {second}", *lines),
            (first, second),
            level,
            bold,
            ink,
            theme.WORST if row["tested"] and row["differ"] != row["significant"] else "",
        )

    cells = [[cell(first, second) for second in systems] for first in systems]
    filled = _("significant by the paired test; points of F")
    if by_rule:
        filled = _("the two differ by recall (R) or precision (P)")
    legend = [
        LegendEntry(filled),
        LegendEntry(_("{mark} not, or too few", mark=ALIKE), theme.tint(theme.LABEL, _FAINT)),
    ]
    if any(one.frame for line in cells for one in line):
        legend.append(LegendEntry(_("framed: by the other rule otherwise"), theme.WORST, "square-open"))
    return cells_chart(
        systems,
        _numbers(systems),
        cells,
        size,
        deepest=1,
        labels=_numbered(systems, size, {name: f"  <b>{role.upper()}</b>" for role, name in roles.items()}),
        legend=legend,
    )


def letters(row: Row, *, between: str = " ") -> str:
    """Return the letters of the measures by which two systems differ by the bakeoff's rule; empty for none."""
    return between.join(letter for letter, measure in (("R", "recall"), ("P", "precision")) if row[f"by_{measure}"])


def _by_rule(row: Row, narrow: bool) -> tuple[str, list[str], float | None]:
    """Return the text of a cell, what the pointer says of it, and how much it is filled."""
    lines = []
    for measure, name in (("recall", _("recall")), ("precision", _("precision"))):
        said = _("{measure}: undefined", measure=name)
        if not math.isnan(row[measure]):
            points, reach = signed(row[measure]), row[f"{measure}_reach"]
            said = _(
                "{measure}: {points} points, half-widths sum to {reach:.1f}", measure=name, points=points, reach=reach
            )
        lines.append(said)
    undefined = math.isnan(row["recall"]) and math.isnan(row["precision"])
    text = letters(row, between="" if narrow else " ") or (UNDEFINED if undefined else ALIKE)
    return text, lines, 1.0 if row["differ"] else _FAINT


def _by_test(row: Row, narrow: bool) -> tuple[str, list[str], float | None]:
    value = row["f1"]
    if math.isnan(value):
        return UNDEFINED, [_("{measure}: undefined", measure="F")], _FAINT
    said = marks.with_interval(_("F: {points} points", points=signed(value)), row["f1_low"], row["f1_high"], signed)
    verdict = _verdict(row["verdict"], f"{row['p']:.2g}") if row["tested"] else _("not tested")
    # Where cells are narrow the first decimal of a large difference would not fit; the pointer still shows it.
    text = written(value, 0, "+") if narrow and abs(value) >= 9.95 else signed(value)
    return text, [said, verdict], 1.0 if row["significant"] else _FAINT if row["tested"] else None


def _verdict(verdict: str | None, p: str) -> str:
    if verdict == "too few":
        return _("too few units differ for a verdict")
    if verdict == "significant":
        return _("significant: adjusted p {p}", p=p)
    return _("not significant: adjusted p {p}", p=p)


def _numbers(names: Sequence[str]) -> list[str]:
    return list(map(str, range(1, len(names) + 1)))


def _numbered(names: Sequence[str], size: Size, marks: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Return names with their numbers, for rows whose columns have room for the numbers alone."""
    short = short_by_name(names, size.letters(_LONGEST_NAME))
    return [
        f"{theme.plain(short[name])}{marks.get(name, '')}  <b>{place}</b>" for place, name in enumerate(names, start=1)
    ]


def values_chart(
    names: Sequence[str],
    values: Sequence[Sequence[float]],
    means: tuple[Sequence[float], Sequence[float]],
    size: Size,
    *,
    measure: str,
    digits: int,
    selected: tuple[str, str] | None = None,
) -> Spec:
    """Return a value for each pair, darker where larger, with means at the sides; a click gives both names of a cell.

    Args:
        names: of the datasets, for rows and columns.
        values: by training data, then test text; NaN where not known. They are left out where they do not fit.
        means: of rows and of columns.
        size: where it goes.
        measure: what a value is called under the pointer.
        digits: decimals.
        selected: the pair that is framed, training data first.
    """
    known = [value for row in values for value in row if math.isfinite(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)

    def cell(train: str, test: str, value: float) -> MatrixCell:
        level = (value - low) / (high - low or 1.0) if math.isfinite(value) else None
        text = number(value, digits)
        hover = (f"{train} → {test}", f"{measure} {text}")
        return MatrixCell(
            (text,),
            hover,
            (train, test),
            level,
            None,
            theme.ON_COLOUR if level is not None and level > _DARK else "",
            theme.WARNING if selected == (train, test) else "",
        )

    by_training, by_test = ([MatrixCell((number(mean, digits),)) for mean in of] for of in means)
    cells = [
        [*(cell(train, test, value) for test, value in zip(names, row, strict=True)), mean]
        for train, row, mean in zip(names, values, by_training, strict=True)
    ]
    return cells_chart(
        [*names, _("mean")],
        [*_numbers(names), _("mean")],
        [*cells, [*by_test, MatrixCell(("",))]],
        size,
        deepest=1,
        rules=[len(names)],
        labels=[*_numbered(names, size), _("mean")],
        title=_("down: training data; across: test text"),
    )


def kinds_chart(
    table: Sequence[Sequence[int]],
    size: Size,
    *,
    shapes: Sequence[tuple[str, str]],
    causes: Sequence[tuple[str, str]],
    colour: str,
) -> Spec:
    """Return how many gold words a system misses by shape and cause, the more the deeper its colour, with sums.

    A click gives names of shape and cause, empty for all.

    Args:
        table: a row a shape, a column a cause, or one column where causes are not known.
        size: where it goes.
        shapes: names and labels of the rows.
        causes: the same of the columns; none where they are not known.
        colour: of the system.
    """
    down, across = [*shapes, ("", _("all"))], [*causes, ("", _("all"))]
    counts = [[*row, sum(row)] if causes else list(row) for row in table]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    missed, largest = counts[-1][-1], max((max(row) for row in table), default=0) or 1

    def cell(row: int, column: int) -> MatrixCell:
        count, (shape, cause) = counts[row][column], (down[row], across[column])
        share = f"{count / missed:.1%}" if missed else UNDEFINED
        kind = ", ".join(translated(label) for name, label in (shape, cause) if name) or _("all errors")
        # Sums have no colour.
        level = count / largest if row < len(table) and column < len(table[0]) else None
        return MatrixCell(
            (f"{count:,}", share) if count else ("0",),
            (kind, _("{count:,} of {missed:,} missed gold words ({share})", count=count, missed=missed, share=share)),
            (shape[0], cause[0]),
            level,
            0 if count else None,
        )

    rows, columns = ([translated(label) for _name, label in ends] for ends in (down, across))
    return cells_chart(
        rows,
        columns,
        [[cell(row, column) for column in range(len(across))] for row in range(len(down))],
        size,
        high=colour,
    )


def against_chart(against: Against, size: Size, *, colour: str) -> Spec:
    """Return the difference of every system to one, the base: a row a bucket or a kind of error, a column a system.

    A click gives the key of the row and the name of the system.

    Args:
        against: rows and columns, in order; where not all rows fit, those that differ most are drawn.
        size: where it goes.
        colour: of the base, which is ahead in cells of that colour.
    """
    legend = [
        LegendEntry(_("{base} is ahead; bold: significant", base=against.base), colour),
        LegendEntry(_("it is behind")),
    ]
    # Differences of errors by kind are of another scale.
    reach = {False: 0.0, True: 0.0}
    for line in against.lines:
        if not line.apart:
            known = [abs(cell.difference) for cell in line.cells if math.isfinite(cell.difference)]
            reach[line.is_kind] = max([reach[line.is_kind], *known])
    rows = [
        (line, [_against_cell(against, line, place, reach[line.is_kind] or 1) for place in range(len(against.systems))])
        for line in against.lines
    ]
    room = inner_height(size, legend)
    if room is not None and len(rows) > (most := max(1, int(room / _ROW) - 2)):
        strongest = sorted(rows[1:], key=lambda one: -max(abs(cell.level or 0) for cell in one[1]))
        keys = {line.key for line, _cells in (rows[0], *strongest[: most - 1])}
        rows = [one for one in rows if one[0].key in keys]
        legend.append(
            LegendEntry(_("{n} of {rows} rows, which differ most", n=len(rows), rows=len(against.lines)), theme.CLEAR)
        )
    labels, rules, group = [], [], None
    for place, (line, _cells) in enumerate(rows):
        label = theme.plain(line.label)
        if line.group != group:
            group, label = line.group, f"<b>{theme.plain(line.group)}</b>  {label}"
            rules.append(place)
        labels.append(label)
    return cells_chart(
        [line.key for line, _cells in rows],
        against.systems,
        [cells for _line, cells in rows],
        size,
        low=colour,
        rules=rules[1:],
        labels=labels,
        legend=legend,
    )


def _against_cell(against: Against, line: Line, column: int, reach: float) -> MatrixCell:
    """Return the cell of a system: full where its difference is significant; errors by kind have no test."""
    one, system = line.cells[column], against.systems[column]
    head = (f"{line.group} {line.label}", f"{system} − {against.base}")
    data = (line.key, system)
    if math.isnan(one.difference):
        return MatrixCell((UNDEFINED,), (*head, _("undefined")), data)
    # Ahead is who has fewer errors, or a higher F1.
    level = max(-1.0, min(1.0, one.difference / reach)) * (-1 if line.is_kind else 1)
    if line.is_kind:
        text = signed(one.difference, 0)
        return MatrixCell((text,), (*head, _("{difference} gold words missed", difference=text)), data, level)
    strength, bold = (1, 0) if one.verdict == "significant" else (theme.LIGHTER, None)
    return MatrixCell(
        (signed(one.difference),),
        (
            *head,
            marks.with_interval(_("{points} points", points=signed(one.difference)), one.low, one.high, signed),
            _verdict(one.verdict, p_is(one.p, one.alone)),
        ),
        data,
        level * strength,
        bold,
        theme.GOLD if one.verdict == "too few" else "",
    )


# More rows than this are lower and have smaller texts.
_MANY = 8
# Pixels of a page: a line of text in a cell and what is around it, in small and in large tables; a character.
_LINE, _AROUND, _AROUND_FEW, _CHARACTER = 15, 10, 23, 6.2
_LONGEST_NAME, _LONGEST_SLANTING, _HEAD_LINES = 26, 18, 3
_INTERVAL = re.compile(r" \[[−+\d][^\[\]]*\]$")
# A cell has so much of its column and row.
_WIDE, _HIGH = 0.97, 0.94


@dataclass(frozen=True)
class MatrixCell:
    """One cell.

    Attributes:
        lines: its texts, from top to bottom.
        hover: what is said of it under the pointer, line by line; nothing where it has no ground and no click.
        data: what a click on it gives; None where it leads nowhere.
        level: how much it is shaded, from -1 to 1 by the colours of the figure; None for not at all.
        bold: which of the lines stands out, None for none.
        ink: the colour of its texts; that of all texts without it.
        frame: the colour of a frame around it; none without it.
    """

    lines: tuple[str, ...]
    hover: tuple[str, ...] = ()
    data: tuple[Any, ...] | None = None
    level: float | None = None
    bold: int | None = None
    ink: str = ""
    frame: str = ""


def cells_chart(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[MatrixCell]],
    size: Size,
    *,
    low: str = theme.LABEL,
    high: str = theme.LABEL,
    deepest: float = DEEPEST,
    groups: int = 1,
    rules: Sequence[int] = (),
    labels: Sequence[str] = (),
    title: str = "",
    legend: Sequence[LegendEntry] = (),
) -> Spec:
    """Return a table of cells; a click gives the ``data`` of a cell.

    Args:
        rows: names of the rows, one for each ``groups`` of them.
        columns: titles of the columns.
        cells: by row and column.
        size: where it goes.
        low: the colour of level -1.
        high: the colour of level 1.
        deepest: how much of its colour a cell of level 1 has.
        groups: how many rows belong together under one name.
        rules: rows with a line over them.
        labels: what stands beside the rows, as Plotly shows it; their names, short, without it.
        title: over the titles of the columns.
        legend: what the shades are.
    """
    many = len(cells) > _MANY
    lines = max((len(cell.lines) for row in cells for cell in row), default=1)
    high_row = _LINE * lines + (_AROUND if many or lines > 1 else _AROUND_FEW)
    labels = labels or [theme.plain(name) for name in short_names(rows, size.letters(_LONGEST_NAME))]
    beside = max((width_of(re.sub("<.*?>", "", label)) for label in labels), default=0) * _CHARACTER + 16
    room = (size.width / size.text - beside) / max(1, len(columns))
    heads, angle, head = _heads([translated(one) for one in columns], int(room / _CHARACTER))
    every = [(row, column, cell) for row, line in enumerate(cells) for column, cell in enumerate(line)]
    # Numbers are left out where they do not fit.
    fits = max((width_of(line) for *_at, cell in every for line in cell.lines), default=0) * _CHARACTER <= room
    ground = [one for one in every if one[2].hover]
    own = [cell for _row, _column, cell in ground]
    fill = marks.bars(
        [column for _row, column, _cell in ground],
        [_HIGH] * len(own),
        [_colour(cell, low, high, deepest) for cell in own],
        data=[list(cell.data or ()) for cell in own],
        hover=[marks.hover(cell.hover) for cell in own],
        base=[row - _HIGH / 2 for row, _column, _cell in ground],
        width=_WIDE,
    )
    widths, inks = [3 if cell.frame else 0 for cell in own], [cell.frame or theme.CLEAR for cell in own]
    fill["marker"]["line"] = {"width": widths, "color": inks}
    borders = range(groups, len(cells), groups) if groups > 1 else rules
    across = {"color": theme.FAINT, "width": 1}
    top = 8 + 20 * bool(title) + head
    return chart(
        [
            fill,
            marks.texts(
                [column for _row, column, _cell in every],
                [row for row, _column, _cell in every],
                [_text(cell, max(8, int(room / (0.9 * _CHARACTER)))) for _row, _column, cell in every],
                textfont={"size": theme.SMALL if many or not fits else theme.SMALL + 1},
            ),
        ]
        if fits or lines > 1
        else [fill],
        size,
        height=high_row * len(cells) + top + 6,
        # What slants ends right of its column: Plotly leaves out what ends outside of the chart.
        margin={"l": 4, "r": max(4.0, head - room / 2) if angle else 4.0, "t": top, "b": 6},
        legend=legend,
        xaxis=ticks(heads, side="top", ticks="", title=title, tickangle=angle),
        yaxis=ticks(
            rows,
            ticktext=labels,
            tickvals=[groups * place + (groups - 1) / 2 for place in range(len(rows))],
            range=[max(1, len(cells)) - 0.5, -0.5],
            **theme.AWAY,
        ),
        hoverdistance=marks.NEAR,
        shapes=[marks.shape([-0.5, len(columns) - 0.5], [at - 0.5] * 2, across) for at in borders],
    )


def _heads(columns: Sequence[str], room: int) -> tuple[list[str], int, float]:
    """Return titles of columns in lines, or slanting where they have no room for that; their angle, and height."""
    short = short_names(columns, max(8, _HEAD_LINES * room))
    lines = [wrapped(title, max(3, room)) for title in short]
    is_chinese = all(width_of(title) == 2 * len(title) for title in columns)
    if is_chinese or all(" ".join(one) == title for one, title in zip(lines, short, strict=True)):
        return ["\n".join(one) for one in lines], 0, 17 * max(map(len, lines), default=1)
    short = short_names(columns, _LONGEST_SLANTING)
    return short, -45, 5 * max(map(width_of, short)) + 8


def _colour(cell: MatrixCell, low: str, high: str, deepest: float) -> str:
    if cell.level is None:
        return theme.tint(high, 0)
    return theme.tint(high if cell.level >= 0 else low, 0.06 + 0.94 * deepest * abs(cell.level))


def _text(cell: MatrixCell, letters: int) -> str:
    """Return the lines of a cell; without intervals, and cut, where they have no room: the hover has them whole."""
    lines = [line if width_of(line) <= letters else _INTERVAL.sub("", line) for line in cell.lines]
    lines = [theme.plain(short_names([line], letters)[0]) for line in lines]
    if cell.bold is not None:
        lines[cell.bold] = f"<b>{lines[cell.bold]}</b>"
    text = "<br>".join(lines)
    return f"<span style='color:{cell.ink}'>{text}</span>" if cell.ink else text
