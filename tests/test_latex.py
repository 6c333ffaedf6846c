"""Printed tables: what people called things stays text in LaTeX; rows, columns and numbers are those of the CSV."""

import csv
import io
import re

import pytest
from cwsdiag.report.across.study_printed import pairs_table
from cwsdiag.report.latex import escaped, latex_table
from cwsdiag.report.printed import Cell, PrintedColumn, PrintedTable, printed, printed_csv
from hypothesis import example, given
from hypothesis import strategies as st

from cwsdiag.languages.visible import printable

NAMES = {
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">",
    "textbar": "|", "textquotedbl": '"', "textasciigrave": "`",
}  # fmt: skip
SIGNS = {r"$\le$": "≤", r"$\ge$": "≥", "$-$": "−", r"$\leftarrow$": "←"}
HOSTILE = (
    "\\input{x}",
    "a_b",
    "50 % & more",
    "$x^2$",
    "{",
    "#1",
    "~",
    "[1]",
    "*",
    "---",
    "''",
    ",,",
    "^^M",
    "\n",
    "国",
)


def read(tex):
    """The text that LaTeX prints: a reader of our own, which knows no macro that does anything."""
    text, place = "", 0
    while place < len(tex):
        char = tex[place]
        sign = next((one for one in SIGNS if tex.startswith(one, place)), "")
        if sign:
            text += SIGNS[sign]
            place += len(sign)
            continue
        place += 1
        if char == "\\" and tex[place] in "{}&%$#_":
            text += tex[place]
            place += 1
        elif char == "\\":
            name = re.match(r"([A-Za-z]+)\{\}", tex[place:])
            assert name is not None and name[1] in NAMES, tex[place - 1 :]
            text += NAMES[name[1]]
            place += name.end()
        else:
            assert char not in "&%$#_^~", tex
            text += "" if char in "{}" else char
    return text


def body(tex):
    """The cells of each row of a table, headings first."""
    inside = tex[tex.index(r"\toprule") : tex.index(r"\bottomrule")]
    rows = [line for line in inside.splitlines() if line.endswith(r"\\") and "multicolumn" not in line]
    assert not any(row.startswith(("[", "*")) for row in rows), "they would be an argument of the line before"
    return [row.removesuffix(r" \\").split(" & ") for row in rows]


@given(st.text())
@example("".join(HOSTILE))
def test_all_text_stays_text(text):
    tex = escaped(text)
    assert read(tex) == printable(text)
    assert not re.search(r"--|''|,,|`|\n|^[\[*]", tex), "no signs drawn as one, no line ends, no arguments"


def sample():
    return PrintedTable(
        name="scores",
        caption="F1, 50 % & more",
        columns=(
            PrintedColumn("model"),
            PrintedColumn("\\input{x}", "score"),
            PrintedColumn("p_wLen", "p", r"$p$", "wLen"),
            PrintedColumn("rho", "percent", r"$S^{\rho}$"),
            PrintedColumn("difference", "points"),
            PrintedColumn("words", "count"),
        ),
        rows=(
            (Cell("a_b"), Cell(0.9646, bold=True), Cell(2.26e-6), Cell(-0.92), Cell(-0.0213), Cell(1234)),
            (Cell("[x]"), Cell(0.5), Cell(0.0498, bold=True), Cell(0.0994), Cell(0.0), Cell(None)),
            (Cell("mean"), Cell(0.7323, of=3), Cell(float("nan")), Cell(0.0), Cell(0.1), Cell(7)),
        ),
        rules=frozenset({2}),
        notes=("p_1 < 0.05",),
    )


def test_a_table_as_it_is_printed():
    tex = latex_table(sample(), "cwsdiag | a\u2028b\nsecond")
    assert tex.startswith("% cwsdiag | a\\u2028b\n% second\n%")
    assert r"\caption{F1, 50 \% \& more}" in tex and r"\label{tab:scores}" in tex
    formats = ("2.2", "1.2e-1", "-2.1", "-2.2, retain-explicit-plus", "4.0")
    assert f"{{l {' '.join(f'S[table-format={one}]' for one in formats)}}}" in tex
    assert r" &  & \multicolumn{1}{c}{$p$} & \multicolumn{1}{c}{$S^{\rho}$} &  &  \\" in tex
    assert r"\cmidrule(lr){3-3}\cmidrule(lr){4-4}" in tex
    assert body(tex) == [
        ["{model}", r"{\textbackslash{}input\{x\}}", "{wLen}", "{rho}", "{difference}", "{words}"],
        [r"a\_b", r"{$\mathbf{96.46}$}", "2.26e-6", "-92", "-2.13", "1234"],
        ["{[}x{]}", "50.00", r"{$\mathbf{0.0498}$}", "9.9", "0.00", "{--}"],
        ["mean", "{$73.23$ (3)}", "{--}", "0", "+10.00", "7"],
    ]
    assert tex.index(r"\midrule") < tex.index("{[}x{]}") < tex.rindex(r"\midrule") < tex.index("mean &")
    assert "A mean over fewer than all" in tex and r"p\_1 \textless{} 0.05" in tex


def test_the_csv_has_the_same_rows_and_columns_unrounded():
    heading, *rows = csv.reader(io.StringIO(printed_csv(sample())))
    assert heading == ["model", "\\input{x}", "p_wLen", "rho", "difference", "words"]
    assert rows == [
        ["a_b", "0.9646", "2.26e-06", "-0.92", "-0.0213", "1234"],
        ["[x]", "0.5", "0.0498", "0.0994", "0.0", ""],
        ["mean", "0.7323", "", "0.0", "0.1", "7"],
    ]


@pytest.mark.parametrize(
    ("value", "said"), [(0.0994, "9.9"), (0.0999, "10"), (0.99, "99"), (1.0, "100"), (-0.85, "-85"), (0.006, "0.6")]
)
def test_biases_are_rounded_as_the_paper_has_them(value, said):
    assert printed(Cell(value), "percent") == said


def test_pairs_are_turned_to_the_second_minus_the_first():
    """On d the first is the better: what is its lowest lead is where the second is highest."""

    def end(bucket, difference):
        return {"bucket": bucket, "label": None if bucket is None else f"b{bucket}", "difference": difference}

    def ends(dataset, better, lowest, highest):
        return {"first": "crf", "second": "mlp", "dataset": dataset, "attribute": "wLen", "better": better,
                "lowest": lowest, "highest": highest}  # fmt: skip

    gains = [{"dataset": "d", "gain": -0.01}, {"dataset": "e", "gain": 0.02}]
    aided = [ends("d", "mlp", end(0, -0.03), end(2, 0.05)), ends("e", "crf", end(None, None), end(1, 0.04))]
    document = {
        "scores": [{"dataset": "d"}, {"dataset": "e"}],
        "part_pairs": [{"part": "decoder", "first": "mlp", "second": "crf", "scores": gains, "diagnosis": aided}],
    }
    table = pairs_table(document)
    assert [column.name for column in table.columns[5:]] == ["d bucket", "d", "e bucket", "e"]
    assert [[cell.value for cell in row[3:]] for row in table.rows] == [
        ["F1", "all words", None, -0.01, None, 0.02],
        ["wLen", "lowest", "b2", -0.05, None, None],
        ["wLen", "highest", "b0", 0.03, "b1", 0.04],
    ]
