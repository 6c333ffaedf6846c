"""Long work of several visitors: whose turn it is, what waits before it, who may end it, how much may wait."""

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from cwsdiag.errors import SettingError
from cwsdiag.ui.work import turns as turns_module
from cwsdiag.ui.work.background import Job
from cwsdiag.ui.work.turns import Turns
from tests.ui.working import held, until


@pytest.fixture
def turns() -> Turns:
    return Turns(places=3)


@pytest.fixture
def gate(turns: Turns) -> Iterator[threading.Event]:
    """Holds the first run of all, that of a visitor called ``first``, until it is opened."""
    event = threading.Event()
    job = turns.ask("first", held(event), total=1, who="first")
    assert job is not None
    until(lambda: job.state == "running")
    yield event
    event.set()
    until(lambda: not turns.under_way())


class Order:
    """Runs that note in which order they were done."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self.done: list[str] = []

    def ask(self, name: str, who: str = "", *, seconds: float | None = None) -> Job[None]:
        """Ask for a run of this name; its first letter is the visitor unless one is named."""

        def work(job: Job[None]) -> None:
            self.done.append(name)

        job = self._turns.ask(name, work, total=1, who=who or name[0], seconds=seconds)
        assert job is not None
        return job


@pytest.fixture
def order(turns: Turns) -> Order:
    return Order(turns)


def test_each_visitors_first_before_anybodys_second(turns: Turns, order: Order, gate: threading.Event) -> None:
    asked = [order.ask(name) for name in ("a1", "a2", "a3", "b1", "d1", "c1", "b2")]
    # Whoever is served now has its second behind everybody's first, too.
    asked.append(order.ask("first again", "first"))
    expected = ["a1", "b1", "d1", "c1", "first again", "a2", "b2", "a3"]
    before = {job: turns.before(job) for job in asked}
    assert sorted(before.values()) == [*range(1, 9)]
    gate.set()
    until(lambda: not turns.under_way())
    assert order.done == expected
    names = ("a1", "a2", "a3", "b1", "d1", "c1", "b2", "first again")
    assert {name: before[job] - 1 for name, job in zip(names, asked, strict=True)} == {
        name: place for place, name in enumerate(expected)
    }, "what was said of their places"
    assert [turns.before(job) for job in asked] == [0] * 8


@pytest.mark.parametrize("seed", range(5))
def test_rounds(turns: Turns, order: Order, gate: threading.Event, seed: int) -> None:
    """Whatever is asked for: a round has one run of each visitor, visitors stand as they came, their runs too."""
    drawn = random.Random(seed)
    names = [f"{who}{number}" for who in "abcd" for number in range(drawn.randint(1, 5))]
    drawn.shuffle(names)
    said = {name: order.ask(name) for name in names}
    before = {name: turns.before(job) for name, job in said.items()}
    gate.set()
    until(lambda: not turns.under_way())
    came = [name[0] for name in names]
    rounds = {name: came[:place].count(name[0]) for place, name in enumerate(names)}
    assert order.done == sorted(names, key=lambda name: (rounds[name], came.index(name[0])))
    assert order.done == sorted(names, key=before.__getitem__), "what was said of their places"


def test_what_several_ask_for_is_done_when_the_first_of_them_has_a_turn(
    turns: Turns, order: Order, gate: threading.Event
) -> None:
    third = [order.ask(f"a{number}") for number in (1, 2, 3)][-1]
    order.ask("b1")
    assert turns.before(third) == 4
    assert order.ask("a3", "c") is third
    assert turns.before(third) == 3, "behind the first of a and of b"
    gate.set()
    until(lambda: not turns.under_way())
    assert order.done == ["a1", "b1", "a3", "a2"], "once, and a has had a turn by it"


def test_how_long_what_waits_before_takes(turns: Turns, order: Order, gate: threading.Event) -> None:
    first, second = order.ask("a1", seconds=20), order.ask("b1")
    third = order.ask("c1")
    assert turns.seconds_before(first) is None, "nothing is known of what is done"
    (running,) = [job for job in turns.all() if job.state == "running"]
    running._steps.extend([(0.0, 0), (1.0, 1)])
    assert turns.seconds_before(first) == 0
    assert turns.seconds_before(second) == 20
    assert turns.seconds_before(third) is None
    assert turns.under_way() == 4


def test_cancelling_is_for_oneself(turns: Turns, order: Order, gate: threading.Event) -> None:
    alone, shared = order.ask("a1"), order.ask("a2")
    assert turns.join(shared, "b"), "who looks at it waits for it too"
    turns.leave(alone, "b")
    assert not alone.is_over, "it is none of b's"
    turns.leave(alone, "a")
    assert alone.state == "stopped", "at once, however long the other takes"
    turns.leave(shared, "a")
    assert not shared.is_over
    assert not turns.join(shared, "a"), "looking at it does not undo what was cancelled"
    assert turns.before(shared) == 1
    assert order.ask("a2") is shared, "asking does"
    turns.leave(shared, "b")
    assert not shared.is_over
    turns.leave(shared, "a")
    assert shared.state == "stopped"
    again = order.ask("a1")
    assert again is not alone
    gate.set()
    until(lambda: not turns.under_way())
    assert order.done == ["a1"]
    assert not turns.join(again, "c"), "it is over"


def test_what_is_done_goes_on_while_one_of_several_waits(turns: Turns, gate: threading.Event) -> None:
    (running,) = turns.all()
    assert turns.join(running, "other")
    turns.leave(running, "first")
    assert not running.is_stopping()
    turns.leave(running, "other")
    assert running.wait(60)
    assert running.state == "stopped"


def test_only_so_many_wait(turns: Turns, order: Order, gate: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns_module, "MOST_OF_ONE", 2)
    monkeypatch.setattr(turns_module, "MOST", 4)
    first, _ = order.ask("a1"), order.ask("a2")
    assert (turns.full("a"), turns.full("b")) == ("yours", None)
    assert turns.ask("a3", lambda job: None, total=1, who="a") is None
    assert turns.find("a3") is None
    assert order.ask("a1") is first, "what is there can be asked for"
    order.ask("b1"), order.ask("c1")
    assert turns.full("d") == "all"
    assert turns.ask("d1", lambda job: None, total=1, who="d") is None
    turns.leave(first, "a")
    assert (turns.full("a"), turns.full("d")) == (None, None)


def test_faults_are_logged_and_the_next_is_done(
    turns: Turns, order: Order, gate: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(job: Job[Any]) -> None:
        raise SettingError("no such thing")

    refused = turns.ask("a", refuse, total=1, who="a")
    fault = turns.ask("b", lambda job: 1 // 0, total=1, who="b")
    last = order.ask("c1")
    gate.set()
    until(lambda: not turns.under_way())
    assert refused is not None and fault is not None
    assert (str(refused.error), refused.state, fault.state, last.state) == ("no such thing", "failed", "failed", "done")
    (record,) = caplog.records
    assert record.getMessage() == "work in the background failed"
    assert record.exc_info is not None and isinstance(record.exc_info[1], ZeroDivisionError), (
        "a user can mend the other"
    )
    assert turns.ask("b", lambda job: 7, total=1, who="b") is not fault, "it is tried again"
