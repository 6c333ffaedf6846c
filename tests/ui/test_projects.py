"""A project that is kept is the one on the disk, whatever is done there between two runs."""

import os

import pytest

from cwsdiag.errors import ProjectError
from cwsdiag.ui.data import catalogue

_HEAD = '[[dataset]]\nname = "d"\ngold = "gold.txt"\n'
_SYSTEM = '[[dataset.system]]\nname = "{name}"\nprediction = "{name}.txt"\n'


@pytest.fixture
def file(tmp_path):
    for name in ("gold", "a", "b"):
        (tmp_path / f"{name}.txt").write_text("中文 分词\n", "utf-8")
    (tmp_path / "project.toml").write_text(_HEAD + _SYSTEM.format(name="a"), "utf-8")
    return tmp_path / "project.toml"


def changed(file, text):
    """Write a file anew, later than it was written: two writes may fall into one tick of the disk's clock."""
    later = os.stat(file).st_mtime_ns + 10_000_000
    file.write_text(text, "utf-8")
    os.utime(file, ns=(later, later))


def systems(path):
    (dataset,) = catalogue.opened_project(path).datasets
    return [system.name for system in dataset.systems]


@pytest.mark.parametrize("named", ["project.toml", "."])
def test_nothing_is_read_again_where_nothing_changed(file, named):
    path = file.parent / named
    assert catalogue.opened_project(path) is catalogue.opened_project(path)


@pytest.mark.parametrize("named", ["project.toml", "."])
def test_what_the_project_says_is_noticed(file, named):
    path = file.parent / named
    assert systems(path) == ["a"]
    changed(file, _HEAD + _SYSTEM.format(name="b"))
    assert systems(path) == ["b"]
    file.write_text("no TOML", "utf-8")
    for _ in range(2):
        with pytest.raises(ProjectError):
            catalogue.opened_project(path)
    changed(file, _HEAD + _SYSTEM.format(name="a"))
    assert systems(path) == ["a"]


def test_another_file_in_its_place_is_noticed_whatever_its_time(file):
    assert systems(file) == ["a"]
    time = os.stat(file).st_mtime_ns
    other = file.with_name("other.toml")
    other.write_text(_HEAD + _SYSTEM.format(name="b"), "utf-8")
    os.utime(other, ns=(time, time))
    other.replace(file)
    assert systems(file) == ["b"]


def test_data_that_changed_or_is_gone_is_noticed(file):
    (before,) = catalogue.opened_project(file).datasets
    prediction = file.with_name("a.txt")
    changed(prediction, "中 文 分 词\n")
    (after,) = catalogue.opened_project(file).datasets
    assert after.stamp != before.stamp
    assert after.gold == before.gold
    prediction.unlink()
    with pytest.raises(ProjectError, match=r"a\.txt"):
        catalogue.opened_project(file)
