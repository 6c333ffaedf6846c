"""``cwsdiag board``: from an empty folder to a table, and what it says when something is wrong."""

import csv
import json

import pytest

from cwsdiag.board import Board
from tests.board.corpus import GOLD, REFERENCE, TRAIN, numbered

WHO = ("--system-name", "crf", "--author", "Li Hua", "--track", "closed")
BY_KEY = (*WHO, "--key-file", "key")


@pytest.fixture
def run(run, tmp_path):
    for name, text in (("gold", GOLD), ("train", TRAIN), ("other", REFERENCE), ("mine", numbered(1))):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    project = 'board = "lab.sqlite"\n[[dataset]]\nname = "a"\ngold = "gold.txt"\n'
    (tmp_path / "project.toml").write_text(project, encoding="utf-8")
    (tmp_path / "rules.txt").write_text("Closed: the training data alone.\n", encoding="utf-8")

    def call(*arguments, where=("--board", "lab.sqlite"), **how):
        return run("board", *arguments, *where, **how)

    return call


@pytest.fixture
def board(run, tmp_path):
    """The command on a board with a private task and a submission; the key of Li Hua lies in the file key."""
    run("add-task", "news", "--gold", "gold.txt", "--train", "train.txt", "--few-sentences")
    (tmp_path / "key").write_text(run("key", "add", "Li Hua").stdout, encoding="utf-8")
    run("submit", "news", "mine.txt", *WHO, "--key-file", "key")
    return run


def test_a_board_from_nothing(run, tmp_path):
    made = run("add-task", "news", "--gold", "gold.txt", "--train", "train.txt", "--reference", "other.txt",
               "--rules", "rules.txt", "--split", "0.5", "--seed", "3", "--few-sentences")  # fmt: skip
    assert "news-dev" in made.stdout
    assert (tmp_path / "lab.sqlite").is_file()
    tasks = json.loads(run("list", "--json").stdout)["tasks"]
    assert [(task["name"], task["open_gold"], task["references"]) for task in tasks] == [
        ("news-dev", True, 1), ("news-test", False, 1),
    ]  # fmt: skip
    run("fetch", "news-test", "raw", "-o", "raw.txt")
    raw = (tmp_path / "raw.txt").read_text(encoding="utf-8")
    (tmp_path / "mine.txt").write_text(numbered(1, raw), encoding="utf-8")
    key = run("key", "add", "Li Hua").stdout
    printed = run("submit", "news-test", "mine.txt", *WHO, "--key-file", "-", given=key).stdout
    assert "bakeoff.f1" in printed and "oov_recall" not in printed and "separators" not in printed
    shown = run("show", "news-test").stdout
    assert "Closed: the training data alone." in shown
    assert "drawn with seed 3" in shown
    assert {"TOP", "BASE", "crf"} <= set(shown.split())


def test_the_project_names_the_board(board):
    assert json.loads(board("list", "--json", where=("--project", "project.toml")).stdout)["tasks"][0]["name"] == "news"
    assert board("list", where=("--project", ".")).stdout == board("list").stdout


def test_export_has_no_secrets(board, tmp_path):
    exported = board("export", "news").stdout
    assert board("export", "news", "--csv", "table.csv").stdout == ""
    table = (tmp_path / "table.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(table.splitlines()))
    assert [row["system"] for row in rows] == ["TOP", "BASE", "crf"]
    document = json.loads(exported)
    assert float(rows[0]["bakeoff.f1"]) == document["submissions"][0]["scores"]["bakeoff.f1"]
    for text in (exported, table, board("show", "news").stdout, board("list").stdout):
        assert (tmp_path / "key").read_text(encoding="utf-8").strip() not in text


def test_fetching(board, tmp_path):
    board("fetch", "news", "training", "-o", "out.txt")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == TRAIN
    assert "private" in board("fetch", "news", "gold", "-o", "gold2.txt", code=2).stderr
    assert not (tmp_path / "gold2.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("show", "nope"), "no task 'nope'"),
        (("submit", "news", "mine.txt", *BY_KEY), "this file is on the board already: submission 3"),
        (("submit", "news", "other.txt", *WHO, "--author", "Zhao"), "accepts submissions with a key alone"),
        (("fetch", "news", "raw", "-o", "gone/out.txt"), "cannot be written"),
        (("add-task", "more", "--gold", "gold.txt"), "a private gold of 30 sentences"),
        (("add-task", "more", "--gold", "gold.txt", "--rules", "gone.txt"), "gone.txt"),
        (("add-task", "more", "--gold", "gold.txt", "--split", "1"), "between 0 and 1"),
        (("add-task", "more", "--gold", "gold.txt", "--weights", "mine.txt"), "ending"),
    ],
)
def test_bad_input_ends_with_one_short_message(refused, board, arguments, named):
    assert named in refused(*arguments)


