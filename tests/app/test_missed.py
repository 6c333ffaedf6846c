"""How many of the other systems miss a word: one switch on One system and on Two systems, and the words behind it."""

import pytest

from tests.app.conftest import FIRST, SECOND
from tests.app.test_explore import lead

SYSTEMS = {"one": FIRST, "two": SECOND, "three": FIRST, "four": SECOND}
LABEL = "Missed by others"


@pytest.fixture
def four(project):
    return project(systems=SYSTEMS)


def switch(app):
    return next((one for one in app.toggle if one.label == LABEL), None)


def panel(app):
    (table,) = (frame.value for frame in app.dataframe if "mark" in frame.value.columns)
    return table[table["title"] == "missed by others"]


@pytest.mark.parametrize(("name", "beside", "labels"), [
    ("self_diagnosis", "a", ["0", "0 to 0.33", "> 0.33"]),
    ("compare", "ab", ["0", "> 0"]),
])  # fmt: skip
def test_one_switch_adds_a_panel(opened, four, name, beside, labels):
    app = opened(name, project=four, system="one", other="two")
    assert switch(app).value is False
    signature = app.code[-1].value
    switch(app).set_value(True).run()
    assert not app.exception
    assert app.query_params["missed"] == beside
    assert panel(app)["label"].tolist() == labels
    assert app.code[-1].value != signature and "miss=above-zero:2" in app.code[-1].value
    switch(app).set_value(False).run()
    assert "missed" not in app.query_params and app.code[-1].value == signature


def test_all_systems_are_not_drawn_in_it(opened, four):
    app = opened("self_diagnosis", project=four, system="one", missed="a", field="on")
    assert len(panel(app)) == 3


@pytest.mark.parametrize(("name", "systems"), [("self_diagnosis", 2), ("compare", 3)])
def test_two_others_are_needed(opened, project, name, systems):
    few = project(systems=dict(list(SYSTEMS.items())[:systems]))
    app = opened(name, project=few, system="one", other="two", missed="a")
    assert switch(app) is None
    assert len(panel(app)) == 0


@pytest.mark.parametrize(("beside", "bucket", "words"), [("a", "2", 40), ("ab", "1", 60)])
def test_its_buckets_lead_to_words(opened, four, beside, bucket, words):
    address = {"system": "one", "other": "two", "attribute": "miss", "bucket": bucket}
    app = opened("explore", project=four, missed=beside, **address)
    assert f"{words} gold words with missed by others" in lead(app)


def test_its_buckets_can_be_edited(opened, four):
    app = opened("self_diagnosis", project=four, system="one", missed="a", buckets="miss=edges:0;wLen=edges:1")
    assert panel(app)["label"].tolist() == ["≤ 0", "> 0"]
