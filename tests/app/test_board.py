"""The Board page in every state, and what pages may show of a task whose gold is private."""

import hashlib
import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from cwsdiag.baselines import TOP, with_baselines
from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.errors import CwsdiagError
from cwsdiag.formats import Source
from cwsdiag.loading import load
from cwsdiag.project import File
from cwsdiag.ui.data import boards
from cwsdiag.ui.host import who
from cwsdiag.ui.lab import parts
from cwsdiag.ui.shell.navigation import PAGES
from tests.app.conftest import SYSTEM, field, html, opened_page, said
from tests.board.corpus import weights_of
from tests.serving import hand_over

SECRETS = ("饕餮盛宴", "魑魅", "鳜鱼汤")
# No other text has these characters: wherever one is found, gold or what a system made of it was shown.
RARE = "饕餮魑魅鳜"
KEY = "Key, if you have one"
GOLD = "我们 在 北京 吃 饕餮盛宴 。\n他 喜欢 魑魅 的 故事 。\n她 喝 鳜鱼汤 。\n" * 20
TRAINING = "我们 在 北京 。\n他 喜欢 的 故事 。\n她 喝 水 。\n" * 5
CRF = GOLD.replace("饕餮盛宴", "饕餮 盛宴")
JIEBA = GOLD.replace("鳜鱼汤", "鳜 鱼汤").replace("喜欢 魑魅", "喜欢魑 魅")
# Every character a word.
HOSTILE = "<img src=x onerror=alert(1)> **x**[l](http://evil.example)"

# Who submits to private tasks in these tests.
LAB = Submitter(signed_in="lab")

WORDS = ("files", "diagnosis", "sentences")


def source(text, name="file.txt"):
    return Source.from_bytes(name, text.encode())


def difficulties(gold=GOLD, **changes):
    return Source.from_bytes("difficulty.csv", weights_of(gold, **changes))


def draft(name="dinner", **changes):
    files = {"gold": source(GOLD), "training": source(TRAINING, "train.txt"), "weights": difficulties()}
    return TaskDraft(name, **{**files, "few_sentences": True, **changes})


@pytest.fixture
def board(tmp_path):
    made = Board(tmp_path / "lab.sqlite")
    made.add_task(draft())
    return made


@pytest.fixture
def two(board):
    """Two submissions, a track each."""
    entries = (Entry("crf", "Li Hua", "closed"), CRF), (Entry("jieba", "王小明", "open"), JIEBA)
    return [board.submit("dinner", entry, source(text), by=LAB).submission.id for entry, text in entries]


@pytest.fixture
def shut(board, two):
    """The same, of a task that is closed."""
    board.close("dinner")
    return two


@pytest.fixture
def page(monkeypatch):
    """``page(board=None, name="lab", owner=False, at_home=False, **selection)`` gives a page of a server.

    Without a board the server has none at all, as nobody's own counts; ``owner`` is who started it with --open-gold,
    ``at_home`` who sits at its machine.
    """

    def open_page(board=None, name="lab", *, owner=False, at_home=False, **chosen):
        monkeypatch.setattr(who, "is_owner", lambda: at_home)
        arguments = ["--board", str(board.path)] if board else ["--no-board"]
        hand_over(monkeypatch, *arguments, *(["--open-gold"] if owner else []))
        app = opened_page(name, **chosen)
        assert "Something went wrong" not in html(app)
        return app

    return open_page


def press(app, label):
    # Of an action, the button that does it.
    [button for button in app.button if button.label == label][-1].click().run()
    assert not app.exception


def type_in(app, file, **texts):
    for label, text in {"Name of the system": "mine", "Author": "", **texts}.items():
        field(app, label).set_value(text)
    if file is not None:
        field(app, "File").set_value(("mine.txt", file.encode(), "text/plain"))


def systems(app):
    return [str(name) for name in app.dataframe[0].value["system"]]


def sent(app):
    """All that a run sent to the browser, as text: HTML, tables, charts, options of widgets, and the address."""
    drawn = [node.proto.SerializeToString() for node in nodes(app._tree) if getattr(node, "proto", None) is not None]
    return b"\n".join(drawn).decode("utf-8", "replace") + json.dumps(dict(app.query_params), ensure_ascii=False)


def nodes(node):
    yield node
    for child in getattr(node, "children", {}).values():
        yield from nodes(child)


def secrets_in(app):
    told = sent(app)
    return [secret for secret in SECRETS if secret in told or json.dumps(secret).strip('"') in told]


