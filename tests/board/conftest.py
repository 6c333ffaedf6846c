"""A board with one task, and a clock that is set by hand."""

import pytest

from cwsdiag.board import Board
from tests.board.corpus import Clock, draft


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def board(tmp_path, clock):
    made = Board(tmp_path / "board.sqlite", clock=clock)
    made.add_task(draft())
    return made
