"""What the owner does, and that a backup undoes it."""

from datetime import UTC, datetime, timedelta

import pytest

from cwsdiag.board import Board, Submitter, scoring
from cwsdiag.database import COPIES
from cwsdiag.errors import BoardError
from tests.board.corpus import ask, check_whole, draft, entry, numbered, source

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def submit(board, number=1, author="Li Hua", task="news", **by):
    return board.submit(task, entry(author=author), source(numbered(number)), by=Submitter(**by)).submission


def state(path):
    """All rows of all tables but those that an act leaves alone."""
    names = [name for (name,) in ask(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    left = ("sqlite_sequence", "tally", "setting", "access_key")
    return {name: sorted(ask(path, f"SELECT * FROM {name}"), key=repr) for name in names if name not in left}


def remove_by_author(board):
    return board.remove_submissions("news", author="Zhao")


def remove_by_time(board):
    return board.remove_submissions("news", since=NOW + timedelta(minutes=5), before=NOW + timedelta(minutes=15))


ACTS = {
    "close": (lambda board: board.close("news"), 3),
    "remove": (remove_by_author, 2),
    "times": (remove_by_time, 1),
    "rescore": (lambda board: board.rescore("news"), 5),
    "remove-task": (lambda board: board.remove_task("news"), 3),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_undone_by_its_backup(board, clock, name):
    for number, author in ((1, "Zhao"), (2, "Li Hua"), (3, "Zhao")):
        submit(board, number, author)
        clock.wait(minutes=10)
    board.add_task(draft("other", held_back=0.3))
    before = state(board.path)
    act, count = ACTS[name]
    done = act(board)
    assert done.count == count
    after = state(board.path)
    assert (after != before) == (name != "rescore"), "scores made again are the same"
    if name != "close":
        # A closed task beside another has more scores.
        check_whole(board.path)
    assert state(done.backup) == before
    assert [backup.path for backup in board.backups()] == [done.backup]
    undone = board.undo(done.backup)
    assert undone.count == 0
    assert state(board.path) == before
    check_whole(board.path)
    # And back again.
    board.undo(undone.backup)
    assert state(board.path) == after


def test_a_closed_task_is_opened_again(board, clock):
    board.set_times("news", opens=None, closes=NOW + timedelta(hours=1))
    with pytest.raises(BoardError, match="news is not closed"):
        board.reopen("news")
    board.close("news")
    with pytest.raises(BoardError, match="news is closed"):
        submit(board)
    with pytest.raises(BoardError, match="closed already, since 2026-01-02T03:04:05"):
        board.close("news")
    board.reopen("news")
    clock.wait(days=1)
    assert submit(board).id
    board.add_task(draft("later", opens=clock.now + timedelta(hours=1)))
    board.close("later")
    assert board.phase(board.task("later")) == "closed"


def test_what_is_to_be_removed_must_be_said(board):
    submit(board)
    for wrong in ({}, {"author": " "}):
        with pytest.raises(BoardError, match="whose submissions, or of which time"):
            board.remove_submissions("news", **wrong)
    with pytest.raises(BoardError, match="nothing was removed"):
        board.remove_submissions("news", author="nobody")
    with pytest.raises(BoardError, match="no time lies from"):
        board.remove_submissions("news", since=NOW, before=NOW)
    for act in (board.close, board.reopen, board.rescore, board.remove_task):
        with pytest.raises(BoardError, match="no task 'nope'"):
            act("nope")
    assert board.backups() == [], "what was not done needs no backup"


def test_undoing_keeps_what_came_since_and_what_was_revoked(board):
    key, owner = board.add_key("Li Hua"), board.owner_key()
    submit(board, 1, key=key)
    done = board.close("news")
    board.reopen("news")
    board.revoke_key("Li Hua")
    renewed = board.renew_owner_key()
    last = submit(board, 2, author="Zhao")
    undone = board.undo(done.backup)
    assert (undone.count, board.task("news").submissions) == (1, 1)
    assert board.is_owner_key(renewed) and not board.is_owner_key(owner)
    with pytest.raises(BoardError, match="revoked"):
        submit(board, 3, key=key)
    assert submit(board, 4, author="Zhao").id > last.id, "its number is not given again"
    assert Board(undone.backup, create=False).submission(last.id) == last


def test_few_backups_are_kept(board):
    for _ in range(COPIES + 3):
        board.close("news")
        board.reopen("news")
    found = board.backups()
    assert len(found) == COPIES
    assert [one.act for one in found[:2]] == ["reopen", "close"]
    assert found[0].created == "2026-01-02T03:04:05+00:00"


def test_what_is_no_backup_is_refused(board, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("我们 喜欢\n" * 200, encoding="utf-8")
    before = state(board.path)
    other = Board(tmp_path / "other.sqlite")
    for wrong in (text, tmp_path / "gone.sqlite", other.path):
        with pytest.raises(BoardError):
            board.undo(wrong)
    assert state(board.path) == before


def test_scores_are_made_anew_by_the_methods_of_now(board, monkeypatch):
    board.add_task(draft("open", open_gold=True))
    board.submit("open", entry(), source(numbered(1)))
    later = {"brevity": lambda dataset, references: {system.name: {"f1": 0.5} for system in dataset.systems}}
    monkeypatch.setattr(scoring, "METHODS", scoring.METHODS | later)
    signatures = [line.signature for line in board.table("open")]
    board.rescore("open")
    assert [line.scores["brevity.f1"] for line in board.table("open")] == [0.5] * 3
    assert [line.signature for line in board.table("open")] == signatures
    assert "brevity.f1" not in board.table("news")[0].scores