@pytest.mark.parametrize(
    ("where", "named"),
    [
        ((), "--board FILE"),
        (("--board", "gone.sqlite"), "there is no board"),
        (("--board", "gold.txt"), "not a board"),
        (("--project", "gone.toml"), "gone.toml"),
        (("--project", "bare.toml"), "names no board"),
    ],
)
def test_a_board_that_cannot_be_used(run, tmp_path, where, named):
    (tmp_path / "bare.toml").write_text('[[dataset]]\nname = "a"\ngold = "gold.txt"\n', encoding="utf-8")
    assert named in run("list", where=where, code=2).stderr
    run("add-task", "news", "--gold", "gone.txt", code=2)
    assert not [*tmp_path.glob("*.sqlite")], "a gold file that is missing makes no board"


def test_a_round_with_tracks_and_times_of_ones_own(run):
    run("add-task", "round", "--gold", "gold.txt", "--reference", "other.txt", "--track", "closed", "--few-sentences",
        "--track", "semi-open=lists of names, too", "--opens", "2026-01-01", "--closes", "2998-01-01")  # fmt: skip
    key = run("key", "add", "Li Hua").stdout
    who = ("--system-name", "crf", "--track", "semi-open", "--resources", "a list", "--key-file", "-")
    run("submit", "round", "mine.txt", *who, given=key)
    listed = run("reopen", "round", "--closes", "2999-01-01 08:00+08:00").stdout
    assert listed.splitlines()[0].split()[-2:] == ["opens", "closes"]
    assert "Systems can be submitted until 2999-01-01 00:00 UTC." in run("show", "round").stdout
    run("close", "round")
    closed = run("show", "round").stdout
    assert "Closed: systems could be submitted until" in closed
    assert "intersection.P" in closed and "union.F" in closed and "union.kept" not in closed
    document = json.loads(run("show", "round", "--json").stdout)
    assert document["task"]["track_rules"] == {"semi-open": "lists of names, too"}
    assert document["submissions"][-1]["resources"] == "a list"
    assert "is no time" in run("reopen", "round", "--closes", "soon", code=2).stderr


def test_a_key_from_its_making_to_its_end(run, tmp_path, monkeypatch):
    run("add-task", "news", "--gold", "gold.txt", "--open-gold")
    key = run("key", "add", "Li Hua").stdout.strip()
    (tmp_path / "key").write_text(key + "\n", encoding="utf-8")
    mine = ("submit", "news", "mine.txt", "--system-name", "crf", "--track", "closed")
    run(*mine, "--key-file", "key")
    monkeypatch.setenv("CWSDIAG_KEY", key)
    assert "already: submission 2 of crf by Li Hua" in run(*mine, code=2).stderr
    monkeypatch.delenv("CWSDIAG_KEY")
    assert "need the key of that name" in run(*mine, "--author", "LI HUA", code=2).stderr
    assert "gold.txt: there is no key in this file" in run(*mine, "--key-file", "gold.txt", code=2).stderr
    (listed,) = json.loads(run("key", "list", "--json").stdout)["keys"]
    assert (listed["name"], listed["submissions"], listed["revoked"]) == ("Li Hua", 1, "")
    assert key not in run("key", "list").stdout and "known by" in run("show", "news").stdout
    assert run("key", "revoke", "li hua").stdout == "revoked the key of li hua\n"
    assert "wrong, or was revoked" in run(*mine, "--key-file", "key", code=2).stderr


def test_the_owners_key_is_printed_once(board, tmp_path):
    key, kept = board("owner-key").stdout.strip(), Board(tmp_path / "lab.sqlite")
    assert kept.is_owner_key(key)
    assert "--renew makes another" in board("owner-key").stdout
    again = board("owner-key", "--renew").stdout.strip()
    assert kept.is_owner_key(again) and not kept.is_owner_key(key)


def test_what_the_owner_does(board, tmp_path):
    assert "scored 3 lines of news anew" in board("rescore", "news").stdout
    assert "before it opens" in board("reopen", "news", "--closes", "2020-01-01", code=2).stderr
    assert "Remove submission 3 to news: crf by Li Hua?" in board("remove", 3, given="n\n", code=1).stdout
    removed = board("remove", 3, "--yes").stdout
    assert removed.startswith("removed submission 3 to news: crf by Li Hua; the board before: lab.sqlite.backups/")
    assert len(json.loads(board("show", "news", "--json").stdout)["submissions"]) == 2
    assert Board(tmp_path / removed.strip().rpartition(": ")[2]).task("news").submissions == 1
    board("remove-task", "news", given="n\n", code=1)
    removed = board("remove-task", "news", "--yes").stdout
    assert removed.startswith("removed news with 0 submissions; the board before: ")
    assert "add-task" in board("list").stdout, "an empty board says how to begin"
