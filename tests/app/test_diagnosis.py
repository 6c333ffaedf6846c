"""Diagnosis in every state: what it says, and that its numbers are those of the diagnosis."""

import gc
import json
import math
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.diagnosis import page as diagnosis_page
from cwsdiag.ui.shell import progress
from cwsdiag.ui.work.results import Job
from cwsdiag.views.look import Look
from cwsdiag.views.pairs import bucket_table
from tests.app.conftest import FIRST, frames, html
from tests.oracles.attributes import DEFINED_ALWAYS, KEYS

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    return re.sub("<style>.*?</style>", "", html(app), flags=re.DOTALL)


def table(app: AppTest, column: str) -> pd.DataFrame:
    """Return the table that has a column."""
    return next(frame for frame in frames(app) if column in frame)


def test_figures_and_table_show_the_same_numbers(opened: Opened, sample: Path) -> None:
    address = {"dataset": "microblog", "system": "jieba", "other": "crf"}
    found = Look(load_dataset(read_project(sample).datasets[1])).pair("jieba", "crf")
    app, rows = opened("diagnosis", project=sample, part="buckets", **address), pd.DataFrame(bucket_table(found.panels))
    for column in ("f1_a", "f1_b", "difference", "p_adjusted", "cost_a"):
        np.testing.assert_allclose(table(app, "mark")[column], rows[column])
    (panels,) = figures(opened("diagnosis", project=sample, part="panels", **address))
    drawn = [y for trace in panels["data"] if "error_y" in trace for y in trace["y"] if y is not None]
    every = pd.DataFrame([row for panel in found.panels for row in panel.rows])
    shown = [one for key in ("difference", "f1_a", "f1_b") for one in every[key] if not math.isnan(one)]
    assert sorted(drawn) == pytest.approx(sorted(shown))


def test_the_page_is_drawn_before_the_test_is_there(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(diagnosis_page, "ask", lambda look, question, make: Job())
    app = opened("diagnosis", project=sample, dataset="microblog", system="crf", other="jieba", part="buckets")
    assert re.search(r"leads \w+ by [\d.]+ points?\.", said(app)) and "are being tested" in said(app)
    assert table(app, "mark")["p_adjusted"].isna().all()


def test_swap(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(), system="first", other="second", attribute="all", show="only_a")
    next(button for button in app.button if button.key == "swap").click().run()
    assert (app.query_params["system"], app.query_params["other"]) == ("second", "first")
    assert table(app, "wrong_a")["word"].tolist() == ["语言学"]


def test_one_system_alone_has_the_same_screen(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems={"<b>only": FIRST}))
    assert "&lt;b&gt;only loses " in said(app)
    assert "cost_b" not in table(app, "slice")
    (panels,) = figures(opened("diagnosis", project=project(systems={"only": FIRST}), part="panels"))
    assert panels["data"]


def test_systems_that_do_not_differ(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems={"one": FIRST, "two": FIRST}))
    assert "one and two cut every word of own alike" in said(app)
    assert table(app, "wrong_a")["word"][0] == "语言学"


def test_without_training_panels_say_why_they_are_empty(opened: Opened, project: Project) -> None:
    path = project(training=None)
    (panels,) = figures(opened("diagnosis", project=path, part="panels"))
    (kinds,) = figures(opened("diagnosis", project=path, part="kinds"))
    empty = len(KEYS) - len(DEFINED_ALWAYS)
    assert sum("undefined" in note["text"] for note in panels["layout"]["annotations"]) == empty
    assert kinds["layout"]["yaxis"]["ticktext"] == ["split", "merged", "crossed"], "causes need training data"


def test_comparison_goes_with_its_results(project: Project) -> None:
    known = Look(load_dataset(read_project(project()).datasets[0]))
    found = weakref.ref(known.pair("first", "second", tested=False))
    assert found() is known.pair("first", "second", tested=False)
    assert found() is not known.pair("second", "first", tested=False)
    del known
    gc.collect()
    assert found() is None
