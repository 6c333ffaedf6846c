"""What tables of pages write into their cells where the browser alone would not, and what their heads are called."""

import math

import pandas as pd

from cwsdiag.ui.shell import tables
from cwsdiag.views.columns import Column


def test_what_the_browser_cannot_write_is_written_here(monkeypatch):
    drawn = {}
    monkeypatch.setattr(tables.st, "dataframe", lambda style, **options: drawn.update(options, style=style))
    columns = {"x": "signed", "p": "p", "f1": "score"}
    rows = pd.DataFrame({"x": [-0.0001, math.nan, -2.0], "p": [0.00013, 0.00907, math.nan], "f1": [0.1234, 1.0, 0.5]})
    shown = {key: tables.TableHead(Column(key, format=format), width=20) for key, format in columns.items()}
    tables.table(rows, shown, key="a", alt="a", may_keep=False)
    body = drawn["style"]._translate(False, False)["body"]
    assert [[cell["display_value"] for cell in row[1:3]] for row in body] == [
        ["0.0", "< 0.001"], ["–", "0.00907"], ["−2.0", "–"],
    ]  # fmt: skip
    assert drawn["style"].data.equals(rows), "what is saved and sorted is as it was"
    config = drawn["column_config"]
    assert [config[key]["type_config"]["format"] for key in columns] == [None, None, "%.3f"]
    assert [config[key]["width"] for key in columns] == [46, 67, 53], "no number loses its head"


def test_long_names_are_told_apart_where_they_are_cut():
    long = [f"bert-base-chinese-wwm-ext-finetuned-on-everything-{epoch}" for epoch in range(3)]
    frame, heads = tables.named(pd.DataFrame({"name": [*long, "crf"]}), {}, tables.OF_SYSTEM)
    assert len({name[:34] for name in frame["system "]}) == 4
    assert frame["full name "].tolist() == [*long, "crf"]
    assert list(heads) == ["system ", "full name "]
    assert list(tables.named(pd.DataFrame({"name": ["crf"]}), {}, tables.OF_SYSTEM)[1]) == ["system "]
