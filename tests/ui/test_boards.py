"""Which boards and judgements there are to look at, and how addresses tell them apart."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cwsdiag import examples, folders
from cwsdiag.errors import BoardError, JudgingError
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.boards import Kept, said
from cwsdiag.ui.host import server, who
from cwsdiag.ui.host.server import ServerSettings, started_with

OWN, EXAMPLE = Kept(Path("own.sqlite")), Kept(Path("example.sqlite"), is_example=True)


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Who sits at the machine, with a project that names no board."""
    monkeypatch.setenv(folders.VARIABLE, str(tmp_path / "data"))
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(who, "is_owner", lambda: True)
    (tmp_path / "gold.txt").touch()
    (tmp_path / "project.toml").write_text('[[dataset]]\nname = "x"\ngold = "gold.txt"\n', "utf-8")
    with started_with(ServerSettings(tmp_path / "project.toml")):
        yield tmp_path


def test_a_project_that_cannot_be_read_swaps_no_board(home: Path) -> None:
    own, example = boards.boards()
    assert own == Kept(home / "data" / "board.sqlite", may_be_missing=True)
    assert example is not None
    (home / "project.toml").write_text('board = "lab.sqlite', "utf-8")
    assert boards.boards() == (None, None)
    assert boards.find("news") is boards.find("example/news") is None


def test_the_project_is_read_once_a_look(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, read_project = [], server.read_project

    def counted(path: Path) -> object:
        read.append(path)
        return read_project(path)

    monkeypatch.setattr(server, "read_project", counted)
    boards.boards()
    assert len(read) == 1


@pytest.mark.parametrize("error", [BoardError("full"), JudgingError("full"), OSError(28, "No space left on device")])
def test_an_example_that_cannot_be_made_is_not_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def make(path: Path) -> None:
        raise error

    for name in ("BOARD", "JUDGEMENTS"):
        monkeypatch.setattr(examples, name, replace(getattr(examples, name), make=make))
    for own, example in (boards.boards(), boards.judgements()):
        assert own is not None
        assert example is None


def test_an_example_that_cannot_be_read_is_left_out() -> None:
    def read(kept: Kept) -> dict[str, str]:
        if kept.is_example:
            raise BoardError("damaged")
        return {"news": "news"}

    offered = boards.offered(OWN, EXAMPLE, read, error=BoardError)
    assert offered.found == {"news": (OWN, "news")}
    with pytest.raises(BoardError):
        boards.offered(replace(EXAMPLE, is_example=False), None, lambda kept: read(EXAMPLE), error=BoardError)


def test_ones_own_come_first_and_the_latest_of_them_is_shown() -> None:
    offered = boards.offered(OWN, EXAMPLE, lambda kept: {"b": "b", "a": "a"}, error=BoardError)
    assert offered.names(str) == {"b": "b", "a": "a", "example/b": "b (example)", "example/a": "a (example)"}
    assert offered.default == "a"
    assert boards.offered(None, EXAMPLE, lambda kept: {"b": "b"}, error=BoardError).default == "example/b"
    assert boards.offered(None, None, lambda kept: {"b": "b"}, error=BoardError).default is None


def test_whatever_a_study_is_called_its_address_is_its_own() -> None:
    names = ["x", "example/x", "own/x", "own/example/x"]
    offered = boards.offered(OWN, EXAMPLE, lambda kept: {name: name for name in names}, error=JudgingError)
    assert len(offered.found) == 2 * len(names)
    assert offered.found["example/x"] == (EXAMPLE, "x")
    assert offered.found["own/example/x"] == (OWN, "example/x")


def test_messages_name_no_folder() -> None:
    error = BoardError("/lab/own.sqlite: locked by /cache/example.sqlite.")
    assert said(error, Path("/lab/own.sqlite"), Path("/cache/example.sqlite")) == (
        "own.sqlite: locked by example.sqlite."
    )
