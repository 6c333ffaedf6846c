"""``cwsdiag cache``: what it shows, and what it removes."""

import json
import os
import time

import pytest
from click.testing import CliRunner

from cwsdiag import cli
from cwsdiag.difficulty.cache import ModelCache

MODEL = bytes(600_000 - 32)  # a digest stands before it


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def models(folder):
    for number in range(2):
        ModelCache(folder, "a" * 64).write(number, MODEL)
    ModelCache(folder, "b" * 64, kind="segmenters").write(0, MODEL)
    return folder


def call(*arguments, code=0, answer=None):
    result = CliRunner().invoke(cli.main, ["cache", *arguments], input=answer)
    assert result.exit_code == code, result.output
    return result


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_it_shows_where_and_how_much(models):
    assert call().stdout.splitlines() == [
        str(models), "", "models of   files  size", "committees      2  1.2 MB", "segmenters      1  0.6 MB",
        "", "at most 5,000.0 MB are kept; CWSDIAG_CACHE_MB says how many",
    ]  # fmt: skip
    assert len(files(models)) == 3


def test_json_says_the_same(models):
    kinds = [
        {"kind": "committees", "files": 2, "bytes": 1_200_000},
        {"kind": "segmenters", "files": 1, "bytes": 600_000},
    ]
    nothing = [{"kind": one["kind"], "files": 0, "bytes": 0} for one in kinds]
    assert json.loads(call("--json").stdout) == {"folder": str(models), "limit": 5_000_000_000, "models": kinds}
    document = json.loads(call("--json", "--clear", answer="y\n").stdout)
    assert document.pop("limit") == 5_000_000_000
    assert document == {"folder": str(models), "models": nothing, "removed": kinds}


def test_clearing_asks_first(models):
    asked = call("--clear", answer="n\n", code=1)
    assert f"Remove 3 files (1.8 MB) from {models}?" in asked.stderr
    call("--clear", code=1)
    assert len(files(models)) == 3
    assert call("--clear", answer="y\n").stdout == f"removed 3 files (1.8 MB) from {models}\n"
    assert not models.exists()


def test_clearing_without_a_question(models):
    (models / "mine.txt").write_text("mine", encoding="utf-8")
    cleared = call("--clear", "--yes")
    assert (cleared.stdout, cleared.stderr) == (f"removed 3 files (1.8 MB) from {models}\n", "")
    assert files(models) == [models / "mine.txt"]


def test_an_empty_cache_is_no_error(folder):
    assert "committees      0  0.0 MB" in call().stdout
    assert call("--clear").stdout == f"removed 0 files (0.0 MB) from {folder}\n"
    assert not folder.exists()


def test_what_cannot_be_removed_is_bad_input(models, monkeypatch):
    def refuse(self, missing_ok=False):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.unlink", refuse)
    refused = call("--clear", "--yes", code=2)
    assert refused.stderr.startswith("cwsdiag: ")
    assert "cannot be removed (Permission denied)" in refused.stderr


def test_those_used_longest_ago_go_first(models):
    for path, days in zip(sorted(files(models)), (3, 1, 2), strict=True):
        os.utime(path, (time.time() - days * 86_400,) * 2)
    assert call("--keep-mb", "1").stdout == f"removed 2 files (1.2 MB) from {models}\n"
    assert files(models) == [models / "committees" / ("a" * 32) / "000001.model"]
    # What was used within the last hour may be in use.
    ModelCache(models, "a" * 64).read(1)
    document = json.loads(call("--keep-mb", "0", "--json").stdout)
    assert [one["files"] for one in document["removed"]] == [0, 0]
    assert [one["files"] for one in document["models"]] == [1, 0]


def test_a_size_that_is_none_is_said(models, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE_MB", "lots")
    assert "CWSDIAG_CACHE_MB is 'lots': set it to a whole number of megabytes" in call(code=2).stderr
