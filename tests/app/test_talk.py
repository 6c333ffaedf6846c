"""The screen Talk: what the stage is sent."""

import pytest

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import FILE_NAME, Finding, kept, to_text
from cwsdiag.project import read_project
from cwsdiag.ui.host import who
from cwsdiag.views.look import LookKey
from tests.app.conftest import component

PAIR = {"system": "first", "other": "second"}


@pytest.fixture
def talk(project):
    """A project with findings beside it, of which one cannot be made any more."""
    path = project()
    look = ProjectLooks(read_project(path)).look(LookKey("own"))
    pinned = [
        kept(made(look, "scores", {}), title="first first", note="Say why."),
        Finding("gone", "gone", "self", LookKey("own"), {"system": "gone"}),
        kept(made(look, "self", {"system": "first"})),
        kept(made(look, "compare", PAIR)),
        kept(made(look, "words", PAIR)),
        kept(made(look, "sentence", {**PAIR, "sentence": "1"})),
    ]
    (path.parent / FILE_NAME).write_text(to_text(pinned), "utf-8")
    return path


def sent(app):
    """Return what the stage was given; None where there is none."""
    return component(app, "cwsdiag_stage")


def test_slides_are_presented_and_the_address_says_which(opened, talk, monkeypatch):
    monkeypatch.setattr(who, "is_owner", lambda: True)
    data = sent(opened("talk", project=talk, slide="1"))
    assert (data["presenting"], len(data["listed"]), data["at"], len(data["slides"])) == (True, 5, 0, 3)
    first = data["slides"][data["listed"][0]["id"]]
    assert (first["title"], first["note"]) == ("first first", "Say why.")
    assert first["sentence"].startswith("first leads second by ")
    assert first["source"].startswith("own, 240 gold words")
    assert ["plotly" in one["large"] for one in data["slides"].values()] == [True] * 3
    app = opened("talk", project=talk, slide="4")
    later = sent(app)
    assert (later["at"], list(later["slides"])) == (3, [one["id"] for one in later["listed"][2:]])
    assert later["over"] is None
    # A mark is clicked, as the stage says it.
    app.session_state["stage"] = {"pick": {"token": 7, "id": later["listed"][2]["id"], "data": ["wLen", 2, ""]}}
    over = sent(app.run())["over"]
    assert over["token"] == 7 and over["table"]["rows"] and "<svg" in over["sentence"]
    assert not sent(opened("talk", project=talk, slide="7"))["at"], "there are five"
