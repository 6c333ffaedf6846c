"""The Judge page in every state, without a browser."""

import json
import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pandas as pd
import pytest
import streamlit as st

from cwsdiag import files
from cwsdiag.files import sample_project
from cwsdiag.judging import Judgements, outcome, shown_order
from cwsdiag.judging.outcome import balanced_of
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.host import who
from tests.app.conftest import component, go, html, opened_page
from tests.serving import hand_over

NAMES = ("crf", "jieba", "maximum matching")


@pytest.fixture(scope="module")
def news():
    return load_dataset(read_project(sample_project()).dataset("news"))


@pytest.fixture
def kept(tmp_path):
    return Judgements(tmp_path / "people.sqlite")


@pytest.fixture
def judge(kept, monkeypatch):
    """``judge(**selection)`` opens the page as another person would who follows a link."""

    def open_page(**selection):
        hand_over(monkeypatch, str(sample_project()), "--judgements", str(kept.path))
        return opened_page("lab", **{"part": "judge", "dataset": "news", **selection})

    return open_page


def enter(app, name):
    app.text_input(key="name of the judge").set_value(name)
    next(one for one in app.button if one.label == "Judge").click()
    return app.run()


def candidates(app):
    """The candidates as they are read aloud, in the order shown."""
    drawings = [json.loads(one.proto.json)["svg"] for one in app.get("bidi_component") if "svg" in one.proto.json]
    return [text for svg in drawings for text in re.findall("<desc>([^<]*)</desc>", svg)]


def everything(app):
    """Whatever reaches the browser: all elements as they are sent."""
    return "\n".join(str(element) for element in app.main) + "\n".join(str(element) for element in app.sidebar)


def mark(app, place, mark):
    controls = [one for one in app.get("button_group") if str(one.key).startswith("mark ")]
    controls[place].set_value(mark).run()


def judged(app):
    """Mark the first candidate best, and go on."""
    mark(app, 0, "best")
    app.button(key="next").click().run()


def finish(kept, study, judge):
    """Mark what crf makes of every sentence best."""
    for item in kept.study(study).to_judge:
        (best,) = (one.key for one in item.candidates if "crf" in one.systems)
        kept.mark(study, judge, item.number, {best: "best"})


def visit(monkeypatch, *arguments, at_home=True):
    """Return the page of a server that was told of no judgements."""
    monkeypatch.setattr(who, "is_owner", lambda: at_home)
    hand_over(monkeypatch, *arguments)
    return opened_page("lab", part="judge")


def test_the_example_shows_a_finished_study(monkeypatch, tmp_path):
    monkeypatch.setenv(files.DATA_VARIABLE, str(tmp_path / "data"))
    app = visit(monkeypatch, str(sample_project()))
    assert "by 2 judges." in html(app)
    assert "Nobody judged these sentences" in html(app)
    assert not (tmp_path / "data").exists()
    assert "Judge" not in [one.label for one in app.button], "nobody writes into the example"
    # A study of one's own takes its place, in a file of one's own.
    next(one for one in app.button if one.label == "Make the study").click()
    app.run()
    assert Judgements(tmp_path / "data" / "judgements.sqlite", create=False).names() == ["news"]
    assert "news: " in html(app)
    assert "Example: " not in html(app)
    stranger = visit(monkeypatch, str(sample_project()), at_home=False)
    assert "Nobody judged these sentences" in html(stranger)
    assert "Make the study" not in {one.label for one in stranger.button}
    assert "This server keeps no judgements." in html(visit(monkeypatch, "--no-board"))


def test_a_file_that_cannot_be_used_is_named_without_its_folder(judge, kept, tmp_path):
    kept.path.write_text("我们 喜欢\n" * 999, "utf-8")
    text = html(judge())
    assert "this is not a file of judgements, or it is damaged" in text
    assert str(tmp_path) not in text


