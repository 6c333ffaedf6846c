"""The bakeoff on Scores: what it says, and that its numbers are those of the command line."""

from html import escape

import pytest

from cwsdiag.bakeoff import score_bakeoff, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.bakeoff import TWO_RULES
from tests.app.conftest import FIRST, GOLD, SECOND, SYSTEM, html


def test_numbers_are_those_of_the_bakeoff(opened, project):
    path = project()
    app = opened("scores", project=path)
    dataset = load_dataset(read_project(path).datasets[0])
    found = app.dataframe[0].value.set_index(SYSTEM)
    for score in score_bakeoff(dataset):
        for key in found.columns:
            assert found.loc[score.name, key] == pytest.approx(getattr(score, key)), key
    (one,) = verdicts(diagnose(dataset, attributes=()))
    (row,) = app.dataframe[1].value.to_dict("records")
    f1 = one.scores["f1"]
    assert (row["p"], row["verdict"]) == (f1.p_deciding, f1.verdict)
    assert "first leads own with F " in html(app)
    assert escape(TWO_RULES) in html(app)


def test_every_pair_is_tested_where_that_is_asked_for(opened, project):
    app = opened("scores", project=project(systems={"a": GOLD, "b": FIRST, "c": SECOND, "d": SECOND}))
    assert app.dataframe[1].value["verdict"].tolist().count("–") == 1, "the second and the fourth"
    assert "p is adjusted for the pairs tested, 5 of 6." in html(app)
    next(one for one in app.toggle if one.label == "Test every pair").set_value(True).run()
    assert app.query_params["pairs"] == "all"
    assert "–" not in app.dataframe[1].value["verdict"].tolist()
    assert "p is adjusted for the pairs tested, 6 of 6." in html(app)
