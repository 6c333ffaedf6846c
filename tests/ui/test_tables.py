"""What tables of pages write into their cells where the browser alone would not, and what their heads are called."""

import gettext
import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cwsdiag import languages
from cwsdiag.ui.shell import tables
from cwsdiag.views.columns import Column


@pytest.mark.parametrize(
    ("kind", "said"), [("signed", "+0.0"), ("psi", "0.0"), ("score", "0.000"), ("percent", "0.0%")]
)
def test_zero_has_no_minus_sign(kind, said):
    shown = {"x": tables.column(Column("x", format=kind)), "name": tables.column(Column("name"))}
    rows = pd.DataFrame({"x": [-0.0001, 1.25, math.nan, -2.0], "name": list("abcd")})
    drawn, config = tables._without_minus_zero(rows, rows, shown)
    texts = [cells[1]["display_value"] for cells in drawn._translate(False, False)["body"]]
    assert texts[0] == said and texts[2] == "–" and [float(text.rstrip("%")) for text in texts[1::2]] == [
        pytest.approx(1.25, abs=0.06), -2.0,
    ]  # fmt: skip
    assert drawn.data["x"].equals(rows["x"]), "what is saved and sorted is as it was"
    assert config["x"]["type_config"]["format"] is None and shown["x"]["type_config"]["format"]
    assert config["name"] is shown["name"]


def test_of_the_cells_few_are_looked_at(monkeypatch):
    looked = []
    is_minus_zero = tables._is_minus_zero
    monkeypatch.setattr(tables, "_is_minus_zero", lambda *asked: looked.append(asked) or is_minus_zero(*asked))
    rows = pd.DataFrame({"x": pd.Series([-50.0, -0.7, 0.0, 3.0, None] * 1000, dtype=object)})
    assert tables._without_minus_zero(rows, rows, {"x": tables.column(Column("x", format="points"))})[0] is rows
    assert {value for value, _ in looked} == {-0.7}


@given(st.lists(st.floats(0.06, 100) | st.just(0.0), min_size=1))
def test_other_columns_are_left_to_the_browser(values):
    shown = {"x": tables.column(Column("x", format="signed"))}
    rows = pd.DataFrame({"x": values})
    drawn, config = tables._without_minus_zero(rows, rows, shown)
    assert drawn is rows and config == shown


def test_every_cell_of_a_grid_has_its_own_text_however_often_it_is_drawn():
    rows = pd.DataFrame({"": list("xyz"), "a": [1.0, math.nan, 3.0], "b": [math.nan, 2.0, 1.0]})
    style = tables.styled(
        rows, columns=["b", "a"], drawn=lambda row, name: (f"{name}{row}", "color: red" if row == 1 else "")
    )
    for _ in range(3):
        style._compute()
        body = style._translate(False, False)["body"]
        texts = [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in body]
        assert texts == [["x", "a0", "b0"], ["y", "a1", "b1"], ["z", "a2", "b2"]]
    assert {cell for cell, look in style.ctx.items() if look} == {(1, 1), (1, 2)}


class Loud(gettext.NullTranslations):
    def gettext(self, message):
        return message.upper().replace("{WHAT}", "{what}")


def test_heads_are_translated_and_saved_tables_are_not(monkeypatch):
    monkeypatch.setattr(languages, "catalogue", lambda code: Loud() if code == "zh" else gettext.NullTranslations())
    long = "a system whose name is longer than any column of a table is wide"
    frame = pd.DataFrame({"of": [long, "b"], "on": ["c", "d"], "f1": [0.5, 0.75]})
    one, two, score = languages.lazy("trained on"), languages.lazy("tested on"), languages.lazy("score")
    column = Column(score, languages.lazy("meaning."), languages.lazy("2 * p"), format="score")
    with languages.speaking("zh"):
        cut, every = tables.named(frame, tables.columns({"f1": column}), {"of": one, "on": two})
        alone = tables.named(frame, {}, {"of": one})[1]
    assert {key: head["label"] for key, head in every.items()} == {
        "trained on ": "TRAINED ON",
        "tested on ": "TESTED ON",
        "f1": "SCORE",
        "trained on, full name ": "TRAINED ON, FULL NAME",
        "tested on, full name ": "TESTED ON, FULL NAME",
    }
    assert every["f1"]["help"] == "MEANING.\n\n`2 * P`"
    assert set(every) <= set(cut.columns) and {type(key) for key in every} == {str}
    assert alone[tables.FULL]["label"] == "FULL NAME"
