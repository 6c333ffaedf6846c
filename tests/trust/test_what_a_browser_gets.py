"""All that a browser gets: nothing of it says where the server's files lie, and nothing in it hides.

The pages of a running dashboard are asked for without a browser, in every state that a link leads to; each byte of the
answers is looked at. Names and words of the project hold what turns lines round and steers terminals.
"""

from __future__ import annotations

import json
import os
import site
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import urlopen

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from cwsdiag.languages.visible import visible
from cwsdiag.ui.shell.navigation import PAGES
from tests import serving
from tests.app.conftest import fresh_server, html, opened  # noqa: F401
from tests.trust.visitor import texts, visiting

if TYPE_CHECKING:
    pass

# In the name of each folder of the server; no text of ours has it.
TELLTALE = "qzfolder"
NAMES = {"dataset": "新\u202e闻\x1b[31m", "one": "甲\u2066系\u200f统", "two": "乙\x9b系\u2028统"}
# Overrides of direction, an isolate, an escape of one byte and of two, and what ends a line to some programs.
HIDDEN = "\u202e\u2066\u200f\x9b\u2028\x1b"
GOLD = "我们 在 北\u202e京 学习 语言\x1b学 。\n他 喜\u2066欢 北\u202e京 的 秋\u200f天 。\n" * 20
ONE = "我们 在 北 \u202e京 学习 语言 \x1b学 。\n他 喜\u2066 欢 北\u202e京 的 秋\u200f天 。\n" * 20
TWO = "我 们 在 北\u202e 京 学习 语言\x1b学 。\n他 喜\u2066欢 北\u202e京 的 秋 \u200f天 。\n" * 20
TRAINING = "我们 学习 语言 。\n他 在 北\u202e京 。\n北\u202e京 的 秋 \u200f天 。\n" * 5
# Where on a page there is more to see than at first.
LINKS = {
    "explore": ({"show": "wrong", "word": "北\u202e京"}, {"list": "patterns", "of": NAMES["one"]}),
    "sentence": ({"sentence": "1"}, {"text": "语言"}),
    "compare": ({"part": "extremes"}, {"dataset": "nowhere\u202e", "system": "no\u2066body"}),
    "difficulty": ({"part": "sentences"}, {"part": "ranks"}),
    "criteria": ({"part": "maps"}, {"part": "transfer"}, {"part": "fit"}),
    "study": ({"part": "diagnosis"},),
    "bakeoff": ({"part": "sighan"},),
}


def write_project(folder):
    """Write a project whose names and words hold all that hides, with systems on two datasets."""
    folder.mkdir(parents=True)
    for name, text in (("gold", GOLD), ("one", ONE), ("two", TWO), ("train", TRAINING)):
        (folder / f"{name}.txt").write_text(text, "utf-8")
    tables = []
    for dataset in (NAMES["dataset"], "plain"):
        tables += ["[[dataset]]", f"name = {json.dumps(dataset)}", 'gold = "gold.txt"', 'train = "train.txt"']
        for name in ("one", "two"):
            tables += ["[[dataset.system]]", f"name = {json.dumps(NAMES[name])}", f'prediction = "{name}.txt"']
            tables += [f"parts = {{ {json.dumps(NAMES[name])} = {json.dumps(NAMES['dataset'])} }}"]
    (folder / "project.toml").write_text("\n".join(tables), "utf-8")
    return folder / "project.toml"


def whereabouts():
    """Return what would tell a visitor where something lies on this machine."""
    folders = {Path.home(), Path(sys.prefix), *map(Path, site.getsitepackages()), Path(__file__).parents[2]}
    return [TELLTALE.encode(), *(os.fsencode(folder) + b"/" for folder in folders)]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp(TELLTALE)
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "CWSDIAG_DATA": str(folder / "data"),
        "CWSDIAG_CACHE": str(folder / "cache"),
    }
    project = write_project(folder / "project")
    (folder / "root").mkdir()
    (folder / "root" / "some\u202e.txt").write_text(GOLD, "utf-8")
    command = [sys.executable, "-m", "cwsdiag", "app", str(project), "--root", str(folder / "root"), "--port", "0"]
    log = folder / "log.txt"
    process = serving.start(command, folder=folder, environment=environment, log=log)
    yield serving.wait_until_it_answers(process, log)
    serving.stop([process])


