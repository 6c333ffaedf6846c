"""The bakeoff on Scores: what it says, and that its numbers are those of the command line."""

from html import escape
from pathlib import Path

import pytest

from cwsdiag.bakeoff import score_bakeoff, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.bakeoff import TWO_RULES
from cwsdiag.ui.shell.tables import SYSTEM
from tests.app.conftest import FIRST, GOLD, SECOND, Opened, Project, html


def test_numbers_are_those_of_the_bakeoff(opened: Opened, sample: Path) -> None:
    app = opened("scores", project=sample, dataset="news")
    dataset = load_dataset(read_project(sample).dataset("news"))
    table, pairs = app.dataframe[0].value.set_index(SYSTEM), app.dataframe[1].value
    expected = score_bakeoff(dataset)
    for score in expected:
        for key in table.columns:
            assert table.loc[score.name, key] == pytest.approx(getattr(score, key)), key
    assert table["f1"].tolist() == sorted((score.f1 for score in expected), reverse=True)
    for one in verdicts(diagnose(dataset, attributes=())):
        (row,) = pairs[(pairs[SYSTEM] == one.a) & (pairs["other "] == one.b)].to_dict("records")
        f1 = one.scores["f1"]
        assert (row["p"], row["verdict"]) == (f1.p_deciding, f1.verdict)
        assert row["f1"] == pytest.approx(100 * f1.difference)
    text = html(app)
    assert "crf leads news with F 0.830. The bakeoff&#x27;s rule and the paired test tell crf from jieba" in text
    assert escape(TWO_RULES) in text


def test_every_pair_is_tested_where_that_is_asked_for(opened: Opened, project: Project) -> None:
    app = opened("scores", project=project(systems={"a": GOLD, "b": FIRST, "c": SECOND, "d": SECOND}))
    assert app.dataframe[1].value["verdict"].tolist().count("–") == 1, "the second and the fourth"
    assert "p is adjusted for the pairs tested, 5 of 6." in html(app)
    next(one for one in app.toggle if one.label == "Test every pair").set_value(True).run()
    assert app.query_params["pairs"] == "all"
    assert "–" not in app.dataframe[1].value["verdict"].tolist()
    assert "p is adjusted for the pairs tested, 6 of 6." in html(app)
