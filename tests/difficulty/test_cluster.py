"""Committees on a Dask scheduler with two worker processes."""

import pytest
from distributed import LocalCluster

from cwsdiag.difficulty import Cancelled, committee
from cwsdiag.errors import SettingError


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(processes=True, n_workers=2, threads_per_worker=1, dashboard_address=":0") as running:
        yield running


def test_it_is_the_same_on_a_cluster(training, gold, few, cluster, tmp_path):
    here = committee(training, gold, few)
    told = []
    there = committee(
        training, gold, few, scheduler=cluster.scheduler_address, cache=tmp_path, told=lambda *seen: told.append(seen)
    )
    assert (there.wrong == here.wrong).all()
    assert there.digest == here.digest
    assert told == [(done, 6) for done in range(1, 7)]
    # Models came back to the cache of the one who asked.
    assert len(list(tmp_path.rglob("*.model"))) == 6
    again = committee(training, gold, few, scheduler=cluster.scheduler_address, cache=tmp_path)
    assert (again.wrong == here.wrong).all()


def test_it_can_be_stopped_on_a_cluster(training, gold, few, cluster):
    from dataclasses import replace

    stop = []
    with pytest.raises(Cancelled) as caught:
        committee(
            training, gold, replace(few, members=40), scheduler=cluster.scheduler_address,
            told=lambda *seen: stop.append(seen), cancelled=lambda: len(stop) >= 2,
        )  # fmt: skip
    assert 2 <= caught.value.done < 40


def test_a_scheduler_that_does_not_answer(training, gold, few, monkeypatch):
    monkeypatch.setattr("cwsdiag.difficulty.work._PATIENCE", "500ms")
    with pytest.raises(SettingError, match="no Dask scheduler answers"):
        committee(training, gold, few, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(SettingError, match="no Dask scheduler answers"):
        committee(training, gold, few, scheduler="nonsense://")


def test_a_scheduler_without_workers(training, gold, few):
    with (
        LocalCluster(processes=False, n_workers=0, dashboard_address=":0") as idle,
        pytest.raises(SettingError, match="has no worker"),
    ):
        committee(training, gold, few, scheduler=idle.scheduler_address)
