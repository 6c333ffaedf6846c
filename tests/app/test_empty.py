"""Empty states: a page that lacks something says so, and has what gets it going."""

import pytest

from tests.app.conftest import html, said, ways
from tests.app.own_files import press

OF_A_DATASET = ["summary", "diagnosis", "sentences", "difficulty", "scores"]
NOTHING_OPEN = "No data is open."


@pytest.mark.parametrize("page", OF_A_DATASET)
def test_nothing_open(opened, page):
    app = opened(page)
    assert NOTHING_OPEN in html(app)
    assert ways(app) == ["Open the sample", "Add your own files"]


def test_the_sample_is_opened(opened):
    assert ways(opened("datasets")) == ["Open the sample", "Add your own files"]
    app = opened("sentences")
    press(app, "Open the sample")
    assert NOTHING_OPEN not in html(app) and not ways(app)
    assert said(app, "dataset") == "sample:news"


@pytest.mark.parametrize("page", OF_A_DATASET)
def test_gold_that_cannot_be_used(opened, project, page):
    app = opened(page, project=project(gold=""))
    assert "This dataset has no gold file that can be used" in html(app)
    assert ways(app) == ["Add a gold file", "Open the sample"]


# Difficulty needs no system: gold and training data are enough for a committee.
@pytest.mark.parametrize("page", [page for page in OF_A_DATASET if page != "difficulty"])
def test_no_system(opened, project, page):
    app = opened(page, project=project(systems={}))
    assert "This dataset has no prediction that can be used" in html(app)
    assert ways(app) == ["Add predictions", "Show BASE and TOP", "Open the sample"]
    if page == "scores":
        press(app, "Show BASE and TOP")
        assert "no prediction" not in html(app)


def links(app):
    return [link.label for link in app.get("page_link")]


def test_one_dataset_and_no_training_data(opened, project):
    path = project(training=None)
    assert "Add training data" in links(opened("diagnosis", project=path))
    assert ways(opened("datasets", project=path)) == ["Open the sample"]
    path = project()
    assert "Add training data" not in links(opened("diagnosis", project=path))
    assert ways(opened("datasets", project=path, part="consistency")) == ["Open the sample"]
