"""Where models are kept, and in what state."""

import os
import sys
from pathlib import Path

import pytest

from cwsdiag.difficulty import cache_folder
from cwsdiag.difficulty.cache import ModelCache
from cwsdiag.errors import SettingError


def test_the_folder_follows_the_environment(monkeypatch):
    assert cache_folder({"CWSDIAG_CACHE": "there"}) == Path("there")
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache_folder({"XDG_CACHE_HOME": "/caches"}) == Path("/caches/cwsdiag")
    assert cache_folder({}) == Path.home() / ".cache" / "cwsdiag"
    assert cache_folder({"XDG_CACHE_HOME": "", "CWSDIAG_CACHE": ""}) == Path.home() / ".cache" / "cwsdiag"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder({}) == Path.home() / "Library" / "Caches" / "cwsdiag"
    monkeypatch.setattr(sys, "platform", "win32")
    assert cache_folder({"LOCALAPPDATA": "local"}) == Path("local") / "cwsdiag" / "Cache"
    monkeypatch.setenv("CWSDIAG_CACHE", "here")
    assert cache_folder() == Path("here")


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
    with pytest.raises(SettingError, match="No space left"):
        cache.write(0, b"model")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
