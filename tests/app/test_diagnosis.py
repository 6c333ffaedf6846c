"""Diagnosis in every state: what it says, and what it shows."""

import gc
import re
import weakref

from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.diagnosis import page as diagnosis_page
from cwsdiag.ui.shell import progress
from cwsdiag.ui.work.results import Job
from cwsdiag.views.look import Look
from tests.app.conftest import FIRST, figures, html, table
from tests.oracles.attributes import DEFINED_ALWAYS, KEYS


def test_the_page_is_drawn_before_the_test_is_there(opened, sample, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(diagnosis_page, "ask", lambda look, question, make: Job())
    app = opened("diagnosis", project=sample, dataset="microblog", system="crf", other="jieba", part="buckets")
    assert re.search(r"leads \w+ by [\d.]+ points?\.", html(app)) and "are being tested" in html(app)
    assert table(app, "mark")["p_adjusted"].isna().all()


def test_swap(opened, project):
    app = opened("diagnosis", project=project(), system="first", other="second", attribute="all", show="only_a")
    app.button(key="swap").click().run()
    assert (app.query_params["system"], app.query_params["other"]) == ("second", "first")
    assert table(app, "wrong_a")["word"].tolist() == ["语言学"]


def test_one_system_alone_has_the_same_screen(opened, project):
    app = opened("diagnosis", project=project(systems={"<b>only": FIRST}))
    assert "&lt;b&gt;only loses " in html(app)
    assert "cost_b" not in table(app, "slice")
    app.button_group(key="choose part").set_value("panels").run()
    assert figures(app)[0]["data"]


def test_without_training_panels_say_why_they_are_empty(opened, project):
    (panels,) = figures(opened("diagnosis", project=project(training=None), part="panels"))
    empty = sum("undefined" in note["text"] for note in panels["layout"]["annotations"])
    assert empty == len(KEYS) - len(DEFINED_ALWAYS)


def test_comparison_goes_with_its_results(project):
    known = Look(load_dataset(read_project(project()).datasets[0]))
    found = weakref.ref(known.pair("first", "second", tested=False))
    assert found() is known.pair("first", "second", tested=False)
    assert found() is not known.pair("second", "first", tested=False)
    del known
    gc.collect()
    assert found() is None
