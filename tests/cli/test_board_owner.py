"""``cwsdiag board``: keys, and what the owner does."""

import json
from pathlib import Path

import pytest

from cwsdiag.board import Board
from tests.board.corpus import GOLD, TRAIN, numbered

WHO = ("--system-name", "crf", "--track", "closed")


@pytest.fixture
def run(run, tmp_path, monkeypatch):
    for name, text in (("gold", GOLD), ("train", TRAIN), ("mine", numbered(1)), ("other", numbered(2))):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    monkeypatch.delenv("CWSDIAG_KEY", raising=False)

    def call(*arguments, **how):
        return run("board", *arguments, "--board", "lab.sqlite", **how)

    call("add-task", "news", "--gold", "gold.txt", "--train", "train.txt", "--open-gold")
    return call


def table(run):
    return json.loads(run("show", "news", "--json").stdout)["submissions"]


def test_a_key_from_its_making_to_its_end(run, tmp_path, monkeypatch):
    key = run("key", "add", "Li Hua").stdout.strip()
    (tmp_path / "key").write_text(key + "\n", encoding="utf-8")
    run("submit", "news", "mine.txt", *WHO, "--key-file", "key")
    run("submit", "news", "other.txt", *WHO, "--key-file", "-", given=key)
    monkeypatch.setenv("CWSDIAG_KEY", key)
    assert "already: submission 3 of crf by Li Hua" in run("submit", "news", "mine.txt", *WHO, code=2).stderr
    monkeypatch.delenv("CWSDIAG_KEY")
    assert "need the key of that name" in run("submit", "news", "mine.txt", *WHO, "--author", "LI HUA", code=2).stderr
    assert "the author is missing" in run("submit", "news", "mine.txt", *WHO, code=2).stderr
    assert [(line["author"], line["known_by"]) for line in table(run)[-2:]] == [("Li Hua", "key")] * 2
    assert "known by" in run("show", "news").stdout
    (listed,) = json.loads(run("key", "list", "--json").stdout)["keys"]
    assert (listed["name"], listed["submissions"], listed["revoked"]) == ("Li Hua", 2, "")
    assert key not in run("key", "list").stdout and "Li Hua" in run("key", "list").stdout
    assert run("key", "revoke", "li hua").stdout == "revoked the key of li hua\n"
    assert "wrong, or was revoked" in run("submit", "news", "mine.txt", *WHO, "--key-file", "key", code=2).stderr
    assert "no key of 'Zhao'" in run("key", "revoke", "Zhao", code=2).stderr


@pytest.mark.parametrize("content", [b"", b"two words"])
def test_a_file_without_a_key_is_named(run, tmp_path, content):
    (tmp_path / "key").write_bytes(content)
    assert (
        "key: there is no key in this file"
        in run("submit", "news", "mine.txt", *WHO, "--key-file", "key", code=2).stderr
    )


def test_the_owners_key_is_printed_once(run):
    key = run("owner-key").stdout.strip()
    board = Board(Path("lab.sqlite"))
    assert board.is_owner_key(key)
    assert "--renew makes another" in run("owner-key").stdout
    again = run("owner-key", "--renew").stdout.strip()
    assert board.is_owner_key(again) and not board.is_owner_key(key)


def test_what_the_owner_does(run):
    run("submit", "news", "mine.txt", *WHO, "--author", "Zhao")
    run("submit", "news", "other.txt", *WHO, "--author", "Li Hua")
    assert run("close", "news").stdout.splitlines()[0].split()[-1] == "closes"
    assert "news is closed" in run("submit", "news", "mine.txt", *WHO, "--author", "x", code=2).stderr
    run("reopen", "news")
    assert "before it opens" in run("reopen", "news", "--closes", "2020-01-01", code=2).stderr
    assert "scored 4 lines of news anew" in run("rescore", "news").stdout
    removed = run("remove", "3", "--yes").stdout
    assert removed.startswith("removed submission 3 to news: crf by Zhao; the board before: ")
    assert [line["author"] for line in table(run)] == ["cwsdiag", "cwsdiag", "Li Hua"]
    run("remove-task", "news", given="n\n", code=1)
    removed = run("remove-task", "news", "--yes").stdout
    assert removed.startswith("removed news with 1 submission; the board before: ")
    assert "No task yet" in run("list").stdout
    assert Board(Path(removed.strip().rpartition(": ")[2])).task("news").submissions == 1
