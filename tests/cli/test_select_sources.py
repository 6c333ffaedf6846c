"""``cwsdiag select-sources``: orders and curves are those of the library; tables; messages."""

import shutil

import pytest

from cwsdiag.cli.study import _WAYS
from cwsdiag.difficulty import read_training_text
from cwsdiag.files import sample_project
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_corpora
from cwsdiag.study import WAYS, orders, selection_curves, selection_test
from tests.cli.conftest import document

SAMPLE = sample_project()
NEWS = ("select-sources", SAMPLE, "--target", "news")


@pytest.fixture(scope="module")
def corpora():
    return load_corpora(read_project(SAMPLE))


def test_the_ways_are_those_of_the_study():
    assert _WAYS == WAYS


def test_curves_of_ones_own_stand_beside(run, files):
    curve = (
        '[[study.curve]]\nname = "mine"\ndataset = "news"\nf1 = [[90.0, 92.0, 91.0, 89.0], [91.0, 93.0, 92.5, 90.0]]'
    )
    shutil.copytree(SAMPLE.parent, files / "own")
    with (files / "own" / "project.toml").open("a", encoding="utf-8") as file:
        file.write(curve)
    options = ("select-sources", "own", "--target", "news", "--way", "min")
    found = document(run(*options, "--json"))
    (row,) = found["own_curves"]
    assert (row["target"], row["name"], row["runs"]) == ("news", "mine", 2)
    assert (row["f1"][1], row["f1_min"][1], row["f1_max"][1]) == pytest.approx((0.925, 0.92, 0.93))
    assert row["sources"] == ["microblog, first criterion", "microblog", "news, second criterion"], "that of max"
    assert " | curves:" in found["signature"]
    assert "mine: 0.905 with its own training data alone" in run(*options).stdout


def test_curves_are_those_of_the_library(run, files, corpora):
    project = read_project(SAMPLE)
    texts = {
        spec.name: read_training_text(spec.training.path, options=spec.training.options) for spec in project.datasets
    }
    wanted = orders(corpora[0], corpora, seed=1, seeds=2)
    expected = selection_curves(wanted, texts, {"news": corpora[0].test}, template="F1", seed=1, seeds=2)
    options = (*NEWS, "--curve", "--template", "F1", "--seed", 1, "--seeds", 2, "--cache", files / "kept")
    found = document(run(*options, "--json"))
    assert [curve["f1"] for curve in found["curves"]] == [list(curve.f1) for curve in expected]
    assert [(curve["way"], curve["seed"]) for curve in found["curves"]] == [
        (way, seed) for way in WAYS for seed in (1, 2)
    ]
    assert found["friedman_curves"]["undefined"] == selection_test(expected).undefined
    assert found["signature"].endswith(
        "target:news | ways:max,min,random 1,random 2 | segmenter:perceptron F1 | seed:1 | seeds:2"
    )
    assert "no Friedman test, because" in run(*options).stdout


def test_sources_without_segmented_text_are_passed_over(run, files):
    (files / "list.txt").write_text("我们\n北京\n喜欢\n学习\n分词\n", encoding="utf-8")
    (files / "project.toml").write_text(
        "\n".join(
            f'[[dataset]]\nname = "{name}"\ngold = "gold.txt"\n{train}'
            for name, train in (("a", 'train = "train.txt"'), ("b", 'train = "list.txt"'), ("c", ""))
        ),
        encoding="utf-8",
    )
    result = run("select-sources", files, "--target", "a", "--json")
    found = document(result)
    assert all(order["steps"] == [] for order in found["orders"])
    assert len(found["warnings"]) == 2
    assert "b: no segmented training text" in result.stderr
    refused = run("select-sources", files, "--target", "b", code=2)
    assert "b: it has no segmented training text" in refused.stderr
