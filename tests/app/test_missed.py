"""How many of the other systems miss a word: a switch on Diagnosis, whose buckets can be edited."""

from tests.app.conftest import FIRST, SECOND, field, table
from tests.app.test_words import with_options

SYSTEMS = {"one": FIRST, "two": SECOND, "three": FIRST, "four": SECOND}


def switch(app):
    return field(with_options(app), "Missed by others")


def test_one_switch_adds_a_panel(opened, project):
    address = {"buckets": "miss=edges:0;wLen=edges:1", "part": "buckets"}
    app = opened("diagnosis", project=project(systems=SYSTEMS), system="one", other="two", **address)
    assert switch(app).value is False
    switch(app).set_value(True).run()
    assert app.query_params["missed"] == "ab"
    every = table(app, "mark")
    assert every[every["title"] == "missed by others"]["label"].tolist() == ["≤ 0", "> 0"]
    switch(app).set_value(False).run()
    assert "missed" not in app.query_params