def test_every_score_can_be_reached(board, shut, page):
    (crf,) = [line for line in board.table("dinner") if line.id == shut[0]]
    found: dict[str, list[Any]] = {}
    for scores in ("bakeoff", "separators", "balanced"):
        app = page(board, scores=scores)
        found |= app.dataframe[0].value.to_dict("list")
    assert {name: found[name][0] for name in crf.scores} == dict(crf.scores)
    assert "Committee: seven. Balanced F (f_b) compares systems under one committee" in html(app)


def test_latest_task_is_shown_first_and_the_address_keeps_another(board, page):
    board.add_task(draft("open", open_gold=True, tracks={"open": ""}, references=(source(CRF),)))
    for task, more in (({}, ["Gold", "Difficulties", "Reference"]), ({"task": "dinner"}, [])):
        app = page(board, **task)
        assert app.selectbox(key="choose task").value == task.get("task", "open")
        saved = [button.proto.label for button in app.get("download_button")]
        assert saved == ["CSV", "Raw text", "Training data", *more]
    upload = field(app, "File")
    assert upload.proto.max_upload_size_mb == 20, "the browser refuses what the board would"


def test_rows_open_in_the_diagnosis_pages(board, shut, page):
    app = page(board)
    app.session_state[f"submissions ticked {board.path}"] = {*shut, 1}
    app.run()
    press(app, "Open in the diagnosis pages")
    assert app.session_state["selection"].page == "summary"
    assert (said(app, "dataset"), said(app, "submissions")) == ("board:dinner", f"{shut[0]},{shut[1]},1")
    opened = app.dataframe[0].value.set_index(SYSTEM)["f1"].to_dict()
    assert opened == pytest.approx({line.system: line.scores["bakeoff.f1"] for line in board.table("dinner")})


def test_a_link_to_what_is_sealed_leads_to_the_leaderboard(board, two, page):
    app = page(board, "summary", **links(two)[0])
    assert "until the task closes its submissions have scores to three decimals" in html(app)
    press(app, "Lab")
    assert app.session_state["selection"].page == "lab"
    assert systems(app) == ["crf", "jieba", "TOP", "BASE"]
    assert app.button(key="open submissions").disabled
    assert said(app, "dataset") is None


def test_link_to_what_is_gone_says_so(board, shut, page):
    board.remove([shut[0]])
    app = page(board, "summary", dataset="board:dinner", submissions=f"{shut[0]},{shut[1]},99,x")
    assert f"not here: submissions={shut[0]},{shut[1]},99,x" in html(app)
    assert app.dataframe[0].value[SYSTEM].tolist() == ["jieba"]
    for name in ("summary", "lab"):
        assert "no task &#x27;lunch&#x27; on this board" in html(page(board, name, dataset="board:lunch"))
    assert "This server has no board. Ask whoever runs it" in html(page(None, "summary", dataset="board:dinner"))


def test_board_that_is_gone_is_named_without_its_folder(board, two, page):
    del two
    app = page(board)
    with closing(sqlite3.connect(board.path)) as connection:
        connection.execute("ALTER TABLE score RENAME TO other")
    app.run()
    # What was sound when it was opened is looked at anew by another server.
    assert "lab.sqlite: this is not a board, or it is damaged: no such table: score." in html(app)
    assert str(board.path.parent) not in html(app)
    board.path.unlink()
    app.run()
    assert "lab.sqlite: there is no board." in html(app)
    assert str(board.path.parent) not in html(app)


def test_hostile_names_are_shown_literally(board, page):
    board.add_task(draft("<b>task", rules=HOSTILE, weights=difficulties(committee=HOSTILE)))
    app = page(board)
    type_in(
        app, CRF, **{"Name of the system": HOSTILE, KEY: board.add_key(HOSTILE), "Description, for everybody": HOSTILE}
    )
    press(app, "Submit")
    assert "<img" not in html(app)
    assert "<b>task" not in html(app)
    assert "&lt;img src=x" in html(app)
    assert not any("evil" in block.value for block in [*app.markdown, *app.caption])
    assert app.dataframe[0].value["system"].tolist()[0] == HOSTILE


# What may be shown of a private gold


def links(two):
    """What somebody may ask of every page, to get at words."""
    chosen = {"dataset": "board:dinner", "submissions": ",".join(map(str, two))}
    of_words = {"attribute": "wLen", "bucket": "0", "where": "wFre:0", "show": "wrong", "columns": "wLen,wFre"}
    in_text = {"text": "他", "word": "北京", "sentence": "1", "order": "text", "more": "1,2"}
    return [
        chosen,
        {**chosen, **of_words, "baselines": "on", "system": "TOP", "other": "jieba", "references": "1,2"},
        {**chosen, **in_text, "submissions": f"{chosen['submissions']},1,2", "system": "TOP", "other": "crf"},
        {**chosen, "buckets": "wLen=edges:3.5", "list": "patterns", "shape": "split", "of": "b"},
        {"dataset": "board:dinner", "submissions": ""},
    ]


