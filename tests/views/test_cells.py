"""Tables as texts."""

import math

import pandas as pd

from cwsdiag.views.cells import cell, cells, is_text
from cwsdiag.views.columns import Column


def test_values_are_written_as_on_pages_and_undefined_ones_are_dashes():
    formats = {
        "text": "<b>",
        "count": 1234,
        "whole": 1234,
        "score": 0.85249,
        "coverage": 0.5,
        "signed": -2.55,
        "points": 2.0,
        "psi": 70.71,
        "hundredths": 0.125,
        "percent": 12.5,
        "p": 0.0894,
        "moved": 3,
    }
    columns = {name: Column(name, format=name) for name in formats}
    frame = pd.DataFrame([formats, dict.fromkeys(formats, None) | {"score": math.nan}])
    first, second = cells(frame, columns)
    assert dict(zip(columns, first, strict=True)) == {
        "text": "<b>",
        "count": "1,234",
        "whole": "1234",
        "score": "0.852",
        "coverage": "0.5000",
        "signed": "−2.5",
        "points": "2.0",
        "psi": "70.7",
        "hundredths": "0.12",
        "percent": "12.5 %",
        "p": "0.0894",
        "moved": "+3",
    }
    assert second == ["–"] * len(formats)
    assert cells(frame.head(0), columns) == []
    assert [name for name, column in columns.items() if is_text(column)] == ["text"]


def test_a_difference_that_rounds_to_nothing_has_no_sign():
    for value in (-0.043, 0.0, 0.043):
        assert cell(value, Column("cost", format="signed")) == "0.0"
    assert cell(0.0, Column("moved", format="moved")) == "0"
    assert cell(-0.06, Column("cost", format="signed")) == "−0.1"
