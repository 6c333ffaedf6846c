"""``cwsdiag cache``: what it shows, and what it removes."""

import pytest
from click.testing import CliRunner

from cwsdiag import cli
from cwsdiag.difficulty.store import ModelStore, cached_models
from tests.difficulty.test_store import model_of, old_store


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def models(folder):
    for number in range(3):
        ModelStore(folder, "key").keep(number, model_of(number, size=12_500))
    return folder


def call(*arguments, code=0, answer=None):
    result = CliRunner().invoke(cli.main, ["cache", *arguments], input=answer)
    assert result.exit_code == code, result.output
    return result


def test_it_shows_where_and_how_much(models):
    assert call().stdout.splitlines() == [
        str(models), "3 models (1.2 MB)", "", "at most 5,000 MB are kept; CWSDIAG_CACHE_MB says how many",
    ]  # fmt: skip


def test_clearing_asks_first(models):
    old_store(models)
    (models / "mine.txt").write_text("mine", encoding="utf-8")
    asked = call("--clear", answer="n\n", code=1)
    assert f"Remove 5 models (1.2 MB) from {models}?" in asked.stderr
    assert cached_models(models).files == 5
    assert call("--clear", answer="y\n").stdout == f"removed 5 models (1.2 MB) from {models}\n"
    assert (cached_models(models).files, (models / "mine.txt").is_file()) == (0, True)
    assert call("--clear", "--yes").stdout == f"removed 0 models (0.0 MB) from {models}\n"


def test_an_empty_cache_is_no_error(folder):
    assert "0 models (0.0 MB)" in call().stdout
    assert not folder.exists()


def test_a_size_that_is_none_is_said(models, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE_MB", "lots")
    assert "CWSDIAG_CACHE_MB is 'lots': set it to a whole number of megabytes" in call(code=2).stderr
