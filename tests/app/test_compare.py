"""The Compare page in every state: what it says, and that its numbers are those of the diagnosis."""

import gc
import json
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.diagnosis import diagnose
from cwsdiag.frames import Panel
from cwsdiag.inference import Interval
from cwsdiag.project import load_dataset, read_project
from cwsdiag.views.comparison import (
    BucketFinding,
    Comparison,
    OverallDifference,
    compare_remark,
    compare_sentence,
    comparison,
)
from cwsdiag.views.results import Results
from tests.app.conftest import FIRST, GOLD, html, ways
from tests.oracles.attributes import DEFINED_ALWAYS, KEYS

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def results(project: Path) -> Results:
    return Results(load_dataset(read_project(project).datasets[0]))


def figures(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    return re.sub("<style>.*?</style>", "", html(app), flags=re.DOTALL)


def spread(found: Comparison) -> list[Panel]:
    """The attributes with two buckets or more that are large enough to be named."""
    return [panel for panel in found.panels if panel.buckets.get("named", pd.Series()).sum() > 1]


def test_numbers_are_those_of_the_diagnosis(sample: Path) -> None:
    known = results(sample)
    diagnosis = diagnose(known.dataset)
    found = comparison(known, "jieba", "crf")
    assert (found.better, found.other) == diagnosis.ordered("jieba", "crf") == ("crf", "jieba")
    assert len(found.panels) == len(KEYS) + 1, "the difficulties of the sample are an attribute"
    for panel in found.panels:
        expected = diagnosis.bucket_differences("crf", "jieba", panel.key)
        for column, values in (
            ("difference", expected.values),
            ("low", expected.low),
            ("high", expected.high),
        ):
            np.testing.assert_allclose(panel.buckets[column], 100 * values)
    for panel, aided in zip(found.panels, diagnosis.aided_diagnosis([("jieba", "crf")]), strict=True):
        assert aided.lowest is not None
        assert aided.highest is not None
        assert (panel.worst, panel.best) == (aided.lowest.bucket, aided.highest.bucket)
    assert found.finding is not None
    assert found.finding.difference == min(
        aided.lowest.difference
        for aided in diagnosis.aided_diagnosis([("jieba", "crf")])
        if aided.lowest and aided.attribute != "diff"
    )
    assert comparison(known, "jieba", "crf") is found


def test_figures_and_table_show_the_same_numbers(opened: Opened, sample: Path) -> None:
    app = opened("compare", project=sample, dataset="news", system="jieba", other="crf")
    found = comparison(results(sample), "jieba", "crf")
    table = app.dataframe[2].value
    np.testing.assert_allclose(table["difference"], found.table["difference"])
    assert table["f1_a"].tolist() == found.table["f1_other"].tolist(), "A is the other, not the better one"
    marks = table["mark"].tolist()
    assert marks.count("▼ lowest") == sum(panel.worst is not None for panel in found.panels)
    assert marks.count("▲ highest") == len(spread(found)) > 0
    panels, _, heatmap = figures(app)
    drawn = [y for trace in panels["data"] if "error_y" in trace for y in trace["y"]]
    assert sorted(drawn) == pytest.approx(sorted([*found.table["difference"], 100 * found.overall.difference.value]))
    cells = [
        value for trace in heatmap["data"] if trace["type"] == "heatmap" for row in trace["z"] for value in row
        if value is not None
    ]  # fmt: skip
    named = found.table[found.table["named"]]
    assert sorted(cells) == pytest.approx(sorted(named["difference"]))


def test_says_where_the_better_one_loses(opened: Opened, sample: Path) -> None:
    text = said(opened("compare", project=sample, dataset="news", system="crf", other="jieba"))
    assert "crf is 2.6 points" in text
    # Not at the hard words: the committee finds hard what systems like crf get wrong.
    assert "furthest behind at characters with character frequency 0: −8.1 points [" in text
    assert "74 gold characters." in text
    found = [panel for panel in spread(comparison(results(sample), "crf", "jieba")) if panel.key != "diff"]
    named = sum(int(panel.buckets["named"].sum()) for panel in found)
    assert f"A finding to check: the lowest of {named} buckets" in text


def test_words_that_one_system_alone_gets(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(), system="first", other="second")
    of_a, of_b = (table.value for table in app.dataframe[:2])
    assert of_a.to_dict("list") == {"word": ["北京", "秋天"], "count": [20, 20], "made": ["北 | 京", "秋 | 天"]}
    assert of_b.to_dict("list") == {"word": ["语言学"], "count": [20], "made": ["语言 | 学"]}
    assert "Only first (A) gets right<small>40 gold words" in said(app)


def test_swap(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(), system="first", other="second")
    next(button for button in app.button if button.label == "Swap").click().run()
    assert (app.query_params["system"], app.query_params["other"]) == ("second", "first")
    assert "Only second (A) gets right" in said(app)
    assert "above 0: first (B) is ahead" in said(app)


def test_one_system_says_what_to_do(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(systems={"<b>only": FIRST}))
    assert "Comparing needs two systems, and &lt;b&gt;only is the only one" in said(app)
    assert ways(app) == ["Add another system", "Show BASE and TOP", "Open the sample"]


@pytest.mark.parametrize("systems", [{}, None])
def test_nothing_to_compare_leads_to_data(opened: Opened, project: Project, systems: dict[str, str] | None) -> None:
    app = opened("compare", project=None if systems is None else project(systems=systems))
    assert ways(app)
    assert not app.get("plotly_chart")


def test_systems_that_do_not_differ(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(systems={"one": FIRST, "two": FIRST}))
    assert "one and two cut every word of own alike" in said(app)
    assert not app.get("plotly_chart")


def test_system_equal_to_gold_is_behind_nowhere(opened: Opened, project: Project) -> None:
    text = said(opened("compare", project=project(systems={"first": FIRST, "same": GOLD})))
    assert "behind in no bucket" in text
    assert "same gets right every gold word that first gets right." in text


def test_without_training_panels_say_why_they_are_empty(opened: Opened, project: Project) -> None:
    path = project(training=None)
    app = opened("compare", project=path)
    panels, extremes, heatmap = figures(app)
    empty = len(KEYS) - len(DEFINED_ALWAYS)
    assert sum(note["text"].startswith("undefined") for note in panels["layout"]["annotations"]) == empty
    assert sum(note["text"].startswith("undefined") for note in heatmap["layout"]["annotations"]) == empty
    found = comparison(results(path), "first", "second")
    lowest, highest = sum(panel.worst is not None for panel in found.panels), len(spread(found))
    assert 0 < highest <= lowest <= len(DEFINED_ALWAYS)
    bars = [len(trace["x"]) for trace in extremes["data"] if trace["type"] == "bar"]
    assert bars == [highest, lowest, highest, lowest]


def test_training_word_list_and_many_buckets(opened: Opened, project: Project) -> None:
    path = project(training="我们\n北京\n学习\n语言\n的\n他\n")
    assert len(figures(opened("compare", project=path, buckets="equal:8"))) == 3


def test_one_sentence_names_no_bucket(opened: Opened, project: Project) -> None:
    app = opened(
        "compare",
        project=project(gold="我们 在 北京 。\n", systems={"a": "我们 在 北 京 。\n", "b": "我 们 在 北京 。\n"}),
    )
    assert "No attribute has two buckets that differ and are of at least 30 gold units in 10 sentences" in said(app)
    assert set(app.dataframe[2].value["mark"]) == {"too few"}


def test_hostile_names_are_shown_literally(opened: Opened, project: Project) -> None:
    name = "<script>**name**[l](http://e)"
    text = said(opened("compare", project=project(systems={name: FIRST, "<img src=x>": GOLD})))
    assert "<script" not in text
    assert "<img" not in text
    assert "&lt;script&gt;**name**" in text


def test_comparison_goes_with_its_results(project: Project) -> None:
    known = results(project())
    found = weakref.ref(comparison(known, "first", "second"))
    assert found() is comparison(known, "first", "second")
    assert found() is not comparison(known, "second", "first")
    del known
    gc.collect()
    assert found() is None


NAN = float("nan")


def overall_difference(better: float, other: float, *difference: float) -> OverallDifference:
    return OverallDifference("one", "two", better, other, Interval(*difference))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (
            (0.9, 0.8, 0.1, 0.05, 0.15),
            "one is 10.0 points [5.0, 15.0] ahead of two on d (F1 0.900 against 0.800), "
            "with an interval that leaves out 0.",
        ),
        (
            (0.9, 0.89, 0.01, -0.01, 0.03),
            "one is 1.0 point [−1.0, 3.0] ahead of two on d (F1 0.900 against 0.890), with an interval that holds 0.",
        ),
        ((0.9, 0.9, 0.0, -0.01, 0.01), "one and two have the same F1 on d, 0.900."),
        ((NAN, 0.9, NAN, NAN, NAN), "one and two cannot be compared on d: F1 is not defined for both."),
    ],
)
def test_sentence(numbers: tuple[float, float, float, float, float], expected: str) -> None:
    assert compare_sentence(overall_difference(*numbers), None, dataset="d") == expected


def test_sentence_about_the_largest_lead() -> None:
    overall = overall_difference(0.9, 0.8, 0.1, 0.05, 0.15)
    ahead = BucketFinding("word length", "2", "words", 0.02, 0.01, 0.03, 1200, 26)
    assert compare_sentence(overall, ahead, dataset="d").endswith(
        "; it is behind in no bucket that can be named, and leads most at words with word length 2: 2.0 points "
        "[1.0, 3.0], 1,200 gold words."
    )
    assert "holds 0" not in compare_remark(ahead, least="30 gold units in 10 sentences")