def test_judging_names_no_system_and_shows_no_gold(judge, kept, news):
    study = kept.new("s", news, sentences=10)
    app = enter(judge(), "Li Hua")
    assert f"Which is best? 1 of {len(study.to_judge)}" in html(app)
    for item in study.to_judge:
        sent = everything(app) + html(app)
        assert not any(name in sent for name in NAMES)
        assert candidates(app) == [" ".join(one.words) for one in shown_order(study, "Li Hua", item)]
        app.button(key="candidate 1").click().run()
        app.button(key="next").click().run()
    assert "Thank you, Li Hua: you have judged all" in html(app)
    assert "system" not in app.query_params


def test_one_best_is_needed_and_back_shows_what_was_marked_to_be_changed(judge, kept, news):
    study = kept.new("s", news, sentences=10)
    first, second, *_more = (one.key for one in shown_order(study, "Li Hua", study.to_judge[0]))
    app = enter(judge(), "Li Hua")
    mark(app, 0, "second")
    assert app.button(key="next").disabled
    mark(app, 0, "best")
    mark(app, 1, "best")
    assert kept.look("s")[1] == [], "nothing is stored before the judge goes on"
    app.button(key="next").click().run()
    assert kept.look("s")[1][0].marks == {first: "best", second: "best"}
    app.button(key="back").click().run()
    assert next(one for one in app.get("button_group") if str(one.key).startswith("mark ")).value == "best"
    mark(app, 0, "neither")
    app.button(key="next").click().run()
    assert [one.marks for one in kept.look("s")[1]] == [{second: "best"}]
    # Who is removed says no more, but may enter anew.
    kept.remove("s", "Li Hua")
    judged(app)
    assert "Li Hua judges this study no more" in html(app)
    assert kept.look("s")[1] == []
    app.button(key="stop").click().run()
    judged(enter(app, "Li Hua"))
    assert len(kept.look("s")[1]) == 1


def test_who_signed_in_judges_in_any_browser(judge, kept, news, monkeypatch):
    kept.new("s", news, sentences=10)
    monkeypatch.setattr(st, "user", {"is_logged_in": True, "iss": "id", "sub": "7", "name": "Li Hua"})
    for place in (1, 2):
        app = enter(judge(), "Li Hua")
        assert f"Which is best? {place} of" in html(app)
        judged(app)
    monkeypatch.setattr(st, "user", {"is_logged_in": True, "iss": "id", "sub": "8", "name": "Li Hua"})
    assert "Li Hua is somebody who judges this study in another browser." in html(enter(judge(), "Li Hua"))


ACTS = ("Make the study", "Remove the study", "Remove the judge", "Free the name")


def test_only_the_owner_makes_and_removes_studies(judge, kept, news, monkeypatch):
    assert "There is no study yet. The owner of the judgements makes one." in html(judge())
    kept.new("s", news, sentences=10)
    finish(kept, "s", "Li Hua")
    for label in ACTS:
        # Drawn for an owner, pressed by one who is none any more.
        monkeypatch.setattr(who, "is_owner", lambda: True)
        app = judge()
        monkeypatch.setattr(who, "is_owner", lambda: False)
        next(one for one in app.button if one.label == label).click().run()
        assert not {one.label for one in app.button} & {*ACTS}
    assert kept.names() == ["s"]
    assert len(kept.look("s")[1]) == len(kept.study("s").to_judge)


def test_the_owner_removes(judge, kept, news, monkeypatch):
    monkeypatch.setattr(who, "is_at_the_machine", lambda: True)
    for name in ("old", "new"):
        kept.new(name, news, sentences=10)
    finish(kept, "new", "Li Hua")
    kept.choose("new")
    app = judge()
    assert "new: " in html(app), "the chosen one is shown"
    app.button(key="do remove the judge of judgements").click().run()
    assert "Removed, with " in html(app)
    assert kept.look("new")[1] == []
    item = kept.study("new").to_judge[0]
    kept.mark("new", "Zhao", item.number, {item.candidates[0].key: "best"}, holder="x")
    app.run()
    app.button(key="do free the name of judgements").click().run()
    assert "Zhao can go on in another browser." in html(app)
    assert kept.enter("new", "Zhao", "y") == "Zhao"
    app.button(key="do remove the study of judgements").click().run()
    assert "old: " in html(app)
    assert kept.names() == ["old"]


