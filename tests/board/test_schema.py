"""The file: made on first use, brought up to date, refused where it is newer or something else."""

import dataclasses
import itertools
import os
import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from cwsdiag.board import Board, Submitter, schema
from cwsdiag.board.interim import FIGURES
from cwsdiag.errors import BoardError
from cwsdiag.sqlite import connecting
from tests.board.corpus import ask, draft, entry, numbered, source, weighted


def test_a_board_is_made_on_first_use_and_found_again(tmp_path):
    path = tmp_path / "a board #1%20?.sqlite"
    assert Board(path).tasks() == []
    assert path.is_file()
    Board(path).add_task(draft())
    assert [task.name for task in Board(path, create=False).tasks()] == ["news"]
    assert ask(path, "PRAGMA journal_mode") == [("wal",)]
    assert ask(path, "PRAGMA user_version") == [(len(schema.MIGRATIONS),)]


@pytest.mark.skipif(os.name == "nt", reason="other permissions")
def test_only_its_owner_may_read_a_new_board(tmp_path):
    path = tmp_path / "board.sqlite"
    Board(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_missing_board_is_named(tmp_path):
    with pytest.raises(BoardError, match=r"gone\.sqlite: there is no board"):
        Board(tmp_path / "gone.sqlite", create=False)
    assert not (tmp_path / "gone.sqlite").exists()
    with pytest.raises(BoardError, match="cannot be made: its folder is not there"):
        Board(tmp_path / "no folder" / "board.sqlite")
    with pytest.raises(BoardError, match="this is a folder"):
        Board(tmp_path)


def test_a_board_that_is_taken_away_is_not_made_again(board):
    board.path.unlink()
    with pytest.raises(BoardError, match="there is no board"):
        board.tasks()
    assert not board.path.exists()


def test_a_newer_board_is_refused_and_left_as_it_is(board):
    with closing(sqlite3.connect(board.path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    for use in (lambda: Board(board.path), board.tasks, lambda: board.submit("news", entry(), source(numbered(1)))):
        with pytest.raises(BoardError, match="newer cwsdiag") as refused:
            use()
        assert "Update cwsdiag" in str(refused.value)


def test_other_files_are_refused_and_left_as_they_are(tmp_path):
    text = tmp_path / "gold.txt"
    text.write_text("我们 喜欢 分词\n" * 100, encoding="utf-8")
    before = text.read_bytes()
    with pytest.raises(BoardError, match="not a board"):
        Board(text)
    assert text.read_bytes() == before
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE bookmark (id)")
    before = other.read_bytes()
    with pytest.raises(BoardError, match="another program"):
        Board(other)
    assert other.read_bytes() == before


@pytest.fixture
def migrations():
    """The versions of the tables, for a test to add a later one to."""
    released = list(schema.MIGRATIONS)
    yield schema.MIGRATIONS
    schema.MIGRATIONS[:] = released


def test_an_older_board_is_brought_up_to_date(board, migrations):
    board.submit("news", entry(), source(numbered(1)))
    before = board.table("news")
    later = ("CREATE TABLE difficulty (task INTEGER, value)", "ALTER TABLE task ADD COLUMN note TEXT DEFAULT 'none'")
    migrations.append(later)
    # A program that has the board open does not work on tables it does not know.
    with pytest.raises(BoardError, match="not the board that was opened"):
        board.tasks()
    assert Board(board.path).table("news") == before
    assert ask(board.path, "PRAGMA user_version") == [(len(migrations),)]
    assert ask(board.path, "SELECT note FROM task") == [("none",)]


@pytest.fixture
def first_version(board, tmp_path):
    """The board as the first version of this program would have left it."""
    return older(board, tmp_path, 1)


def older(board, tmp_path, version):
    """The board as an older version of its tables would have it."""
    path = tmp_path / f"version-{version}.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        for statement in itertools.chain.from_iterable(schema.MIGRATIONS[:version]):
            old.execute(statement)
        old.execute(f"PRAGMA application_id = {schema.APPLICATION}")
        old.execute(f"PRAGMA user_version = {version}")
        old.execute("ATTACH ? AS new", (str(board.path),))
        for table in ("file", "task", "task_file", "submission", "secret", "score"):
            names = ", ".join(name for _, name, *_ in old.execute(f"PRAGMA main.table_info({table})"))
            old.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM new.{table} ORDER BY rowid")
    return path


def test_a_board_of_version_1_takes_difficulties(board, first_version, clock):
    with closing(sqlite3.connect(first_version)) as old, pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        old.execute("INSERT INTO task_file VALUES (1, 'weights', 9, 1)")
    receipt = board.submit("news", entry(), source(numbered(1)))
    opened = Board(first_version, create=False, clock=clock)
    assert ask(first_version, "PRAGMA user_version") == [(4,)]
    # Files, scores and baselines are the same, and the old task is scored as before.
    assert opened.tasks() == [dataclasses.replace(board.task("news"), submissions=0)]
    assert opened.raw_text("news") == board.raw_text("news")
    assert opened.submit("news", entry(), source(numbered(1))).submission == receipt.submission
    assert opened.table("news") == board.table("news")
    opened.add_task(weighted(open_gold=True))
    assert opened.task("weighted").committee == "seven"
    assert opened.weights("weighted") is not None
    assert (opened.task("news").weights, opened.task("news").committee) == (False, "")
    assert ask(first_version, "PRAGMA integrity_check") == [("ok",)]
    assert ask(first_version, "PRAGMA foreign_key_check") == []
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    assert ask(first_version, tables) == ask(board.path, tables)


def test_a_board_of_version_1_takes_tracks_of_any_name_and_gives_no_number_again(board, first_version, clock):
    with closing(sqlite3.connect(first_version)) as old, old:
        old.execute("UPDATE sqlite_sequence SET seq = 40 WHERE name = 'submission'")
    opened = Board(first_version, create=False, clock=clock)
    assert (opened.task("news").tracks, opened.task("news").track_rules) == (("closed", "open"), {})
    assert opened.submit("news", entry(resources="a list"), source(numbered(1))).submission.id == 41
    opened.add_task(draft("own", tracks=("semi-open",)))
    assert opened.submit("own", entry(track="semi-open"), source(numbered(1))).submission.track == "semi-open"
    # What refers to a submission goes with it, as before.
    opened.remove(41)
    for name in ("score", "secret"):
        assert ask(first_version, f"SELECT count(*) FROM {name} WHERE submission = 41") == [(0,)]
    assert ask(first_version, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_older_board_takes_keys_and_holds_sentences_back(board, tmp_path, clock, version):
    path = older(board, tmp_path, version)
    opened = Board(path, create=False, clock=clock)
    assert (opened.task("news").keyless, opened.task("news").held_back, opened.keys()) == (True, 0.0, [])
    by = Submitter(key=opened.add_key("Li Hua"))
    handed = opened.submit("news", entry(), source(numbered(1)), by=by).submission
    assert (handed.known_by, set(handed.scores)) == ("key", set(FIGURES))
    opened.add_task(draft("half", held_back=0.5))
    assert opened.owner_key() is not None
    opened.undo(opened.close("half").backup)
    assert ask(path, "SELECT length(value) FROM setting WHERE name = 'salt'") == [(64,)]
    assert ask(path, "PRAGMA integrity_check") == [("ok",)]
    shape = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
    assert sorted(ask(path, shape)) == sorted(ask(board.path, shape))


def test_every_board_has_a_salt_of_its_own(board, tmp_path):
    other = Board(tmp_path / "other.sqlite")
    salts = {ask(path, "SELECT value FROM setting")[0] for path in (board.path, other.path)}
    assert len(salts) == 2


def test_a_migration_that_fails_leaves_the_old_version(board, migrations):
    migrations.append(("CREATE TABLE more (id)", "CREATE TABLE more (id)"))
    before = board.path.read_bytes()
    with pytest.raises(BoardError, match="table more already exists"):
        Board(board.path)
    assert board.path.read_bytes() == before
    assert list(board.path.parent.iterdir()) == [board.path]
    assert ask(board.path, "PRAGMA user_version") == [(len(migrations) - 1,)]
    assert ask(board.path, "SELECT name FROM sqlite_master WHERE name = 'more'") == []


def test_a_writer_that_waits_too_long_says_so(board, monkeypatch):
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.05)
    with (
        schema.transaction(board.path, write=True),
        pytest.raises(BoardError, match="Try again"),
        schema.transaction(board.path, write=True),
    ):
        pass
    # Readers do not wait for writers.
    with schema.transaction(board.path, write=True):
        assert board.task("news").submissions == 0


def test_threads_share_a_board(board):
    threads = [
        threading.Thread(target=board.submit, args=("news", entry(), source(numbered(number)))) for number in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert board.task("news").submissions == 6
