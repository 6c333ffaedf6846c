"""The one table: rows, columns, and every form in which they leave: page, slide, terminal, CSV, Markdown, LaTeX.

All forms but CSV, which has the values, take their cells from ``text_of``: a number is written in one way everywhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, product
from types import MappingProxyType
from typing import Any, Literal

from numpy.typing import NDArray

from cwsdiag.formats.tables import csv_lines
from cwsdiag.frames import UNDEFINED as UNDEFINED
from cwsdiag.frames import number, p_value, signed, width
from cwsdiag.languages import translated
from cwsdiag.languages.visible import BOLD, printable
from cwsdiag.views.columns import BEST, Column, Columns, Format

Row = Mapping[str, Any]

# What a cell is beside the others: the best of its column, or significant; or what says little, as it is not.
Emphasis = Literal["strong", "weak"]
Place = tuple[int, str]
Cell = tuple[str, Emphasis | None]
MARKS = {"strong": "*", "weak": "≈"}
_FEWER = "A mean over fewer than all is followed by their number."


@dataclass(frozen=True)
class NumberFormat:
    """How numbers are written.

    Attributes:
        digits: after the point; None for p, which has three that count.
        browser: the format of the same number in Streamlit's table.
        signed: whether a number above 0 has its sign too.
        unit: what follows the number; in LaTeX it stands in the head.
        scale: what the value is multiplied by.
    """

    digits: int | None
    browser: str
    signed: bool = False
    unit: str = ""
    scale: int = 1


FORMATS: dict[Format, NumberFormat] = {
    "count": NumberFormat(0, "localized"),
    "score": NumberFormat(3, "%.3f"),
    "coverage": NumberFormat(4, "%.4f"),
    "signed": NumberFormat(1, "%+.1f", signed=True),
    "points": NumberFormat(1, "%.1f"),
    "hundredths": NumberFormat(2, "%.2f"),
    "percent": NumberFormat(1, "%.1f%%", unit=" %"),
    "p": NumberFormat(None, "%.3g"),
    "exact": NumberFormat(None, "%.3g"),
    "moved": NumberFormat(0, "%+d", signed=True),
    # Scores as papers print them, times 100.
    "score100": NumberFormat(2, "%.2f", scale=100),
    "share100": NumberFormat(1, "%.1f", scale=100),
    "gain100": NumberFormat(2, "%+.2f", signed=True, scale=100),
}
_SMALLEST_P = 0.001


def is_undefined(value: Any) -> bool:
    """Return whether a value is None or NaN."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def text_of(value: Any, format: Format = "text") -> str:
    """Return a value as people read it: with a minus sign, zero without one, a dash where it is undefined.

    Args:
        value: a text, a number, None or NaN. As a text a whole number has its thousands apart, another three decimals.
        format: of the column. ``p`` says of what is below 0.001 only that; ``exact`` writes it out.
    """
    if is_undefined(value):
        return UNDEFINED
    form = FORMATS.get(format)
    if form is None:
        if isinstance(value, str):
            return translated(value)
        if isinstance(value, float):
            return number(value, 3)
        return f"{value:,}" if type(value) is int else str(value)
    if form.digits is None:
        return "< 0.001" if format == "p" and value < _SMALLEST_P else p_value(value)
    value = form.scale * float(value)
    if format == "coverage" and value < 1:
        value = min(value, 1 - 10**-form.digits)
    return (signed if form.signed else number)(value, form.digits) + form.unit


