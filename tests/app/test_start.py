"""The page at /: Summary where something is open; the sample, files and recent projects where nothing is."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.folders import data_folder
from cwsdiag.ui.host import recent, who
from tests.app.conftest import FIRST, GOLD, Opened, Project, html
from tests.app.own_files import drop, roles


@pytest.fixture(autouse=True)
def nothing_opened_yet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "data"))


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(who, "is_owner", lambda: True)


def offered(app: AppTest) -> list[str]:
    return [str(button.label) for button in app.main.button if str(button.key).startswith("recent ")]


def test_files_dropped_here_are_shown_as_what_they_were_taken_for(opened: Opened) -> None:
    app = opened("home")
    assert app.get("plotly_chart"), "a picture of the sample"
    drop(app, ("gold.txt", GOLD.encode()), ("first.txt", FIRST.encode()))
    assert roles(app) == {"gold.txt": "gold", "first.txt": "system"}


@pytest.mark.usefixtures("at_home")
def test_recent_project_is_opened_and_stays_in_the_address(opened: Opened, project: Project) -> None:
    path = project()
    recent.remember(path)
    app = opened("home")
    assert [label.replace("\\", "") for label in offered(app)] == [path.parent.name]
    app.button(key=f"recent {next(iter(recent.known()))}").click().run()
    assert "first leads second by" in html(app)
    # Whoever follows the link on this machine sees the same.
    again = opened("summary", recent=str(app.query_params["recent"]))
    assert "first leads second by" in html(again)


def test_recent_projects_are_nobody_elses_business(opened: Opened, project: Project) -> None:
    recent.remember(project())
    assert offered(opened("home")) == []
    (id,) = recent.known()
    app = opened("home", recent=id)
    assert f"This address asks for what is not here: recent={id}" in html(app)
    assert "own" not in [option for box in app.selectbox for option in box.options]


def test_what_is_gone_or_damaged_is_not_offered(tmp_path: Path) -> None:
    for name in "abcdefgh":
        (tmp_path / name).write_text("", "utf-8")
        recent.remember(tmp_path / name)
    recent.remember(tmp_path / "c")
    assert [path.name for path in recent.known().values()] == ["c", "h", "g", "f", "e", "d"]
    (tmp_path / "h").unlink()
    assert [path.name for path in recent.known().values()] == ["c", "g", "f", "e", "d"]
    for damaged in ("", "{", "[1, null]", json.dumps({"a": 1})):
        (data_folder() / "recent.json").write_text(damaged, "utf-8")
        assert recent.known() == {}


def test_folder_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "file"))
    recent.remember(tmp_path)
    assert recent.known() == {}
