"""The store of models."""

import os
import pickle
import shutil
import stat
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from cwsdiag.difficulty import cache_folder
from cwsdiag.difficulty.learners import Model
from cwsdiag.difficulty.store import CachedModels, ModelStore, cached_models, trim_cache
from cwsdiag.errors import SettingError
from tests.difficulty.corpus import stored


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


def model_of(number, size=1):
    """A model of a feature for each of so many numbers."""
    return Model.of(np.arange(size, dtype=np.int32), np.full((size, 4), number + 1.0), np.zeros((4, 4)))


def weights(model):
    return None if model is None else model.weights.tolist()


def test_a_damaged_model_is_learnt_again(tmp_path):
    store = ModelStore(tmp_path, "key")
    store.keep(0, model_of(0, size=50))
    (path,) = stored(tmp_path)
    good = path.read_bytes()
    weight = good.index(np.float32(1).tobytes() * 9)
    for bad in (
        b"",
        good[:-9],
        good[:weight] + np.float32(2).tobytes() + good[weight + 4 :],
        pickle.dumps({"model": 1}),
    ):
        path.write_bytes(bad)
        assert store.find(0) is None
        store.keep(0, model_of(0, size=50))
        assert weights(store.find(0)) == weights(model_of(0, size=50))


def test_a_model_under_another_name_is_not_taken(tmp_path):
    store, other = ModelStore(tmp_path, "key"), ModelStore(tmp_path, "another key")
    for number in range(2):
        store.keep(number, model_of(number))
    other.keep(0, model_of(7))
    first, second, third = stored(tmp_path)
    shutil.copy(second, first)
    assert store.find(0) is None, "it is of another number"
    shutil.copy(third, second)
    assert store.find(1) is None, "it is of another key"
    assert weights(other.find(0)) == weights(model_of(7))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_a_folder_that_others_may_write_to_is_refused(tmp_path, monkeypatch):
    ModelStore(tmp_path, "key").keep(0, model_of(0))
    models = tmp_path / "models"
    models.chmod(0o755)
    assert weights(ModelStore(tmp_path, "key").find(0)) == weights(model_of(0))
    assert stat.S_IMODE(models.stat().st_mode) == 0o700
    models.chmod(0o770)
    with pytest.raises(SettingError, match="models: others may write there, and what is read from it could run as you"):
        ModelStore(tmp_path, "key")
    models.chmod(0o700)
    monkeypatch.setattr(os, "getuid", lambda: models.stat().st_uid + 1)
    with pytest.raises(SettingError, match="models: others may write there"):
        ModelStore(tmp_path, "key")
    with pytest.raises(SettingError, match="models: others may write there"):
        trim_cache(tmp_path, 0)


def old_store(folder):
    """What 0.2.0 kept."""
    for kind in ("committees", "segmenters"):
        (folder / kind / ("a" * 32)).mkdir(parents=True)
        (folder / kind / ("a" * 32) / "000000.model").write_bytes(b"digest and model")


def test_the_models_of_0_2_0_disturb_nothing_and_go_with_the_others(tmp_path):
    assert cached_models(tmp_path / "nowhere") == CachedModels(0, 0)
    old_store(tmp_path)
    (tmp_path / "committees" / "mine.txt").write_text("own")
    store = ModelStore(tmp_path, "key")
    store.keep(0, model_of(0))
    assert weights(store.find(0)) == weights(model_of(0))
    assert cached_models(tmp_path).files == 3
    assert trim_cache(tmp_path, 0).files == 3
    assert cached_models(tmp_path) == CachedModels(0, 0)
    assert {path.name for path in tmp_path.iterdir()} == {"committees", "models"}
    assert [path.name for path in (tmp_path / "committees").iterdir()] == ["mine.txt"]
    # A run goes on meanwhile.
    assert store.find(0) is None
    store.keep(0, model_of(0))
    assert weights(store.find(0)) == weights(model_of(0))


def used(folder, *days):
    """Set how many days ago the models that are there were used, the oldest file first."""
    for ago, path in zip(days, stored(folder), strict=True):
        os.utime(path, (time.time() - ago * 86_400,) * 2)


def test_a_store_that_grows_too_large_loses_what_was_used_longest_ago(tmp_path, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE_MB", "1")
    store = ModelStore(tmp_path, "key")
    for number in range(3):
        store.keep(number, model_of(number, size=12_000))
    used(tmp_path, 1, 3, 2)
    store.trim()
    assert [store.find(number) is not None for number in range(3)] == [True, False, True]
    used(tmp_path, 2, 1)
    assert trim_cache(tmp_path, 500_000).files == 1
    assert [store.find(number) is not None for number in range(3)] == [True, False, False]
