"""The bakeoff on Scores in every state: what it says, and that its numbers are those of the command line."""

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.bakeoff import differences, score_bakeoff, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.project import load_dataset, read_project
from cwsdiag.report.bakeoff import TWO_RULES
from cwsdiag.ui.shell.tables import SYSTEM
from cwsdiag.ui.work import progress
from cwsdiag.views.look import Look
from tests.app.conftest import FIRST, GOLD, SECOND, html

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


@pytest.fixture
def tracks(project: Project) -> Path:
    """Four systems: two closed, one open, one of no known track; the best is the last."""
    path = project(systems={"first": FIRST, "second": SECOND, "third": SECOND, "same": GOLD})
    text = path.read_text("utf-8")
    for name, track in (("first", "closed"), ("second", "closed"), ("third", "open")):
        text = text.replace(f"name = '{name}'", f"name = '{name}'\ntrack = '{track}'")
    path.write_text(text, "utf-8")
    return path


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
    path = project(systems={"a": GOLD, "b": FIRST, "c": SECOND, "d": SECOND})
    app = opened("scores", project=path)
    table = app.dataframe[1].value
    assert table["verdict"].tolist().count("–") == 1, "the second and the fourth"
    assert "p is adjusted for the pairs tested, 5 of 6." in html(app)
    next(one for one in app.toggle if one.label == "Test every pair").set_value(True).run()
    assert app.query_params["pairs"] == "all"
    assert "–" not in app.dataframe[1].value["verdict"].tolist()
    assert "p is adjusted for the pairs tested, 6 of 6." in html(app)


def test_page_is_drawn_before_the_tests_are_there(
    opened: Opened, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Event()
    monkeypatch.setattr(progress, "PATIENCE", 0)
    tested = Look.bakeoff_verdicts
    monkeypatch.setattr(Look, "bakeoff_verdicts", lambda *args, **how: held.wait(60) and tested(*args, **how))
    app = opened("scores", project=project())
    text = html(app)
    assert "The paired tests are under way" in text and "the paired test says" not in text
    assert app.dataframe[1].value["verdict"].tolist() == ["–"]
    held.set()
    monkeypatch.setattr(progress, "PATIENCE", 60)
    app.run()
    assert "under way" not in html(app)
    assert app.dataframe[1].value["verdict"].tolist() == ["significant"]


def test_tracks_are_ranked_apart(opened: Opened, tracks: Path) -> None:
    app = opened("scores", project=tracks, baselines="on")
    table = app.dataframe[0].value
    assert table[SYSTEM].tolist() == ["first", "second", "third", "same", "TOP", "BASE", "VOTE"]
    assert table["track"].fillna("").tolist() == ["closed", "closed", "open", "", "", "", ""]
    text = html(app)
    assert "first leads the closed track of own with F" in text
    assert "third has F 0.769 on the open track." in text
    assert "same has F 1.000 on the systems without a track." in text
    assert "tell first from second" in text
    corpora = figures(app)[2]
    assert corpora["layout"]["xaxis"]["ticktext"] == [
        "<b>own</b><br>closed",
        "<b>own</b><br>open",
        "<b>own</b><br>track not given",
    ]
