"""Work in the background: shared, stopped, failed, kept, and how long it will take."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from cwsdiag.errors import SettingError
from cwsdiag.ui.work import background
from cwsdiag.ui.work.background import Job, Jobs, aside
from tests.ui.working import held, until


@pytest.fixture
def jobs() -> Jobs:
    return Jobs(aside, places=3)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """What ``held`` waits for; opened at the end of every test."""
    event = threading.Event()
    yield event
    event.set()


def test_two_who_ask_for_the_same_share_it(jobs: Jobs, gate: threading.Event) -> None:
    first = jobs.ask("a", held(gate), total=1)
    assert jobs.ask("a", lambda job: pytest.fail("made twice"), total=1) is first
    assert jobs.find("a") is first
    gate.set()
    until(lambda: first.is_over)
    assert (first.state, first.result) == ("done", "held")
    assert jobs.ask("a", lambda job: pytest.fail("made again"), total=1) is first


def test_stopped_and_asked_for_again(jobs: Jobs, gate: threading.Event) -> None:
    running = jobs.ask("a", held(gate), total=1)
    until(lambda: running.state == "running")
    running.stop()
    again = jobs.ask("a", held(gate, "again"), total=1)
    assert again is not running, "what is about to stop is of no use to who asks now"
    until(lambda: running.is_over)
    assert running.state == "stopped"
    gate.set()
    until(lambda: again.is_over)
    assert again.result == "again"


def test_work_that_cannot_ask_is_told_to_stop(gate: threading.Event) -> None:
    told: list[str] = []

    def work(job: Job[None]) -> None:
        with job.stopped_by(lambda: told.append("during")):
            assert gate.wait(60)
        job.stop()

    job: Job[None] = Job(1)
    aside(job, work)
    until(lambda: job.state == "running")
    job.stop()
    until(lambda: bool(told))
    gate.set()
    assert job.wait(60)
    assert told == ["during"], "nothing is told once it is over"
    late: Job[None] = Job(1)
    late.stop()
    with late.stopped_by(lambda: told.append("before")):
        assert told == ["during", "before"], "at once"


def test_failures_are_kept_and_can_be_tried_again(jobs: Jobs) -> None:
    def refuse(job: Job[Any]) -> None:
        raise SettingError("no such thing")

    job = jobs.ask("a", refuse, total=1)
    until(lambda: job.is_over)
    assert (job.state, str(job.error)) == ("failed", "no such thing")
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
    job = jobs.ask("a", held(gate), total=1)
    assert not job.wait(0.01)
    gate.set()
    assert job.wait(20)
    assert job.result == "held"


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
