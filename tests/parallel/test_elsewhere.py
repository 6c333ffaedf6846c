"""Tasks on workers of a Dask scheduler: the same results, whoever comes, goes, fails or does not fit."""

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from cwsdiag import __version__, cli, parallel
from cwsdiag.difficulty import Cancelled, committee
from cwsdiag.difficulty.store import ModelStore, cached_models
from cwsdiag.errors import SettingError, WorkerError
from cwsdiag.parallel import Shared, Where, starmap_unordered
from tests.difficulty.corpus import many
from tests.parallel import workers
from tests.parallel.processes import BOUND, until

ROOT = Path(__file__).parent.parent.parent


class Running:
    """A scheduler in this process, and workers in others."""

    def __init__(self, scheduler, over):
        self._scheduler = scheduler
        self._over = over
        self._fit = []
        self.address = scheduler.scheduler_address
        self.said = []
        self.where = Where(scheduler=self.address, report=self.said.append)

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
    monkeypatch.setattr(ModelStore, "keep", spied(ModelStore.keep, travelled))
    how = {"where": cluster.where, "cache": tmp_path / "mine"}
    there = committee(training, gold, few, progress=lambda *seen: told.append(seen), **how)
    assert (there.wrong == here.wrong).all()
    assert there.name == here.name
    assert told == [(done, 6) for done in range(1, 7)]
    # Models come back to the cache of the one who asked, and go from there the next time. In a shared one workers
    # keep them, and nothing else stays there.
    shared = tmp_path / "shared"
    for again in (how, {"where": replace(cluster.where, shared_cache=shared)}):
        assert (committee(training, gold, few, **again).wrong == here.wrong).all()
    assert sorted(travelled) == [0, 1, 2, 3, 4, 5]
    assert [path.name for path in shared.iterdir()] == ["models"]
    assert cached_models(shared).files == cached_models(tmp_path / "mine").files == 6
    # The same document from the command line, and where it was made on stderr alone.
    monkeypatch.chdir(tmp_path)
    for name, sentences in (("gold", many(12, seed=1)), ("train", many(60))):
        (tmp_path / f"{name}.txt").write_text("".join(" ".join(line) + "\n" for line in sentences), encoding="utf-8")
    command = ["difficulty", "--gold", "gold.txt", "--train", "train.txt", "--k", "6", "--out", "w.csv", "--json"]
    local, far = (
        CliRunner().invoke(cli.main, [*command, *place])
        for place in (["--no-cache"], ["--scheduler", cluster.address, "--shared-cache", "shared"])
    )
    assert far.stdout == local.stdout
    assert far.stderr == f"On the workers of {cluster.address}. Tasks at once: 2.\n"


def test_it_can_be_stopped(cluster, training, gold, few):
    stop = []
    with pytest.raises(Cancelled) as caught:
        committee(training, gold, replace(few, members=40), where=cluster.where,
                  progress=lambda *seen: stop.append(seen), cancelled=lambda: len(stop) >= 2)  # fmt: skip
    assert 2 <= caught.value.done < 40
    # What a task raises comes through, and what it raises itself is not taken for a connection that is lost.
    with pytest.raises(OSError, match="a file of the task"):
        list(starmap_unordered(workers.refusing, [()], total=1, where=cluster.where))


@pytest.mark.parametrize("killed", [0, 1])
def test_a_worker_that_is_killed_in_the_middle_is_replaced(cluster, tmp_path, killed):
    """One of them has the text that all need: it is sent again where it went with that one."""
    text = Shared("一二三")
    calls = [(text, str(tmp_path), number) for number in range(8)]
    found = starmap_unordered(workers.waiting, calls, total=8, where=cluster.where)
    killer = threading.Thread(target=kill_one_when_both_work, args=(cluster.staffed(), killed, tmp_path))
    killer.start()
    assert dict(found) == {number: 3 + number for number in range(8)}
    killer.join()


def kill_one_when_both_work(pair, killed, folder):
    try:
        until(lambda: {str(one.pid) for one in pair} <= {path.name for path in folder.iterdir()})
        pair[killed].kill()
        pair[killed].wait()
    finally:
        (folder / "go").touch()


def spied(keep, seen):
    def spy(self, number, model):
        if self.folder:
            seen.append(number)
        keep(self, number, model)

    return spy


