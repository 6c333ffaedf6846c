"""The pages Difficulty and Scores in every state of difficulties: what they say, and that numbers are the library's."""

import pytest

from cwsdiag.balanced import accuracy_by_difficulty, balance, group_shares, word_groups
from cwsdiag.files import sample_project
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.shell.view import View
from tests.app.conftest import (
    FIRST,
    GOLD,
    SYSTEM,
    drawings,
    figures,
    frames,
    html,
    queued,
    said,
    table,
    visit,
)  # fmt: skip
from tests.app.own_files import roles
from tests.app.test_committee import made
from tests.app.test_difficulty import WEIGHTS, weighed

SAMPLE = sample_project()


def test_numbers_are_those_of_the_library(opened):
    balanced = balance(load_dataset(read_project(SAMPLE).dataset("news")))
    app = opened("scores", project=SAMPLE, part="balanced")
    text = html(app)
    assert "wapic leads news with balanced F 0.794, 4.0 points ahead of jieba. By F1 crf leads." in text
    assert "Committee: perceptron K=50 seed=0; templates 1, 2 and 3; 10, 20 and 30 % of " in text
    scores = table(app, "f_b", "f_b_low").set_index(SYSTEM)
    for score in balanced.scores:
        row = scores.loc[score.name]
        assert (row["f1"], row["f_b"]) == (score.f1, score.f_b)
        assert row["f_b_low"] == balanced.intervals[score.name].low
    assert scores["f_b"].is_monotonic_decreasing
    app = opened("difficulty", project=SAMPLE)
    accuracy = table(app, "words", "system 0")
    assert accuracy["system 0"].tolist() == accuracy_by_difficulty(balanced)["crf"].tolist()
    shares = table(app, "all words", "OOV words", "idioms")
    assert shares["OOV words"].tolist() == group_shares(balanced, word_groups(balanced))["OOV words"].tolist()


def test_parts_of_0_2_0_lead_to_where_they_are(opened, project):
    path = weighed(project())
    for part, page, key, value in (("scores", "scores", "part", "balanced"), ("rows", "sentences", "order", "hardest")):
        app = opened("difficulty", project=path, part=part)
        assert (app.session_state["selection"].page, said(app, key)) == (page, value)


def test_all_words_alike(opened, project):
    path = weighed(project(), "0 0 0 0 0 0\n" * 40)
    text = html(opened("scores", project=path, part="balanced"))
    assert "Balanced F (f_b) is undefined on own" in text
    assert "All words have the same difficulty" in text


def upload(app, name, data, what="weights"):
    uploader = next(one for one in app.get("file_uploader") if one.key.startswith(f"upload {what}"))
    uploader.set_value((name, data.encode(), "text/plain")).run()
    assert not app.exception
    return app


def test_uploaded_weights_belong_to_the_dataset_in_this_session(opened, project):
    path = project()
    app = made(opened("difficulty", project=path, members="3"))
    upload(app, "mine.weight", "0.5\n")
    assert "This file does not fit: nothing was changed" in html(app)
    assert "K=3 seed=0" in html(app)
    upload(app, "mine.weight", WEIGHTS)
    assert "In use: mine.weight" in html(app) and "K=3 seed=0" not in html(app), "in place of the committee"
    assert "members" not in app.query_params
    app.button(key="forget weights").click().run()
    assert "How hard is each" in html(app)
    assert "How hard is each" in html(opened("difficulty", project=path)), "nobody else has them"


def test_project_weights_that_do_not_fit_are_named(opened, project):
    path = weighed(project(), WEIGHTS.replace("0.45 ", ""))
    assert "gold.weight, line 1: 5 numbers for the 6 words" in html(opened("files", project=path))
    app = opened("difficulty", project=path, members="3")
    assert not queued(), "it is not covered up"
    assert "The file of difficulties cannot be used" in html(app)
    assert "words of own with difficulty" in html(made(app))


def test_idioms_of_ones_own_and_of_a_project(opened, project):
    gold = GOLD.replace("语言学", "一举两得")
    path = weighed(project(gold=gold, systems={"first": FIRST.replace("语言 学", "一举 两得")}))
    app = opened("difficulty", project=path, part="words")
    assert table(app, "idioms")["idioms"].sum() == pytest.approx(100)
    upload(app, "<i>.txt", "画蛇添足", "idioms")
    assert table(app, "idioms")["idioms"].isna().all()
    assert "your list &lt;i&gt;.txt, 1 word." in html(app)
    path.write_text(path.read_text("utf-8").replace("gold =", 'idioms = "four.txt"\ngold =', 1), "utf-8")
    (path.parent / "four.txt").write_text("我们在北 语言学。", "utf-8")
    assert "in the list four.txt of this project, 2 words." in html(opened("difficulty", project=path, part="words"))
    (path.parent / "four.txt").write_bytes(b"\xff\xfe\x00\x00\x01" * 9)
    text = html(opened("difficulty", project=path, part="words"))
    assert "The list of idioms of this project cannot be used" in text
    assert "the list that comes with cwsdiag, 227 words" in text


def test_difficulties_given_for_files_of_ones_own_are_kept_with_them(loaded, opened):
    loaded.session_state["browser of this test"] = "k" * 43
    visit(loaded, "difficulty")
    first = upload(loaded, "first.weight", WEIGHTS)
    assert "In use: first.weight" in html(first)
    assert not any(button.key == "forget weights" for button in first.button)
    upload(first, "second.weight", WEIGHTS.replace("0.45", "0.5"))
    again = opened("difficulty", w="k" * 43, dataset="upload")
    assert "In use: second.weight" in html(again), "also for whoever loads the page anew"
    visit(again, "files")
    assert roles(again)["second.weight"] == "weights"
    assert roles(again)["first.weight"] == "out"


@pytest.mark.parametrize(("page", "part", "charts"), [("scores", "balanced", 4), ("difficulty", "committee", 2)])
def test_where_gold_is_withheld_figures_stand_without_words(opened, monkeypatch, page, part, charts):
    monkeypatch.setattr(View, "withholds_gold", property(lambda view: True))
    app = opened(page, project=SAMPLE, part=part)
    assert len(figures(app)) == charts
    assert not drawings(app)
    assert not [frame for frame in frames(app) if "word" in frame.columns]
    assert not app.get("file_uploader")
