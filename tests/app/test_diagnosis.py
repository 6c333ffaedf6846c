"""Diagnosis in every state: what it says, and that its numbers are those of the diagnosis."""

import gc
import json
import math
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.inference import Interval
from cwsdiag.project import load_dataset, read_project
from cwsdiag.ui.diagnosis import page as diagnosis_page
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.jobs import Job
from cwsdiag.views.look import Look
from cwsdiag.views.pairs import Pair, bucket_table, compare_sentence, kind_table
from tests.app.conftest import FIRST, GOLD, frames, html, ways
from tests.oracles.attributes import DEFINED_ALWAYS, KEYS

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def looked(project: Path) -> Look:
    return Look(load_dataset(read_project(project).datasets[0]))


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    return re.sub("<style>.*?</style>", "", html(app), flags=re.DOTALL)


def compared(known: Look, a: str, b: str) -> Pair:
    return known.pair(a, b)


def table(app: AppTest, column: str) -> pd.DataFrame:
    """Return the table that has a column."""
    return next(frame for frame in frames(app) if column in frame)


def test_numbers_are_those_of_the_diagnosis(sample: Path) -> None:
    known = looked(sample)
    diagnosis = diagnose(known.dataset)
    found = compared(known, "jieba", "crf")
    assert (found.better, found.other) == diagnosis.ordered("jieba", "crf") == ("crf", "jieba")
    assert len(found.panels) == len(KEYS) + 2, "difficulties and genres of the sample are attributes"
    (tested,) = compare(diagnosis, [("jieba", "crf")])
    verdicts = {(one.attribute, one.bucket): one.f1.verdict or "" for one in tested.buckets}
    for panel in found.panels:
        expected = diagnosis.differences("jieba", "crf")
        for column, values in (
            ("difference", expected.values),
            ("low", expected.low),
            ("high", expected.high),
        ):
            np.testing.assert_allclose([row[column] for row in panel.rows], 100 * values[diagnosis.columns(panel.key)])
        assert [row["verdict"] for row in panel.rows] == [verdicts[panel.key, row["bucket"]] for row in panel.rows]
    assert known.pair("jieba", "crf") is found


def test_figures_and_table_show_the_same_numbers(opened: Opened, sample: Path) -> None:
    address = {"dataset": "microblog", "system": "jieba", "other": "crf"}
    found = Look(load_dataset(read_project(sample).datasets[1])).pair("jieba", "crf")
    app, rows = opened("diagnosis", project=sample, part="buckets", **address), pd.DataFrame(bucket_table(found.panels))
    for column in ("f1_a", "f1_b", "difference", "p_adjusted", "cost_a"):
        np.testing.assert_allclose(table(app, "mark")[column], rows[column])
    (panels,) = figures(opened("diagnosis", project=sample, part="panels", **address))
    drawn = [y for trace in panels["data"] if "error_y" in trace for y in trace["y"] if y is not None]
    # Panels have the buckets whose words an earlier one has, the table has not.
    every = pd.DataFrame([row for panel in found.panels for row in panel.rows])
    assert len(every) == len(rows) + 1
    shown = [one for key in ("difference", "f1_a", "f1_b") for one in every[key] if not math.isnan(one)]
    assert sorted(drawn) == pytest.approx(sorted(shown))
    (kinds,) = figures(opened("diagnosis", project=sample, part="kinds", **address))
    texts = kinds["data"][1]["text"]
    for place, role in enumerate("ab"):
        counts = [int(text.partition(" ")[0].replace(",", "")) for text in texts[place::3]]
        assert counts == [row[role] for row in kind_table(found)]


def test_slices_are_the_buckets_that_cost_most(opened: Opened, sample: Path) -> None:
    look = Look(load_dataset(read_project(sample).datasets[1]))
    app = opened("diagnosis", project=sample, dataset="microblog", system="crf", other="jieba")
    rows = table(app, "slice")
    assert rows["cost_a"][0] == pytest.approx(100 * (1 - look.diagnosis.f1["crf"][0]))
    costliest = look.costliest("crf")
    assert costliest is not None
    assert (rows["slice"][1], rows["cost_a"][1]) == (costliest.name, pytest.approx(100 * costliest.row["cost"]))
    # It is chosen, and its panel is drawn, before anybody chooses.
    assert f">{costliest.where}<small>" in html(app) and len(figures(app)) == 1
    worst = table(opened("diagnosis", project=sample, dataset="microblog", system="crf", first="f1"), "slice")["f1_a"]
    assert worst.tolist()[1:] == sorted(worst.tolist()[1:])


