"""Tables as CSV, Markdown and LaTeX: what each writes, and hostile text that stays text."""

import csv
import io
import re

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.report.files.tables import csv_of, latex_of, markdown_of
from cwsdiag.report.tables import printable
from cwsdiag.views.columns import Column
from tests.test_latex import body, read

COLUMNS = {
    "name": Column("system"),
    "f1": Column("F1", format="score"),
    "gold": Column("gold", format="count"),
    "difference": Column("A − B", format="signed"),
    "percent": Column("share", format="percent"),
    "p": Column("p", format="p"),
    "moved": Column("moved", format="moved"),
    "sum": Column("Σ d", format="hundredths"),
    "coverage": Column("coverage", format="coverage"),
}
HOSTILE = (
    "=cmd()|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "<img src=x onerror=alert(1)>",
    "\\input{x}",
    "a|b\n#",
)


def frame(*names):
    rows = [
        {"name": name, "f1": 0.91251, "gold": 12345.0, "difference": -2.04, "percent": 12.34, "p": 2.26e-6,
         "moved": 2.0, "sum": 3.456, "coverage": 0.99987}
        for name in names
    ]  # fmt: skip
    rows.append(dict.fromkeys(COLUMNS, float("nan")) | {"name": "没有", "difference": 0.04})
    return pd.DataFrame(rows)


def test_csv_is_not_rounded_and_has_keys_for_heads():
    first, second = csv.DictReader(io.StringIO(csv_of(frame("长"), COLUMNS)))
    assert list(first) == list(COLUMNS) and first["name"] == "长"
    assert float(first["f1"]) == 0.91251 and float(first["difference"]) == -2.04, "no quote before a number"
    assert second["f1"] == second["gold"] == ""


@pytest.mark.parametrize("text", HOSTILE)
def test_no_cell_of_a_csv_begins_a_formula(text):
    first, _second = csv.reader(io.StringIO(csv_of(frame(text), COLUMNS).partition("\n")[2]))
    assert first[0].lstrip("'") == text and not first[0].startswith(("=", "+", "-", "@", "\t", "\r"))


def test_markdown_as_pages_write_it():
    head, rule, first, second = markdown_of(frame("crf"), COLUMNS).splitlines()
    assert head.startswith("| system | F1 |") and rule.startswith("| --- | ---: |")
    shown = [cell.replace("\\", "") for cell in first.strip("| ").split(" | ")]
    assert shown == ["crf", "0.913", "12,345", "−2.0", "12.3 %", "2.26e-6", "+2", "3.46", "0.9999"]
    assert [cell.strip() for cell in second.strip("| ").split("|")] == ["没有", "–", "–", "+0.0", *"–––––"]


@settings(max_examples=5)
@given(st.lists(st.text(), min_size=30, max_size=60))
def test_no_text_ends_a_cell_of_markdown_or_begins_html(texts):
    lines = markdown_of(pd.DataFrame({"name": texts}), {"name": COLUMNS["name"]}).split("\n")[2:-1]
    for text, line in zip(texts, lines, strict=True):
        inside = line.removeprefix("| ").removesuffix(" |")
        assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", inside) == printable(text)
        assert not re.search(r"(?<!\\)(?:\\\\)*[|<>`*_\[\]&]", inside), "each sign is escaped"


def test_latex_has_columns_of_numbers_and_text_that_stays_text():
    for name in HOSTILE:
        tex = latex_of(frame(name), COLUMNS, name="News-crf 长", caption="a_b \\input{y}", signature="x\ny")
        _head, first, second = body(tex)
        assert read(first[0]) == printable(name)
        assert first[1:] == ["0.913", "12345", "-2.0", "12.3", "2.26e-6", "+2", "3.46", "0.9999"]
        assert second[1:4] == ["{--}", "{--}", "0.0"]
        assert "S[table-format=1.3]" in tex and r"\label{tab:news_crf}" in tex and r"\input" not in tex
