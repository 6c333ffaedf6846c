"""A round: when a task opens and closes, tracks of any names, resources."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from cwsdiag.errors import BoardError
from tests.board.corpus import draft, entry, numbered, source


def hand_in(board, number=1, task="news", **texts):
    return board.submit(task, entry(**texts), source(numbered(number))).submission


def test_submissions_are_taken_from_the_opening_and_before_the_closing(board, clock):
    noon, night = datetime(2026, 1, 2, 12, tzinfo=UTC), datetime(2026, 1, 2, 23, 0, 1, tzinfo=UTC)
    board.add_task(draft("round", opens=noon, closes=night))
    task = board.task("round")
    assert (task.opens, task.closes) == ("2026-01-02T12:00:00+00:00", "2026-01-02T23:00:01+00:00")
    clock.now = noon - timedelta(seconds=1)
    assert board.task("round").phase == "before"
    with pytest.raises(BoardError, match=r"from 2026-01-02T12:00:00\+00:00 on\. By .* 2026-01-02T11:59:59"):
        hand_in(board, task="round")
    clock.now = noon
    assert (board.task("round").phase, hand_in(board, task="round").system) == ("open", "crf")
    clock.now = night - timedelta(seconds=1)
    assert hand_in(board, 2, task="round").system == "crf"
    clock.now = night
    assert board.task("round").phase == "closed"
    with pytest.raises(BoardError, match=r"until 2026-01-02T23:00:01\+00:00\. By .* 2026-01-02T23:00:01"):
        hand_in(board, 3, task="round")
    assert (board.task("round").submissions, board.task("news").phase) == (2, "open")


def test_a_task_that_closes_while_a_file_is_scored_takes_it_no_more(board, clock):
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    times = itertools.chain([noon - timedelta(hours=1)], itertools.repeat(noon + timedelta(hours=1)))
    board.reopen("news", closes=noon)
    board._clock = lambda: next(times)
    with pytest.raises(BoardError, match="news is closed"):
        hand_in(board)
    assert board.task("news").submissions == 0
