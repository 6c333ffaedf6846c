"""Work in a process of its own: what comes of it, how it is stopped, and what is left where it or the server ends."""

import os
import shlex
import signal
import subprocess
import sys
from concurrent.futures import wait
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from cwsdiag import cli
from cwsdiag.errors import EncodingError, WorkerError
from cwsdiag.inputs import File, Run
from cwsdiag.languages import lazy, speaking, translated
from cwsdiag.running import answer
from cwsdiag.text import text_of
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.results import Job, Queue
from tests.ui.working import deaf, described, faulty, refusing, short_of_memory, until

TREE = Path(__file__).parents[2]


def is_there(process):
    """Tell whether a process runs; one that ended and was not asked for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture(autouse=True)
def server(monkeypatch):
    """A server that runs, whatever other tests have ended in this process, or left as its main module."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    with worker.ended_with_server():
        yield


@pytest.fixture
def file(tmp_path):
    """Where ``deaf`` writes which processes there are; they are ended after the test."""
    yield tmp_path / "processes"
    if (tmp_path / "processes").exists():
        for number in filter(is_there, processes(tmp_path / "processes")):
            os.kill(number, signal.SIGKILL)


def processes(file):
    """Return the numbers of the two that ``deaf`` says it is, once it does."""
    until(file.exists)
    return [int(number) for number in file.read_text("ascii").split()]


def test_what_comes_of_it():
    job: Job[dict[str, Any]] = Job(9)
    found = worker.run(job, described, 7)
    assert job.steps == (1, 3)
    assert found["one"] == 7
    assert found["process"] != os.getpid()
    assert found["pages"] == [False, False], "it is not the server once more, whatever pages have it do"
    assert found["path"] == sys.path
    assert found["nice"] == min(19, os.nice(0) + 10)


def test_what_a_user_can_mend_is_said_in_the_language_of_the_page():
    with pytest.raises(EncodingError, match="not utf-8: ") as refused:
        worker.run(Job(1), refusing)
    assert refused.value.remedy == "encoding"
    assert isinstance(refused.value.problem, type(lazy("")))
    with speaking("zh"):
        assert translated(refused.value.problem) == "not utf-8: ", "as it was said there in that language"


def test_a_fault_names_its_place():
    with pytest.raises(ZeroDivisionError, match="of no number") as fault:
        worker.run(Job(1), faulty)
    assert "in faulty" in str(fault.value.__cause__)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes cannot be looked at here")
def test_a_killed_process_is_one_message_and_the_next_job_has_another(file):
    queue = Queue()
    job = queue.put("killed", lambda job: worker.run(job, deaf, file), total=5)
    following = queue.put("following", lambda job: worker.run(job, described, 7), total=5)
    both = processes(file)
    assert Path(f"/proc/{both[0]}/oom_score_adj").read_text("ascii").strip() == "1000", "this, before the server"
    os.kill(both[0], signal.SIGKILL)
    with pytest.raises(WorkerError, match="was ended from outside, as systems do when memory runs out"):
        job.result(60)
    assert following.result(60)["one"] == 7
    until(lambda: not any(map(is_there, both)))
    with pytest.raises(WorkerError, match="was ended from outside"):
        worker.run(Job(1), short_of_memory)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes cannot be looked at here")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_server_that_ends(file, end):
    code = f"""
from pathlib import Path
from cwsdiag.cli import main
from cwsdiag.ui.work import worker
from cwsdiag.ui.work.results import Queue
from tests.ui.working import deaf
queue = Queue()
for name in ("first", "next"):
    queue.put(name, lambda job: worker.run(job, deaf, Path({str(file)!r})), total=5)
main(["app", "--port", "0"])
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=TREE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "http://" in server.stdout.readline()
        there = processes(file)
        there += [
            int(child) for child in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("ascii").split()
        ]
        server.send_signal(end)
    until(lambda: not any(map(is_there, there)))


def test_a_cache_that_is_shared_with_nobody_is_refused_before_the_server_starts():
    result = CliRunner().invoke(cli.main, ["app", "--shared-cache", "models"])
    assert result.exit_code == 2
    assert "shared with the workers of a scheduler" in result.stderr


def test_commands_end_with_the_server(tmp_path):
    slow = "import pathlib, time; pathlib.Path('begun').touch(); time.sleep(600)"
    one = Run(shlex.join([sys.executable, "-c", slow]), "", 600, tmp_path, File.of("gold", [["我们"]]))
    text, jobs = text_of(["我们"], [1])[0], Queue()

    def work(job):
        return answer(one, text, name="own", stopped=worker.is_ending)

    with worker.ended_with_server():
        first, second = [jobs.put(number, work, total=0) for number in range(2)]
        until((tmp_path / "begun").exists)
    wait([first, second])
    assert first.state != "done"
    assert second.state == "stopped", "none is begun any more"
