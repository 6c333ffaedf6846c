"""Tasks on this machine: results, the order of things, stopping, processes that are lost."""

import os
import signal
import threading

import pytest

from cwsdiag.errors import Cancelled, SettingError, WorkerError
from cwsdiag.spread import HERE, Task, Where, at_once


def added(first, second, third):
    return first + second + third, os.getpid()


def ended():
    os.kill(os.getpid(), signal.SIGKILL)


def refused():
    raise SettingError("this cannot be meant")


@pytest.mark.parametrize("where", [HERE, Where(1), Where(2, processes=True)])
def test_each_task_gets_what_it_uses_and_its_settings(where):
    shared = {"a": 100, "b": 10, "c": 1}
    tasks = [Task(added, uses, (number,)) for number, uses in enumerate([("a", "b"), ("c", "a"), ("b", "b")])]
    told = []
    answers = dict(at_once(tasks, shared, total=3, where=where, told=lambda *said: told.append(said)))
    assert {number: value for number, (value, _) in answers.items()} == {0: 110, 1: 102, 2: 22}
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert all((process == os.getpid()) is not where.processes for _, process in answers.values())


def test_tasks_are_drawn_when_a_worker_is_free_and_no_more_once_it_is_stopped():
    drawn, stop = [], threading.Event()

    def tasks():
        for number in range(100):
            drawn.append(number)
            yield Task(added, ("a", "a"), (number,))

    def told(done, total):
        if done == 3:
            stop.set()

    with pytest.raises(Cancelled) as caught:
        list(at_once(tasks(), {"a": 0}, total=100, where=Where(1), told=told, cancelled=stop.is_set))
    assert 3 <= caught.value.done <= len(drawn) <= 5
    drawn.clear()
    with pytest.raises(Cancelled) as caught:
        list(at_once(tasks(), {"a": 0}, total=100, cancelled=lambda: True))
    assert (caught.value.done, drawn) == (0, [])


def test_what_is_done_when_it_is_stopped_is_no_loss():
    stop = threading.Event()
    tasks = [Task(added, ("a", "a"), (0,))]
    assert len(list(at_once(tasks, {"a": 0}, total=1, told=lambda *said: stop.set(), cancelled=stop.is_set))) == 1
    assert list(at_once([], {}, total=0)) == []


@pytest.mark.parametrize("where", [HERE, Where(2, processes=True)])
def test_an_error_of_a_task_comes_through(where):
    with pytest.raises(SettingError, match="this cannot be meant"):
        list(at_once([Task(refused)], {}, total=1, where=where))


def test_a_process_that_is_killed_is_one_message():
    with pytest.raises(WorkerError, match="was killed, most likely because memory ran out"):
        list(at_once([Task(ended)] * 3, {}, total=3, where=Where(2, processes=True)))


def test_places_that_make_no_sense(tmp_path):
    with pytest.raises(SettingError, match="jobs is 0"):
        Where(0)
    with pytest.raises(SettingError, match="its workers decide"):
        Where(2, "tcp://localhost:1")
    with pytest.raises(SettingError, match="shared with the workers of a scheduler"):
        Where(shared_cache=tmp_path)
