"""How many of the other systems miss a word: a switch on Diagnosis, and the words behind it."""

import pytest

from tests.app.conftest import FIRST, SECOND, frames
from tests.app.test_words import with_options

SYSTEMS = {"one": FIRST, "two": SECOND, "three": FIRST, "four": SECOND}
LABEL = "Missed by others"


@pytest.fixture
def four(project):
    return project(systems=SYSTEMS)


def switch(app):
    return next((one for one in with_options(app).toggle if one.label == LABEL), None)


def panel(app):
    """The buckets of the attribute, as the table of all buckets has them."""
    (table,) = (frame for frame in frames(app) if "mark" in frame.columns)
    return table[table["title"] == "missed by others"]


def test_one_switch_adds_a_panel(opened, four):
    app = opened("diagnosis", project=four, system="one", other="two", part="buckets")
    assert switch(app).value is False
    switch(app).set_value(True).run()
    assert not app.exception
    assert app.query_params["missed"] == "ab"
    assert panel(app)["label"].tolist() == ["0", "> 0"]
    switch(app).set_value(False).run()
    assert "missed" not in app.query_params


def test_its_buckets_can_be_edited(opened, four):
    address = {"missed": "ab", "buckets": "miss=edges:0;wLen=edges:1", "part": "buckets"}
    assert panel(opened("diagnosis", project=four, system="one", **address))["label"].tolist() == ["≤ 0", "> 0"]