def without_program(frame):
    """Return a frame without where the program itself lies, which Streamlit tells every browser."""
    message = ForwardMsg.FromString(frame)
    message.new_session.main_script_path = ""
    return message.SerializeToString() if ForwardMsg.FromString(frame).HasField("new_session") else frame


def told(frames, asked):
    """Return all texts of a page, after looking at each byte for where things lie."""
    for frame in map(without_program, frames):
        for place in whereabouts():
            assert place not in frame, (asked, place, frame[max(0, frame.find(place) - 200) :][:400])
        for char in HIDDEN.replace("\x1b", ""):
            # Tables are bytes to the message that brings them.
            assert char.encode() not in frame, (asked, char, frame[max(0, frame.find(char.encode()) - 200) :][:400])
    return [text for frame in frames for text in texts(ForwardMsg.FromString(frame))]


def test_no_page_says_where_files_lie_or_hides_anything(server):
    seen = set()
    for page in PAGES:
        address = page.replace("_", "-") if page != "home" else ""
        for query in ({}, *LINKS.get(page, ())):
            with visiting(server) as visitor:
                frames = visitor.open(address, urlencode(query))
            for text in told(frames, f"{page} {query}"):
                assert not set(HIDDEN) & set(text), (page, query, text[:400])
                seen |= {name for name in NAMES if visible(NAMES[name]) in text}
                assert "Something went wrong on this page" not in text, page
    assert seen == {*NAMES}, "they are on the pages, written out"


# How strangers come: through a proxy on this machine, or with a browser that does not say of which page.
STRANGERS = ({"headers": {"X-Forwarded-For": "127.0.0.1"}}, {"headers": {"Via": "1.1 lab.example"}}, {"strange": True})


@pytest.mark.parametrize("way", [{}, *STRANGERS], ids=str)
def test_whoever_opens_it_on_this_machine_owns_it_and_who_comes_through_a_proxy_does_not(server, way):
    with visiting(server, **way) as visitor:
        said = b"".join(visitor.open("lab"))
    assert b"Example: " in said
    # What the owner of a board has on its page, and nobody else.
    assert (b"Make the task" in said) == (not way)


def test_nothing_beside_the_pages_says_where_files_lie(server):
    for path in ("", "overview", "nowhere", "_stcore/health", "_stcore/host-config", "media/nothing.csv", "a\u202e/b"):
        try:
            with urlopen(f"{server}/{quote(path)}") as reply:
                body = reply.read() + str(reply.headers).encode()
        except HTTPError as error:
            body = error.read() + str(error.headers).encode()
        assert not [place for place in whereabouts() if place in body], path


BROKEN = {
    "no TOML": "[[dataset]",
    "files that are not there": '[[dataset]]\nname = "a"\ngold = "none.txt"\n',
    "a board that is none": 'board = "bytes.txt"\n[[dataset]]\nname = "a"\ngold = "gold.txt"\n',
}


@pytest.mark.usefixtures("fresh_server")
@pytest.mark.parametrize("state", BROKEN)
def test_no_message_says_where_files_lie(opened, tmp_path, state):  # noqa: F811
    folder = tmp_path / TELLTALE
    project = write_project(folder)
    (folder / "bytes.txt").write_bytes(b"\x00\xff\xfe\x00" * 9)
    project.write_text(BROKEN[state], "utf-8")
    for page in ("data", "board") if "board" in state else ("data",):
        app = opened(page, project=project)
        assert "cw-error" in html(app) or page == "data", state
        drawn = [getattr(element, "proto", None) for element in (*app.main, *app.sidebar)]
        sent = b"".join(proto.SerializeToString() for proto in drawn if proto is not None)
        assert len(sent) > 1000 and not [place for place in whereabouts() if place in sent], state
