"""Boards and judgements as files: made whole, brought up to date, refused where damaged, copied while others write."""

import logging
import math
import os
import random
import shutil
import sqlite3
import stat
import threading
from contextlib import closing

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


def test_where_none_can_be_made(tmp_path):
    with pytest.raises(BoardError, match="cannot be made: its folder is not there"):
        Board(tmp_path / "no folder" / "board.sqlite")
    with pytest.raises(BoardError, match="this is a folder"):
        Board(tmp_path)


def test_a_file_that_is_taken_away_or_emptied_is_not_made_again(good):
    board = Board(good)
    shutil.copy(good, good.with_name("copy.sqlite"))
    good.unlink()
    with pytest.raises(BoardError, match="there is no board"):
        board.tasks()
    assert not good.exists()
    good.touch()
    for create in (True, False):
        with pytest.raises(BoardError, match="it is empty"):
            Board(good, create=create)
    assert good.read_bytes() == b""


def test_two_that_make_a_board_at_once_have_that_of_the_first(tmp_path, monkeypatch):
    path, real = tmp_path / "board.sqlite", os.link

    def late(made, target):
        monkeypatch.setattr(os, "link", real)
        Board(path).add_task(draft())
        real(made, target)

    monkeypatch.setattr(os, "link", late)
    assert [task.name for task in Board(path).tasks()] == ["news"]
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_what_lies_beside_a_board_that_is_gone_is_not_taken_for_a_new_one(tmp_path):
    (tmp_path / "board.sqlite-wal").write_bytes(b"written last")
    with pytest.raises(BoardError, match=r"it is not there, but board\.sqlite-wal with what was last written"):
        Board(tmp_path / "board.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["board.sqlite-wal"]


def test_other_files_are_refused_and_left_as_they_are(tmp_path):
    text, other = tmp_path / "gold.txt", tmp_path / "other.sqlite"
    text.write_text("我们 喜欢 分词\n" * 100, encoding="utf-8")
    ask(other, "CREATE TABLE bookmark (id)")
    before = text.read_bytes(), other.read_bytes()
    with pytest.raises(BoardError, match="not a board, or it is damaged: file is not a database"):
        Board(text)
    with pytest.raises(BoardError, match="another program, not a board"):
        Board(other)
    Judgements(tmp_path / "people.sqlite")
    with pytest.raises(BoardError, match="another program, not a board"):
        Board(tmp_path / "people.sqlite")
    assert (text.read_bytes(), other.read_bytes()) == before


@pytest.mark.parametrize(("version", "message"), [(99, "Update cwsdiag"), (3, "once with cwsdiag 0.2.0")])
def test_boards_of_other_versions_are_refused_and_left_as_they_are(good, version, message):
    board = Board(good)
    ask(good, f"PRAGMA user_version = {version}")
    before = good.read_bytes()
    for use in (lambda: Board(good), board.tasks, lambda: board.submit("news", entry(), source(numbered(1)))):
        with pytest.raises(BoardError, match=message):
            use()
    assert good.read_bytes() == before


def test_a_sqlite_without_strict_tables_is_refused(good, tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    for path in (good, tmp_path / "new.sqlite"):
        with pytest.raises(BoardError, match=r"a board needs SQLite 3\.37"):
            Board(path)
    assert not (tmp_path / "new.sqlite").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_0_2_0_open_with_all_they_held(tmp_path, kind, caplog):
    opened, _error = KINDS[kind]
    path = older.make(kind, tmp_path / "old.sqlite")
    before, content = rows(path), path.read_bytes()
    # Looking at it does not change it.
    health = opened.check(path)
    assert (health.version, health.newest, health.problems) == (opened.version - 1, opened.version, ())
    assert path.read_bytes() == content
    with caplog.at_level(logging.WARNING, "cwsdiag"):
        opened(path, create=False)
        opened(path, create=False)
    copy = tmp_path / f"old.sqlite.version-{opened.version - 1}.backup"
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
        assert [{name: row[name] for name in common} for row in there] == [
            {name: row[name] for name in common} for row in old
        ], table
    opened(tmp_path / "new.sqlite")
    schema = "SELECT sql FROM sqlite_master ORDER BY name"
    assert ask(path, schema) == ask(tmp_path / "new.sqlite", schema)
    assert opened.check(path).problems == ()


def test_a_task_of_0_2_0_that_holds_sentences_back_says_no_more_before_it_closes(tmp_path):
    """Its scores over the other sentences stay, nothing is scored for it, and then all of all sentences is said."""
    path = older.make("board", tmp_path / "old.sqlite")
    query = "SELECT name, value FROM {} WHERE submission = 6 ORDER BY rowid"
    before = {name: value for name, value in ask(path, query.format("interim")) if value is not None}
    whole = dict(ask(path, query.format("score")))
    board = Board(path, create=False, clock=clock)
    key = board.add_key("Zhao")

    def told():
        return {name: value for name, value in board.submission(6).scores.items() if not math.isnan(value)}

    assert board.task("secret").sealed
    assert told() == {name: round(value, 3) for name, value in before.items()}
    assert told() != {name: round(whole[name], 3) for name in before}
    with pytest.raises(BoardError, match="secret is of cwsdiag 0.2.0 and holds sentences back"):
        board.submit("secret", entry(author=""), source(numbered(9)), by=Submitter(key=key))
    with pytest.raises(BoardError, match="holds sentences back"):
        board.rescore("secret")
    board.reopen("secret")
    assert told() == {name: round(value, 3) for name, value in before.items()}
    board.close("secret")
    assert told() == {name: value for name, value in whole.items() if value is not None}
    # Who closes it has seen them all: it goes on as every other task.
    board.reopen("secret")
    assert told() == {name: round(whole[name], 3) for name in before}
    assert board.submit("secret", entry(author=""), source(numbered(9)), by=Submitter(key=key)).submission.id == 9


def test_copies_of_before_are_not_overwritten(tmp_path):
    path = older.make("board", tmp_path / "old.sqlite")
    taken = tmp_path / "old.sqlite.version-4.backup"
    taken.write_text("mine", encoding="utf-8")
    Board(path)
    assert taken.read_text(encoding="utf-8") == "mine"
    assert ask(tmp_path / "old.sqlite.version-4.2.backup", "PRAGMA user_version") == [(4,)]


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
    path, failed = older.make("board", tmp_path / "old.sqlite"), []

    def opened():
        try:
            Board(path, create=False).tasks()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=opened) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
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
        bad, changed, place = tmp_path / f"{number}.sqlite", bytearray(content), draw.randrange(len(content))
        if number % 3 == 0:
            changed[place : place + 8] = draw.randbytes(8)
        elif number % 3 == 1:
            changed[place // 4096 * 4096 : (place // 4096 + 1) * 4096] = bytes(4096)
        else:
            del changed[place:]
        bad.write_bytes(changed)
        try:
            kept = opened(bad, create=False)
            kept.tasks() if kind == "board" else kept.look("first")
        except error as problem:
            assert str(bad) in str(problem)
        try:
            refused += bool(opened.check(bad).problems)
        except error as problem:
            refused += 1
            assert str(bad) in str(problem)
    # Cut files, and pages of nothing.
    assert refused > 20


def test_a_copy_takes_no_place_of_another_file_and_is_whole_while_others_write(good, tmp_path):
    board, ready, copied = Board(good), threading.Event(), threading.Event()

    def writing():
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
            Board.copy(good, tmp_path / f"{number}.sqlite")
    finally:
        copied.set()
        writer.join()
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "0.sqlite").stat().st_mode) == 0o600
    counts = [len(check_whole(tmp_path / f"{number}.sqlite")[0]) for number in range(3)]
    assert counts == sorted(counts)
    # BASE, TOP, and at least the first.
    assert 3 <= counts[0] <= len(board.table("news"))
    before = (tmp_path / "0.sqlite").read_bytes()
    with pytest.raises(BoardError, match="there is a file already"):
        Board.copy(good, tmp_path / "0.sqlite")
    assert (tmp_path / "0.sqlite").read_bytes() == before


def test_few_copies_of_what_was_there_before_are_kept(good):
    for number in range(database.COPIES + 3):
        with Board(good, clock=clock).removal("act") as (connection, _copy):
            connection.execute("INSERT INTO setting VALUES (?, '')", (str(number),))
    folder = good.with_name("good.sqlite.backups")
    assert [one.name for one in sorted(folder.iterdir())] == [
        f"{number:06}-20260102T030405Z-act.sqlite" for number in range(4, 14)
    ]
    assert ask(max(folder.iterdir()), "SELECT max(rowid) FROM setting") == [(13,)], "as it was before"
    with pytest.raises(KeyError), Board(good, clock=clock).removal("act"):
        raise KeyError
    assert len([*folder.iterdir()]) == database.COPIES, "what was not done leaves no copy"


def test_a_writer_that_waits_too_long_says_so(good, monkeypatch):
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with (
        Board(good).transaction(write=True),
        pytest.raises(BoardError, match="Try again"),
        Board(good).transaction(write=True),
    ):
        pass
    # Readers do not wait for writers.
    with Board(good).transaction(write=True):
        assert Board(good).task("news").submissions == 0
