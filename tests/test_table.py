"""The one table: how values are written, and one test of each form in which tables leave."""

import csv
import io
import math
import re

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cwsdiag.cli.output import say
from cwsdiag.languages.visible import printable
from cwsdiag.output import FORMATS, Table, escaped_latex, text_of
from cwsdiag.views.columns import SCORES, Column

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
    text = ""
    while tex:
        sign = next((one for one in SIGNS if tex.startswith(one)), tex[0])
        name = re.match(r"\\(?:([A-Za-z]+)\{\}|([{}&%$#_]))", tex)
        if name:
            text += NAMES[name[1]] if name[1] else name[2]
        else:
            assert sign not in "\\&%$#_^~", tex
            text += SIGNS.get(sign, "" if sign in "{}" else sign)
        tex = tex[name.end() if name else len(sign) :]
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
    tex = escaped_latex(text)
    assert read(tex) == printable(text)
    assert not re.search(r"--|''|,,|`|\n|^[\[*]", tex), "no signs drawn as one, no line ends, no arguments"


COLUMNS = {
    "name": Column("system"),
    "f1": Column("F1", format="score"),
    "gold": Column("gold", format="count"),
    "difference": Column("A − B", format="signed"),
    "percent": Column("share", format="percent"),
    "p": Column("p", format="p", group="p"),
    "exact": Column("wLen", format="exact", group="p"),
    "moved": Column("moved", format="moved"),
    "coverage": Column("coverage", format="coverage"),
}
FORMULAS = ("=cmd()|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1")


def table(*names, **options):
    rows = [
        {"name": name, "f1": 0.91251, "gold": 12345.0, "difference": -2.04, "percent": 12.34, "p": 2.26e-6,
         "exact": 2.26e-6, "moved": 2.0, "coverage": 0.99999}
        for name in names
    ]  # fmt: skip
    rows.append(dict.fromkeys(COLUMNS, float("nan")) | {"name": "没有", "difference": -0.04})
    return Table(pd.DataFrame(rows), COLUMNS, **options)


VALUES = {
    "text": {1234: "1,234", 0.12345: "0.123"},
    "score": {0.85249: "0.852"},
    "coverage": {0.99999: "0.9999", 1.0: "1.0000"},
    "signed": {-2.55: "−2.5", 2.0: "+2.0", -0.043: "0.0"},
    "points": {-0.04: "0.0"},
    "hundredths": {0.125: "0.12"},
    "percent": {12.5: "12.5 %"},
    "p": {0.0894: "0.0894", 0.000133: "< 0.001"},
    "exact": {0.000133: "1.33e-4"},
    "moved": {-3: "−3", 0: "0"},
    "score100": {0.96458: "96.46"},
    "share100": {-0.0994: "−9.9"},
    "gain100": {0.0213: "+2.13", 0.0: "0.00"},
}


@pytest.mark.parametrize("format", ["text", "styled", *FORMATS])
def test_how_values_are_written(format):
    values = {None: "–", math.nan: "–", **VALUES.get(format, {})}
    assert {value: text_of(value, format) for value in values} == values


def test_csv_has_the_values_and_no_formulas():
    heads, *rows = csv.reader(io.StringIO(table(*FORMULAS).csv()))
    assert heads == list(COLUMNS)
    assert [row[0] for row in rows] == [*(f"'{text}" for text in FORMULAS), "没有"]
    assert rows[0][1:4] == ["0.91251", "12345.0", "-2.04"] and rows[-1][1] == "", "no quote before a number"


def test_markdown_as_people_read_it():
    marked = table("crf", emphasis={(0, "f1"): "strong", (0, "difference"): "weak"})
    head, rule, first, second = marked.markdown().splitlines()
    assert head.startswith("| system | F1 |") and rule.startswith("| --- | ---: |")
    shown = [cell.replace("\\", "") for cell in first.strip("| ").split(" | ")]
    assert shown == ["crf", "**0.913**", "12,345", "−2.0 ≈", "12.3 %", "< 0.001", "2.26e-6", "+2", "0.9999"]
    assert [cell.strip() for cell in second.strip("| ").split("|")] == ["没有", "–", "–", "0.0", *"–––––"]


