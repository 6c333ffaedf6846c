"""The page Leaderboard for those who have a key, for those who signed in, and for the owner of the board."""

import pytest
import streamlit as st

from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.formats import Source
from cwsdiag.ui.host import who
from tests.app.conftest import field, html, opened_page
from tests.app.test_board import press
from tests.serving import hand_over

GOLD = "我们 在 北京 学习 语言学 。\n他 喜欢 北京 的 秋天 。\n" * 10
TEXTS = [GOLD.replace("语言学", "语言 学"), GOLD.replace("秋天", "秋 天"), GOLD.replace("北京", "北 京"), GOLD]
LI = {"is_logged_in": True, "iss": "https://id.example", "sub": "7", "name": "Li Hua", "email": "li@lab.example"}


@pytest.fixture
def board(tmp_path):
    made = Board(tmp_path / "lab.sqlite")
    gold = Source.from_bytes("gold.txt", GOLD.encode())
    made.add_task(TaskDraft("news", gold=gold, few_sentences=True))
    made.add_task(TaskDraft("open", gold=gold, open_gold=True))
    return made


def submit(board, number, author):
    source = Source.from_bytes("mine.txt", TEXTS[number].encode())
    entry = Entry(f"system {number}", author, "closed")
    return board.submit("news", entry, source, by=Submitter(signed_in=author)).submission.id


@pytest.fixture
def visit(board, monkeypatch):
    """``visit(*arguments)`` gives the page of a server of the board as somebody sees it who comes from elsewhere."""

    def open_page(*arguments, task="news"):
        hand_over(monkeypatch, "--board", str(board.path), *arguments)
        app = opened_page("lab", task=task)
        assert "Something went wrong" not in html(app)
        return app

    return open_page


def labels(app):
    return {one.label for one in app.button}


def send(app, number, **texts):
    """Submit, and return what is said of that."""
    for label, text in {"Name of the system": f"system {number}", **texts}.items():
        field(app, label).set_value(text)
    upload = next(one for one in app.file_uploader if one.label == "File")
    upload.set_value(("mine.txt", TEXTS[number].encode(), "text/plain"))
    press(app, "Submit")
    return html(app)


KEY = "Key, if you have one"
ADMIN = {"Close it now", "Remove the task", "Make the key", "Make the task"}


def test_with_a_key_one_submits_under_its_name(visit, board):
    key = board.add_key("Li Hua")
    app = visit()
    assert "systems are submitted with a key, which the owner of the board gives, at most 20 a day" in html(app)
    assert "system 0 by Li Hua, is in the table of news" in send(app, 0, **{KEY: f" {key} "})
    (line,) = [line for line in board.table("news") if line.kind == "system"]
    assert (line.author, line.known_by) == ("Li Hua", "key")
    # It is kept for the session, and told.
    assert "You submit with the key of Li Hua." in html(app)
    assert field(app, KEY).value == f" {key} "
    assert app.dataframe[0].value["known_by"].tolist() == ["a key", ""]
    board.revoke_key("Li Hua")
    app.run()
    assert "this key is not valid on this board" in html(app)
    assert "systems are submitted with a key" in html(app.run())


def test_without_a_key_one_submits_to_open_gold_alone(visit, board):
    app = visit(task="open")
    assert "Without a key you submit under a name that is taken on trust." in html(app)
    assert "system 0 by Wang, is in the table of open" in send(app, 0, Author="Wang")
    board.add_key("Li Hua")
    assert "submissions of Li Hua need the key of that name" in send(app, 1, Author="Li Hua")
    assert [task.submissions for task in board.tasks()] == [0, 1]


