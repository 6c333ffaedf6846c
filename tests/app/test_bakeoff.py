"""The bakeoff on Scores in every state: what it says, and that its numbers are those of the command line."""

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.bakeoff import differences, score_bakeoff, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.bakeoff import TWO_RULES
from cwsdiag.ui.shell.tables import SYSTEM
from tests.app.conftest import FIRST, GOLD, SECOND, html

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_table_has_the_scores_of_the_bakeoff(opened: Opened, sample: Path) -> None:
    app = opened("scores", project=sample, dataset="news")
    table = app.dataframe[0].value.set_index(SYSTEM)
    expected = score_bakeoff(load_dataset(read_project(sample).dataset("news")))
    for score in expected:
        for key in table.columns:
            assert table.loc[score.name, key] == pytest.approx(getattr(score, key)), key
    assert table["f1"].tolist() == sorted((score.f1 for score in expected), reverse=True)
    assert {"c_r", "c_p", "oov_rate", "insertions", "true_words", "test_words"} <= {*table.columns}
    text = html(app)
    assert "crf leads news with F 0.830. The bakeoff&#x27;s rule and the paired test tell crf from jieba" in text
    assert "p is adjusted for the pairs tested, 5 of 6." in text
    assert escape(TWO_RULES) in text


def test_matrices_say_what_the_differences_are(opened: Opened, sample: Path) -> None:
    app = opened("scores", project=sample, dataset="news")
    dataset = load_dataset(read_project(sample).dataset("news"))
    tests = verdicts(diagnose(dataset, attributes=()))
    for figure, differ in zip(
        figures(app),
        (
            [one.differ for one in differences(dataset)],
            [one.scores["f1"].verdict == "significant" for one in tests],
        ),
        strict=False,
    ):
        filled = sum(colour.endswith(", 1.0)") for colour in figure["data"][0]["marker"]["color"])
        assert filled == 2 * sum(differ)
    table = app.dataframe[1].value
    for one in tests:
        (row,) = table[(table[SYSTEM] == one.a) & (table["other "] == one.b)].to_dict("records")
        f1 = one.scores["f1"]
        assert (row["p"], row["verdict"]) == (f1.p_deciding, f1.verdict)
        for key in ("f1", "recall"):
            assert row[key] == pytest.approx(100 * one.scores[key].difference)


def test_every_pair_is_tested_where_that_is_asked_for(opened: Opened, project: Project) -> None:
    app = opened("scores", project=project(systems={"a": GOLD, "b": FIRST, "c": SECOND, "d": SECOND}))
    assert app.dataframe[1].value["verdict"].tolist().count("–") == 1, "the second and the fourth"
    assert "p is adjusted for the pairs tested, 5 of 6." in html(app)
    next(one for one in app.toggle if one.label == "Test every pair").set_value(True).run()
    assert app.query_params["pairs"] == "all"
    assert "–" not in app.dataframe[1].value["verdict"].tolist()
    assert "p is adjusted for the pairs tested, 6 of 6." in html(app)