@pytest.mark.parametrize("name", PAGES)
def test_nothing_of_a_private_gold_reaches_the_browser(board, two, page, name):
    words = [line.split() for line in GOLD.splitlines()]
    training = [line.split() for line in TRAINING.splitlines()]
    top = with_baselines(load(gold=words, systems={}, training=training)).system(TOP).digest
    stored = board.material("dinner", owner=True).weights
    assert stored is not None
    secret = (GOLD.encode(), GOLD.strip().encode(), stored.data, weights_of(GOLD))
    digests = {top[:12], *(hashlib.sha256(data).hexdigest()[:12] for data in secret)}
    assert not [char for char in RARE if char in sent(page(board, name, **links(two)[0]))], "sealed"
    board.close("dinner")
    for link in links(two):
        app = page(board, name, **link)
        told = sent(app)
        assert len(told) > 1000
        assert not [char for char in RARE if char in told or json.dumps(char).strip('"') in told], link
        assert not [digest for digest in digests if digest in told], link
        assert "cw-error" not in html(app), link


@pytest.mark.parametrize("mismatch", ["skip", "count"])
def test_a_private_gold_is_withheld_from_systems_with_other_characters(board, page, mismatch):
    board.add_task(draft("free", mismatch=mismatch))
    text = "好的\n" + CRF.replace("北京", "南京", 2)
    one = board.submit("free", Entry("crf", "Li Hua", "closed"), source(text), by=LAB).submission.id
    board.close("free")
    for name in ("files", "summary", "diagnosis"):
        app = page(board, name, dataset="board:free", submissions=str(one))
        assert "cw-error" not in html(app)
        assert not [char for char in RARE if char in sent(app)]
        assert name != "summary" or "crf has other characters than gold: " in html(app)


def test_difficulties_of_ones_own_tell_nothing_of_a_private_gold(board, shut, page, monkeypatch):
    file = File.uploaded("gold", "mine.weight", b"0\n")
    monkeypatch.setattr("cwsdiag.ui.data.catalogue.own_weights", lambda entry: {"file": file})
    app = page(board, "difficulty", **links(shut)[0])
    assert "The difficulties of words are withheld" in html(app)
    assert "Your own difficulties are not accepted here" in html(app)
    assert not app.get("file_uploader")


@pytest.mark.parametrize("name", WORDS)
def test_pages_of_words_say_why_they_are_withheld_and_who_asks_for_it_sees_them(board, shut, page, name):
    link = links(shut)[0]
    text = html(page(board, name, **link))
    assert "are withheld" in text
    assert "The gold of dinner is private" in text
    assert "cwsdiag app --board FILE --open-gold" in text
    assert not secrets_in(page(board, name, at_home=True, **link)), "the owner at home did not ask"
    app = page(board, name, owner=True, **link)
    assert "withheld" not in html(app)
    assert secrets_in(app), "or this test would find nothing anywhere"


def test_difficulties_of_a_private_gold_open_for_the_owner_alone(board, shut, page):
    link = links(shut)[0] | {"part": "balanced"}
    assert "balanced F 0." not in html(page(board, "scores", **link))
    app = page(board, "scores", owner=True, **link)
    assert "balanced F 0." in html(app)
    stored = board.material("dinner", owner=True).weights
    assert stored is not None
    # What the owner's pages show may be copied: a mark stands for the digest there, too.
    app.session_state["settings"] = True
    assert app.run().code[0].value.startswith("cwsdiag "), "the signature"
    assert hashlib.sha256(stored.data).hexdigest()[:12] not in sent(app)


def test_edges_around_single_words_are_refused(board, shut, page):
    link = links(shut)[0] | {"part": "panels"}
    for buckets, kept in (("wLen=edges:3.5", False), ("equal:50", False), ("equal:4", True)):
        app = page(board, "diagnosis", **link, buckets=buckets)
        assert ("not here: buckets=" not in html(app)) == kept
    assert "not here" not in html(page(board, "diagnosis", owner=True, **link, buckets="wLen=edges:3.5"))


# The owner


def test_nobody_else_makes_tasks(board, page):
    # To see private gold is not to own the board: anybody may reach a server that shows it.
    assert not [button for button in page(board, owner=True).button if button.label == "Make the task"]
    # As a call made by hand.
    with pytest.raises(CwsdiagError, match="You are not the owner here"):
        parts.make(boards.LabFile(board.path), {"task": "another", "gold": None})
    assert [task.name for task in board.tasks()] == ["dinner"]