def test_who_signed_in_needs_no_key(visit, board, monkeypatch):
    monkeypatch.setattr(who, "find_spec", lambda name: object())
    monkeypatch.setattr(st, "user", {"is_logged_in": False})
    monkeypatch.setattr(st, "secrets", {"auth": {"client_id": "x"}})
    assert "Sign in" in labels(visit())
    monkeypatch.setattr(st, "user", LI)
    app = visit()
    assert "Signed in as Li Hua." in html(app)
    assert "Sign out" in labels(app)
    assert "You submit as who signed in" in html(app)
    send(app, 0, Author="Li Hua")
    (line,) = [line for line in board.table("news") if line.kind == "system"]
    assert (line.author, line.known_by) == ("Li Hua", "sign-in")
    assert not ADMIN & labels(app), "who signed in is no owner by that"
    assert labels(visit("--owner", "LI@lab.example")) >= ADMIN
    monkeypatch.setattr(st, "user", LI | {"sub": "8"})
    assert "Li Hua is the name of somebody who signed in here" in send(visit(), 1, Author="Li Hua")


def test_the_owners_key_opens_the_panel_until_it_is_renewed(visit, board):
    key = board.owner_key()
    assert key is not None
    app = visit()
    assert not ADMIN & labels(app)
    field(app, "Owner's key").set_value("cws_owner_x")
    press(app, "I am the owner")
    assert "This is not the owner&#x27;s key." in html(app)
    for again in (False, True):
        field(app, "Owner's key").set_value(key)
        press(app, "I am the owner")
        assert labels(app) >= ADMIN
        assert not [one for one in app.text_input if one.value == key], "it is not sent to the browser again"
        if not again:
            press(app, "Leave")
            assert not ADMIN & labels(app)
    # Drawn for an owner, pressed by one who is none any more.
    board.owner_key(renew=True)
    press(app, "Remove the task")
    assert not ADMIN & labels(app)
    assert [task.name for task in board.tasks()] == ["news", "open"]
    assert not [*board.path.parent.glob("*.backups")]


def test_the_owner_closes_opens_removes_and_gives_keys(visit, board, monkeypatch):
    monkeypatch.setattr(who, "is_at_the_machine", lambda: True)
    ids = [submit(board, number, author) for number, author in enumerate(("Wang", "Zhao"))]
    app = visit()
    chosen = next(one for one in app.multiselect if one.label == "Submissions")
    assert chosen.options == [f"{ids[0]} system 0 (Wang)", f"{ids[1]} system 1 (Zhao)"]
    assert "Remove" not in labels(app)
    chosen.set_value([ids[1]]).run()
    press(app, "Remove")
    assert "1 submission was removed; " in html(app)
    assert sorted(line.system for line in board.table("news")) == ["TOP", "system 0"]
    press(app, "Close it now")
    assert "news is closed." in html(app)
    assert board.task("news").phase == "closed"
    assert "Close it now" not in labels(app)
    for when in ("soon", "2999-01-01 12:00"):
        field(app, "Open until").set_value(when)
        app.run()
        press(app, "Open it")
        assert ("&#x27;soon&#x27; is no time." in html(app)) == (when == "soon")
    assert (board.task("news").phase, board.task("news").closes) == ("open", "2999-01-01T12:00:00+00:00")
    field(app, "A key for").set_value("<b>*Li*</b>").run()
    press(app, "Make the key")
    (key,) = (one.value for one in app.code if str(one.value).startswith("cws_"))
    assert board.identity(Submitter(key=key)).name == "<b>*Li*</b>"
    assert "&lt;b&gt;*Li*&lt;/b&gt;" in html(app)
    assert "<b>*Li*" not in html(app)
    press(app, "I have kept it")
    assert key not in str([one.value for one in app.code])
    press(app, "Make the key")
    assert "&lt;b&gt;*Li*&lt;/b&gt; has a key already." in html(app)
    press(app, "Revoke")
    assert board.keys()[0].revoked
    assert "Revoke" not in labels(app)
    press(app, "Remove the task")
    assert [task.name for task in board.tasks()] == ["open"]
    copy = max(board.path.with_name("lab.sqlite.backups").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert f"news was removed; {copy.name} has it as it was before." in html(app)
    assert Board(copy).task("news").submissions == 1
