"""What owners, who signed in and judges are told stands in the catalogue too."""

import pytest
import streamlit as st

from cwsdiag.board import Board, Entry, Submitter, TaskDraft
from cwsdiag.formats import Source
from cwsdiag.judging import Judgements
from cwsdiag.loading import load
from cwsdiag.ui.host import who
from tests.app.conftest import GOLD, opened_page
from tests.app.spoken import MARKED, marked, unmarked
from tests.serving import hand_over

# Names of systems, people and commands, and what is the same in every language.
NAMES = {
    *("english", "cwsdiag", "news", "mine", "top", "png", "csv", "hua", "wang", "utc", "utf", "big", "hkscs", "json"),
    *("board", "owner", "key", "renew"),
}


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """``lab(page)`` opens a page of a server with a board and judgements in the marked language."""
    board = Board(tmp_path / "lab.sqlite")
    board.add_task(TaskDraft("news", gold=Source.from_bytes("gold.txt", GOLD.encode()), few_sentences=True))
    key = board.add_key("Li Hua")
    board.add_key("Wang")
    board.revoke_key("Wang")
    source = Source.from_bytes("mine.txt", GOLD.encode())
    board.submit("news", Entry("mine", "", "closed"), source, by=Submitter(key=key))
    board.close("news")
    board.reopen("news")
    kept = Judgements(tmp_path / "people.sqlite")
    texts = {
        name: [["我们", "在", "北京"], *sentences] for name, sentences in {"a": [["学习"]], "b": [["学", "习"]]}.items()
    }
    study = kept.new("news", load(gold=texts["a"], systems=texts, name="news"), sentences=2)
    for name in ("Li Hua", "Wang"):
        kept.mark("news", name, study.to_judge[0].number, {study.to_judge[0].candidates[0].key: "best"})
    kept.remove("news", "Wang")
    files = ["--board", str(board.path), "--judgements", str(kept.path)]
    hand_over(monkeypatch, *files)
    monkeypatch.setattr(who, "find_spec", lambda name: object())
    monkeypatch.setattr(st, "secrets", {"auth": {"client_id": "x"}})

    def open_page(page):
        with marked(monkeypatch):
            assert not unmarked(opened_page(page, lang=MARKED), NAMES)
        return opened_page(page)

    return open_page


def press(app, key, monkeypatch):
    """Press a button, and look at what is told of it in the marked language."""
    next(one for one in app.button if one.key == key).click().run()
    with marked(monkeypatch):
        app.query_params["lang"] = MARKED
        assert not unmarked(app.run(), NAMES)


@pytest.mark.parametrize("where", ["board", "judge"])
def test_nothing_stands_outside_the_catalogue(where, lab, monkeypatch):
    monkeypatch.setattr(st, "user", {"is_logged_in": False})
    lab(where)
    monkeypatch.setattr(st, "user", {"is_logged_in": True, "iss": "x", "sub": "7", "name": "Li Hua"})
    lab(where)
    monkeypatch.setattr(who, "held", lambda: True)
    for key in (
        ("do close of board", "do make the key of board") if where == "board" else ("do free the name of judgements",)
    ):
        app = lab(where)
        for field in [one for one in app.text_input if one.key == "name of the new key"]:
            # Who has one already: why it was not made.
            field.set_value("Li Hua").run()
        press(app, key, monkeypatch)
