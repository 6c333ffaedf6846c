"""Workspaces on the disk: keys, limits, time, writers at once, writers that are killed."""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cwsdiag.errors import WorkspaceError
from cwsdiag.workspaces import Limits, Store
from cwsdiag.workspaces.keys import folder_name, is_key, new_key, reading_key

WRITER = Path(__file__).with_name("writer.py")
ROOT = Path(__file__).parents[2]
DAY = 86_400


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data" / "workspaces")


def test_what_is_kept_is_there_for_another_process(store: Store) -> None:
    workspace = store.make()
    digest = workspace.keep([b"one ", b"two"])
    assert workspace.write(f'["{digest}"]', instead_of="")
    again = Store(store.folder).open(workspace.key)
    assert again is not None
    assert again.may_write
    assert again.text() == f'["{digest}"]'
    assert again.path(digest).read_bytes() == b"one two"
    assert digest == hashlib.sha256(b"one two").hexdigest()


def test_reading_key_reads_and_neither_changes_nor_removes(store: Store) -> None:
    workspace = store.make()
    digest = workspace.keep([b"x"])
    workspace.write(digest, instead_of="")
    reader = store.open(workspace.reading_key)
    assert reader is not None
    assert reader.text() == digest
    assert reader.path(digest).read_bytes() == b"x"
    assert not reader.may_write
    for act in (
        lambda: reader.keep([b"y"]),
        lambda: reader.write("", instead_of=digest),
        reader.remove,
    ):
        with pytest.raises(WorkspaceError, match="cannot change"):
            act()
    assert workspace.text() == digest
    assert workspace.key not in repr(reader)
    assert reader.reading_key == reader.key == workspace.reading_key


def test_no_key_stands_on_the_disk(store: Store) -> None:
    workspace = store.make()
    workspace.write(workspace.keep([b"x"]), instead_of="")
    listed = "\n".join(str(path) for path in store.folder.rglob("*"))
    assert workspace.key not in listed
    assert workspace.reading_key not in listed
    for name in (path.name for path in store.folder.iterdir()):
        assert store.open(name) is None, "what a listing gives opens nothing"


@pytest.mark.parametrize("key", ["", "x", "../x", "a" * 42, "a" * 44, "é" * 43, "a" * 42 + "/"])
def test_other_keys_open_nothing(store: Store, key: str) -> None:
    store.make()
    assert store.open(key) is None
    assert store.open(new_key()) is None


def test_keys_are_long_and_lead_one_way() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(is_key(key) and is_key(reading_key(key)) for key in keys)
    for key in keys:
        assert len({key, reading_key(key), reading_key(reading_key(key)), folder_name(key)}) == 4


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_folders_are_their_owners_alone(store: Store) -> None:
    workspace = store.make()
    workspace.keep([b"x"])
    folders = [store.folder.parent, store.folder, *(path for path in store.folder.rglob("*") if path.is_dir())]
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}


def test_removed_is_gone_for_both_keys(store: Store) -> None:
    workspace = store.make()
    workspace.keep([b"x"])
    workspace.remove()
    assert store.open(workspace.key) is store.open(workspace.reading_key) is None
    assert [path.name for path in store.folder.iterdir()] == ["LOCK"]
    with pytest.raises(WorkspaceError, match="removed"):
        workspace.keep([b"y"])


