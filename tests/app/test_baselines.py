"""BASE and TOP as two more systems: on request, on every page, and never twice."""

from tests.app.conftest import SECOND
from tests.app.own_files import systems


def switch(app):
    """The switch in the settings of all pages."""
    app.session_state["settings"] = True
    return app.run().toggle(key="choose baselines")


def test_switch_and_address_make_them_systems(opened, project):
    path = project()
    app = opened("summary", project=path)
    assert systems(app) == ["first", "second"]
    switch(app).set_value(True).run()
    assert app.query_params["baselines"] == "on"
    app = opened("diagnosis", project=path, baselines="on", system="BASE")
    assert systems(app) == ["first", "second", "BASE", "TOP"]
    assert app.query_params["system"] == "BASE"
    # A project may want them, too.
    path.write_text("baselines = true\n" + path.read_text("utf-8"), "utf-8")
    app = opened("summary", project=path)
    assert "TOP" in systems(app)
    switch(app).set_value(False).run()
    assert app.query_params["baselines"] == "off"
    assert "TOP" not in systems(app)


def test_system_of_the_same_name_keeps_it(opened, project):
    app = opened("summary", project=project(systems={"BASE": SECOND}), baselines="on")
    assert systems(app) == ["BASE"]
    assert switch(app).disabled
    assert "called BASE" in switch(app).help
