"""The Difficulty page in every state: what it says, and that its numbers are those of the library."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.balanced import accuracy_by_difficulty, balance, group_shares, word_groups
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.files import sample_project
from cwsdiag.formats import Source
from cwsdiag.project import File, load_dataset, read_project
from cwsdiag.ui.shell.tables import SYSTEM
from cwsdiag.ui.shell.view import View
from tests.app.conftest import FIRST, GOLD, SECOND, drawings, frames, html, queued, visit
from tests.app.own_files import roles
from tests.app.test_difficulty import weighed
from tests.serving import hand_over

Opened = Callable[..., AppTest]
Project = Callable[..., Path]
SAMPLE = sample_project()


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def table(app: AppTest, *columns: str) -> pd.DataFrame:
    """The table of the page that has these columns."""
    (found,) = (frame for frame in frames(app) if {*columns} <= {*frame.columns})
    return found


def scored(opened: Opened, **selection: Any) -> AppTest:
    return opened("scores", part="balanced", **selection)


def test_numbers_are_those_of_the_library(opened: Opened) -> None:
    balanced = balance(load_dataset(read_project(SAMPLE).dataset("news")))
    app = scored(opened, project=SAMPLE)
    text = html(app)
    assert "wapic leads news with balanced F 0.794, 4.0 points ahead of jieba. By F1 crf leads." in text
    assert "Committee: perceptron K=50 seed=0; templates 1, 2 and 3; 10, 20 and 30 % of " in text
    assert "compares systems under one committee, never across committees." in text
    scores = table(app, "f_b", "f_b_low").set_index(SYSTEM).join(table(app, "p_b", "r_b").set_index(SYSTEM))
    for score in balanced.scores:
        row = scores.loc[score.name]
        for key in ("f1", "p_b", "r_b", "f_b"):
            assert row[key] == getattr(score, key), key
        assert row["f_b_low"] == balanced.intervals[score.name].low
        assert row["f_b_committee_se"] == balanced.committee_errors[score.name].se
    assert scores["f_b"].is_monotonic_decreasing
    app = opened("difficulty", project=SAMPLE)
    accuracy, expected = table(app, "words", "system 0"), accuracy_by_difficulty(balanced)
    for place, name in enumerate(("crf", "maximum matching", "jieba", "wapic")):
        assert accuracy[f"system {place}"].tolist() == expected[name].tolist()
    shares = table(app, "all words", "OOV words", "idioms")
    assert shares["OOV words"].tolist() == group_shares(balanced, word_groups(balanced))["OOV words"].tolist()
    assert shares["idioms"].sum() == pytest.approx(100)


def test_parts_of_0_2_0_lead_to_where_they_are(opened: Opened, project: Project) -> None:
    path = weighed(project())
    for part, page, key, value in (("scores", "scores", "part", "balanced"), ("rows", "sentences", "order", "hardest")):
        app = opened("difficulty", project=path, part=part)
        assert app.session_state["selection"].page == page
        assert "".join(app.query_params[key]) == value


def test_all_words_alike(opened: Opened, project: Project) -> None:
    text = html(scored(opened, project=weighed(project(), "0 0 0 0 0 0\n" * 40)))
    assert "Balanced F (f_b) is undefined on own" in text
    assert "All words have the same difficulty" in text


def drop(app: AppTest, name: str, data: str) -> AppTest:
    uploader = next(one for one in app.get("file_uploader") if one.key.startswith("upload weights"))
    uploader.set_value((name, data.encode(), "text/plain")).run()
    assert not app.exception
    return app


LINES = "0 0.1 0.2 0.45 1 0\n0.3 0 0.2 0 0.9 0\n" * 20


def test_uploaded_weights_belong_to_the_dataset_in_this_session(opened: Opened, project: Project) -> None:
    path = project(training=None)
    app = drop(opened("difficulty", project=path), "mine.weight", "0.5\n")
    assert "This file does not fit: nothing was changed" in html(app)
    assert "How hard is each" in html(app)
    drop(app, "mine.weight", LINES)
    assert "In use: mine.weight" in html(app)
    app.button(key="forget weights").click().run()
    assert "How hard is each" in html(app)
    assert "How hard is each" in html(opened("difficulty", project=path)), "nobody else has them"


def test_uploaded_weights_take_the_place_of_a_committee(opened: Opened, project: Project) -> None:
    app = opened("difficulty", project=project(), members="3")
    app.button(key="ask for the committee").click().run()
    for job in queued():
        assert job.result(120)
    assert "K=3 seed=0" in html(app.run())
    drop(app, "mine.weight", LINES)
    assert "In use: mine.weight" in html(app) and "K=3 seed=0" not in html(app)
    assert "members" not in app.query_params


def test_project_weights_that_do_not_fit_are_named(opened: Opened, project: Project) -> None:
    path = weighed(project(), LINES.replace("0.45 ", ""))
    assert "gold.weight, line 1: 5 numbers for the 6 words" in html(opened("files", project=path))
    app = opened("difficulty", project=path, members="3")
    assert not queued(), "it is not covered up"
    assert "The file of difficulties cannot be used" in html(app)
    app.button(key="ask for the committee").click().run()
    for job in queued():
        assert job.result(120)
    assert "words of own with difficulty" in html(app.run())


def test_idioms_of_ones_own(opened: Opened, project: Project) -> None:
    gold = GOLD.replace("语言学", "一举两得")
    systems = {"first": FIRST.replace("语言 学", "一举 两得"), "second": SECOND.replace("语言学", "一举两得")}
    app = opened("difficulty", project=weighed(project(gold=gold, systems=systems)), part="words")
    assert table(app, "idioms")["idioms"].sum() == pytest.approx(100)
    uploader = next(one for one in app.get("file_uploader") if one.key == "upload idioms")
    uploader.set_value(("<i>.txt", "画蛇添足".encode(), "text/plain")).run()
    assert table(app, "idioms")["idioms"].isna().all()
    assert "your list &lt;i&gt;.txt, 1 word." in html(app)


def test_idioms_of_a_project(opened: Opened, project: Project) -> None:
    path = weighed(project())
    (path.parent / "four.txt").write_text("我们在北 语言学。", "utf-8")
    path.write_text(path.read_text("utf-8").replace("gold =", 'idioms = "four.txt"\ngold =', 1), "utf-8")
    assert "Idioms: words of four characters in the list four.txt of this project, 2 words." in html(
        opened("difficulty", project=path, part="words")
    )
    (path.parent / "four.txt").write_bytes(b"\xff\xfe\x00\x00\x01" * 9)
    text = html(opened("difficulty", project=path, part="words"))
    assert "The list of idioms of this project cannot be used" in text
    assert "the list that comes with cwsdiag, 227 words" in text


def test_private_gold_keeps_its_words(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(tmp_path / "board.sqlite")
    board.add_task(TaskDraft("t", gold=Source.from_bytes("g", GOLD.encode()), few_sentences=True))
    by = Submitter(signed_in="x")
    board.submit("t", Entry("one", "x", "open", ""), Source.from_bytes("s", FIRST.encode()), by=by)
    board.close("t")
    file = File.uploaded("gold", "mine.weight", LINES.encode())
    monkeypatch.setattr("cwsdiag.ui.data.catalogue.own_weights", lambda entry: {"file": file})
    app = opened("difficulty")
    hand_over(monkeypatch, "--board", str(tmp_path / "board.sqlite"))
    app.query_params["dataset"] = "board:t"
    app.query_params["submissions"] = "1"
    app.run()
    assert not app.exception
    text = html(app)
    assert "The difficulties of words are withheld." in text
    assert "is private: systems are scored against it" in text
    assert "Your own difficulties are not accepted here" in text
    assert "语言" not in text
    assert not app.get("file_uploader")


def test_difficulties_given_for_files_of_ones_own_are_kept_with_them(loaded: AppTest, opened: Opened) -> None:
    loaded.session_state["browser of this test"] = "k" * 43
    visit(loaded, "difficulty")
    first = drop(loaded, "first.weight", LINES)
    assert "In use: first.weight" in html(first)
    assert not any(button.key == "forget weights" for button in first.button)
    drop(first, "second.weight", LINES.replace("0.45", "0.5"))
    again = opened("difficulty", w="k" * 43, dataset="upload")
    assert "In use: second.weight" in html(again), "also for whoever loads the page anew"
    visit(again, "data")
    assert roles(again)["second.weight"] == "weights"
    assert roles(again)["first.weight"] == "out"
    assert roles(again)["gold.txt"] == "gold"


def test_where_gold_is_withheld_figures_stand_without_words(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(View, "withholds_gold", property(lambda view: True))
    for page, figures, said in (("scores", 4, "Words are withheld"), ("difficulty", 2, "")):
        app = opened(page, project=SAMPLE, part={"scores": "balanced", "difficulty": "committee"}[page])
        assert len(charts(app)) == figures
        assert not drawings(app)
        assert said in html(app)
        assert not [frame for frame in frames(app) if "word" in frame.columns]
        assert not app.get("file_uploader")
