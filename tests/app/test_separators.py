"""Boundaries on Scores in every state: what it says, which references it takes, and where it leads."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.project import load_dataset, read_project
from cwsdiag.separators import separator_distances
from cwsdiag.ui.shell.tables import FULL, SYSTEM
from tests.app.conftest import FIRST, GOLD, SECOND, html, ways

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def boundaries(opened: Opened, **selection: Any) -> AppTest:
    return opened("scores", part="separators", **selection)


def references(app: AppTest) -> Any:
    return next(widget for widget in app.multiselect if widget.key == "choose references")


def said(app: AppTest, key: str) -> str | None:
    """Return what the address says; AppTest gives a list until the page has written it."""
    value = app.query_params.get(key)
    return value[0] if isinstance(value, list) else value


def saved(app: AppTest) -> list[str]:
    return [button.proto.label for button in app.get("download_button")]


def test_gold_alone_is_the_reference_by_default(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project())
    text = html(app)
    # Forty lines of six words; first cuts 语言学 in half of them.
    assert "first has the highest F by separators on own: 0.952." in text
    assert "Of 200 gold separators first lacks 0, and it has 20 that gold lacks." in text
    (table,) = (table.value for table in app.dataframe)
    assert table[SYSTEM].tolist() == ["first", "second"]
    assert "coverage" not in table
    assert references(app).value == []
    assert "Union" not in saved(app)
    assert said(app, "references") is None


def test_numbers_are_those_of_the_library(opened: Opened, sample: Path, shown: list[Exhibit]) -> None:
    app = boundaries(opened, project=sample, dataset="news", references="3")
    dataset = load_dataset(read_project(sample).datasets[0])
    found = separator_distances(
        [dataset.gold, dataset.system("jieba")], [dataset.system(name) for name in ("wapic", "crf", "maximum matching")]
    )
    counts, ranges = (table.value for table in app.dataframe)
    assert counts[SYSTEM].tolist() == [score.name for score in found.scores], "best F against gold first"
    assert counts["sub"].tolist() == [score.sub for score in found.scores]
    assert counts["f1"].tolist() == [score.f1 for score in found.scores]
    for column, values in {
        "precision_union": [one.union.precision for one in found.ranges],
        "recall_intersection": [one.intersection.recall for one in found.ranges],
        "del_union": [one.union.dels for one in found.ranges],
        "f1_intersection": [one.intersection.f1 for one in found.ranges],
    }.items():
        assert ranges[column].tolist() == values
    assert "Against gold and jieba (14,292 separators in all of them, 16,521 in any): " in html(app)
    assert "precision 0.826 to 0.922, recall 0.961 to 0.995, F 0.902 to 0.941." in html(app)
    assert saved(app) == ["Intersection", "Union"]
    assert "references:gold,jieba" in shown[-1].signature


def test_choosing_references(opened: Opened, project: Project) -> None:
    app = opened(
        "scores", part="separators", project=project(systems={"first": FIRST, "second": SECOND, "third": GOLD})
    )
    references(app).set_value(["second", "third"]).run()
    assert said(app, "references") == "2,3"
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    assert "first has F 0.952 by separators on own." in html(app)
    references(app).set_value([]).run()
    assert said(app, "references") is None
    assert len(app.dataframe[0].value) == 3


def test_what_is_no_reference_leaves_the_address(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project(), references="7,2,x,02")
    assert references(app).value == ["second"]
    assert "not here: references=7,2,x,02" in html(app)


def test_all_systems_as_references_leave_none_to_be_scored(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project(), references="1,2")
    assert "Gold and all systems of own are references: 200 separators in all of them, 260 in any." in html(app)
    assert "No system is left to score." in html(app)
    assert not app.get("plotly_chart")
    assert not app.dataframe
    assert saved(app) == ["Intersection", "Union"]


def test_many_references_are_counted_not_named(opened: Opened, project: Project) -> None:
    systems = {f"system {number}": FIRST for number in range(5)}
    assert "Against 4 references (" in html(boundaries(opened, project=project(systems=systems), references="1,2,3"))


def test_one_system_is_not_called_best(opened: Opened, project: Project) -> None:
    assert "only has F 0.952 by separators on own." in html(
        boundaries(opened, project=project(systems={"only": FIRST}))
    )


def test_without_a_separator_nothing_is_defined(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project(gold="好\n对\n", systems={"only": "好\n对\n"}))
    assert "No F is defined on own" in html(app)
    assert "undefined" in app.get("plotly_chart")[0].proto.spec
    assert app.dataframe[0].value["f1"].isna().all()


@pytest.mark.parametrize("systems", [{}, None])
def test_nothing_to_score_leads_to_data(opened: Opened, project: Project, systems: dict[str, str] | None) -> None:
    app = boundaries(opened, project=None if systems is None else project(systems=systems))
    assert ways(app)
    assert not app.get("plotly_chart")


def test_coverage_stands_where_characters_were_left_out(opened: Opened, project: Project) -> None:
    path = project(systems={"first": FIRST, "other": SECOND.replace("学习", "学刁", 1)})
    text = path.read_text("utf-8")
    path.write_text(text.replace('name = "own"', 'name = "own"\nmismatch = "skip"'), "utf-8")
    table = boundaries(opened, project=path).dataframe[0].value
    assert table["coverage"].tolist() == [1.0, 1 - 1 / 240]


def test_what_counts_with_characters_of_its_own_is_left_out_and_named(opened: Opened, project: Project) -> None:
    path = project(systems={"other": SECOND.replace("学习", "学刁", 1), "first": FIRST, "second": SECOND})
    text = path.read_text("utf-8")
    path.write_text(text.replace('name = "own"', 'name = "own"\nmismatch = "count"'), "utf-8")
    app = boundaries(opened, project=path, references="1,3")
    assert (references(app).options, references(app).value) == (["also right: first", "also right: second"], ["second"])
    assert "not here: references=1,3" in html(app)
    assert "Not compared here: other. Separators are compared over one text" in html(app)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    alone = text.split("[[dataset.system]]")
    path.write_text("[[dataset.system]]".join(alone[:2]).replace('"own"', '"own"\nmismatch = "count"', 1), "utf-8")
    app = boundaries(opened, project=path)
    assert "No system of own can be compared by separators." in html(app)
    assert not app.dataframe


def test_ten_systems_with_long_names_stay_apart(opened: Opened, project: Project) -> None:
    names = [f"bert-base-chinese finetuned on pku and msr, epoch {n:02d}, seed 1" for n in range(10)]
    app = boundaries(opened, project=project(systems=dict.fromkeys(names, FIRST)))
    table = app.dataframe[0].value
    assert sorted(table[FULL]) == names, "full names at the end"
    assert table[SYSTEM].nunique() == 10
    ticks = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"]
    assert len(set(ticks)) == 10


def test_hostile_names_are_shown_literally(opened: Opened, project: Project) -> None:
    name = "<script>**name**[l](http://e)"
    path = project(systems={name: FIRST, "<img src=x>": GOLD, "second": SECOND})
    for chosen in ({}, {"references": "2"}, {"references": "1,2"}):
        text = html(boundaries(opened, project=path, **chosen))
        assert "<script" not in text
        assert "<img" not in text


def test_the_heads_of_columns_say_what_the_numbers_mean(opened: Opened, project: Project) -> None:
    heads = json.loads(boundaries(opened, project=project()).dataframe[0].proto.columns)
    assert heads["ins"]["help"].startswith("Reference separators that the system lacks.")
    assert heads["precision"]["help"].endswith("`kept / (kept + to remove)`")


def test_costs_weigh_the_distance_and_stand_in_the_address(
    opened: Opened, project: Project, shown: list[Exhibit]
) -> None:
    app = boundaries(opened, project=project(), costs="many")
    (insertion,) = (box for box in app.number_input if box.key == "cost of insertion")
    (deletion,) = (box for box in app.number_input if box.key == "cost of deletion")
    assert (insertion.value, deletion.value) == (1.0, 1.0)
    before = app.dataframe[0].value["distance"].tolist()
    deletion.set_value(2.5).run()
    assert said(app, "costs") == "1,2.5"
    table = app.dataframe[0].value
    assert table["distance"].tolist() == (table["ins"] + 2.5 * table["del"]).tolist() != before
    assert shown[-1].signature.endswith(" | references:gold | costs:1,2.5")
