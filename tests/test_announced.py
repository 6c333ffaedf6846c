"""Whether a package announces attributes: the quick look says no only where ``importlib.metadata`` finds none."""

import sys
import zipfile
from importlib.machinery import PathFinder
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cwsdiag.attributes.announced import may_be_announced

OURS = "[console_scripts]\na = b:c\n\n[ cwsdiag.attributes ]\nmine = my.module:it\n"
OTHERS = "[console_scripts]\na = b:c\n\n[cwsdiag]\nmine = my.module:it\n"


@pytest.fixture(autouse=True)
def usual_finders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what Python itself begins with finds packages: what tests import may bring finders of its own."""
    finders = [one for one in sys.meta_path if one is PathFinder or not hasattr(one, "find_distributions")]
    monkeypatch.setattr(sys, "meta_path", finders)


def announced(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> bool:
    """Say what the quick look says with a path alone, and hold it against what is so."""
    monkeypatch.setattr(sys, "path", [str(path)])
    said = may_be_announced("cwsdiag.attributes")
    assert said or not entry_points(group="cwsdiag.attributes")
    return said


@pytest.mark.parametrize("folder", ["a-1.0.dist-info", "A.DIST-INFO", "a.egg-info"])
def test_what_is_installed_as_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    info = tmp_path / folder
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a\nVersion: 1.0\n", encoding="utf-8")
    assert not announced(monkeypatch, tmp_path)
    (info / "entry_points.txt").write_text(OTHERS, encoding="utf-8")
    assert not announced(monkeypatch, tmp_path)
    (info / "entry_points.txt").write_text(OURS, encoding="utf-8")
    assert announced(monkeypatch, tmp_path)
    # An empty entry is the folder one is in.
    monkeypatch.chdir(tmp_path)
    assert announced(monkeypatch, "")


def test_an_old_egg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "a-1.0-py3.11.egg" / "EGG-INFO"
    info.mkdir(parents=True)
    (info / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: a\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(OURS, encoding="utf-8")
    assert announced(monkeypatch, info.parent)


def test_what_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.egg-info").write_text("Metadata-Version: 1.0\nName: a\nVersion: 1.0\n", encoding="utf-8")
    assert not announced(monkeypatch, tmp_path)
    assert not announced(monkeypatch, tmp_path / "missing")
    archive = tmp_path / "a.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("a-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: a\nVersion: 1.0\n")
        file.writestr("a-1.0.dist-info/entry_points.txt", OURS)
    assert announced(monkeypatch, archive)


def test_what_others_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_spec(self, *_: object) -> None:
            return None

        def find_distributions(self, *_: object) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert announced(monkeypatch, tmp_path)
