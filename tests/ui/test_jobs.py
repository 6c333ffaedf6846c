"""Work in the background: shared, in turn, stopped, failed, kept."""

import threading
from concurrent.futures import wait

import pytest

from cwsdiag.errors import SettingError
from cwsdiag.ui.work.results import Job, Jobs, Queue
from tests.ui.working import held, until


@pytest.fixture
def jobs():
    return Jobs()


@pytest.fixture
def queue():
    return Queue()


@pytest.fixture
def gate():
    """What ``held`` waits for; opened at the end of every test."""
    event = threading.Event()
    yield event
    event.set()


def refuse(job):
    raise SettingError("no such thing")


def test_two_who_ask_for_the_same_share_it(jobs, gate):
    first = jobs.ask("a", held(gate))
    assert jobs.ask("a", lambda job: pytest.fail("made twice")) is first
    assert jobs.find("a") is first
    gate.set()
    assert first.result(60) == "held"
    assert first.state == "done"
    assert jobs.ask("a", lambda job: pytest.fail("made again")) is first


def test_first_in_first_out_and_how_many_come_before(queue, gate):
    done: list[str] = []
    asked = [queue.put("first", held(gate), total=1)]
    for name in ("a", "b", "c", "b"):
        asked.append(queue.put(name, lambda job, name=name: done.append(name), total=1))  # type: ignore[misc]
    assert [queue.before(job) for job in asked] == [0, 1, 2, 3, 2]
    assert [job.state for job in asked[1:]] == ["waiting"] * 4
    gate.set()
    wait(asked)
    assert done == ["a", "b", "c"]


def test_stopped_and_asked_for_again(queue, gate):
    running, waiting = queue.put("a", held(gate), total=1), queue.put("b", held(gate), total=1)
    until(lambda: running.state == "running")
    waiting.stop()
    assert waiting.state == "stopped", "at once, however long the other takes"
    running.stop()
    again = queue.put("a", held(gate, "again"), total=1)
    assert again is not running, "what is about to stop is of no use to who asks now"
    wait([running])
    assert running.state == "stopped"
    gate.set()
    assert again.result(60) == "again"


def test_faults_are_logged_and_asked_for_again(jobs, caplog):
    refused, fault = jobs.ask("a", refuse), jobs.ask("b", lambda job: 1 // 0)
    wait([refused, fault])
    assert (refused.state, str(refused.exception()), fault.state) == ("failed", "no such thing", "failed")
    (record,) = caplog.records
    assert record.exc_info is not None and isinstance(record.exc_info[1], ZeroDivisionError), (
        "a user can mend the other"
    )
    assert jobs.ask("a", lambda job: 7).result(60) == 7


def test_what_is_over_is_kept_in_so_many_places(jobs, gate):
    for number in range(5):
        jobs.ask(number, lambda job: None, start=Job.run, places=3)
    job = jobs.ask("last", held(gate), places=3)
    assert [number for number in range(5) if jobs.find(number) is not None] == [3, 4], "and the one that is asked for"
    assert jobs.find("last") is job
    other = jobs.ask("other", held(gate), places=4)
    assert [number for number in range(5) if jobs.find(number) is not None] == [3, 4], "one more place"
    assert (jobs.find("last"), jobs.find("other")) == (job, other)