def aged(path: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_time_runs_from_the_last_use(store: Store) -> None:
    old, used = store.make(), store.make()
    for workspace in (old, used):
        aged(workspace.folder / "used", 29 * DAY)
    assert store.open(used.reading_key) is not None, "reading is use"
    aged(old.folder / "used", 31 * DAY)
    assert store.open(old.key) is None, "over, though nobody swept yet"
    store.make()
    assert not old.folder.exists()
    assert store.open(used.key) is not None


def test_reading_moves_the_end(store: Store) -> None:
    workspace = store.make()
    aged(workspace.folder / "used", 29 * DAY)
    store.open(workspace.reading_key)
    assert time.time() - (workspace.folder / "used").stat().st_mtime < DAY


def test_too_large_for_one_is_refused_and_the_rest_stays(store: Store) -> None:
    small = Store(store.folder, Limits(megabytes=1))
    workspace = small.make()
    first = workspace.keep([b"a" * 600_000])
    workspace.write(first, instead_of="")
    with pytest.raises(WorkspaceError, match="no more than 1 MB"):
        workspace.keep([b"b" * 600_000])
    with pytest.raises(WorkspaceError, match="no more than 1 MB"):
        workspace.keep(b"c" * 100_000 for _ in range(1_000_000))
    assert workspace.keep([b"a" * 600_000]) == first, "what is there already needs no room"
    assert [path.name for path in (workspace.folder / "files").iterdir()] == [first]
    assert not [path for path in workspace.folder.iterdir() if path.name.startswith(".")]


def test_what_nobody_names_makes_room(store: Store) -> None:
    workspace = Store(store.folder, Limits(megabytes=1)).make()
    first = workspace.keep([b"a" * 600_000])
    workspace.write(first, instead_of="")
    workspace.write("nothing", instead_of=first)
    assert workspace.path(first).exists(), "for an hour it can be brought back"
    second = workspace.keep([b"b" * 600_000])
    assert not workspace.path(first).exists()
    aged(workspace.path(second), 2 * 3_600)
    workspace.write("still nothing", instead_of="nothing")
    assert not workspace.path(second).exists()


def test_too_large_for_all_together_is_refused(store: Store) -> None:
    shared = Store(store.folder, Limits(megabytes=1, total_megabytes=1))
    shared.make().keep([b"a" * 600_000])
    other = shared.make()
    with pytest.raises(WorkspaceError, match="all people"):
        other.keep([b"b" * 600_000])
    assert other.keep([b"b" * 100_000])


def test_of_two_tabs_the_later_is_told(store: Store) -> None:
    workspace = store.make()
    one, other = store.open(workspace.key), store.open(workspace.key)
    assert one is not None
    assert other is not None
    assert one.write("one", instead_of="")
    assert not other.write("other", instead_of="")
    assert other.text() == "one"


def start_writer(start_process: Callable[..., subprocess.Popen[str]], store: Store, key: str, times: int, name: str):
    command = [sys.executable, str(WRITER), str(store.folder), key, str(times), name]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return start_process(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_processes_write_at_once_and_nothing_is_lost(
    store: Store, start_process: Callable[..., subprocess.Popen[str]]
) -> None:
    workspace = store.make()
    writers = [start_writer(start_process, store, workspace.key, 15, name) for name in ("one", "two")]
    for writer in writers:
        writer.communicate(timeout=120)
        assert writer.returncode == 0
    digests = json.loads(workspace.text() or "")
    assert len(set(digests)) == len(digests) == 30
    assert {workspace.path(digest).exists() for digest in digests} == {True}


def test_killed_while_it_writes_everything_stays_whole(
    store: Store, start_process: Callable[..., subprocess.Popen[str]]
) -> None:
    workspace = store.make()
    for lines in (1, 2, 4):
        writer = start_writer(start_process, store, workspace.key, 1_000_000, str(lines))
        assert writer.stdout is not None
        for _ in range(lines):
            assert writer.stdout.readline()
        writer.kill()
        writer.wait()
        writer.stdout.close()
        for digest in json.loads(workspace.text() or ""):
            assert hashlib.sha256(workspace.path(digest).read_bytes()).hexdigest() == digest
        before = workspace.text() or ""
        assert workspace.write(before + " ", instead_of=before), "no lock stays behind"
    for half_made in workspace.folder.glob(".*"):
        assert re.fullmatch(r"\.[0-9a-f]{32}", half_made.name)


def test_what_a_killed_process_left_goes(store: Store) -> None:
    workspace = store.make()
    half_made = store.folder / ("." + "0" * 32)
    half_made.mkdir()
    part = workspace.folder / ("." + "1" * 32)
    part.write_bytes(b"x")
    store.sweep()
    assert half_made.exists()
    assert part.exists()
    aged(half_made, 2 * 3_600)
    aged(part, 2 * 3_600)
    store.sweep()
    assert not half_made.exists()
    assert not part.exists()


def test_a_disk_that_refuses_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(WorkspaceError, match="cannot keep files"):
        Store(tmp_path / "file" / "workspaces").make()
    workspace = Store(tmp_path / "workspaces").make()

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(WorkspaceError, match="disk is full"):
        workspace.keep([b"x"])
    assert not list(workspace.folder.glob(".*"))


def test_other_things_in_the_folder_are_left_alone(store: Store) -> None:
    names = ["notes.txt", ".env", ".git/config", "sub/.env", f"{'0' * 64}/mine.txt", f".{'0' * 31}x", f".{'0' * 33}"]
    for name in names:
        path = store.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", "utf-8")
        aged(path, 100 * DAY)
        aged(path.parent, 100 * DAY)
    store.make()
    store.sweep()
    assert {name: (store.folder / name).exists() for name in names} == dict.fromkeys(names, True)


def test_files_that_come_together_do_not_make_room_for_each_other(store: Store) -> None:
    workspace = Store(store.folder, Limits(megabytes=1)).make()
    old = workspace.keep([b"o" * 100_000])
    first = workspace.keep([b"a" * 400_000])
    second = workspace.keep([b"b" * 400_000], beside=first)
    with pytest.raises(WorkspaceError, match="no more than 1 MB"):
        workspace.keep([b"c" * 400_000], beside=f"{first} {second}")
    assert sorted(path.name for path in (workspace.folder / "files").iterdir()) == sorted([first, second])
    assert not workspace.path(old).exists(), "what comes with nothing makes room"


def test_workspaces_whose_time_is_over_make_room(store: Store) -> None:
    shared = Store(store.folder, Limits(megabytes=1, total_megabytes=1))
    old, new = shared.make(), shared.make()
    old.keep([b"a" * 600_000])
    aged(old.folder / "used", 31 * DAY)
    assert new.keep([b"b" * 600_000])
    assert not old.folder.exists()


def test_nothing_is_written_once_its_time_is_over(store: Store) -> None:
    workspace = store.make()
    aged(workspace.folder / "used", 31 * DAY)
    for act in (lambda: workspace.keep([b"x"]), lambda: workspace.write("x", instead_of="")):
        with pytest.raises(WorkspaceError, match="removed"):
            act()
