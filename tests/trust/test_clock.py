"""A clock that was wrong for a while shuts nobody out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cwsdiag.board import Board, Limits
from cwsdiag.errors import BoardError
from tests.board.corpus import Clock, draft, entry, numbered, source

if TYPE_CHECKING:
    from pathlib import Path


def test_what_was_stamped_in_the_future_does_not_count(tmp_path: Path) -> None:
    clock = Clock()
    board = Board(tmp_path / "board.sqlite", clock=clock, limits=replace(Limits(), per_hour=2))
    board.add_task(draft())
    clock.wait(days=400)
    for number in range(2):
        board.submit("news", entry(), source(numbered(number)))
    with pytest.raises(BoardError, match="as many as are allowed"):
        board.submit("news", entry(), source(numbered(2)))
    clock.wait(days=-400)
    for number in range(2, 4):
        board.submit("news", entry(), source(numbered(number)))
    # What comes now still counts.
    with pytest.raises(BoardError, match="as many as are allowed"):
        board.submit("news", entry(), source(numbered(4)))
