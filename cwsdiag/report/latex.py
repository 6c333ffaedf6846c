"""Printed tables as LaTeX, with booktabs and siunitx; what people called things is text and nothing else."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from cwsdiag.report.printed import Cell, printed
from cwsdiag.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cwsdiag.report.printed import PrintedColumn, PrintedTable

# A square bracket or star at the start of a row would be an argument of the line end before it.
_SPECIAL = {
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
    # Signs of our own labels and names that fonts for Latin text lack.
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "−": "$-$",
    "←": r"$\leftarrow$",
    **{char: f"\\{char}" for char in "{}&%$#_"},
}
_TABLE = str.maketrans(_SPECIAL)
# Two of these would be drawn as another sign.
_TWICE = re.compile(r"(?<=-)-|(?<=')'|(?<=,),")
_NUMBER = re.compile(r"([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?)(\d+))?")
_UNDEFINED = "{--}"
_NEEDS = (
    "% Needs \\usepackage[T1]{fontenc}, {textcomp}, {booktabs} and {siunitx}; Chinese needs XeLaTeX or LuaLaTeX with",
    "% a font that has it, such as \\usepackage{xeCJK}, and no fontenc.",
)


def escaped(text: str) -> str:
    """Return text as LaTeX that prints it, whatever it holds; control characters are written out."""
    return _TWICE.sub(r"{}\g<0>", printable(text).translate(_TABLE))


def latex_table(table: PrintedTable, signature: str) -> str:
    """Return a printed table as a LaTeX table with caption and label.

    Args:
        table: what is printed.
        signature: where its numbers come from, as comments; may have several lines.
    """
    shape = " ".join(_shape(column, [row[place] for row in table.rows]) for place, column in enumerate(table.columns))
    lines = [
        *(f"% {printable(line)}" for line in signature.split("\n")),
        *_NEEDS,
        r"\begin{table}",
        r"\centering",
        f"\\caption{{{escaped(table.caption)}}}",
        f"\\label{{tab:{table.name}}}",
        f"\\begin{{tabular}}{{{shape}}}",
        r"\toprule",
        *_groups(table.columns),
        _row(f"{{{escaped(column.heading or column.name)}}}" for column in table.columns),
        r"\midrule",
    ]
    for place, row in enumerate(table.rows):
        if place in table.rules:
            lines.append(r"\midrule")
        lines.append(_row(_cell(cell, column) for cell, column in zip(row, table.columns, strict=True)))
    lines += [r"\bottomrule", r"\end{tabular}"]
    lines += [f"\\par\\smallskip {{\\footnotesize {escaped(note)}\\par}}" for note in table.remarks]
    return "\n".join([*lines, r"\end{table}", ""])


def _row(cells: Iterator[str]) -> str:
    return " & ".join(cells) + r" \\"


def _groups(columns: Sequence[PrintedColumn]) -> Iterator[str]:
    """Yield the line of headings over several columns, and the rules below them; nothing without groups."""
    if not any(column.group for column in columns):
        return
    headings, rules, first = [], [], 1
    for group, of in groupby(columns, key=lambda column: column.group):
        count = len(list(of))
        headings.append(f"\\multicolumn{{{count}}}{{c}}{{{group}}}" if group else " & ".join([""] * count))
        if group:
            rules.append(f"\\cmidrule(lr){{{first}-{first + count - 1}}}")
        first += count
    yield " & ".join(headings) + r" \\"
    yield "".join(rules)


def _shape(column: PrintedColumn, cells: Sequence[Cell]) -> str:
    """Return the letter of a column: numbers are set under their points, with room for the widest."""
    if column.kind == "text":
        return "l"
    bare = (printed(cell, column.kind) for cell in cells if not cell.bold and cell.of is None)
    parts = [found for text in bare if (found := _NUMBER.fullmatch(text))]
    if not parts:
        return "c"
    sign, power_sign = (max(found[place] or "" for found in parts) for place in (1, 4))
    # Else a plus sign is left out.
    plus = any(found[1] == "+" for found in parts)
    whole, decimals, power = (max(len(found[place] or "") for found in parts) for place in (2, 3, 5))
    exponent = f"e{power_sign}{power}" if power else ""
    return f"S[table-format={sign}{whole}.{decimals}{exponent}{', retain-explicit-plus' if plus else ''}]"


def _cell(cell: Cell, column: PrintedColumn) -> str:
    """Return a cell; in braces what is no bare number, for a column of numbers to leave it as it is."""
    text = printed(cell, column.kind)
    if column.kind == "text":
        said = escaped(text)
        return f"\\textbf{{{said}}}" if cell.bold else said
    if not text:
        return _UNDEFINED
    if cell.bold:
        text = f"$\\mathbf{{{_mathematics(text)}}}$"
    elif cell.of is not None:
        text = f"${_mathematics(text)}$"
    else:
        return text
    return f"{{{text}}}" if cell.of is None else f"{{{text} ({cell.of})}}"


def _mathematics(number: str) -> str:
    """Return a number with its power of ten written out."""
    digits, exponent, power = number.partition("e")
    return f"{digits} \\times 10^{{{power}}}" if exponent else digits
