"""Long work in the background: shared, in turn, stopped, failed, and how long it will take."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cwsdiag.errors import Cancelled, SettingError
from cwsdiag.ui.work import background
from cwsdiag.ui.work.background import InTurn, Job, Jobs


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(InTurn(), places=3)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """What ``held`` waits for; opened at the end of every test."""
    event = threading.Event()
    yield event
    event.set()


def held(gate: threading.Event, result: object = "held") -> Callable[[Job[Any]], object]:
    def work(job: Job[Any]) -> object:
        while not gate.wait(0.005):
            if job.is_stopping():
                raise Cancelled(0, 1)
        return result

    return work


def until(fits: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not fits():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.005)


def test_two_who_ask_for_the_same_share_it(jobs: Jobs, gate: threading.Event) -> None:
    first = jobs.ask("a", held(gate), total=1)
    assert jobs.ask("a", lambda job: pytest.fail("made twice"), total=1) is first
    assert jobs.find("a") is first
    gate.set()
    until(lambda: first.is_over)
    assert (first.state, first.result) == ("done", "held")
    assert jobs.ask("a", lambda job: pytest.fail("made again"), total=1) is first


def test_one_at_a_time_in_the_order_they_were_asked_for(jobs: Jobs, gate: threading.Event) -> None:
    first = jobs.ask("a", held(gate), total=1)
    second = jobs.ask("b", lambda job: "b", total=1)
    until(lambda: first.state == "running")
    assert second.state == "waiting"
    assert jobs.busy() is first
    with pytest.raises(ValueError, match="waiting"):
        _ = second.result
    gate.set()
    until(lambda: second.is_over)
    assert second.result == "b"
    assert jobs.busy() is None


def test_stopped_while_running_and_while_waiting_and_asked_for_again(jobs: Jobs, gate: threading.Event) -> None:
    running, waiting = jobs.ask("a", held(gate), total=1), jobs.ask("b", held(gate), total=1)
    until(lambda: running.state == "running")
    waiting.stop()
    assert waiting.is_over, "at once, however long the other takes"
    running.stop()
    again = jobs.ask("a", held(gate, "again"), total=1)
    assert again is not running, "what is about to stop is of no use to who asks now"
    until(lambda: running.is_over)
    assert (running.state, waiting.state) == ("stopped", "stopped")
    gate.set()
    until(lambda: again.is_over)
    assert again.result == "again"


def test_failures_are_kept_and_can_be_tried_again(jobs: Jobs, caplog: pytest.LogCaptureFixture) -> None:
    def refuse(job: Job[Any]) -> None:
        raise SettingError("no such thing")

    job = jobs.ask("a", refuse, total=1)
    until(lambda: job.is_over)
    assert (job.state, str(job.error)) == ("failed", "no such thing")
    assert not caplog.records, "a user can mend it"
    again = jobs.ask("a", lambda job: 1 // 0, total=1)
    until(lambda: again.is_over)
    assert isinstance(again.error, ZeroDivisionError)
    until(lambda: "ZeroDivisionError" in caplog.text)
    assert "work in the background failed" in caplog.text
    last = jobs.ask("a", lambda job: 7, total=1)
    until(lambda: last.is_over)
    assert last.result == 7


def test_what_is_over_is_kept_in_so_many_places(jobs: Jobs, gate: threading.Event) -> None:
    for number in range(5):
        job = jobs.ask(number, lambda job: None, total=1)
        until(lambda job=job: job.is_over)  # type: ignore[misc]
    job = jobs.ask("last", held(gate), total=1)
    assert [number for number in range(5) if jobs.find(number) is not None] == [3, 4], "and the one that is asked for"
    assert jobs.find("last") is job
    other = jobs.ask("other", held(gate), total=1, places=4)
    assert [number for number in range(5) if jobs.find(number) is not None] == [3, 4], "one more place"
    assert (jobs.find("last"), jobs.find("other")) == (job, other)


def test_who_waits_comes_back_at_the_end(jobs: Jobs, gate: threading.Event) -> None:
    running, waiting = jobs.ask("a", held(gate), total=1), jobs.ask("b", held(gate), total=1)
    assert not running.wait(0.01)
    waiting.stop()
    assert waiting.wait(20)
    gate.set()
    assert running.wait(20)
    assert running.result == "held"


def test_how_far_it_is_and_how_long_it_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(background.time, "monotonic", lambda: clock[0])
    job: Job[None] = Job(200)
    assert (job.share, job.seconds_left) == (0, None)
    # A hundred that were kept from a run before, and then some that take two seconds each.
    for done in range(1, 101):
        job.tell(done, 200)
    assert job.share == 0.5
    for done in range(101, 121):
        clock[0] += 2
        job.tell(done, 200)
    assert job.seconds_left == 160
    clock[0] += 10
    assert job.seconds_left == 150
    clock[0] += 1000
    assert job.seconds_left == 0
    assert Job(0).share == 0
