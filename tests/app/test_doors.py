"""No page is a dead end: one that lacks something says what it is for, and has what gets it going here."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.languages import LANGUAGES
from cwsdiag.site import sample_project
from cwsdiag.ui.shell import doors
from cwsdiag.ui.shell.doors import DOORS
from cwsdiag.ui.shell.navigation import PAGES
from tests.app.conftest import FIRST, Opened, html, ways

Project = Callable[..., Path]
# Of one dataset: Files, Study, Criteria, Leaderboard and Judging lack other things, or nothing.
ELSEWHERE = ("data", "committee", "study", "criteria", "board", "judge")
OF_A_DATASET = [name for name in PAGES if name in DOORS and name not in ELSEWHERE]


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception
    return app


def asks(app: AppTest, page: str) -> bool:
    """Whether a page shows its question."""
    return DOORS[page].question.replace("'", "&#x27;") in html(app)


def test_every_page_has_a_question_of_its_own() -> None:
    questions = [DOORS[name].question for name in PAGES if name in DOORS]
    assert len({*questions}) == len(questions) >= 12
    assert all(question.endswith("?") for question in questions)


@pytest.mark.parametrize("page", OF_A_DATASET)
def test_nothing_open(opened: Opened, page: str) -> None:
    app = opened(page)
    assert asks(app, page)
    assert ways(app) == ["Open the sample", "Add your own files"]
    press(app, "Open the sample")
    assert not asks(app, page)
    assert app.query_params["dataset"] in ("sample:news", ["sample:news"])


@pytest.mark.parametrize("page", OF_A_DATASET)
def test_gold_that_cannot_be_used(opened: Opened, project: Project, page: str) -> None:
    app = opened(page, project=project(gold=""))
    assert asks(app, page)
    assert "The gold file of this dataset cannot be used" in html(app)
    assert ways(app) == ["See what is wrong with it", "Open the sample"]


# Difficulty needs no system: gold and training data are enough for a committee.
@pytest.mark.parametrize("page", [page for page in OF_A_DATASET if page != "difficulty"])
def test_no_system(opened: Opened, project: Project, page: str) -> None:
    app = opened(page, project=project(systems={}))
    assert asks(app, page)
    assert ways(app) == ["Add predictions", "Show BASE and TOP", "Open the sample"]
    assert not asks(press(app, "Show BASE and TOP"), page)


def test_the_sample_opens_beside_what_is_open(opened: Opened, project: Project) -> None:
    app = opened("overview", project=project(systems={}))
    press(app, "Open the sample")
    dataset = next(box for box in app.selectbox if box.label == "Dataset")
    assert dataset.value == "sample:news"
    assert dataset.options[0] == "own"
    dataset.set_value("own").run()
    assert asks(app, "overview")


def test_what_is_the_sample_does_not_offer_it(opened: Opened) -> None:
    app = opened("compare", project=sample_project())
    view = app.session_state["view of this run"]
    assert doors.open_sample("compare", view) is None


def test_names_that_clash_leave_base_and_top_out(opened: Opened, project: Project) -> None:
    app = opened("compare", project=project(systems={"BASE": FIRST}))
    assert ways(app) == ["Add another system", "Open the sample"]


@pytest.mark.parametrize("page", ["study", "criteria"])
def test_no_project(opened: Opened, page: str) -> None:
    app = opened(page)
    assert asks(app, page)
    assert ways(app) == ["Open the sample", "Add your own files"]
    assert not asks(press(app, "Open the sample"), page)


def test_one_dataset_and_no_training_data(opened: Opened, project: Project) -> None:
    path = project(training=None)
    assert ways(opened("self_diagnosis", project=path)) == ["Add training data"]
    assert ways(opened("study", project=path)) == ["Open the sample"]
    assert ways(opened("criteria", project=path)) == ["See what the datasets have", "Open the sample"]
    path = project()
    assert ways(opened("self_diagnosis", project=path)) == []
    assert ways(opened("criteria", project=path)) == ["Open the sample"]


def test_pictures_are_there_in_every_language_in_light_and_dark_and_small() -> None:
    files = sorted(doors.PICTURES.glob("*.webp"))
    wanted = [doors.picture_of(*of, dark=dark) for of in product(DOORS, LANGUAGES) for dark in (False, True)]
    assert files == sorted(wanted)
    assert sum(file.stat().st_size for file in files) < 1_000_000


def test_a_picture_has_its_words(opened: Opened) -> None:
    (picture,) = opened("overview").get("image")
    (image,) = picture.proto.imgs
    assert image.caption == "From the sample"
    assert image.alt == DOORS["overview"].shown
