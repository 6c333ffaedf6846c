"""Where models are kept, and in what state."""

import hashlib
import os
import sys
import time
from pathlib import Path

import platformdirs
import platformdirs.windows
import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows

from cwsdiag.difficulty import CommitteeSettings, cache_folder, committee, train_segmenter
from cwsdiag.difficulty.cache import CachedModels, ModelCache, cached_models, clear_cache, trim_cache
from cwsdiag.errors import SettingError
from cwsdiag.spread import Where
from tests.difficulty.corpus import segmentation


@pytest.mark.skipif(sys.platform != "linux", reason="where other platforms have their caches is theirs to say")
def test_the_folder_follows_the_environment(monkeypatch):
    monkeypatch.delenv("CWSDIAG_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert cache_folder() == Path("/caches/cwsdiag")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("CWSDIAG_CACHE", "")
    assert cache_folder() == Path.home() / ".cache" / "cwsdiag"
    monkeypatch.setenv("CWSDIAG_CACHE", "here")
    assert cache_folder() == Path("here")


def test_models_of_earlier_versions_are_found_on_other_platforms(monkeypatch):
    monkeypatch.delenv("CWSDIAG_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", "local")
    monkeypatch.setattr(platformdirs.windows, "get_win_folder", platformdirs.windows.get_win_folder_from_env_vars)
    for platform, folder in (
        (MacOS, Path.home() / "Library" / "Caches" / "cwsdiag"),
        (Windows, Path("local") / "cwsdiag" / "Cache"),
    ):
        monkeypatch.setattr(platformdirs, "PlatformDirs", platform)
        assert cache_folder() == folder


def test_a_model_comes_back(tmp_path):
    cache = ModelCache(tmp_path, "key")
    assert cache.read(3) is None
    cache.write(3, b"model")
    cache.write(3, b"another")
    assert ModelCache(tmp_path, "key").read(3) == b"another"
    assert ModelCache(tmp_path, "other").read(3) is None
    cache.write(4, b"")
    assert cache.read(4) == b""


def test_without_a_folder_nothing_is_kept():
    cache = ModelCache(None, "key")
    cache.write(0, b"model")
    assert cache.read(0) is None


def test_a_file_that_cannot_be_finished_leaves_nothing(tmp_path, monkeypatch):
    cache = ModelCache(tmp_path, "key")

    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(SettingError, match="the disk is full"):
        cache.write(0, b"model")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


KEYS = ("a" * 64, "b" * 64)
DIGEST = 32


def two_kinds(folder):
    for key in KEYS:
        ModelCache(folder, key).write(0, b"model")
    ModelCache(folder, KEYS[0], kind="segmenters").write(7, b"a larger model")


def test_what_is_kept_is_counted_by_kind(tmp_path):
    assert cached_models(tmp_path / "nowhere") == [CachedModels("committees", 0, 0), CachedModels("segmenters", 0, 0)]
    two_kinds(tmp_path)
    assert cached_models(tmp_path) == [
        CachedModels("committees", 2, 2 * (DIGEST + 5)),
        CachedModels("segmenters", 1, DIGEST + 14),
    ]


def test_clearing_removes_models_and_no_folder_that_holds_more(tmp_path):
    folder = tmp_path / "cache"
    two_kinds(folder)
    here = folder / "committees" / KEYS[0][:32]
    (here / ".abc_1.part").write_bytes(b"half of")
    others = [
        folder / "mine.txt",
        folder / "committees" / "000000.model",
        folder / "committees" / "notes" / "000000.model",
        here / "own.model",
        here / "000000.model.txt",
        folder / "segmenters" / KEYS[0][:32] / "deeper" / "000000.model",
    ]
    for path in others:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"own")
    assert clear_cache(folder) == [
        CachedModels("committees", 3, 2 * (DIGEST + 5) + 7),
        CachedModels("segmenters", 1, DIGEST + 14),
    ]
    assert sorted(path for path in folder.rglob("*") if path.is_file()) == sorted(others)
    assert not (folder / "committees" / KEYS[1][:32]).exists()
    assert [one.files for one in clear_cache(folder)] == [0, 0]


def test_clearing_leaves_nothing_where_nothing_else_is(tmp_path):
    folder = tmp_path / "cache"
    two_kinds(folder)
    clear_cache(folder)
    assert [*tmp_path.iterdir()] == []


