"""The page at /: Summary where something is open; the sample, files and recent projects where nothing is."""

import json

import pytest

from cwsdiag.files import data_folder
from cwsdiag.ui.host import server, who
from tests.app.conftest import FIRST, GOLD, html
from tests.app.own_files import drop, roles


@pytest.fixture(autouse=True)
def nothing_opened_yet(monkeypatch, tmp_path):
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "data"))


def offered(app):
    return [str(button.label) for button in app.main.button if str(button.key).startswith("recent ")]


def test_files_dropped_here_are_shown_as_what_they_were_taken_for(opened):
    app = opened("home")
    assert app.get("plotly_chart"), "a picture of the sample"
    drop(app, ("gold.txt", GOLD), ("first.txt", FIRST))
    assert roles(app) == {"gold.txt": "gold", "first.txt": "system"}


def test_recent_projects_are_for_who_sits_at_the_machine(opened, project, plain_start, monkeypatch):
    path = project()
    server.remember_project(path)
    (id,) = server.recent_projects()
    assert offered(opened("home")) == []
    app = opened("home", recent=id)
    assert f"This address asks for what is not here: recent={id}" in html(app)
    assert "own" not in [option for box in app.selectbox for option in box.options]
    monkeypatch.setattr(who, "is_owner", lambda: True)
    app = opened("home")
    assert [label.replace("\\", "") for label in offered(app)] == [path.parent.name]
    app.button(key=f"recent {id}").click().run()
    assert "first leads second by" in html(app)
    # Whoever follows the link on this machine sees the same.
    assert "first leads second by" in html(opened("summary", recent=str(app.query_params["recent"])))


def test_what_is_gone_or_damaged_is_not_offered(tmp_path, monkeypatch):
    for name in "abcdefghc":
        (tmp_path / name).write_text("", "utf-8")
        server.remember_project(tmp_path / name)
    (tmp_path / "h").unlink()
    assert [path.name for path in server.recent_projects().values()] == ["c", "g", "f", "e", "d"]
    for damaged in ("", "{", "[1, null]", json.dumps({"a": 1})):
        (data_folder() / "recent.json").write_text(damaged, "utf-8")
        assert server.recent_projects() == {}
    # Nor is it a fault where the folder cannot be written.
    monkeypatch.setenv("CWSDIAG_DATA", str(tmp_path / "a"))
    server.remember_project(tmp_path)
    assert server.recent_projects() == {}
