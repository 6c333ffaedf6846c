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
    assert run("list").stdout == made.stdout
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
    assert exported == board("show", "news", "--json").stdout
    assert board("export", "news", "--csv", "table.csv").stdout == ""
    table = (tmp_path / "table.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(table.splitlines()))
    assert [row["system"] for row in rows] == ["TOP", "BASE", "crf"]
    assert float(rows[0]["bakeoff.f1"]) == json.loads(exported)["submissions"][0]["scores"]["bakeoff.f1"]
    # Gold is private.
    document = json.loads(exported)
    assert set(document["submissions"][-1]["scores"]) == {f"bakeoff.{key}" for key in ("recall", "precision", "f1")}
    assert (document["task"]["words"], document["pairs"]) == (None, [])
    for text in (exported, table, board("show", "news").stdout, board("list").stdout):
        assert (tmp_path / "key").read_text(encoding="utf-8").strip() not in text


def test_fetching(board, tmp_path):
    board("fetch", "news", "training", "-o", "out.txt")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == TRAIN
    assert "private" in board("fetch", "news", "gold", "-o", "gold2.txt", code=2).stderr
    assert not (tmp_path / "gold2.txt").exists()
    board("add-task", "open", "--gold", "gold.txt", "--open-gold")
    board("fetch", "open", "gold", "-o", "gold2.txt")
    assert (tmp_path / "gold2.txt").read_text(encoding="utf-8") == GOLD
    assert "no training data" in board("fetch", "open", "training", "-o", "out.txt", code=2).stderr


def test_removing_asks_first(board):
    assert "Remove submission 3 to news: crf by Li Hua?" in board("remove", 3, given="n\n", code=1).stdout
    assert len(json.loads(board("show", "news", "--json").stdout)["submissions"]) == 3
    printed = board("remove", 3, "--yes").stdout
    assert printed.startswith("removed submission 3 to news: crf by Li Hua; the board before: lab.sqlite.backups/")
    assert len(json.loads(board("show", "news", "--json").stdout)["submissions"]) == 2


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("show", "nope"), "no task 'nope'"),
        (("submit", "news", "mine.txt", *BY_KEY), "this file is on the board already: submission 3"),
        (("submit", "news", "train.txt", *BY_KEY), "characters"),
        (("submit", "news", "other.txt", *WHO, "--author", " "), "author is missing"),
        (("submit", "news", "other.txt", *WHO, "--author", "Zhao"), "accepts submissions with a key alone"),
        (("fetch", "news", "raw", "-o", "gone/out.txt"), "cannot be written"),
        (("show", "news", "--csv", "gone/out.csv"), "cannot be written"),
        (("remove", "99", "--yes"), "no submission 99"),
        (("add-task", "news", "--gold", "gold.txt", "--open-gold"), "already"),
        (("add-task", "more", "--gold", "gold.txt"), "a private gold of 30 sentences"),
        (("add-task", "more", "--gold", "gold.txt", "--rules", "gone.txt"), "gone.txt"),
        (("add-task", "more", "--gold", "gold.txt", "--split", "1"), "between 0 and 1"),
        (("add-task", "more", "--gold", "gold.txt", "--weights", "mine.txt"), "ending"),
    ],
)
def test_bad_input_ends_with_one_short_message(board, arguments, named):
    result = board(*arguments, code=2)
    assert result.stdout == ""
    assert named in result.stderr
    assert len(result.stderr.strip().split("\n")) <= 10
    assert "Traceback" not in result.stderr


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
    result = run("list", where=where, code=2)
    assert named in result.stderr
    assert not (tmp_path / "gone.sqlite").exists()


def test_a_gold_file_that_is_missing_makes_no_board(run, tmp_path):
    run("add-task", "news", "--gold", "gone.txt", code=2)
    assert not (tmp_path / "lab.sqlite").exists()


def test_an_empty_board_says_how_to_begin(board, tmp_path):
    Board(tmp_path / "empty.sqlite")
    assert "add-task" in board("list", where=("--board", "empty.sqlite")).stdout


def test_a_round_with_tracks_and_times_of_ones_own(run):
    run("add-task", "round", "--gold", "gold.txt", "--reference", "other.txt", "--track", "closed", "--few-sentences",
        "--track", "semi-open=lists of names, too", "--opens", "2026-01-01", "--closes", "2998-01-01")  # fmt: skip
    key = run("key", "add", "Li Hua").stdout
    who = (
        "--system-name",
        "crf",
        "--author",
        "Li Hua",
        "--track",
        "semi-open",
        "--resources",
        "a list",
        "--key-file",
        "-",
    )
    run("submit", "round", "mine.txt", *who, given=key)
    listed = run("reopen", "round", "--closes", "2999-01-01 08:00+08:00").stdout
    assert listed.splitlines()[0].split()[-2:] == ["opens", "closes"]
    shown = run("show", "round").stdout
    assert "Systems can be submitted until 2999-01-01 00:00 UTC." in shown
    assert "semi-open: lists of names, too" in shown
    assert "intersection.P" not in shown
    run("close", "round")
    assert "round is closed" in run("submit", "round", "mine.txt", *who, code=2, given=key).stderr
    closed = run("show", "round").stdout
    assert "Closed: systems could be submitted until" in closed
    assert "range.P" in closed and "intersection.P" not in closed
    document = json.loads(run("show", "round", "--json").stdout)
    assert document["task"]["track_rules"] == {"semi-open": "lists of names, too"}
    assert document["submissions"][-1]["resources"] == "a list"


def test_bad_times_and_tracks_are_refused(run):
    for options, named in (
        (("--opens", "soon"), "is no time"),
        (("--opens", "2026-01-02", "--closes", "2026-01-01"), "before it opens"),
        (("--track", "a,b"), "no commas"),
    ):
        assert named in run("add-task", "news", "--gold", "gold.txt", *options, code=2).stderr
