"""A project as a study: its datasets, its corpora, and who learnt from what."""

import math

import numpy as np
import pytest

import cwsdiag
from cwsdiag.files import sample_project
from cwsdiag.project.studies import load_corpora, load_predictions, load_study, transfers_of
from tests.oracles import study as oracle
from tests.study.helpers import read_words, tables_close

NAMES = ("news", "microblog", "news, second criterion", "microblog, first criterion")


def written(folder, text):
    path = folder / "project.toml"
    path.write_text(text, encoding="utf-8")
    return cwsdiag.read_project(path)


@pytest.fixture
def folder(tmp_path):
    for name, content in {
        "gold": "他 有 １２３ 台\n我们 走\n",
        "one": "他 有 １２３ 台\n我 们 走\n",
        "two": "他 有１２３ 台\n我们 走\n",
        "train": "他 有 ４５ 台\n我们 来\n",
        "dev": "她 有 ４５６ 台\n",
    }.items():
        (tmp_path / f"{name}.txt").write_text(content, encoding="utf-8")
    return tmp_path


def test_the_projects_buckets_are_taken(folder):
    project = written(
        folder,
        """
        [study]
        buckets = 2
        [[dataset]]
        name = "a"
        gold = "gold.txt"
        train = "train.txt"
        system = [{ name = "m", prediction = "one.txt" }]
        """,
    )
    found = load_study(project)
    assert found.values("m", 0, "wLen").size == 2


NORMALISED = """
[study]
normalise = ["nfkc", "numbers"]
[[dataset]]
name = "a"
gold = "gold.txt"
train = "train.txt"
dev = "dev.txt"
normalise = "t2s"
[[dataset]]
name = "b"
gold = "train.txt"
"""


def test_corpora_are_normalised_as_the_project_says(folder):
    project = written(folder, NORMALISED)
    first, second = load_corpora(project)
    assert list(first.test.surfaces()) == ["他", "有", "0", "台", "我们", "走"]
    assert list(first.dev.surfaces()) == ["她", "有", "0", "台"]
    assert "0" in first.training.word_counts
    assert (second.training, second.dev) == (None, None)
    plain, _ = load_corpora(project, normalise=())
    assert list(plain.test.surfaces()) == ["他", "有", "１２３", "台", "我们", "走"]


def test_who_learnt_from_what_in_the_sample():
    sample = cwsdiag.read_project(sample_project())
    (table,) = transfers_of(load_predictions(sample), sample.datasets)
    assert (table.model, table.names) == ("crf", NAMES)
    assert not np.isnan(table.u).any()
    assert tables_close(table.relative, oracle.relative(table.u.tolist()))
    assert np.diag(table.u).tolist() == load_study(sample).f1[0].tolist()


HOLED = """
[[dataset]]
name = "a"
gold = "gold.txt"
system = [
    { name = "m", prediction = "one.txt", trained_on = "a" },
    { name = "m", prediction = "two.txt", trained_on = "b" },
    { name = "n", prediction = "gold.txt", track = "closed" },
    { name = "unknown", prediction = "two.txt" },
]
[[dataset]]
name = "b"
gold = "two.txt"
system = [{ name = "m", prediction = "gold.txt", trained_on = "a" }]
[[dataset]]
name = "c"
gold = "dev.txt"
"""


def test_holes_stay_holes(folder):
    project = written(folder, HOLED)
    first, second = transfers_of(load_predictions(project), project.datasets)
    assert (first.model, second.model) == ("m", "n")
    nan = math.nan
    gold, one, two = (read_words(folder / f"{name}.txt") for name in ("gold", "one", "two"))
    wanted = oracle.transfer([gold, two, gold], [[one, gold, None], [two, None, None], [None, None, None]])
    assert tables_close(first.u, wanted)
    assert tables_close(second.u, [[1, nan, nan], [nan] * 3, [nan] * 3])


def test_maximum_matching_is_no_model_of_a_study(folder):
    project = written(
        folder,
        """
        [[dataset]]
        name = "a"
        gold = "gold.txt"
        train = "train.txt"
        baselines = true
        system = [{ name = "m", prediction = "one.txt" }]
        """,
    )
    assert len(cwsdiag.load_dataset(project.datasets[0]).systems) == 3
    assert load_study(project).models == ("m",)
