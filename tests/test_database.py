"""Boards and judgements as files: made whole, brought up to date, refused where damaged, copied while others write."""

import logging
import math
import os
import random
import sqlite3
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from cwsdiag import database
from cwsdiag.board import Board, Submitter
from cwsdiag.errors import BoardError, JudgingError
from cwsdiag.judging import Judgements
from tests import older
from tests.board.corpus import ask, check_whole, draft, entry, numbered, source
from tests.judging.corpus import clock
from tests.trust import damage

KINDS = {"board": (Board, BoardError), "judgements": (Judgements, JudgingError)}


def rows(path):
    """All rows of a file by table, each by its columns."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for (name,) in tables}


@pytest.fixture
def good(tmp_path):
    """A board with one task."""
    board = Board(tmp_path / "good.sqlite")
    board.add_task(draft(open_gold=True))
    return board.path


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_made_on_first_use_for_its_owner_alone(tmp_path, kind):
    opened, error = KINDS[kind]
    path = tmp_path / "a file #1%20?.sqlite"
    with pytest.raises(error, match="there is no"):
        opened(path, create=False)
    assert list(tmp_path.iterdir()) == []
    opened(path)
    opened(path, create=False)
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]
    assert ask(path, "PRAGMA user_version") == [(opened.version,)]
    strict = "SELECT min(strict) FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
    assert ask(path, strict) == [(1,)]
    assert opened.check(path).problems == ()
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


NO_BOARD = [
    (lambda path: path.parent.rmdir(), "cannot be made: its folder is not there"),
    (Path.mkdir, "this is a folder"),
    (Path.touch, "it is empty"),
    (lambda path: path.write_text("我们 喜欢 分词\n" * 100, "utf-8"), "or it is damaged: file is not a database"),
    (lambda path: ask(path, "CREATE TABLE bookmark (id)"), "another program, not a board"),
    (Judgements, "another program, not a board"),
    (lambda path: ask(Board(path).path, "PRAGMA user_version = 99"), "Update cwsdiag"),
    (lambda path: ask(Board(path).path, "PRAGMA user_version = 3"), r"once with cwsdiag 0\.2\.0"),
    (lambda path: path.with_name("it.sqlite-wal").touch(), r"it is not there, but it\.sqlite-wal with what was last"),
]


@pytest.mark.parametrize(("made", "said"), NO_BOARD)
def test_what_is_no_board_is_refused_and_left_as_it_is(tmp_path, made, said):
    path = tmp_path / "in" / "it.sqlite"
    path.parent.mkdir()
    made(path)
    before = content_of(path.parent)
    with pytest.raises(BoardError, match=said):
        Board(path)
    assert content_of(path.parent) == before


def content_of(folder):
    return {path.name: path.is_file() and path.read_bytes() for path in folder.glob("*")}


def test_a_file_that_is_taken_away_or_changed_is_noticed_and_not_made_again(good):
    board = Board(good)
    ask(good, "PRAGMA user_version = 99")
    for use in (board.tasks, lambda: board.submit("news", entry(), source(numbered(1)))):
        with pytest.raises(BoardError, match="Update cwsdiag"):
            use()
    good.unlink()
    with pytest.raises(BoardError, match="there is no board"):
        board.tasks()
    assert not good.exists()


def test_a_sqlite_without_strict_tables_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(BoardError, match=r"a board needs SQLite 3\.37"):
        Board(tmp_path / "new.sqlite")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_0_2_0_open_with_all_they_held(tmp_path, kind, caplog):
    opened, _error = KINDS[kind]
    path = older.make(kind, tmp_path / "old.sqlite")
    before, content = rows(path), path.read_bytes()
    # Looking at it does not change it.
    health = opened.check(path)
    assert (health.version, health.newest, health.problems) == (opened.version - 1, opened.version, ())
    assert path.read_bytes() == content
    copy = tmp_path / f"old.sqlite.version-{opened.version - 1}.backup"
    copy.write_text("mine", encoding="utf-8")
    with caplog.at_level(logging.WARNING, "cwsdiag"):
        opened(path, create=False)
        opened(path, create=False)
    # A copy that was there stays.
    assert copy.read_text(encoding="utf-8") == "mine"
    copy = copy.with_suffix(".2.backup")
    (message,) = caplog.messages
    assert f"brought from version {opened.version - 1} of its tables to {opened.version}" in message
    assert str(copy) in message
    assert rows(copy) == before
    if os.name != "nt":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    now = rows(path)
    assert now.keys() <= before.keys()
    for table, there in now.items():
        common = there[0].keys() & before[table][0].keys()
        old = [row for row in before[table] if table != "setting" or row["name"] in ("salt", "owner_key")]
        kept, wanted = ([{name: row[name] for name in common} for row in of] for of in (there, old))
        assert kept == wanted, table
    opened(tmp_path / "new.sqlite")
    schema = "SELECT sql FROM sqlite_master ORDER BY name"
    assert ask(path, schema) == ask(tmp_path / "new.sqlite", schema)
    assert opened.check(path).problems == ()


def test_a_task_of_0_2_0_that_holds_sentences_back_says_no_more_before_it_closes(tmp_path):
    """Its scores over the other sentences stay, nothing is scored for it, and then all of all sentences is said."""
    path = older.make("board", tmp_path / "old.sqlite")
    query = "SELECT name, value FROM {} WHERE submission = 6 AND value IS NOT NULL"
    interim, whole = (dict(ask(path, query.format(table))) for table in ("interim", "score"))
    board = Board(path, create=False, clock=clock)
    key = board.add_key("Zhao")

    def told(digits=3):
        scores = board.submission(6).scores.items()
        return {name: round(value, digits) for name, value in scores if not math.isnan(value)}

    def submit():
        return board.submit("secret", entry(author=""), source(numbered(9)), by=Submitter(key=key))

    rounded = [{name: round(of[name], 3) for name in interim} for of in (interim, whole)]
    assert board.task("secret").sealed
    assert told() == rounded[0] != rounded[1]
    for ask_for in (submit, lambda: board.rescore("secret")):
        with pytest.raises(BoardError, match=r"secret is of cwsdiag 0\.2\.0 and holds sentences back"):
            ask_for()
    board.reopen("secret")
    assert told() == rounded[0]
    board.close("secret")
    assert told(digits=15) == {name: round(value, 15) for name, value in whole.items()}
    # Who closes it has seen them all: it goes on as every other task.
    board.reopen("secret")
    assert told() == rounded[1]
    assert submit().submission.id == 9


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE task SET sentences = 'many'", "damaged: cannot store TEXT value in INTEGER column"),
        ("DELETE FROM file WHERE id = 1", "rows of its table .* belong to rows of file that are missing"),
        ("ALTER TABLE task DROP COLUMN rules", "damaged: no such column: rules"),
        ("DROP TABLE score", "damaged: no such table: score"),
    ],
)
def test_a_damaged_board_of_0_2_0_stays_as_it_is(tmp_path, statement, message):
    path = tmp_path / "old.sqlite"
    assert damage.damaged(older.make("board", tmp_path / "good.sqlite"), path, statement)
    before = path.read_bytes()
    with pytest.raises(BoardError, match=message):
        Board(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.backup")) == []


def test_several_that_open_an_older_board_at_once_make_one_copy(tmp_path):
    path = older.make("board", tmp_path / "old.sqlite")
    with ThreadPoolExecutor(6) as threads:
        opened = [threads.submit(Board, path, create=False) for _ in range(6)]
    assert all(one.result().tasks() for one in opened)
    assert [one.name for one in tmp_path.glob("*.backup")] == ["old.sqlite.version-4.backup"]


@pytest.mark.parametrize("kind", KINDS)
def test_bytes_that_changed_on_the_disk_are_our_own_message_or_nothing(tmp_path, kind):
    """Any byte of any page, a page of nothing, and a file that was cut."""
    opened, error = KINDS[kind]
    good, draw = older.make(kind, tmp_path / "good.sqlite"), random.Random(1)
    opened(good)
    ask(good, "VACUUM")
    content, refused = good.read_bytes(), 0
    for number in range(40):
        bad, place = tmp_path / f"{number}.sqlite", draw.randrange(len(content))
        page = place // 4096 * 4096
        start, end, put = (
            (place, place + 8, draw.randbytes(8)), (page, page + 4096, bytes(4096)), (place, len(content), b""),
        )[number % 3]  # fmt: skip
        bad.write_bytes(content[:start] + put + content[end:])
        for look in (opened.check, lambda path: looked_at(opened(path, create=False))):
            try:
                found = look(bad)
                refused += bool(found and found.problems)
            except error as problem:
                refused += 1
                assert str(bad) in str(problem)
    # Cut files, and pages of nothing, both ways.
    assert refused > 40


def looked_at(kept):
    """Read something; there is nothing to say of it."""
    kept.tasks() if isinstance(kept, Board) else kept.look("first")


def test_a_copy_takes_no_place_of_another_file_and_is_whole_while_others_write(good, tmp_path):
    board, ready, copied = Board(good), threading.Event(), threading.Event()
    copies = [tmp_path / f"{number}.sqlite" for number in range(3)]

    def writing():
        number = 2
        while not copied.is_set():
            board.submit("news", entry(author=str(number)), source(numbered(number)))
            number += 1
            ready.set()

    with ThreadPoolExecutor() as threads:
        writer = threads.submit(writing)
        try:
            assert ready.wait(60)
            for copy in copies:
                Board.copy(good, copy)
        finally:
            copied.set()
        writer.result()
    if os.name != "nt":
        assert stat.S_IMODE(copies[0].stat().st_mode) == 0o600
    counts = [len(check_whole(copy)[0]) for copy in copies]
    # BASE, TOP, and at least the first.
    assert 3 <= counts[0] <= counts[1] <= counts[2] <= len(board.table("news"))
    before = copies[0].read_bytes()
    with pytest.raises(BoardError, match="there is a file already"):
        Board.copy(good, copies[0])
    assert copies[0].read_bytes() == before


def test_few_copies_of_what_was_there_before_are_kept(good):
    board = Board(good, clock=clock)
    for number in range(database.COPIES + 3):
        with board.removal("act") as (connection, _copy):
            connection.execute("INSERT INTO setting VALUES (?, '')", (str(number),))
    # What is not done leaves no copy.
    with pytest.raises(KeyError), board.removal("act"):
        raise KeyError
    copies = sorted(good.with_name("good.sqlite.backups").iterdir())
    assert [one.name for one in copies] == [f"{number:06}-20260102T030405Z-act.sqlite" for number in range(4, 14)]
    assert ask(copies[-1], "SELECT max(rowid) FROM setting") == [(13,)], "as it was before"


def test_a_writer_that_waits_too_long_says_so(good, monkeypatch):
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    board = Board(good)
    with board.transaction(write=True):
        # Readers do not wait for writers.
        assert board.task("news").submissions == 0
        with pytest.raises(BoardError, match="Try again"), board.transaction(write=True):
            pass
