"""What a board says is left to somebody is what it takes from them."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from cwsdiag.board import Board, Entry, Limits, Submitter, TaskDraft
from cwsdiag.errors import BoardError
from cwsdiag.formats import Source

GOLD = "我们 喜欢 分词\n"


class Clock:
    now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self):
        return self.now


def test_what_is_left_is_what_is_taken(tmp_path):
    """At random moments of a random history somebody hands in until refused: as often as was said, whoever it is."""
    draw, clock = random.Random(7), Clock()
    limits = Limits(per_hour=4, keyless_hour=3, keyless_day=7, keyless_task=12, per_task=40)
    board = Board(tmp_path / "board.sqlite", clock=clock, limits=limits)
    for name in ("one", "two"):
        board.add_task(TaskDraft(name, gold=Source.from_bytes("gold.txt", GOLD.encode()), open_gold=True))
    board.set_keyless("two", allowed=False)
    people = [
        Submitter(key=board.add_key("Li Hua")),
        Submitter(signed_in="id 7"),
        *(Submitter(address=address) for address in ("", "192.168.1.7", "2001:db8::1")),
    ]
    number, told = 0, set()
    for _ in range(45):
        clock.now += timedelta(minutes=draw.choice([0, 10, 45, 300]))
        task, by = draw.choice(["one", "one", "two"]), draw.choice(people)
        left = board.allowance(task, by).left
        told.add(left)
        wanted = draw.choice([1, left, left + 1])
        for taken in range(wanted):
            number += 1
            entry = Entry(f"system {number}", "" if by.key else f"author {number}", "closed")
            text = Source.from_bytes("mine.txt", GOLD.encode())
            if taken < left:
                board.submit(task, entry, text, by=by)
                assert board.allowance(task, by).left == left - taken - 1
            else:
                with pytest.raises(BoardError):
                    board.submit(task, entry, text, by=by)
    assert told >= {0, 1, 2, 3, 4}


def test_it_says_as_whom_somebody_hands_in(tmp_path):
    board = Board(tmp_path / "board.sqlite")
    board.add_task(TaskDraft("one", gold=Source.from_bytes("gold.txt", GOLD.encode())))
    key = board.add_key("Li Hua")
    found = board.allowance("one", Submitter(key=key, signed_in="id 7", address="x"))
    assert (found.known_by, found.name, found.left) == ("key", "Li Hua", 10)
    found = board.allowance("one", Submitter(signed_in="id 7"))
    assert (found.known_by, found.name, found.left) == ("sign-in", "", 10)
    assert board.allowance("one").known_by == ""
    with pytest.raises(BoardError, match="not valid on this board"):
        board.allowance("one", Submitter(key="cws_x"))
    with pytest.raises(BoardError, match="no task 'two'"):
        board.allowance("two")