@settings(max_examples=5)
@given(st.lists(st.text(), min_size=30, max_size=60))
def test_no_text_ends_a_cell_of_markdown_or_begins_html(texts):
    lines = Table([{"name": text} for text in texts], {"name": COLUMNS["name"]}).markdown().split("\n")[2:-1]
    for text, line in zip(texts, lines, strict=True):
        inside = line.removeprefix("| ").removesuffix(" |")
        assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", inside) == printable(text)
        assert not re.search(r"(?<!\\)(?:\\\\)*[|<>`*_\[\]&]", inside), "each sign is escaped"


def test_the_terminal_has_aligned_columns_and_marks():
    marked = table("crf", emphasis={(0, "f1"): "strong"}, notes=("Not all.",), counts={(0, "gold"): 3})
    title, head, first, second, *notes = marked.terminal().splitlines()
    assert title == "p" and notes == ["A mean over fewer than all is followed by their number.", "Not all."]
    assert head.split()[:3] == ["system", "F1", "gold"] and first.startswith("crf     0.913 *")
    assert "12,345 (3)" in first and second.startswith("没有        –")


def test_latex_has_columns_of_numbers_and_text_that_stays_text():
    name = "".join(HOSTILE)
    options = {"emphasis": {(1, "f1"): "strong", (1, "exact"): "weak"}, "counts": {(1, "percent"): 3}, "rules": {2}}
    tex = table("a", name, caption="a_b \\input{y}", notes=("p_1",), **options).latex("News-crf 长", "x\u2028\ny")
    head, first, second, third = body(tex)
    assert head[4] == "share" and read(second[0]) == printable(name)
    assert first[1:6] == ["0.913", "12,345", "$-$2.0", r"12.3 \%", r"\textless{} 0.001"]
    assert first[6:] == [r"2.26$\times 10^{-6}$", "+2", "0.9999"]
    assert second[1] == r"\textbf{0.913}" and second[4] == r"12.3 \% (3)"
    assert second[6] == r"\textcolor{gray}{2.26$\times 10^{-6}$}" and third[1:4] == ["–", "–", "0.0"]
    assert r"\begin{tabular}{lrrrrrrrr}" in tex and r"\label{tab:news_crf}" in tex and r"\input" not in tex
    assert tex.startswith("% x\\u2028\n% y\n") and "A mean over fewer" in tex and r"p\_1" in tex
    assert r"\multicolumn{2}{c}{$p$}" in tex and r"\cmidrule(lr){6-7}" in tex


BEST = [
    {"name": "a", "f1": 0.90012, "recall": 0.8, "f1_low": 0.5, "words": 3},
    {"name": "b", "f1": 0.90044, "recall": 0.9, "f1_low": 0.6, "words": 4},
    {"name": "c", "f1": 0.8, "recall": math.nan, "f1_low": math.nan, "words": 5},
    {"name": "TOP", "f1": 1.0, "recall": 1.0, "f1_low": 1.0, "words": 9},
]
BEST_COLUMNS = {"name": Column("system"), **{key: SCORES[key] for key in ("f1", "f1_low", "recall", "words")}}


def test_the_largest_score_of_each_column_is_bold():
    """Of systems alone, all that are written alike; counts and bounds of intervals have no best."""
    bold = dict.fromkeys([(0, "f1"), (1, "f1"), (1, "recall")], "strong")
    for rows, wanted in ((BEST, bold), (pd.DataFrame(BEST), bold), (BEST[2:], {}), ([], {})):
        assert Table(rows, BEST_COLUMNS).with_best(aside=("TOP",)).emphasis == wanted


def test_bold_is_for_terminals_alone(monkeypatch, capsys):
    text = Table(BEST, BEST_COLUMNS).with_best(aside=("TOP",)).terminal()
    plain = Table(BEST, BEST_COLUMNS).terminal()
    assert (text.count("\x1b[1m"), text.count("0.900\x1b[22m")) == (3, 3)
    say(text)
    assert capsys.readouterr().out == plain + "\n"
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    say(text)
    assert capsys.readouterr().out == text + "\n"
    # What is not ended on its line, and all else that steers a terminal, is written out.
    say("\x1b[1mbold \x1b[2J\n\x1b[22m")
    assert "\x1b" not in capsys.readouterr().out
