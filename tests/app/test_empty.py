"""Empty states: a page that lacks something says so, and has what gets it going."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.folders import sample_project
from cwsdiag.ui.shell import empty
from tests.app.conftest import FIRST, GOLD, Opened, html, ways

Project = Callable[..., Path]
OF_A_DATASET = [
    *("overview", "self_diagnosis", "compare", "explore", "sentence", "difficulty", "scores"),
]
NOTHING_OPEN = "No data is open."


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception
    return app


@pytest.mark.parametrize("page", OF_A_DATASET)
def test_nothing_open(opened: Opened, page: str) -> None:
    app = opened(page)
    assert NOTHING_OPEN in html(app)
    assert ways(app) == ["Open the sample", "Add your own files"]
    press(app, "Open the sample")
    assert NOTHING_OPEN not in html(app)
    assert app.query_params["dataset"] in ("sample:news", ["sample:news"])


@pytest.mark.parametrize("page", OF_A_DATASET)
def test_gold_that_cannot_be_used(opened: Opened, project: Project, page: str) -> None:
    app = opened(page, project=project(gold=""))
    assert "The gold file of this dataset cannot be used" in html(app)
    assert ways(app) == ["See what is wrong with it", "Open the sample"]


# Difficulty needs no system: gold and training data are enough for a committee.
@pytest.mark.parametrize("page", [page for page in OF_A_DATASET if page != "difficulty"])
def test_no_system(opened: Opened, project: Project, page: str) -> None:
    app = opened(page, project=project(systems={}))
    assert "This dataset has no prediction that can be used" in html(app)
    assert ways(app) == ["Add predictions", "Show BASE and TOP", "Open the sample"]
    assert "no prediction" not in html(press(app, "Show BASE and TOP"))


def test_the_sample_opens_beside_what_is_open(opened: Opened, project: Project) -> None:
    app = opened("overview", project=project(systems={}))
    press(app, "Open the sample")
    dataset = next(box for box in app.selectbox if box.label == "Dataset")
    assert dataset.value == "sample:news"
    assert dataset.options[0] == "own"
    dataset.set_value("own").run()
    assert ways(app)[0] == "Add predictions"


def test_what_is_the_sample_does_not_offer_it(opened: Opened) -> None:
    app = opened("diagnosis", project=sample_project())
    assert empty.open_sample(app.session_state["view of this run"]) is None


def test_names_that_clash_leave_base_and_top_out(opened: Opened, project: Project) -> None:
    app = opened("diagnosis", project=project(systems={}, gold=GOLD))
    assert "Show BASE and TOP" in ways(app)
    app = opened("diagnosis", project=project(systems={"BASE": FIRST}))
    app.session_state["settings"] = True
    (switch,) = [one for one in app.run().toggle if one.label == "BASE and TOP"]
    assert switch.disabled


@pytest.mark.parametrize("page", ["study", "criteria"])
def test_no_project(opened: Opened, page: str) -> None:
    app = opened(page)
    assert ways(app) == ["Open the sample", "Add your own files"]
    assert ways(press(app, "Open the sample")) == []


def test_one_dataset_and_no_training_data(opened: Opened, project: Project) -> None:
    path = project(training=None)
    assert "Add training data" in [link.label for link in opened("diagnosis", project=path).get("page_link")]
    assert ways(opened("datasets", project=path)) == ["Open the sample"]
    criteria = opened("datasets", project=path, part="consistency")
    assert ways(criteria) == ["See what the datasets have", "Open the sample"]
    path = project()
    assert "Add training data" not in [link.label for link in opened("diagnosis", project=path).get("page_link")]
    assert ways(opened("datasets", project=path, part="consistency")) == ["Open the sample"]
