"""Tasks on this machine: results, the order of things, stopping, processes that are lost."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cwsdiag.errors import Cancelled, SettingError, WorkerError
from cwsdiag.parallel import HERE, Shared, Where, starmap_unordered
from tests.parallel.processes import of_session, until


def added(first, second, third):
    return first + second + third, os.getpid()


def ended():
    os.kill(os.getpid(), signal.SIGKILL)


def refused():
    raise SettingError("this cannot be meant")


@pytest.mark.parametrize(("where", "processes"), [(HERE, False), (Where(1), False), (Where(2), True)])
def test_each_task_gets_its_arguments(where, processes):
    a, b, c = map(Shared, (100, 10, 1))
    seen = []
    answers = dict(
        starmap_unordered(
            added,
            [(a, b, 0), (c, a, 1), (b, b, 2)],
            total=3,
            where=where,
            processes=processes,
            progress=lambda *steps: seen.append(steps),
        )
    )
    assert {number: value for number, (value, _) in answers.items()} == {0: 110, 1: 102, 2: 22}
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert all((process == os.getpid()) is not processes for _, process in answers.values())


def test_tasks_are_drawn_when_a_worker_is_free_and_no_more_once_it_is_stopped():
    drawn, stop = [], threading.Event()

    def calls():
        for number in range(100):
            drawn.append(number)
            yield 0, 0, number

    def progress(done, total):
        if done == 3:
            stop.set()

    how = {"total": 100, "where": Where(1)}
    with pytest.raises(Cancelled) as caught:
        list(starmap_unordered(added, calls(), **how, progress=progress, cancelled=stop.is_set))
    assert 3 <= caught.value.done <= len(drawn) <= 6
    with pytest.raises(Cancelled) as caught:
        list(starmap_unordered(added, calls(), **how, cancelled=lambda: True))
    assert caught.value.done == 0


@pytest.mark.parametrize("processes", [False, True])
def test_an_error_of_a_task_comes_through(processes):
    with pytest.raises(SettingError, match="this cannot be meant"):
        list(starmap_unordered(refused, [()], total=1, where=Where(2), processes=processes))


def test_a_process_that_is_killed_is_one_message():
    with pytest.raises(WorkerError, match="was killed, most likely because memory ran out"):
        list(starmap_unordered(ended, [()] * 3, total=3, where=Where(2), processes=True))


WORKING = """
import time
from pathlib import Path
from cwsdiag.parallel import Where, starmap_unordered
from tests.parallel.processes import touched
list(starmap_unordered(touched, [(FOLDER, n) for n in range(9)], total=9, where=Where(2), processes=True))
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes cannot be listed here")
def test_processes_end_with_one_that_is_killed(tmp_path, start_process):
    running = start_process(
        [sys.executable, "-c", WORKING.replace("FOLDER", repr(str(tmp_path)))],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until(lambda: len([*tmp_path.iterdir()]) == 2)
    running.kill()
    running.wait()
    until(lambda: not of_session(running.pid))


def test_places_that_make_no_sense(tmp_path):
    for chosen, said in (
        ({"jobs": 0}, "jobs is 0"),
        ({"jobs": 2, "scheduler": "tcp://localhost:1"}, "its workers decide"),
        ({"shared_cache": tmp_path}, "shared with the workers of a scheduler"),
    ):
        with pytest.raises(SettingError, match=said):
            Where(**chosen)
