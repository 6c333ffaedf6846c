"""A clock that was wrong for a while shuts nobody out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cwsdiag.board import Board, Limits, Submitter
from cwsdiag.errors import BoardError
from tests.board.corpus import Clock, draft, entry, numbered, source

if TYPE_CHECKING:
    from pathlib import Path


def test_what_was_stamped_in_the_future_does_not_count(tmp_path: Path) -> None:
    clock = Clock()
    board = Board(tmp_path / "board.sqlite", clock=clock, limits=replace(Limits(), per_hour=2))
    board.add_task(draft())
    by = Submitter(key=board.add_key("Li Hua"))
    clock.wait(days=400)
    for number in range(2):
        board.submit("news", entry(), source(numbered(number)), by=by)
    with pytest.raises(BoardError, match="as many as are allowed"):
        board.submit("news", entry(), source(numbered(2)), by=by)
    clock.wait(days=-400)
    for number in range(2, 4):
        board.submit("news", entry(), source(numbered(number)), by=by)
    # What comes now still counts.
    with pytest.raises(BoardError, match="as many as are allowed"):
        board.submit("news", entry(), source(numbered(4)), by=by)