def test_says_what_the_test_finds(opened: Opened, sample: Path) -> None:
    pair = Look(load_dataset(read_project(sample).datasets[1])).pair("crf", "jieba")
    text = said(opened("diagnosis", project=sample, dataset="microblog", system="crf", other="jieba"))
    assert pair.tested is not None and pair.buckets is not None
    points = 100 * abs(pair.tested.scores["f1"].difference)
    assert f"{pair.better} leads {pair.other} by {points:.1f} points: " in text
    assert f"leads most at {pair.buckets.ahead[0].where}" in text
    assert "10,000 swaps in 100 sentences" in text


def test_the_page_is_drawn_before_the_test_is_there(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(diagnosis_page, "ask", lambda look, question, make: Job())
    app = opened("diagnosis", project=sample, dataset="microblog", system="crf", other="jieba", part="buckets")
    assert re.search(r"leads \w+ by [\d.]+ points?\.", said(app)) and "are being tested" in said(app)
    assert table(app, "mark")["p_adjusted"].isna().all()


def test_all_against_one(opened: Opened, sample: Path) -> None:
    app = opened("diagnosis", project=sample, dataset="news", system="jieba", part="base")
    known = looked(sample)
    others = [name for name in known.best_first if name != "jieba"]
    (figure,) = figures(app)
    shown = [data[1] for trace in figure["data"] if "customdata" in trace for data in trace["customdata"]]
    assert shown[: len(others)] == others
    found = compare(known.diagnosis, [(name, "jieba") for name in others])
    ahead = sum(one.scores["f1"].verdict == "significant" and one.scores["f1"].difference > 0 for one in found)
    assert f"{ahead} of {len(others)} systems" in said(app)
    (texts,) = (trace["text"] for trace in figure["data"] if trace.get("mode") == "text")
    for text, one in zip(texts, found, strict=False):
        assert ("<b>" in text) == (one.scores["f1"].verdict == "significant")
        assert f"{abs(100 * one.scores['f1'].difference):.1f}" in text


def test_columns_are_sorted_by_any_row(opened: Opened, sample: Path) -> None:
    app = opened("diagnosis", project=sample, dataset="news", system="jieba", part="base", sort="shape:split")
    known = looked(sample)
    own = known.diagnosis.kind_counts("jieba").shapes[0]
    others = sorted(
        (name for name in known.systems if name != "jieba"),
        key=lambda name: own - known.diagnosis.kind_counts(name).shapes[0],
    )
    (figure,) = figures(app)
    shown = [data[1] for trace in figure["data"] if "customdata" in trace for data in trace["customdata"]]
    assert shown[: len(others)] == others


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


@pytest.mark.parametrize("systems", [{}, None])
def test_nothing_to_compare_leads_to_data(opened: Opened, project: Project, systems: dict[str, str] | None) -> None:
    app = opened("diagnosis", project=None if systems is None else project(systems=systems))
    assert ways(app)
    assert not app.get("plotly_chart")


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


def test_training_word_list_and_many_buckets(opened: Opened, project: Project) -> None:
    path = project(training="我们\n北京\n学习\n语言\n的\n他\n")
    assert len(figures(opened("diagnosis", project=path, buckets="equal:8", part="panels"))) == 1


def test_one_sentence_names_no_bucket(opened: Opened, project: Project) -> None:
    app = opened(
        "diagnosis",
        part="buckets",
        project=project(gold="我们 在 北京 。\n", systems={"a": "我们 在 北 京 。\n", "b": "我 们 在 北京 。\n"}),
    )
    assert "too few sentences differ for a verdict" in said(app)
    assert set(table(app, "mark")["mark"]) == {"too few"}


def test_hostile_names_are_shown_literally(opened: Opened, project: Project) -> None:
    name = "<script>**name**[l](http://e)"
    text = said(opened("diagnosis", project=project(systems={name: FIRST, "<img src=x>": GOLD})))
    assert "<script" not in text
    assert "<img" not in text
    assert "&lt;script&gt;**name**" in text


def test_comparison_goes_with_its_results(project: Project) -> None:
    known = looked(project())
    found = weakref.ref(known.pair("first", "second", tested=False))
    assert found() is known.pair("first", "second", tested=False)
    assert found() is not known.pair("second", "first", tested=False)
    del known
    gc.collect()
    assert found() is None


NAN = float("nan")


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (
            (0.9, 0.8, 0.1, 0.05, 0.15),
            "one leads two by 10.0 points.",
        ),
        ((0.9, 0.9, 0.0, -0.01, 0.01), "one and two have the same F1, 0.900."),
        ((NAN, 0.9, NAN, NAN, NAN), "one and two cannot be compared on d: F1 is not defined for both."),
    ],
)
def test_sentence_before_the_test_is_there(numbers: tuple[float, float, float, float, float], expected: str) -> None:
    pair = SimpleNamespace(better="one", other="two", f1=numbers[:2], difference=Interval(*numbers[2:]), buckets=None)
    assert compare_sentence(cast("Pair", pair), dataset="d") == expected
