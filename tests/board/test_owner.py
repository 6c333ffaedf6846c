"""What the owner does: closing, opening, removing after a copy, scoring anew."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from cwsdiag.board import Board, tasks
from cwsdiag.errors import BoardError
from tests.board.corpus import ask, check_whole, draft, entry, numbered, private, source


def submit(board, number=1, author="Li Hua", task="news"):
    return board.submit(task, entry(author=author), source(numbered(number))).submission


def state(path):
    """All rows of all tables."""
    names = [name for (name,) in ask(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: sorted(ask(path, f"SELECT * FROM {name}"), key=repr) for name in names if name != "sqlite_sequence"}


@pytest.mark.parametrize("what", ["submissions", "task"])
def test_what_is_removed_is_gone_and_lies_in_a_copy(board, what):
    for number, author in ((1, "Zhao"), (2, "Li Hua"), (3, "Zhao")):
        submit(board, number, author)
    board.add_task(draft("other"))
    before = state(board.path)
    for remove, said in (
        (lambda: board.remove([3, 99]), "no submission 99"),
        (lambda: board.remove_task("nope"), "no task 'nope'"),
    ):
        with pytest.raises(BoardError, match=said):
            remove()
    assert state(board.path) == before and not [*board.path.parent.glob("*.backups/*")]
    if what == "task":
        copy = board.remove_task("news")
        assert [task.name for task in board.tasks()] == ["other"]
    else:
        copy = board.remove([line.id for line in board.table("news") if line.author == "Zhao"])
        assert [line.author for line in board.table("news") if line.kind == "system"] == ["Li Hua"]
    check_whole(board.path)
    assert state(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent == board.path.with_name(f"{board.path.name}.backups")


def test_a_task_is_closed_and_opened_again(board, clock):
    assert board.close("news").phase == "closed"
    clock.wait(hours=1)
    # One that is closed stays so since then.
    assert board.close("news").closes == "2026-01-02T03:04:05+00:00"
    with pytest.raises(BoardError, match="news is closed"):
        submit(board)
    assert board.reopen("news", closes=clock.now + timedelta(hours=1)).phase == "open"
    submit(board)
    with pytest.raises(BoardError, match="before it opens"):
        board.reopen("news", closes=clock.now)
    # The end of an open task is moved in the same way.
    assert board.reopen("news").closes == ""
    board.add_task(draft("later", opens=clock.now + timedelta(hours=1)))
    assert (board.close("later").phase, board.reopen("later").phase) == ("closed", "open")


def test_scores_are_made_anew_by_the_methods_of_now(board, monkeypatch):
    board.add_task(private("sealed"))
    submit(board)
    before = state(board.path)
    assert board.rescore("news") == 3
    assert state(board.path) == before, "scores made again are the same"
    later = {"brevity": lambda dataset, references: {system.name: {"f1": 0.5} for system in dataset.systems}}
    monkeypatch.setattr(tasks, "METHODS", tasks.METHODS | later)
    signatures = [line.signature for line in board.table("news")]
    board.rescore("news")
    board.rescore("sealed")
    assert [line.scores["brevity.f1"] for line in board.table("news")] == [0.5] * 3
    assert [line.signature for line in board.table("news")] == signatures
    assert "brevity.f1" not in board.table("sealed")[0].scores


def test_a_damaged_file_in_the_board_is_named(board):
    id = submit(board).id
    assert Board.check(board.path).problems == ()
    with closing(sqlite3.connect(board.path)) as connection, connection:
        connection.execute("UPDATE file SET packed = substr(packed, 1, 20) WHERE name = 'file.txt'")
    assert Board.check(board.path).problems == ("file file.txt: it is damaged.",)
    with pytest.raises(BoardError, match=r"file\.txt on this board is damaged\. Restore a backup"):
        board.material("news", [id])
    with pytest.raises(BoardError, match="is damaged"):
        Board(board.path).rescore("news")