def test_a_task_that_ends_its_workers_is_one_message(cluster):
    cluster.patience(1)
    try:
        with pytest.raises(WorkerError, match="ended one worker after the other, most likely because memory ran out"):
            list(starmap_unordered(workers.ending, [()], total=1, where=cluster.where))
    finally:
        cluster.patience(3)


def test_without_workers_it_ends(cluster, monkeypatch):
    monkeypatch.setattr(parallel, "_NOBODY", 0.5)
    text = Shared("")
    message = f"{cluster.address}: the scheduler has no worker. Start some, then start this again: `dask worker"
    with pytest.raises(WorkerError, match=message):
        for number, _ in starmap_unordered(workers.size, [(text, 1)] * 99, total=99, where=cluster.where):
            if not number:
                for one in cluster.staffed():
                    one.kill()
                    one.wait()
    cluster.there(0)
    with pytest.raises(WorkerError, match=message):
        list(starmap_unordered(workers.ending, [()], total=1, where=cluster.where))


@pytest.fixture
def odd(tmp_path):
    """A folder in which cwsdiag has another version."""
    folder = tmp_path / "odd"
    (folder / "cwsdiag-0.0.1.dist-info").mkdir(parents=True)
    (folder / "cwsdiag-0.0.1.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: cwsdiag\nVersion: 0.0.1\n"
    )
    return folder


DIFFERS = f"^tcp://127.0.0.1:[0-9]+: cwsdiag of this worker: 0.0.1; here: {__version__}. Have the same there"


def test_a_worker_that_differs_is_refused_even_where_others_are_equal(cluster, odd, training, gold, few, monkeypatch):
    sent = []
    monkeypatch.setattr("distributed.Client.scatter", lambda *given, **named: sent.append(given))
    one = cluster.worker(odd)
    cluster.there(3)
    with pytest.raises(WorkerError, match=DIFFERS):
        committee(training, gold, few, where=cluster.where)
    assert not sent
    one.kill()
    one.wait()


def test_a_worker_that_does_not_see_the_shared_folder_is_named(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(parallel.os.path, "exists", elsewhere)
    where = replace(cluster.where, shared_cache=tmp_path / "folder")
    with pytest.raises(WorkerError, match="folder of this worker: False; here: True"):
        list(starmap_unordered(workers.ending, [()], total=1, where=where))


def elsewhere(path):
    return False


def test_a_worker_that_does_not_answer_is_one_message(cluster, monkeypatch):
    monkeypatch.setattr(parallel, "_ANSWER", 2)
    one = cluster.staffed()[0]
    one.send_signal(signal.SIGSTOP)
    try:
        with pytest.raises(WorkerError, match="the scheduler or a worker does not answer any more"):
            list(starmap_unordered(workers.ending, [()], total=1, where=cluster.where))
    finally:
        one.kill()
        one.wait()


def test_without_its_scheduler_it_ends(tmp_path, start_process):
    """By one message: distributed would print a traceback before it."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "env": environment, "text": True}
    command = [sys.executable, "-c", workers.SCHEDULER]
    scheduler = start_process(command, **piped)
    address = scheduler.stdout.readline().strip()
    assert start_process([sys.executable, "-c", workers.WORKER, address], **piped).stdout.readline()
    (tmp_path / "text.txt").write_text("".join(" ".join(line) + "\n" for line in many(1500)), encoding="utf-8")
    difficulty = ["difficulty", "--gold", "text.txt", "--train", "text.txt", "--k", "9999", "--out", "w.csv"]
    running = start_process(
        [sys.executable, "-m", "cwsdiag", *difficulty, "--cache", "cache", "--scheduler", address],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until(lambda: cached_models(tmp_path / "cache").files or running.poll() is not None)
    scheduler.kill()
    out, error = running.communicate(timeout=BOUND)
    assert (running.returncode, out) == (2, "")
    _, message = error.splitlines()
    assert message.startswith(f"cwsdiag: {address}: the scheduler or a worker does not answer any more")


@pytest.mark.parametrize("address", ["", "\x1b[31m:1 "])
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
    # Something else listens there, and never says a word, or says something else.
    monkeypatch.setattr(parallel, "_CONNECT", 0.5)
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
