"""BASE and TOP as two more systems: on request, on every page, and never twice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from cwsdiag.ui.shell.tables import SYSTEM
from tests.app.conftest import SECOND

Opened = Callable[..., AppTest]
Project = Callable[..., Path]


def options(app: AppTest) -> list[str]:
    """What can be chosen as system A."""
    chip = next(box for box in app.selectbox if box.label == "System A")
    return [option.removeprefix("A ● ") for option in chip.options]


def switch(app: AppTest) -> Any:
    """The switch in the settings of all pages."""
    app.session_state["settings"] = True
    return app.run().toggle(key="choose baselines")


def test_switch_makes_them_systems_of_all_pages(opened: Opened, project: Project) -> None:
    app = opened("summary", project=project())
    assert options(app) == ["first", "second"]
    switch(app).set_value(True).run()
    assert app.query_params["baselines"] == "on"
    assert sorted(app.dataframe[0].value[SYSTEM]) == ["BASE", "TOP", "first", "second"]
    app = opened("explore", project=project(), baselines="on", system="BASE")
    assert options(app) == ["first", "second", "BASE", "TOP"]
    assert app.query_params["system"] == "BASE"


def test_project_may_want_them_and_the_address_may_not(opened: Opened, project: Project) -> None:
    path = project()
    path.write_text("baselines = true\n" + path.read_text("utf-8"), "utf-8")
    app = opened("summary", project=path)
    assert "TOP" in options(app)
    assert "baselines" not in app.query_params
    switch(app).set_value(False).run()
    assert app.query_params["baselines"] == "off"
    assert "TOP" not in options(app)


def test_system_of_the_same_name_keeps_it(opened: Opened, project: Project) -> None:
    app = opened("summary", project=project(systems={"BASE": SECOND}), baselines="on")
    assert options(app) == ["BASE"]
    assert switch(app).disabled
    assert "called BASE" in switch(app).help
