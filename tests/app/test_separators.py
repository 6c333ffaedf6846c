"""Boundaries on Scores in every state: what it says, which references it takes, and where it leads."""

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from cwsdiag.exhibits.exhibit import Exhibit
from cwsdiag.project import load_dataset, read_project
from cwsdiag.separators import separator_distances
from cwsdiag.ui.shell.tables import SYSTEM
from tests.app.conftest import FIRST, GOLD, SECOND, Opened, Project, html


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


def test_numbers_are_those_of_the_library(opened: Opened, sample: Path, shown: list[Exhibit]) -> None:
    app = boundaries(opened, project=sample, dataset="news", references="3")
    dataset = load_dataset(read_project(sample).datasets[0])
    found = separator_distances(
        [dataset.gold, dataset.system("jieba")], [dataset.system(name) for name in ("wapic", "crf", "maximum matching")]
    )
    counts, ranges = (table.value for table in app.dataframe)
    for column, attribute in ((SYSTEM, "name"), ("sub", "sub"), ("f1", "f1")):
        assert counts[column].tolist() == [getattr(score, attribute) for score in found.scores]
    assert ranges["precision_union"].tolist() == [one.union.precision for one in found.ranges]
    assert ranges["recall_intersection"].tolist() == [one.intersection.recall for one in found.ranges]
    assert "Against gold and jieba (14,292 separators in all of them, 16,521 in any): " in html(app)
    assert "precision 0.826 to 0.922, recall 0.961 to 0.995, F 0.902 to 0.941." in html(app)
    assert saved(app) == ["Intersection", "Union"]
    assert "references:gold,jieba" in shown[-1].signature


def test_choosing_references(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project(systems={"first": FIRST, "second": SECOND, "third": GOLD}))
    assert references(app).value == [] and "Union" not in saved(app)
    references(app).set_value(["second", "third"]).run()
    assert said(app, "references") == "2,3"
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]
    # Forty lines of six words; first cuts 语言学 in half of them.
    assert "first has F 0.952 by separators on own." in html(app)
    references(app).set_value([]).run()
    assert said(app, "references") is None
    assert len(app.dataframe[0].value) == 3


def test_all_systems_as_references_leave_none_to_be_scored(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project(), references="1,2")
    assert "Gold and all systems of own are references: 200 separators in all of them, 260 in any." in html(app)
    assert "No system is left to score." in html(app)
    assert not app.get("plotly_chart")
    assert not app.dataframe
    assert saved(app) == ["Intersection", "Union"]


def test_without_a_separator_nothing_is_defined(opened: Opened, project: Project) -> None:
    app = boundaries(opened, project=project(gold="好\n对\n", systems={"only": "好\n对\n"}))
    assert "No F is defined on own" in html(app)
    assert "undefined" in app.get("plotly_chart")[0].proto.spec
    assert app.dataframe[0].value["f1"].isna().all()


def test_what_counts_with_characters_of_its_own_is_left_out_and_named(opened: Opened, project: Project) -> None:
    path = project(systems={"other": SECOND.replace("学习", "学刁", 1), "first": FIRST, "second": SECOND})
    path.write_text(path.read_text("utf-8").replace('name = "own"', 'name = "own"\nmismatch = "count"'), "utf-8")
    app = boundaries(opened, project=path, references="1,3")
    assert (references(app).options, references(app).value) == (["also right: first", "also right: second"], ["second"])
    assert "not here: references=1,3" in html(app)
    assert "Not compared here: other. Separators are compared over one text" in html(app)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["first"]


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
