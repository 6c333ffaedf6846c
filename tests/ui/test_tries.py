"""Wrong tries are counted by where they come from, as far as one client can be told from others."""

import random

import pytest

from cwsdiag.ui.host.tries import HERE, Tries, of_client


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_after_ten_tries_none_is_taken_for_a_while() -> None:
    clock = Clock()
    tries = Tries(10, 900, clock=clock)
    assert [tries.begin("a") for _ in range(10)] == [0] * 10
    assert tries.begin("a") == 15
    assert tries.begin("b") == 0, "elsewhere one may"
    clock.now = 899.5
    assert tries.begin("a") == 1
    clock.now = 900
    assert [tries.begin("a") for _ in range(11)] == [0] * 10 + [15]


def test_a_right_try_does_not_count_but_forgives_no_wrong_one() -> None:
    tries = Tries(3, 900, clock=Clock())
    assert [tries.begin("a"), tries.begin("a")] == [0, 0]
    for _ in range(5):
        assert tries.begin("a") == 0
        tries.right("a")
    assert tries.begin("a") == 0
    assert tries.begin("a") == 15


def test_any_history_is_counted_as_a_list_of_all_tries_would_be() -> None:
    draw, clock = random.Random(5), Clock()
    tries, taken = Tries(4, 50, clock=clock), []
    for _ in range(2000):
        clock.now += draw.choice([0, 1, 7, 20])
        place = draw.choice("ab")
        recent = [moment for where, moment in taken if where == place and moment > clock.now - 50]
        assert (tries.begin(place) == 0) == (len(recent) < 4)
        if len(recent) < 4:
            taken.append((place, clock.now))


def test_not_more_places_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cwsdiag.ui.host.tries._PLACES", 3)
    tries = Tries(1, 900, clock=Clock())
    assert [tries.begin(place) for place in "abcd"] == [0] * 4
    assert (tries.begin("d"), tries.begin("a")) == (15, 0)


@pytest.mark.parametrize(
    ("told", "client"),
    [
        (None, HERE),
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
    ],
)
def test_a_network_of_ipv6_is_one_client(told: str | None, client: str) -> None:
    assert of_client(told) == client