@dataclass(frozen=True, eq=False)
class Table:
    """Rows, and the columns that are shown of them.

    Attributes:
        frame: the rows, a DataFrame or a list of values by key; they may have further columns.
        columns: those that are shown, in order.
        caption: what it is, a sentence.
        notes: what stands under it; empty ones are left out.
        emphasis: cells that stand out and cells that say little, by number of the row and key of the column.
        counts: over how many a mean is taken, where that is not all, by the same.
        rules: rows that a line stands above.
        bold: whether what stands out is bold on a terminal too, where it has a mark without.
    """

    frame: Any
    columns: Columns
    caption: str = ""
    notes: Sequence[str] = ()
    emphasis: Mapping[Place, Emphasis] = field(default_factory=dict)
    counts: Mapping[Place, int] = field(default_factory=dict)
    rules: frozenset[int] = frozenset()
    bold: bool = False

    def with_best(self, *, aside: Collection[str]) -> Table:
        """Return it with the largest value of each score in bold: all that are written alike.

        Nothing is bold where there are fewer than two systems.

        Args:
            aside: names of rows that are no systems, such as BASE.
        """
        own = [(place, row) for place, row in enumerate(self.rows()) if row["name"] not in aside]
        emphasis: dict[Place, Emphasis] = {}
        for key in self.columns.keys() & BEST if len(own) > 1 else ():
            form = self.columns[key].format
            values = [row[key] for _place, row in own if row[key] is not None]
            best = text_of(max(values, default=None), form)
            emphasis |= {(place, key): "strong" for place, row in own if values and text_of(row[key], form) == best}
        return replace(self, emphasis=emphasis, bold=True)

    @property
    def heads(self) -> list[str]:
        """What the columns are called, in the language of the moment."""
        return [translated(column.label) for column in self.columns.values()]

    @cached_property
    def numbers(self) -> list[bool]:
        """Whether each column has numbers, which stand to the right."""
        rows = self.rows()
        return [
            column.format != "text"
            or (bool(rows) and all(row[key] is None or isinstance(row[key], (int, float)) for row in rows))
            for key, column in self.columns.items()
        ]

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes, with what numbers in brackets mean."""
        return tuple(filter(None, (_FEWER if self.counts else "", *self.notes)))

    def __len__(self) -> int:
        return len(self.frame)

    def rows(self, most: int | None = None) -> list[dict[str, Any]]:
        """Return the values that are shown, by key: Python's own, texts translated, None where undefined.

        Args:
            most: of the first so many rows; of all by default.
        """
        rows = self.frame[:most]
        if hasattr(rows, "to_dict"):
            chosen = rows[list(self.columns)]
            rows = chosen.astype(object).where(chosen.notna(), None).to_dict("records")
        return [{key: _own(row.get(key)) for key in self.columns} for row in rows]

    def cells(self, most: int | None = None) -> list[list[str]]:
        """Return every value as people read it; all that is shown comes from here."""
        return [[text for text, _mark in row] for row in self.marked(most)]

    def marked(self, most: int | None = None) -> list[list[Cell]]:
        """Return ``cells``, each with what it is beside the others."""
        rows = []
        for place, row in enumerate(self.rows(most)):
            cells = []
            for key, column in self.columns.items():
                number_of = f" ({self.counts[place, key]})" if (place, key) in self.counts else ""
                cells.append((text_of(row[key], column.format) + number_of, self.emphasis.get((place, key))))
            rows.append(cells)
        return rows

    def csv(self) -> str:
        """Return the values as CSV; what a spreadsheet would take for a formula is quoted."""
        return csv_lines([list(self.columns), *(row.values() for row in self.rows())])

    def markdown(self) -> str:
        """Return it as a table of GitHub's Markdown: what stands out bold, what says little marked."""
        rule = ["---:" if is_number else "---" for is_number in self.numbers]
        rows = [[escaped_markdown(head) for head in self.heads], rule]
        for row in self.marked():
            cells = [(escaped_markdown(text), mark) for text, mark in row]
            rows.append([f"**{text}**" if mark == "strong" else f"{text} ≈" if mark else text for text, mark in cells])
        return "".join(f"| {' | '.join(row)} |\n" for row in rows)

    def lines(self) -> Sequence[str]:
        """Return an empty line and ``terminal``; nothing without rows."""
        return ("", self.terminal()) if len(self) else ()

    def terminal(self) -> str:
        """Return it as aligned text, ``*`` behind what stands out, ``≈`` behind what says little.

        Where the table is ``bold``, what stands out is between the signs that make it so on a terminal, without a mark.
        Columns with a common heading make a block of their own, beside those that stand alone.
        """
        groups = list(dict.fromkeys(filter(None, (column.group for column in self.columns.values()))))
        rows = self.marked()
        blocks = [f"{group}\n{self._block(group, rows)}" for group in groups] or [self._block("", rows)]
        lines = [self.caption and f"{printable(self.caption)}\n", "\n\n".join(blocks), *map(printable, self.remarks)]
        return "\n".join(filter(None, lines))

    def _block(self, group: str, rows: list[list[Cell]]) -> str:
        signed = {key for _place, key in self.emphasis if not self.bold}
        columns = []
        for at, ((key, column), head) in enumerate(zip(self.columns.items(), self.heads, strict=True)):
            if column.group in ("", group):
                cells = [(printable(text), mark) for text, mark in [(head, None), *(row[at] for row in rows)]]
                if key in signed:
                    cells[1:] = [(f"{text} {MARKS[mark] if mark else ' '}", mark) for text, mark in cells[1:]]
                widest = max(width(text) for text, _mark in cells)
                columns.append([self._padded(*cell, widest, self.numbers[at]) for cell in cells])
        return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))

    def _padded(self, text: str, mark: Emphasis | None, wanted: int, to_right: bool) -> str:
        space = " " * (wanted - width(text))
        text = space + text if to_right else text + space
        return f"{BOLD[0]}{text}{BOLD[1]}" if self.bold and mark == "strong" else text

    def latex(self, name: str, signature: str) -> str:
        """Return it for LaTeX, with booktabs: numbers to the right, what stands out bold, what says little grey.

        Args:
            name: what it is referred to by, behind ``tab:``.
            signature: where the numbers come from; it stands above it as comments.
        """
        columns = self.columns.values()
        shape = "".join("r" if is_number else "l" for is_number in self.numbers)
        heads = [one.short or translated(one.label) for one in columns]
        lines = [
            *(f"% {printable(line)}" for line in signature.split("\n")),
            *_NEEDS,
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{escaped_latex(self.caption)}}}",
            rf"\label{{tab:{re.sub('[^a-z0-9]+', '_', name.lower()).strip('_') or 'table'}}}",
            rf"\begin{{tabular}}{{{shape}}}",
            r"\toprule",
            *_groups([column.group for column in columns]),
            _latex_row(map(escaped_latex, heads)),
            r"\midrule",
        ]
        for place, row in enumerate(self.marked()):
            if place in self.rules:
                lines.append(r"\midrule")
            lines.append(_latex_row(_latex_cell(*cell) for cell in row))
        lines += [r"\bottomrule", r"\end{tabular}"]
        lines += [rf"\par\smallskip {{\footnotesize {escaped_latex(note)}\par}}" for note in self.remarks]
        return "\n".join([*lines, r"\end{table}", ""])