def test_a_run_goes_on_while_the_cache_is_cleared(tmp_path, monkeypatch):
    cache = ModelCache(tmp_path, KEYS[0])
    cache.write(0, b"model")
    clear_cache(tmp_path)
    assert cache.read(0) is None
    cache.write(1, b"model")
    assert cache.read(1) == b"model"
    real = os.replace

    def cleared(source, target):
        clear_cache(tmp_path)
        real(source, target)

    monkeypatch.setattr(os, "replace", cleared)
    cache.write(2, b"model")
    assert cache.read(2) is None


def test_what_cannot_be_removed_is_named(tmp_path, monkeypatch):
    two_kinds(tmp_path)

    def refuse(self, missing_ok=False):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(SettingError, match=r"000000\.model: cannot be removed \(Permission denied\)"):
        clear_cache(tmp_path)


def aged(path, hours):
    os.utime(path, (time.time() - hours * 3600,) * 2)


def test_a_cache_that_grows_too_large_loses_what_was_used_longest_ago(tmp_path, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE_MB", "1")
    model = bytes(300_000)
    old, other = ModelCache(tmp_path, KEYS[0]), ModelCache(tmp_path, KEYS[1], kind="segmenters")
    for number in range(3):
        old.write(number, model)
        aged(tmp_path / "committees" / KEYS[0][:32] / f"{number:06d}.model", 10 - number)
    # Reading is using.
    assert old.read(0) == model
    for number in range(3):
        other.write(number, model)
    assert [old.read(number) is not None for number in range(3)] == [True, False, False]
    assert all(other.read(number) == model for number in range(3))
    # What may be in use stays, though it is more than there should be.
    assert sum(one.bytes for one in cached_models(tmp_path)) > 1_000_000


def test_several_processes_trim_at_once(tmp_path, monkeypatch):
    two_kinds(tmp_path)
    for path in tmp_path.rglob("*.model"):
        aged(path, 2)
    real = Path.unlink

    def first(self, missing_ok=False):
        real(self)
        real(self, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", first)
    assert [one.files for one in trim_cache(tmp_path, 0)] == [0, 0]
    assert [one.files for one in cached_models(tmp_path)] == [0, 0]


def test_a_poisoned_model_is_learnt_again(tmp_path):
    """With its digest right, as whoever can write there can make it: numbers that are none gave other difficulties."""
    training = segmentation([["我们", "喜欢", "分词"], ["他", "在", "北京"]] * 20)
    chosen = CommitteeSettings(members=2)
    before = committee(training, training, chosen, where=Where(1), cache=tmp_path)
    paths = sorted(tmp_path.rglob("*.model"))
    good = [path.read_bytes() for path in paths]
    model = good[0][DIGEST:]
    # The transitions stand at the end.
    poisoned = model[:-64] + b"\xff" * 64
    paths[0].write_bytes(hashlib.sha256(poisoned).digest() + poisoned)
    paths[1].write_bytes(hashlib.sha256(b"").digest())
    again = committee(training, training, chosen, where=Where(1), cache=tmp_path)
    assert (again.cuts == before.cuts).all()
    assert [path.read_bytes() for path in paths] == good
    (cut,) = train_segmenter(training, [training.text], cache=tmp_path)
    (path,) = (tmp_path / "segmenters").rglob("*.model")
    path.write_bytes(hashlib.sha256(poisoned).digest() + poisoned)
    (relearnt,) = train_segmenter(training, [training.text], cache=tmp_path)
    assert (relearnt.word_ends == cut.word_ends).all()


def test_what_is_opened_is_about_to_be_used(tmp_path):
    two_kinds(tmp_path)
    for path in tmp_path.rglob("*.model"):
        aged(path, 2)
    ModelCache(tmp_path, KEYS[1])
    assert [one.files for one in trim_cache(tmp_path, 0)] == [1, 1]
    assert [path.parent.name for path in tmp_path.rglob("*.model")] == [KEYS[1][:32]]


@pytest.mark.skipif(os.name == "nt", reason="no named pipes")
def test_what_is_no_file_is_no_model(tmp_path):
    cache = ModelCache(tmp_path, KEYS[0])
    os.mkfifo(tmp_path / "committees" / KEYS[0][:32] / "000000.model")
    assert cache.read(0) is None
