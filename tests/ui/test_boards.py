"""Which boards and judgements there are to look at."""

import pytest

from cwsdiag import examples, files
from cwsdiag.board import Board
from cwsdiag.errors import ReadError
from cwsdiag.ui.data import boards
from cwsdiag.ui.data.boards import LabFile
from cwsdiag.ui.host import who
from cwsdiag.ui.host.server import ServerSettings, started_with
from tests.board.corpus import draft


@pytest.fixture
def home(monkeypatch, tmp_path):
    """Who sits at the machine, with a project that names no board."""
    monkeypatch.setenv(files.DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.setattr(who, "is_owner", lambda: True)
    (tmp_path / "gold.txt").touch()
    (tmp_path / "project.toml").write_text('[[dataset]]\nname = "x"\ngold = "gold.txt"\n', "utf-8")
    with started_with(ServerSettings(tmp_path / "project.toml")):
        yield tmp_path


def test_the_example_is_looked_at_until_there_is_something_of_ones_own(home, monkeypatch):
    example = home / "example.sqlite"
    Board(example).add_task(draft())
    monkeypatch.setattr(examples, "board", lambda: example)
    own, shown = boards.board()
    assert own == LabFile(home / "data" / "board.sqlite", may_be_missing=True)
    assert shown == LabFile(example, is_example=True)
    path = own.ready()
    Board(path)
    assert boards.board() == (own, shown)
    Board(path).add_task(draft())
    assert boards.board() == (own, own)


def test_a_project_that_cannot_be_read_swaps_no_board(home):
    (home / "project.toml").write_text('board = "lab.sqlite', "utf-8")
    assert boards.board() == (None, None)


@pytest.mark.parametrize("name", ["board", "judgements"])
def test_an_example_that_cannot_be_made_or_read_is_not_there(home, monkeypatch, name):
    def unmade():
        raise ReadError("full")

    (home / "damaged.sqlite").write_bytes(b"damaged" * 999)
    for example in (lambda: home / "damaged.sqlite", unmade):
        monkeypatch.setattr(examples, name, example)
        own, shown = getattr(boards, name)()
        assert own is not None and shown == own
