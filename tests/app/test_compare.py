"""The Compare page in every state: what it says, and that its numbers are those of the diagnosis."""

import gc
import json
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
from cwsdiag.ui.compare import page as compare_page
from cwsdiag.ui.work import progress
from cwsdiag.ui.work.jobs import Job
from cwsdiag.views.look import Look
from cwsdiag.views.pairs import Pair, bucket_table, compare_sentence, kind_table
from tests.app.conftest import FIRST, GOLD, html, ways
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


def bold(app: AppTest, key: str) -> str:
    """What stands on a box of the 2 × 2."""
    (button,) = (button for button in app.button if button.key == f"agreement {key}")
    return button.label


def test_numbers_are_those_of_the_diagnosis(sample: Path) -> None:
    known = looked(sample)
    diagnosis = diagnose(known.dataset)
    found = compared(known, "jieba", "crf")
    assert (found.better, found.other) == diagnosis.ordered("jieba", "crf") == ("crf", "jieba")
    assert len(found.panels) == len(KEYS) + 1, "the difficulties of the sample are an attribute"
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


def ends_of(chart: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the marks of the extremes, without the lines between them and the legend."""
    marks = [trace for trace in chart["data"] if trace.get("mode", "").startswith("markers")]
    return [trace for trace in marks if trace["marker"]["size"] and trace["x"] != [None]]


def test_figures_and_table_show_the_same_numbers(opened: Opened, sample: Path) -> None:
    app = opened("compare", project=sample, dataset="news", system="jieba", other="crf")
    found = compared(looked(sample), "jieba", "crf")
    table, rows = app.dataframe[3].value, pd.DataFrame(bucket_table(found.panels))
    for column in ("f1_a", "f1_b", "difference", "p_adjusted", "cost_a"):
        np.testing.assert_allclose(table[column], rows[column])
    panels, extremes, kinds = figures(app)
    drawn = [y for trace in panels["data"] if "error_y" in trace for y in trace["y"]]
    # Panels have the buckets whose words an earlier one has, the table has not.
    every = pd.DataFrame([row for panel in found.panels for row in panel.rows])
    assert len(every) == len(rows) + 1
    shown = [*every["difference"], *every["f1_a"], *every["f1_b"]]
    assert sorted(drawn) == pytest.approx(sorted(shown))
    ends = [panel for panel in found.panels if not panel.apart]
    bars = [y for trace in ends_of(extremes) for y in trace["x"]]
    wanted = [panel.rows[end]["difference"] for panel in ends for end in {panel.worst, panel.best} if end is not None]
    assert sorted(bars) == pytest.approx(sorted(wanted))
    texts = kinds["data"][1]["text"]
    for place, role in enumerate("ab"):
        counts = [int(text.partition(" ")[0].replace(",", "")) for text in texts[place::3]]
        assert counts == [row[role] for row in kind_table(found)]


def test_says_what_the_test_finds(opened: Opened, sample: Path) -> None:
    text = said(opened("compare", project=sample, dataset="news", system="crf", other="jieba"))
    assert (
        "crf is 2.6 points [−0.3, 5.7] ahead of jieba on news (F1 0.852 against 0.826): not significant (p = " in text
    )
    # Not of difficulty: the committee finds hard what systems like crf get wrong.
    assert "2 of 32 buckets differ significantly; crf leads most at words with word frequency 0 to 0.0047" in text
    assert "10,000 swaps in 100 sentences" in text
    assert "furthest behind" not in text


def test_what_both_make_of_the_words_adds_up(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(), system="first", other="second")
    assert "What both make of the words<small>240 gold words" in said(app)
    assert bold(app, "both_right").startswith("**180**")
    assert bold(app, "only_a").startswith("**40**")
    assert bold(app, "only_b").startswith("**20**")
    assert bold(app, "both_wrong_alike").startswith("**0**")
    (box,) = (button for button in app.button if button.key == "agreement only_b")
    box.click().run()
    assert app.query_params["show"] == "only_b"


def test_the_page_is_drawn_before_the_test_is_there(
    opened: Opened, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(compare_page, "ask", lambda look, question, make: Job())
    app = opened("compare", project=sample, dataset="news", system="crf", other="jieba")
    assert "ahead of jieba on news (F1 0.852 against 0.826)." in said(app)
    assert "are being tested" in said(app) and len(figures(app)) == 3
    table = app.dataframe[2].value
    assert table["p_adjusted"].isna().all()


def test_all_against_one(opened: Opened, sample: Path) -> None:
    app = opened("compare", project=sample, dataset="news", system="jieba", part="base")
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
    app = opened("compare", project=sample, dataset="news", system="jieba", part="base", sort="shape:split")
    known = looked(sample)
    own = known.diagnosis.kind_counts("jieba").shapes[0]
    others = sorted(
        (name for name in known.systems if name != "jieba"),
        key=lambda name: own - known.diagnosis.kind_counts(name).shapes[0],
    )
    (figure,) = figures(app)
    shown = [data[1] for trace in figure["data"] if "customdata" in trace for data in trace["customdata"]]
    assert shown[: len(others)] == others


def test_words_that_one_system_alone_gets(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(), system="first", other="second")
    of_a, of_b = (table.value[table.value.columns[[0, 1, 3]]].to_dict("list") for table in app.dataframe[1:3])
    assert of_a == {"word": ["北京", "秋天"], "count": [20, 20], "made_b": ["北 | 京", "秋 | 天"]}
    assert of_b == {"word": ["语言学"], "count": [20], "made_a": ["语言 | 学"]}
    assert "What first gets right and second does not: 40 places" in said(app)


def test_swap(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(), system="first", other="second")
    next(button for button in app.button if button.label == "Swap").click().run()
    assert (app.query_params["system"], app.query_params["other"]) == ("second", "first")
    assert "What second gets right and first does not: 20 places" in said(app)
    assert bold(app, "only_a").startswith("**20**")


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
    assert "same leads most at" in text
    assert "behind" not in text
    assert "What first gets right and same does not: nothing." in text


def test_without_training_panels_say_why_they_are_empty(opened: Opened, project: Project) -> None:
    path = project(training=None)
    app = opened("compare", project=path)
    panels, extremes, kinds = figures(app)
    empty = len(KEYS) - len(DEFINED_ALWAYS)
    assert sum("undefined" in note["text"] for note in panels["layout"]["annotations"]) == empty
    found = compared(looked(path), "first", "second")
    bars = sum(len(trace["x"]) for trace in ends_of(extremes))
    assert bars == sum(len({panel.worst, panel.best} - {None}) for panel in found.panels) > 0
    assert kinds["layout"]["yaxis"]["ticktext"] == ["split", "merged", "crossed"], "causes need training data"


def test_training_word_list_and_many_buckets(opened: Opened, project: Project) -> None:
    path = project(training="我们\n北京\n学习\n语言\n的\n他\n")
    assert len(figures(opened("compare", project=path, buckets="equal:8"))) == 3


def test_one_sentence_names_no_bucket(opened: Opened, project: Project) -> None:
    app = opened(
        "compare",
        project=project(gold="我们 在 北京 。\n", systems={"a": "我们 在 北 京 。\n", "b": "我 们 在 北京 。\n"}),
    )
    assert "too few sentences differ for a verdict" in said(app)
    assert set(app.dataframe[3].value["mark"]) == {"too few"}


def test_hostile_names_are_shown_literally(opened: Opened, project: Project) -> None:
    name = "<script>**name**[l](http://e)"
    text = said(opened("compare", project=project(systems={name: FIRST, "<img src=x>": GOLD})))
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
            "one is 10.0 points [5.0, 15.0] ahead of two on d (F1 0.900 against 0.800).",
        ),
        ((0.9, 0.9, 0.0, -0.01, 0.01), "one and two have the same F1 on d, 0.900."),
        ((NAN, 0.9, NAN, NAN, NAN), "one and two cannot be compared on d: F1 is not defined for both."),
    ],
)
def test_sentence_before_the_test_is_there(numbers: tuple[float, float, float, float, float], expected: str) -> None:
    pair = SimpleNamespace(better="one", other="two", f1=numbers[:2], difference=Interval(*numbers[2:]), buckets=None)
    assert compare_sentence(cast("Pair", pair), dataset="d") == expected
