"""Boards, judgements and kept models of earlier versions open, and what they were before is kept."""

from __future__ import annotations

import logging
import os
import stat
import threading
from typing import TYPE_CHECKING, Any

import pytest

from cwsdiag.board import Board, health, schema
from cwsdiag.errors import BoardError, JudgingError
from cwsdiag.judging import Judgements
from cwsdiag.judging import schema as judging_schema
from cwsdiag.sqlite import copies
from tests.board.corpus import ask, check_whole, draft, entry, numbered, source
from tests.judging.corpus import clock
from tests.trust.damage import good_judgements
from tests.trust.older import made_older

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    board = Board(tmp_path_factory.mktemp("today") / "board.sqlite")
    board.add_task(draft(open_gold=True))
    board.submit("news", entry(email="a@b"), source(numbered(1)))
    return board.path


@pytest.fixture
def first(today: Path, tmp_path: Path) -> Path:
    """A board as the first version left it."""
    path = tmp_path / "board.sqlite"
    made_older(today, path, schema.MIGRATIONS, schema.APPLICATION, 1)
    return path


def test_every_version_of_a_board_opens_and_a_copy_of_it_stays(
    today: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    newest = len(schema.MIGRATIONS)
    table = Board(today).table("news")
    for version in range(1, newest):
        path = tmp_path / f"{version}.sqlite"
        made_older(today, path, schema.MIGRATIONS, schema.APPLICATION, version)
        before = path.read_bytes()
        # To look at it does not change it.
        found = health.examine(path)
        assert (found.version, found.newest, found.problems) == (version, newest, ())
        assert path.read_bytes() == before
        caplog.clear()
        with caplog.at_level(logging.WARNING, "cwsdiag"):
            assert Board(path, create=False).table("news") == table
            Board(path, create=False)
        copy = tmp_path / f"{version}.sqlite.version-{version}.backup"
        (said,) = caplog.messages
        assert f"brought from version {version} of its tables to {newest}" in said
        assert str(copy) in said
        assert ask(copy, "PRAGMA user_version") == [(version,)]
        assert ask(copy, "SELECT system FROM submission WHERE kind = 'system'") == [("crf",)]
        assert ask(copy, "PRAGMA integrity_check") == [("ok",)]
        assert health.examine(path).problems == health.examine(copy).problems == ()
        if os.name != "nt":
            assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        check_whole(path)
    # A copy is a board, too.
    assert Board(copy, create=False).table("news") == table


def test_judgements_of_every_version_open(tmp_path: Path) -> None:
    path = tmp_path / "today.sqlite"
    good_judgements(path)
    said = Judgements(path, clock=clock).look("first")
    for version in range(1, len(judging_schema.MIGRATIONS) + 1):
        older = tmp_path / f"{version}.sqlite"
        made_older(path, older, judging_schema.MIGRATIONS, judging_schema.APPLICATION, version)
        assert repr(Judgements(older, create=False).look("first")) == repr(said)
        copy = tmp_path / f"{version}.sqlite.version-{version}.backup"
        assert copy.exists() == (version < len(judging_schema.MIGRATIONS))


def test_copies_of_before_are_not_overwritten(first: Path) -> None:
    taken = first.with_name("board.sqlite.version-1.backup")
    taken.write_text("mine", encoding="utf-8")
    Board(first)
    assert taken.read_text(encoding="utf-8") == "mine"
    assert ask(first.with_name("board.sqlite.version-1.2.backup"), "PRAGMA user_version") == [(1,)]


def test_a_board_that_cannot_be_copied_is_left_as_it_is(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(copies, "mkstemp", full)
    with pytest.raises(BoardError, match=r"version-1\.backup: cannot be made: the disk is full"):
        Board(first)
    assert ask(first, "PRAGMA user_version") == [(1,)]
    assert list(first.parent.iterdir()) == [first]


def test_a_damaged_old_board_is_not_brought_up_to_date(first: Path) -> None:
    ask(first, "ALTER TABLE task DROP COLUMN rules")
    with pytest.raises(BoardError, match="the column rules of its table task is missing"):
        Board(first)
    assert ask(first, "PRAGMA user_version") == [(1,)]
    assert "the column rules of its table task is missing or another one." in health.examine(first).problems


def test_several_that_open_it_at_once_make_one_copy(first: Path) -> None:
    failed: list[BaseException] = []

    def opened() -> None:
        try:
            Board(first, create=False).tasks()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=opened) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(path.name for path in first.parent.glob("*.backup")) == ["board.sqlite.version-1.backup"]


def test_a_copy_is_made_while_others_write(today: Path, tmp_path: Path) -> None:
    path = tmp_path / "board.sqlite"
    schema.back_up(today, path)
    board, ready, copied = Board(path), threading.Event(), threading.Event()

    def writing() -> None:
        number = 2
        while not copied.is_set():
            board.submit("news", entry(author=str(number)), source(numbered(number)))
            number += 1
            ready.set()

    writer = threading.Thread(target=writing)
    writer.start()
    try:
        assert ready.wait(60)
        for number in range(3):
            schema.back_up(path, tmp_path / f"{number}.sqlite")
    finally:
        copied.set()
        writer.join()
    counts = [len(check_whole(tmp_path / f"{number}.sqlite")[0]) for number in range(3)]
    assert counts == sorted(counts)
    # BASE, TOP, and at least the first two.
    assert 4 <= counts[0] <= len(board.table("news"))


def test_what_lies_beside_a_board_that_is_gone_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "board.sqlite-wal").write_bytes(b"written last")
    with pytest.raises(BoardError, match=r"there is no board, but board\.sqlite-wal with what was last written"):
        Board(tmp_path / "board.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["board.sqlite-wal"]


def test_a_file_of_0_bytes_is_not_new(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    path.touch()
    for create in (True, False):
        with pytest.raises(BoardError, match="this board is empty, and none is made in its place"):
            Board(path, create=create)
        with pytest.raises(JudgingError, match="this file of judgements is empty"):
            Judgements(path, create=create)
    assert path.read_bytes() == b""


def test_a_board_that_is_emptied_while_it_is_open(today: Path, tmp_path: Path) -> None:
    path = tmp_path / "board.sqlite"
    schema.back_up(today, path)
    board = Board(path)
    path.write_bytes(b"")
    with pytest.raises(BoardError, match="this board is empty"):
        board.tasks()


def test_a_board_made_by_two_at_once_is_that_of_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = tmp_path / "board.sqlite", os.link

    def late(made: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", real)
        Board(path).add_task(draft())
        real(made, target)

    monkeypatch.setattr(os, "link", late)
    assert [task.name for task in Board(path).tasks()] == ["news"]
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []
