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
    text = SAMPLE.read_text(encoding="utf-8")
    curve = (
        '[[study.curve]]\nname = "mine"\ndataset = "{}"\nf1 = [[90.0, 92.0, 91.0, 89.0], [91.0, 93.0, 92.5, 90.0]]\n'
    )
    project = SAMPLE.parent.resolve()
    shutil.copytree(project, files / "own")
    (files / "own" / "project.toml").write_text(text + curve.format("news") + curve.format("microblog"), "utf-8")
    options = ("select-sources", "own", "--target", "news", "--way", "min")
    found = document(run(*options, "--json"))
    (row,) = found["own_curves"]
    assert (row["target"], row["name"], row["runs"]) == ("news", "mine", 2)
    assert row["f1"] == pytest.approx([0.905, 0.925, 0.9175, 0.895])
    assert row["f1_min"] == pytest.approx([0.90, 0.92, 0.91, 0.89]) and row["f1_max"][1] == pytest.approx(0.93)
    assert (row["own_f1"], row["union_f1"]) == (row["f1"][0], row["f1"][3])
    assert row["sources"] == ["microblog, first criterion", "microblog", "news, second criterion"], "that of max"
    assert " | curves:" in found["signature"]
    said = run(*options).stdout
    assert "mine: 0.905 with its own training data alone, 0.895 with that of all datasets; runs: 2" in said


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
    text = run(*options).stdout
    assert "F1 on news as sources are added" in text
    assert "no Friedman test, because" in text


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
    text = run("select-sources", files, "--target", "a", "--curve", "--no-cache").stdout
    assert "F1 on a as sources are added" in text and "adding what gives" not in text
    refused = run("select-sources", files, "--target", "b", code=2)
    assert "b: it has no segmented training text" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((SAMPLE, "--target", "nope"), "no dataset 'nope'. Available: news, microblog"),
        ((SAMPLE, "--target", "news", "--way", "nope"), "nope"),
    ],
)
def test_bad_input_ends_with_one_short_message(run, arguments, named):
    result = run("select-sources", *arguments, code=2)
    assert result.stdout == ""
    assert named in result.stderr
    assert len(result.stderr.strip().split("\n")) <= 10