def _latex_cell(text: str, mark: Emphasis | None) -> str:
    text = _POWER.sub(r"$\\times 10^{\1}$", escaped_latex(text))
    if mark == "strong":
        # In bold text, mathematics is bold only where it is told so.
        return rf"\textbf{{\boldmath {text}}}" if "$" in text else rf"\textbf{{{text}}}"
    return rf"\textcolor{{gray}}{{{text}}}" if mark else text


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows with the same keys as CSV with a heading line, nothing without rows; see ``csv_lines``."""
    return csv_lines([rows[0], *([row[key] for key in rows[0]] for row in rows)]) if rows else ""


def text_table(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str | Column] | None = None) -> str:
    """Return rows as aligned text.

    Args:
        rows: values by key.
        columns: key of each column, and the column or its heading; by default the keys of the first row, of which there
            must be one, are its headings.
    """
    heads = {key: key for key in rows[0]} if columns is None else columns
    return Table(rows, {key: Column(one) if isinstance(one, str) else one for key, one in heads.items()}).terminal()


def _own(value: Any) -> Any:
    if is_undefined(value):
        return None
    return translated(value) if isinstance(value, str) else value.item() if hasattr(value, "item") else value


_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>|~&$^@]|:(?=//)|(?<=www)\.")


def escaped_markdown(text: str) -> str:
    """Return a text that Markdown shows as it is: no mark-up, no link, no name that calls somebody."""
    return _MARKDOWN.sub(r"\\\g<0>", printable(text))


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "`": r"\textasciigrave{}",
        "[": "{[}",
        "]": "{]}",
        "*": "{*}",
        "≤": r"$\le$",
        "≥": r"$\ge$",
        "−": "$-$",
        "←": r"$\leftarrow$",
        **{char: rf"\{char}" for char in "{}&%$#_"},
    }
)
# What LaTeX's fonts would draw as one sign.
_TWICE = re.compile(r"(?<=-)-|(?<=')'|(?<=,),")
_POWER = re.compile(r"(?<=\d)e(-\d+)$")
_MATHEMATICS = {"S^ρ": r"$S^{\rho}$", "S^σ": r"$S^{\sigma}$", "p": "$p$", "p by χ²": r"$p$ by $\chi^2$"}
_NEEDS = (
    r"% Needs \usepackage[T1]{fontenc}, {textcomp}, {booktabs} and {xcolor}; Chinese needs XeLaTeX or",
    r"% LuaLaTeX with a font that has it, such as \usepackage{xeCJK}, and no fontenc.",
)


def escaped_latex(text: str) -> str:
    """Return a text that LaTeX prints as it is."""
    return _TWICE.sub(r"{}\g<0>", printable(text).translate(_LATEX))


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _groups(groups: Sequence[str]) -> list[str]:
    """Return the line of headings over several columns, with a rule under each; nothing where no column has one."""
    if not any(groups):
        return []
    heads, rules, first = [], [], 1
    for group, columns in groupby(groups):
        count = len(list(columns))
        heads.append(rf"\multicolumn{{{count}}}{{c}}{{{_MATHEMATICS.get(group, escaped_latex(group))}}}")
        rules += [rf"\cmidrule(lr){{{first}-{first + count - 1}}}"] if group else []
        first += count
    return [_latex_row(heads), "".join(rules)]


MEAN = "mean"


def cells(axes: Mapping[str, Sequence[Any]], **values: NDArray[Any]) -> list[dict[str, Any]]:
    """Return a row for each cell of arrays: the name along each axis, and the values by their keys."""
    columns = [array.ravel().tolist() for array in values.values()]
    return [
        dict(zip((*axes, *values), (*place, *cell), strict=True))
        for place, cell in zip(product(*axes.values()), zip(*columns, strict=True), strict=True)
    ]


def averaged(**means: tuple[NDArray[Any], NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return means by their keys, and behind ``_n`` over how many values each was taken."""
    return {f"{key}{end}": part for key, both in means.items() for end, part in zip(("", "_n"), both, strict=True)}


