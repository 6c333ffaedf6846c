"""A round: when a task closes, and tracks of any names."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest

from cwsdiag.board.texts import moment_of
from cwsdiag.errors import BoardError
from tests.board.corpus import draft, entry, numbered, source


def hand_in(board, number=1, task="news", **texts):
    return board.submit(task, entry(**texts), source(numbered(number))).submission


def test_submissions_are_taken_before_the_closing(board, clock):
    night = datetime(2026, 1, 2, 23, 0, 1, tzinfo=UTC)
    board.add_task(draft("round", closes=night))
    assert board.task("round").closes == "2026-01-02T23:00:01+00:00"
    clock.now = night - timedelta(seconds=1)
    assert not board.task("round").closed
    assert hand_in(board, 2, task="round").system == "crf"
    clock.now = night
    assert board.task("round").closed
    with pytest.raises(BoardError, match=r"until 2026-01-02T23:00:01\+00:00\. By .* 2026-01-02T23:00:01"):
        hand_in(board, 3, task="round")
    assert (board.task("round").submissions, board.task("news").closed) == (1, False)


def test_a_task_that_closes_while_a_file_is_scored_takes_it_no_more(board, clock):
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    times = itertools.chain([noon - timedelta(hours=1)], itertools.repeat(noon + timedelta(hours=1)))
    board.reopen("news", closes=noon)
    board._clock = lambda: next(times)
    with pytest.raises(BoardError, match="news is closed"):
        hand_in(board)
    assert board.task("news").submissions == 0


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("", None),
        ("2026-05-01", "2026-05-01T00:00:00+00:00"),
        (" 2026-05-01 18:00 ", "2026-05-01T18:00:00+00:00"),
        ("2026-05-01T18:00+08:00", "2026-05-01T18:00:00+08:00"),
    ],
)
def test_times_as_people_write_them(text, moment):
    found = moment_of(text)
    assert (found and found.isoformat()) == moment
    with pytest.raises(BoardError, match="is no time"):
        moment_of("tomorrow")


def test_tracks_have_any_names(board):
    names = ("semi-open", "限定", "closed")
    assert board.add_task(draft("own", tracks=names)).tracks == names
    assert hand_in(board, task="own", track="限定").track == "限定"
    with pytest.raises(BoardError, match="own has no open track. It has: semi-open, 限定, closed"):
        hand_in(board, task="own", track="open")
