"""Curves, transfers, learning curves and Ψ by the workers of a Dask scheduler: the same to the last digit."""

import gzip

import pytest
from distributed import LocalCluster

from cwsdiag.difficulty import Perceptron, learning_curve
from cwsdiag.errors import InputError
from cwsdiag.parallel import Where
from cwsdiag.study import all_orders, built_in_transfer, psi_matrix, read_corpora, selection_curves
from tests.difficulty.corpus import many
from tests.study.helpers import corpus_files, tables_close, text

FEW = Perceptron(passes=2)
LISTS = {name: many(8, seed=number) for number, name in enumerate("abc")}


@pytest.fixture(scope="module")
def where():
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0", protocol="tcp://"
    ) as it:
        yield Where(scheduler=it.scheduler_address)


def test_all_is_the_same_elsewhere(where, tmp_path):
    trainings = {name: text(data) for name, data in LISTS.items()}
    files = [corpus_files(name, many(6, seed=number + 9), LISTS[name]) for number, name in enumerate(LISTS)]
    (tmp_path / "packed.gz").write_bytes(gzip.compress("𠮷 我们 12\n学生 京 34\n".encode()))
    (tmp_path / "list.txt").write_text("我们\n学生\n京\n", encoding="utf-8")
    files += [corpus_files(name, many(6), tmp_path / name) for name in ("packed.gz", "list.txt")]
    how = {"normalise": ("numbers",), "progress": lambda *said: told.append(said)}
    told = []
    here, there = read_corpora(files, **how), read_corpora(files, **how, where=where)
    assert told == [(n, 10) for n in range(1, 11)] * 2
    for one, other in zip(here, there, strict=True):
        assert one.training.word_counts == other.training.word_counts
    # Later strings cost another pass, here.
    asked = [corpora[3].training.string_counts(["们 0", "0", "𠮷"]).tolist() for corpora in (here, there)]
    assert asked[0] == asked[1]
    with pytest.raises(InputError, match=r"gone\.txt"):
        read_corpora([corpus_files("a", many(6), tmp_path / "gone.txt")], where=where)
    assert tables_close(psi_matrix(here).values, psi_matrix(there).values, 0)
    here, there = here[:3], there[:3]
    wanted = all_orders(here, here, seeds=1)
    assert all_orders(there, there, seeds=1) == wanted
    tests = {one.name: one.test for one in here}
    asked = {"learner": FEW, "cache": tmp_path / "kept"}
    curves = selection_curves(wanted, trainings, tests, seeds=2, where=where, **asked)
    assert not (tmp_path / "kept").exists(), "workers keep models in a folder that they share, or not at all"
    assert curves == selection_curves(wanted, trainings, tests, seeds=2, **asked)
    u = built_in_transfer(trainings, tests, where=where, **asked).u
    assert tables_close(u, built_in_transfer(trainings, tests, **asked).u, 0)
    drawn = {"shares": (0.5, 1), "learner": FEW, "seeds": 2}
    ends = [
        [one.word_ends.tolist() for systems in found.values() for one in systems]
        for found in (
            learning_curve(trainings["a"], tests["b"], **drawn),
            learning_curve(trainings["a"], tests["b"], **drawn, where=where),
        )
    ]
    assert ends[0] == ends[1]
