"""How much is taken without a key, and that it never stands in the way of who has one."""

import random
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cwsdiag.board import Board, Limits, Submitter
from cwsdiag.board import keys as board_keys
from cwsdiag.board import tally as board_tally
from cwsdiag.board.schema import transaction
from cwsdiag.errors import BoardError
from tests.board.corpus import Clock, ask, draft, entry, numbered, source

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def submit(board, number, **by):
    author = "" if "key" in by else f"author {number}"
    return board.submit("news", entry(author=author), source(numbered(number)), by=Submitter(**by)).submission


@pytest.fixture
def small(tmp_path, clock):
    made = Board(
        tmp_path / "small.sqlite",
        limits=Limits(per_hour=2, per_task=9, keyless_hour=2, keyless_day=4, keyless_task=6),
        clock=clock,
    )
    made.add_task(draft())
    return made


def test_an_address_has_so_many_an_hour_under_whatever_names(small, clock):
    for number in (1, 2):
        submit(small, number, address="10.0.0.1")
    with pytest.raises(BoardError, match=r"from this address within an hour.*from 2026-01-02T04:04:05"):
        submit(small, 3, address="10.0.0.1")
    submit(small, 3, address="10.0.0.2")
    clock.wait(hours=1)
    submit(small, 4, address="10.0.0.1")


def test_all_addresses_have_one_pool_and_keys_another(small, clock):
    for number in range(4):
        submit(small, number, address=f"10.0.0.{number}")
    with pytest.raises(BoardError, match=r"by all together.*from 2026-01-03T03:04:05"):
        submit(small, 9, address="10.0.0.9")
    key = small.add_key("Li Hua")
    submit(small, 10, key=key, address="10.0.0.1")
    submit(small, 11, signed_in="li@example.org")
    clock.wait(days=1)
    submit(small, 12, address="10.0.0.9")


def test_a_part_of_every_task_is_kept_for_those_who_have_a_key(small, clock):
    for number in range(6):
        submit(small, number, address=f"10.0.0.{number}")
        clock.wait(days=1)
    with pytest.raises(BoardError, match="6 submissions without a key, as many as it accepts. Ask its owner"):
        submit(small, 9)
    key = small.add_key("Li Hua")
    for number in range(10, 13):
        submit(small, number, key=key)
        clock.wait(hours=1)
    with pytest.raises(BoardError, match="9 submissions, as many as it accepts"):
        submit(small, 14, key=key)


def test_a_task_may_want_a_key(board):
    board.add_task(draft("keyed", keyless=False))
    with pytest.raises(BoardError, match="keyed accepts submissions with a key alone"):
        board.submit("keyed", entry(), source(numbered(1)))
    by = Submitter(key=board.add_key("Li Hua"))
    assert board.submit("keyed", entry(), source(numbered(1)), by=by).submission.known_by == "key"
    assert (board.task("keyed").keyless, board.task("news").keyless) == (False, True)
    assert board.set_keyless("keyed", allowed=True).keyless
    board.submit("keyed", entry(author="Zhao"), source(numbered(1)))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1%eth0", "2001:db8::1", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("", " ", True),
        ("no address", "", False),
    ],
)
def test_which_addresses_are_one(board, one, other, same):
    with transaction(board.path) as connection:
        found = [board_keys.known(connection, Submitter(address=address)).counted for address in (one, other)]
    assert (found[0] == found[1]) == same


def test_the_owner_sets_the_pool_for_every_program(board):
    board.set_limits(keyless_hour=1)
    submit(board, 1)
    again = Board(board.path, clock=board._clock)
    with pytest.raises(BoardError, match="within an hour"):
        submit(again, 2)
    assert again.set_limits(keyless_hour=3, keyless_day=7).keyless_day == 7
    submit(again, 2)
    for wrong in (0, -1, 10**7):
        with pytest.raises(BoardError, match="give a number from 1 to 1,000,000"):
            board.set_limits(keyless_day=wrong)


def test_what_is_removed_counts_all_the_same(small):
    for number in (1, 2):
        small.remove(submit(small, number).id)
    with pytest.raises(BoardError, match="within an hour"):
        submit(small, 3)


def test_a_wrong_clock_shuts_nobody_out_and_addresses_are_kept_for_a_day(small, clock):
    key = small.add_key("Li Hua")
    clock.now += 400 * DAY
    for number in range(2):
        submit(small, number)
        submit(small, number + 10, key=key)
    clock.now -= 400 * DAY
    for number in range(2, 4):
        submit(small, number)
        submit(small, number + 10, key=key)
    with pytest.raises(BoardError, match="within an hour"):
        submit(small, 9, key=key)
    assert ask(small.path, "SELECT count(*) FROM tally") == [(4,)]
    clock.wait(days=1, seconds=1)
    submit(small, 20, key=key)
    assert ask(small.path, "SELECT count(*) FROM tally") == [(1,)]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_the_pool_against_loops(tmp_path_factory, seed):
    """What is taken of a random history, told by loops over all that was taken before."""
    draw, clock = random.Random(seed), Clock()
    limits = Limits(per_hour=3, keyless_hour=3, keyless_day=8)
    board = Board(tmp_path_factory.mktemp("pool") / "b.sqlite", limits=limits, clock=clock)
    board.add_task(draft())
    people = [Submitter(address=f"10.0.0.{n}") for n in range(4)] + [Submitter(key=board.add_key(n)) for n in "ab"]
    taken = []
    with transaction(board.path, write=True) as connection:
        task = board.task("news")
        who = [board_keys.known(connection, one) for one in people]
        for _step in range(60):
            clock.now += draw.choice([1, 1, 1, 5]) * timedelta(minutes=draw.randrange(0, 45))
            if draw.random() < 0.05:
                clock.now -= timedelta(hours=draw.randrange(1, 30))
            chosen = draw.randrange(len(people))
            keyed = bool(people[chosen].key)
            mine = [at for by, at in taken if by == chosen and clock.now - HOUR < at <= clock.now]
            pool = [at for by, at in taken if not people[by].key and clock.now - DAY < at <= clock.now]
            expected = len(mine) < 3 and (keyed or len(pool) < 8)
            try:
                board_tally.refuse_too_many(connection, 1, task, who[chosen], entry(), limits, clock.now)
            except BoardError:
                assert not expected
            else:
                assert expected
                board_tally.note(connection, 1, who[chosen], clock.now)
                # What lies further ahead than a day, or back, is forgotten.
                taken = [one for one in taken if clock.now - DAY < one[1] <= clock.now + DAY]
                taken.append((chosen, clock.now))
