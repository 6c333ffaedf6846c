"""The line of F1 over versions: marks, intervals, what a click gives, names that are Plotly's markup."""

from math import nan

import pandas as pd

from cwsdiag.figures.versions import versions_figure

VERSIONS = pd.DataFrame(
    [("1<b>", 0.8, 0.7, 0.9), ("2", 0.85, nan, nan), ("3", nan, nan, nan)],
    columns=["version", "f1", "f1_low", "f1_high"],
)


def test_a_mark_and_an_interval_a_version():
    figure = versions_figure(VERSIONS, colour="#0072B2", chosen="2")
    targets, line, *intervals, marks, texts = figure.data
    assert [list(data) for data in targets.customdata] == [["1<b>"], ["2"], ["3"]]
    assert targets.text[0] == "<b>1&lt;b&gt;</b><br>F1 0.800, 95 % interval 0.700 to 0.900"
    assert targets.text[2] == "<b>3</b><br>F1 –"
    assert list(marks.y[:2]) == list(line.y[:2]) == [0.8, 0.85]
    assert list(intervals[0].y) == [0.7, 0.9]
    assert (list(texts.text), list(texts.y[:2])) == (["0.800", "0.850", "–"], [0.9, 0.85])
    assert figure.layout.xaxis.ticktext == ("1&lt;b&gt;", "2", "3")
    assert figure.layout.yaxis.range[0] < 0.7
    (shade,) = figure.layout.shapes
    assert (shade.x0, shade.x1) == (0, 1)


def test_the_first_version_has_no_step():
    for chosen in ("1<b>", ""):
        assert not versions_figure(VERSIONS, colour="#0072B2", chosen=chosen).layout.shapes
