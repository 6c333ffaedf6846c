"""Tasks on workers of a Dask scheduler: the same results, whoever comes, goes, fails or does not fit."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from cwsdiag import __version__, cli
from cwsdiag.difficulty import Cancelled, committee
from cwsdiag.difficulty.cache import ModelCache
from cwsdiag.errors import SettingError, WorkerError
from cwsdiag.spread import Task, Where, at_once, crew, fitting, looking
from cwsdiag.spread.scheduler import client_of
from tests.difficulty.corpus import many
from tests.spread import workers

# What only hangs reaches.
BOUND = 60
ROOT = Path(__file__).parent.parent.parent


class Running:
    """A scheduler in this process, and workers in others."""

    def __init__(self, scheduler, over):
        self._scheduler = scheduler
        self._over = over
        self._fit = []
        self.address = scheduler.scheduler_address
        self.said = []
        self.where = Where(scheduler=self.address, said=self.said.append)

    def worker(self, first=ROOT):
        """Start a worker that looks for modules in a folder first."""
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(first), str(ROOT)])}
        command = [sys.executable, "-c", workers.WORKER, self.address]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = self._over.enter_context(subprocess.Popen(command, cwd=first, env=environment, **silent))
        self._over.callback(process.kill)
        return process

    def staffed(self, count=2):
        """Return at least so many workers that fit, when the scheduler has them and no others."""
        self._fit = [one for one in self._fit if one.poll() is None]
        while len(self._fit) < count:
            self.hire()
        self.there(len(self._fit))
        return self._fit

    def patience(self, ended):
        """Say how many workers a task may end before the scheduler gives it up."""
        self._scheduler.scheduler.allowed_failures = ended

    def hire(self):
        """Start one more worker that fits."""
        self._fit.append(self.worker())
        return self._fit[-1]

    def there(self, count):
        """Wait until the scheduler has so many workers."""
        until(lambda: len(self._scheduler.scheduler.workers) == count)


@pytest.fixture(scope="module")
def running():
    with (
        ExitStack() as over,
        LocalCluster(n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0") as scheduler,
    ):
        yield Running(scheduler, over)


@pytest.fixture
def cluster(running):
    running.staffed()
    running.said.clear()
    return running


def test_results_models_and_documents_are_those_of_this_machine(cluster, training, gold, few, tmp_path, monkeypatch):
    here = committee(training, gold, few)
    told, travelled = [], []
    monkeypatch.setattr(ModelCache, "write", spied(ModelCache.write, travelled))
    how = {"where": cluster.where, "cache": tmp_path / "mine"}
    there = committee(training, gold, few, told=lambda *seen: told.append(seen), **how)
    assert (there.cuts == here.cuts).all()
    assert there.name == here.name
    assert told == [(done, 6) for done in range(1, 7)]
    # Models come back to the cache of the one who asked, and go from there the next time.
    assert sorted(travelled) == [0, 1, 2, 3, 4, 5]
    assert len(list((tmp_path / "mine").rglob("*.model"))) == 6
    assert (committee(training, gold, few, **how).cuts == here.cuts).all()
    # Without a cache none does; in a shared one workers keep them, and nothing else stays there.
    shared = tmp_path / "shared"
    assert (committee(training, gold, few, where=cluster.where).cuts == here.cuts).all()
    for _ in range(2):
        where = replace(cluster.where, shared_cache=shared)
        assert (committee(training, gold, few, where=where).cuts == here.cuts).all()
    assert sorted(travelled) == [0, 1, 2, 3, 4, 5]
    assert len([path for path in shared.rglob("*") if path.is_file()]) == 6
    assert {path.read_bytes() for path in shared.rglob("*.model")} == {
        path.read_bytes() for path in tmp_path.glob("mine/**/*.model")
    }
    # The same document from the command line, and where it was made on stderr alone.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text("".join(" ".join(line) + "\n" for line in many(12, seed=1)), encoding="utf-8")
    (tmp_path / "train.txt").write_text("".join(" ".join(line) + "\n" for line in many(60)), encoding="utf-8")
    command = ["difficulty", "--gold", "gold.txt", "--train", "train.txt", "--k", "6", "--out", "w.csv", "--json"]
    local, far = (
        CliRunner().invoke(cli.main, [*command, *place])
        for place in (["--no-cache"], ["--scheduler", cluster.address, "--shared-cache", "shared"])
    )
    assert (local.exit_code, far.exit_code) == (0, 0), far.output
    assert far.stdout == local.stdout
    assert json.loads(far.stdout)["committee"]["members"] == 6
    assert far.stderr.startswith(f"On the workers of {cluster.address}. Workers: 2; tasks at once: 2.")
    assert "workers" not in far.stdout


def test_it_can_be_stopped(cluster, training, gold, few):
    stop = []
    with pytest.raises(Cancelled) as caught:
        committee(training, gold, replace(few, members=40), where=cluster.where,
                  told=lambda *seen: stop.append(seen), cancelled=lambda: len(stop) >= 2)  # fmt: skip
    assert 2 <= caught.value.done < 40
    with pytest.raises(KeyError):
        list(at_once([Task(workers.size, ("of no text",), (1,))], {}, total=1, where=cluster.where))
    # What a task raises comes through, and what it raises itself is not taken for a connection that is lost.
    with pytest.raises(OSError, match="a file of the task"):
        list(at_once([Task(workers.refusing)], {}, total=1, where=cluster.where))


def test_a_worker_that_is_killed_in_the_middle_is_replaced(cluster, tmp_path):
    tasks = [Task(workers.waiting, ("text",), (str(tmp_path), number)) for number in range(8)]
    found = at_once(tasks, {"text": "一二三"}, total=8, where=cluster.where)
    killed = threading.Thread(target=kill_one_when_both_work, args=(cluster.staffed(), tmp_path))
    killed.start()
    assert dict(found) == {number: 3 + number for number in range(8)}
    killed.join()


def kill_one_when_both_work(pair, folder):
    until(lambda: {str(one.pid) for one in pair} <= {path.name for path in folder.iterdir()})
    pair[0].kill()
    pair[0].wait()
    (folder / "go").touch()


def until(fits):
    end = time.monotonic() + BOUND
    while not fits():
        assert time.monotonic() < end
        time.sleep(0.01)


def spied(write, seen):
    def spy(self, number, model):
        if self.keeps:
            seen.append(number)
        write(self, number, model)

    return spy


def test_a_task_that_ends_its_workers_is_one_message(cluster):
    cluster.patience(1)
    try:
        with pytest.raises(WorkerError, match="ended one worker after the other, most likely because memory ran out"):
            list(at_once([Task(workers.ending)], {}, total=1, where=cluster.where))
    finally:
        cluster.patience(3)


def test_without_workers_it_ends(cluster, monkeypatch):
    monkeypatch.setattr(crew, "_NOBODY", 0.5)
    with pytest.raises(WorkerError, match="all workers are gone, and none came for"):
        for number, _ in at_once([Task(workers.size, ("t",), (1,))] * 99, {"t": ""}, total=99, where=cluster.where):
            if not number:
                for one in cluster.staffed():
                    one.kill()
                    one.wait()
    cluster.there(0)
    with pytest.raises(WorkerError, match=f"{cluster.address}: the scheduler has no worker. Start some: `dask worker"):
        list(at_once([Task(workers.ending)], {}, total=1, where=cluster.where))


@pytest.fixture
def package(tmp_path):
    """A folder with another cwsdiag: ``package(text)`` says what is in it."""

    def made(text):
        folder = tmp_path / hashlib.sha256(text.encode()).hexdigest()
        (folder / "cwsdiag").mkdir(parents=True)
        (folder / "cwsdiag" / "__init__.py").write_text(text)
        return folder

    return made


def test_workers_that_do_not_fit_are_refused_even_where_others_fit(cluster, package, training, gold, few, monkeypatch):
    sent = []
    monkeypatch.setattr("distributed.Client.scatter", lambda *given, **named: sent.append(given))
    for text, message in {
        "__version__ = '0.0.1'": f"this worker has cwsdiag 0.0.1, here it is {__version__}: its results could differ",
        f"__version__ = {__version__!r}": "this worker has the code of cwsdiag [0-9a-f]{12}, here it is",
        "raise ImportError": f"this worker has no cwsdiag, here it is {__version__}. Install the same there",
    }.items():
        odd = cluster.worker(package(text))
        cluster.there(3)
        with pytest.raises(WorkerError, match=f"^tcp://127.0.0.1:[0-9]+: {message}") as caught:
            committee(training, gold, few, where=cluster.where)
        assert str(caught.value).endswith("Workers that do not fit: 1 of 3. Nothing was sent to any.")
        odd.kill()
        odd.wait()
        cluster.there(2)
    assert not sent


@pytest.mark.parametrize(
    ("found", "match"),
    [
        ({"numba": "0.1"}, "this worker has numba [0-9.]+, here it is 0.1: its results could differ"),
        ({"Python": "2.7"}, "this worker has Python 3[0-9.]+, here it is 2.7"),
        ({"python-none": "9"}, "this worker has no python-none, here it is 9"),
        ({looking.FOLDER: "other"}, "this worker does not see folder, the cache that is to be shared. Mount it"),
    ],
)
def test_what_a_worker_lacks_is_named(cluster, tmp_path, monkeypatch, found, match):
    monkeypatch.setattr(looking, "look", lambda *given, look=looking.look: look(*given) | found)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorkerError, match=match):
        list(at_once([Task(workers.ending)], {}, total=1, where=replace(cluster.where, shared_cache=Path("folder"))))
    assert not list(tmp_path.glob("folder/sent/*"))


def test_a_worker_that_cannot_be_asked_is_named(cluster, monkeypatch):
    with monkeypatch.context() as other:
        other.setattr(fitting.inspect, "getsource", lambda module: "1 / 0")
        with pytest.raises(WorkerError, match="cannot say what it has .ZeroDivisionError: division by zero"):
            list(at_once([Task(workers.ending)], {}, total=1, where=cluster.where))
    monkeypatch.setattr(fitting, "_PATIENCE", 2)
    one = cluster.staffed()[0]
    one.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(WorkerError, match="this worker does not answer. Restart it"):
            list(at_once([Task(workers.ending)], {}, total=1, where=cluster.where))
    finally:
        one.kill()
        one.wait()


@pytest.mark.seldom
def test_a_worker_that_comes_later_gets_tasks_only_if_it_fits(cluster, package, tmp_path):
    tasks = [Task(workers.waiting, ("text",), (str(tmp_path), number)) for number in range(30)]
    found = at_once(tasks, {"text": "一二三"}, total=30, where=cluster.where)
    came = []
    changed = threading.Thread(target=change, args=(cluster, package("raise ImportError"), tmp_path, came))
    changed.start()
    assert dict(found) == {number: 3 + number for number in range(30)}
    changed.join()
    fits, odd = came
    names = {path.name for path in tmp_path.iterdir()}
    assert str(fits.pid) in names
    assert str(odd.pid) not in names
    for one in came:
        one.kill()
        one.wait()


def change(cluster, folder, working, came):
    """Have one worker come that fits and one that does not, and wait until one was given a task and one refused."""
    try:
        first = cluster.staffed()
        until(lambda: {str(one.pid) for one in first} <= {path.name for path in working.iterdir()})
        came += [cluster.hire(), cluster.worker(folder)]
        until(lambda: any(sentence.endswith("It gets no task.") for sentence in cluster.said))
        until(lambda: (working / str(came[0].pid)).exists())
    finally:
        (working / "go").touch()


def test_without_its_scheduler_it_ends(tmp_path, start_process):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", workers.SCHEDULER]
    scheduler = start_process(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
    address = scheduler.stdout.readline().strip()
    start_process([sys.executable, "-c", workers.WORKER, address], stderr=subprocess.DEVNULL, env=environment)
    with client_of(address) as client:
        client.wait_for_workers(1, timeout=BOUND)
    tasks = [Task(workers.waiting, ("text",), (str(tmp_path), number)) for number in range(4)]
    ended = threading.Thread(target=end_when_it_works, args=(scheduler, tmp_path))
    ended.start()
    with pytest.raises(WorkerError, match=f"{address}: the scheduler is gone, and the work has stopped"):
        list(at_once(tasks, {"text": ""}, total=4, where=Where(scheduler=address)))
    ended.join()


def end_when_it_works(scheduler, folder):
    until(lambda: list(folder.iterdir()))
    scheduler.kill()
    scheduler.wait()


@pytest.mark.parametrize(
    "address", ["foo", "", "nonsense://", "http://127.0.0.1:80", "tcp://a:1:2", "tcp://a:99999999", "\x1b[31m:1 "]
)
def test_what_is_no_address_of_a_scheduler(training, gold, few, address):
    with pytest.raises(SettingError, match="is no address of a Dask scheduler") as caught:
        committee(training, gold, few, where=Where(scheduler=address))
    assert "\x1b" not in str(caught.value)


def greet(listening):
    with listening.accept()[0] as opened:
        opened.sendall(b"SSH-2.0\r\n")


def test_a_scheduler_that_does_not_answer(training, gold, few, monkeypatch, caplog):
    with pytest.raises(SettingError, match="tcp://127.0.0.1:9: no Dask scheduler answers \\(Connection refused"):
        committee(training, gold, few, where=Where(scheduler="tcp://127.0.0.1:9"))
    with pytest.raises(SettingError, match="no Dask scheduler answers"):
        committee(training, gold, few, where=Where(scheduler="127.0.0.1:99999"))
    # Something else listens there, and never says a word, or says something else.
    monkeypatch.setattr("cwsdiag.spread.scheduler._PATIENCE", 0.5)
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        pytest.raises(SettingError, match="no Dask scheduler answers .timed out"),
    ):
        committee(training, gold, few, where=Where(scheduler=f"tcp://127.0.0.1:{other.getsockname()[1]}"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        greeter = threading.Thread(target=greet, args=(other,))
        greeter.start()
        with pytest.raises(SettingError, match="something else listens there"):
            committee(training, gold, few, where=Where(scheduler=f"127.0.0.1:{other.getsockname()[1]}"))
        greeter.join()
    assert not caplog.records
