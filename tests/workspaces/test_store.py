"""Workspaces on the disk: keys, limits, time, writers at once, disks that refuse."""

import hashlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cwsdiag.errors import WorkspaceError
from cwsdiag.workspaces import Limits, Store, folder_name, is_key, new_key

DAY = 86_400


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "data" / "workspaces")


def aged(path, seconds):
    then = time.time() - seconds
    os.utime(path, (then, then))


def files_of(folder):
    return sorted(path.name for path in (folder / "files").iterdir())


def test_what_is_kept_is_there_for_who_has_the_key(store):
    key = new_key()
    assert store.workspace(key).read() == ""
    digest = store.workspace(key).add(b"one two")
    store.workspace(key).write(digest)
    again = Store(store.folder).workspace(key)
    assert again.read() == digest == hashlib.sha256(b"one two").hexdigest()
    assert again.path(digest).read_bytes() == b"one two"
    assert store.workspace(new_key()).read() == ""
    again.remove()
    assert again.read() == "" and list(store.folder.iterdir()) == []


def test_keys_are_long_and_stand_nowhere_on_the_disk(store):
    key = new_key()
    assert is_key(key) and not any(map(is_key, ["", "../x", "a" * 42, "a" * 44, "é" * 43, "a" * 42 + "/"]))
    store.workspace(key).write("x")
    assert key not in "\n".join(map(str, store.folder.rglob("*")))


def test_keys_of_0_2_0_lead_to_the_same_folder():
    key = "pWCdui21iJZD01BepQKnplP_j14kjSwzXtBrkK6wF-s"
    assert folder_name(key) == "623ba6d5b0863a4cdf858ec472d08620f60c04c793aea92216acab48f0b80c56"


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_folders_are_their_owners_alone(store):
    store.workspace(new_key()).add(b"x")
    folders = [store.folder.parent, store.folder, *(path for path in store.folder.rglob("*") if path.is_dir())]
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}


def test_time_runs_from_the_last_use(store):
    old, used = store.workspace(new_key()), store.workspace(new_key())
    for workspace in (old, used):
        workspace.write("x")
        aged(workspace.folder / "used", 29 * DAY)
    assert used.read() == "x", "reading is use"
    assert not used.is_over() and (used.folder / "used").stat().st_mtime > time.time() - DAY
    aged(old.folder / "used", 31 * DAY)
    assert old.read() == "", "over, though nobody swept yet"
    store.sweep()
    assert not old.folder.exists() and used.folder.exists()


def test_what_is_written_once_the_time_is_over_begins_anew(store):
    workspace = store.workspace(new_key())
    workspace.write(workspace.add(b"old"))
    aged(workspace.folder / "used", 31 * DAY)
    new = workspace.add(b"new")
    assert workspace.read() == ""
    workspace.write(new)
    assert files_of(workspace.folder) == [new]


def test_too_large_for_one_is_refused_and_the_rest_stays(store):
    workspace = Store(store.folder, Limits(megabytes=1)).workspace(new_key())
    first = workspace.add(b"a" * 600_000)
    with pytest.raises(WorkspaceError, match="no more than 1 MB of files for one person"):
        workspace.add(b"b" * 600_000)
    assert workspace.add(b"a" * 600_000) == first, "what is there already needs no room"


def test_too_large_for_all_together_is_refused_until_the_time_of_others_is_over(store):
    shared = Store(store.folder, Limits(megabytes=1, total_megabytes=1))
    old, new = shared.workspace(new_key()), shared.workspace(new_key())
    old.add(b"a" * 600_000)
    with pytest.raises(WorkspaceError, match="all people"):
        new.add(b"b" * 600_000)
    aged(old.folder / "used", 31 * DAY)
    assert new.add(b"b" * 600_000)
    assert not old.folder.exists()


def test_what_a_content_does_not_name_goes_but_not_what_another_tab_is_about_to_name(store):
    workspace = store.workspace(new_key())
    old, young = workspace.add(b"old"), workspace.add(b"young")
    aged(workspace.path(old), 3_600)
    (workspace.folder / "files" / ".half").write_bytes(b"of a process that was killed")
    aged(workspace.folder / "files" / ".half", 3_600)
    workspace.write("neither")
    assert files_of(workspace.folder) == [young]
    aged(workspace.path(young), 3_600)
    workspace.add(b"young")
    workspace.write("neither")
    assert files_of(workspace.folder) == [young], "given again it is young again"


def test_of_those_who_write_at_once_one_wins_whole(store):
    key = new_key()
    texts = [str(number) * 50_000 for number in range(8)]

    def write(text):
        store.workspace(key).write(text)
        return store.workspace(key).read()

    store.workspace(key).write(texts[0])
    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(write, texts * 5)) <= set(texts)


def test_a_disk_that_refuses_is_one_message(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(WorkspaceError, match="cannot keep files"):
        Store(tmp_path / "file" / "workspaces").workspace(new_key()).add(b"x")
    workspace = Store(tmp_path / "workspaces").workspace(new_key())
    workspace.write("before")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    for act in (lambda: workspace.add(b"x"), lambda: workspace.write("after")):
        with pytest.raises(WorkspaceError, match="disk is full"):
            act()
    assert files_of(workspace.folder) == []
    assert workspace.read() == "before"


def test_other_things_in_the_folder_are_left_alone(store):
    names = ["notes.txt", "sub/.env", f"{'0' * 64}/mine.txt", f"{'0' * 63}/used"]
    for name in names:
        path = store.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", "utf-8")
        aged(path, 100 * DAY)
        aged(path.parent, 100 * DAY)
    store.sweep()
    assert all((store.folder / name).exists() for name in names)
