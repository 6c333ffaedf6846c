"""Committees on a Dask scheduler with two worker processes."""

import socket
import threading

import pytest
from distributed import LocalCluster

from cwsdiag.difficulty import Cancelled, committee
from cwsdiag.errors import SettingError
from cwsdiag.spread import Where


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(processes=True, n_workers=2, threads_per_worker=1, dashboard_address=":0") as running:
        yield running


def test_it_is_the_same_on_a_cluster(training, gold, few, cluster, tmp_path):
    here = committee(training, gold, few)
    told = []
    there = committee(
        training,
        gold,
        few,
        where=Where(scheduler=cluster.scheduler_address),
        cache=tmp_path,
        told=lambda *seen: told.append(seen),
    )
    assert (there.wrong == here.wrong).all()
    assert there.digest == here.digest
    assert told == [(done, 6) for done in range(1, 7)]
    # Models came back to the cache of the one who asked.
    assert len(list(tmp_path.rglob("*.model"))) == 6
    again = committee(training, gold, few, where=Where(scheduler=cluster.scheduler_address), cache=tmp_path)
    assert (again.wrong == here.wrong).all()


def test_it_can_be_stopped_on_a_cluster(training, gold, few, cluster):
    from dataclasses import replace

    stop = []
    with pytest.raises(Cancelled) as caught:
        committee(
            training, gold, replace(few, members=40), where=Where(scheduler=cluster.scheduler_address),
            told=lambda *seen: stop.append(seen), cancelled=lambda: len(stop) >= 2,
        )  # fmt: skip
    assert 2 <= caught.value.done < 40


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


def test_a_scheduler_without_workers(training, gold, few):
    with (
        LocalCluster(processes=False, n_workers=0, dashboard_address=":0", protocol="tcp://") as idle,
        pytest.raises(SettingError, match="has no worker"),
    ):
        committee(training, gold, few, where=Where(scheduler=idle.scheduler_address))