def test_names_are_escaped_and_checked(judge, kept, news):
    kept.new("<i>study</i>", news, sentences=5)
    app = judge()
    assert "&lt;i&gt;study&lt;/i&gt;: " in html(app)
    assert "the name of the judge is missing" in html(enter(app, "  "))
    assert "has an invisible character, U+202E" in html(enter(app, "a\u202eb"))
    text = html(enter(app, "<script>alert(1)</script>"))
    assert "Judge: &lt;script&gt;" in text
    assert "<script>" not in text


def test_results_are_a_button_away_but_not_while_judging(judge, kept, news):
    kept.new("s", news, sentences=10)
    for name in ("Li Hua", "Zhao"):
        finish(kept, "s", name)
    app = judge()
    app.button(key="results").click().run()
    found, f_b = outcome(*kept.look("s")), balanced_of(news)
    assert f_b is not None
    text = html(app)
    assert "First for people: crf, score 1.000 on 10 sentences of news, by 2 judges." in text
    assert "Fleiss&#x27; kappa of 2 judges: 1.000." in text
    results: pd.DataFrame = app.dataframe[0].value
    for key in ("name", "people", "f1"):
        assert results[key].tolist() == [getattr(one, key) for one in found.ranked]
    assert results["f_b"].tolist() == [f_b[name] for name in results["name"]]
    app.button(key="door").click().run()
    enter(app, "Wang")
    # Nor does an address show them to who is judging.
    app.query_params["results"] = "on"
    app.run()
    assert {"next"} <= {one.key for one in app.button} and "results" not in {one.key for one in app.button}
    assert not app.get("plotly_chart")


def test_findings_talk_and_report_show_a_study_to_nobody_who_judges_it(judge, kept, news):
    kept.new("s", news, sentences=10)
    finish(kept, "s", "Li Hua")
    app = judge(results="on")
    app.session_state["people menu"] = True
    app.run().button(key="people pin").click().run()

    def slide():
        """The finding as Talk shows it."""
        go(app, "talk", {"dataset": "news"})
        (shown,) = component(app, "cwsdiag_stage")["slides"].values()
        return dict(shown)

    enter(go(app, "lab", {"part": "judge", "dataset": "news"}), "Wang")
    hidden = slide()
    assert hidden["sentence"] == "Results of s are not shown while you judge it."
    assert "First for people" not in str([hidden, html(app), app.text_input[0].value]) and not hidden["large"]
    app.button(key="make a report").click().run()
    app.run()
    asked: Any = app.session_state["report that was asked for"][2]
    data, _problems = asked.result()
    with ZipFile(BytesIO(data)) as report:
        parts = {name: report.read(name) for name in report.namelist()}
    assert not any(b"First for people" in part for part in parts.values())
    assert not any("judges" in name for name in parts)
    go(app, "talk", {"dataset": "news", "slide": "1"})
    assert not component(app, "cwsdiag_stage")["presenting"], "there is none that can be shown"
    go(app, "lab", {"part": "judge", "dataset": "news"}).button(key="stop").click().run()
    assert "First for people: crf" in slide()["sentence"]
    kept.remove("s")
    assert "no study 's' in this file" in slide()["sentence"]
    assert str(kept.path) not in str(slide())


def test_results_of_another_dataset_keep_what_the_study_knows(judge, kept, news):
    kept.new("s", news, sentences=10, f_b={"crf": 0.5, "jieba": 0.6, "maximum matching": 0.3})
    finish(kept, "s", "Li Hua")
    app = judge(dataset="microblog", results="on")
    assert app.dataframe[0].value["f_b"].max() == 0.6
