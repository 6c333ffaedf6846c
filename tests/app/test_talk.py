"""The screen Talk: what the stage is sent."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import FILE_NAME, Finding, kept, to_text
from cwsdiag.folders import sample_project
from cwsdiag.project import read_project
from cwsdiag.ui.host import who
from cwsdiag.views.look import LookKey
from tests.app.conftest import Opened, component

PAIR = {"system": "crf", "other": "jieba"}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with findings beside it, of which one cannot be made any more."""
    folder = tmp_path_factory.mktemp("talk") / "sample"
    shutil.copytree(sample_project().parent, folder)
    look = ProjectLooks(read_project(folder / "project.toml")).look(LookKey("news"))
    pinned = [
        kept(made(look, "scores", {}), title="crf first", note="Say why."),
        Finding("gone", "gone", "self", LookKey("news"), {"system": "gone"}),
        kept(made(look, "across", {})),
        kept(made(look, "compare", PAIR)),
        kept(made(look, "words", PAIR)),
        kept(made(look, "sentence", {**PAIR, "sentence": "3"})),
    ]
    (folder / FILE_NAME).write_text(to_text(pinned), "utf-8")
    return folder / "project.toml"


@pytest.fixture(autouse=True)
def owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at the pages sits at the machine."""
    monkeypatch.setattr(who, "is_owner", lambda: True)


def sent(app: AppTest) -> Any:
    """Return what the stage was given; None where there is none."""
    return component(app, "cwsdiag_stage")


def test_slides_are_presented_and_the_address_says_which(opened: Opened, talk: Path) -> None:
    data = sent(opened("talk", project=talk, slide="1"))
    assert (data["presenting"], len(data["listed"]), data["at"], len(data["slides"])) == (True, 5, 0, 3)
    first = data["slides"][data["listed"][0]["id"]]
    assert (first["title"], first["note"]) == ("crf first", "Say why.")
    assert first["sentence"].startswith("crf leads jieba by 1.5 points")
    assert first["source"].startswith("news, 16,830 gold words")
    assert ["plotly" in one["large"] for one in data["slides"].values()] == [True] * 3
    later = sent(opened("talk", project=talk, slide="4"))
    assert (later["at"], list(later["slides"])) == (3, [one["id"] for one in later["listed"][2:]])
    assert not sent(opened("talk", project=talk, slide="7"))["at"], "there are five"