def pivot(
    rows: Iterable[Row],
    down: Sequence[str],
    along: str,
    measures: Mapping[str, Column],
    *,
    whole: int = 0,
    mark: Callable[[Row, str], Emphasis | None] = lambda _row, _key: None,
    head: Callable[[Any], str] = str,
    labels: Mapping[str, Column] = MappingProxyType({}),
    **options: Any,
) -> Table:
    """Return a table with a row for what ``down`` names and a column for what ``along`` names; None is their mean.

    Args:
        rows: values of the measures, with over how many a mean was taken behind ``_n``; ``of`` is how many all are.
        down: keys of the first columns.
        along: key whose values are the heads of the others.
        measures: keys of the values; the columns of each stand side by side, under its label where there are several.
        whole: how many all are, where rows do not say it.
        mark: gives what a cell is beside the others.
        head: gives what people call a value of ``along``.
        labels: the first columns, where they are called otherwise than their keys.
        options: of ``Table``.
    """
    rows = list(rows)
    cells = {(tuple(row[key] for key in down), row[along]): row for row in rows}
    lines, names = dict.fromkeys(line for line, _name in cells), dict.fromkeys(name for _line, name in cells)
    columns = {key: labels.get(key, Column(key)) for key in down}
    for key, measure in measures.items():
        group = measure.label if len(measures) > 1 else ""
        for name in names:
            label, short = (MEAN, "") if name is None else (head(name), str(name))
            columns[_key(key, name, measures, down)] = replace(measure, label=label, short=short, group=group)
    frame: list[dict[str, Any]] = []
    emphasis: dict[Place, Emphasis] = {}
    counts: dict[Place, int] = {}
    for place, line in enumerate(lines):
        values = {key: MEAN if value is None else value for key, value in zip(down, line, strict=True)}
        for name in names:
            row = cells.get((line, name), {})
            for key in measures:
                column = _key(key, name, measures, down)
                values[column] = row.get(key)
                if 0 < (count := row.get(f"{key}_n", row.get("n", 0))) < row.get("of", whole):
                    counts[place, column] = count
                if mark_of := mark(row, key) if row else None:
                    emphasis[place, column] = mark_of
        frame.append(values)
    kinds = [line[0] if len(down) > 1 else line[0] is None for line in lines]
    rules = frozenset(place for place in range(1, len(kinds)) if kinds[place] != kinds[place - 1])
    return Table(frame, columns, emphasis=emphasis, counts=counts, rules=rules, **options)


def _key(key: str, name: Any, measures: Mapping[str, Column], down: Sequence[str]) -> str:
    """Return the key of a column: it tells measures apart, and names from the mean and from the first columns."""
    place = MEAN if name is None else f"{name} " if name == MEAN or name in down else str(name)
    return f"{key}_{place}" if len(measures) > 1 else place
