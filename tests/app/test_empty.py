"""Empty states: a page that lacks something says so, and has what gets it going."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.conftest import Opened, html, ways

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
    if page == "overview":
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
