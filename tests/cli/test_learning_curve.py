"""``cwsdiag learning-curve``: documents, tables, messages; and that its rows are what the library gives."""

import json
from dataclasses import replace
from functools import partial

import pytest

import cwsdiag
from cwsdiag.balanced import score_balanced
from cwsdiag.dataset import ReadOptions, with_weights
from cwsdiag.difficulty import learning_curve, read_training_text
from cwsdiag.report.difficulty import NO_WEIGHTS
from cwsdiag.scores import score_systems
from tests.cli.conftest import text
from tests.difficulty.corpus import many

BOTH = ("--gold", "gold.txt", "--train", "train.txt")


@pytest.fixture
def files(learnable):
    return learnable


@pytest.fixture
def run(run):
    return partial(run, "learning-curve")


SCORES = ("precision", "recall", "f1", "p_b", "r_b", "f_b", "oov_recall")


def test_rows_are_those_of_the_library(run, files):
    asked = ("--shares", "100,20", "--template", "F1", "--seed", "2", "--seeds", "3")
    document = json.loads(run(*BOTH, "--weights", "w.weight", *asked, "--json").stdout)
    training = read_training_text(files / "train.txt", options=ReadOptions())
    dataset = cwsdiag.load(gold=files / "gold.txt", training=files / "train.txt")
    curve = learning_curve(training, dataset.gold, shares=(0.2, 1.0), template="F1", seed=2, seeds=3)
    systems = [system for made in curve.values() for system in made]
    dataset = with_weights(replace(dataset, systems=tuple(systems)), files / "w.weight")
    learnt = [(share, seed, count) for share, count in ((0.2, 12), (1.0, 60)) for seed in (2, 3, 4)]
    scored = zip(learnt, score_systems(dataset), score_balanced(dataset), strict=True)
    # All gold words were learnt.
    assert [tuple(row[key] for key in ("share", "seed", "sentences", *SCORES)) for row in document["by_seed"]] == [
        (*about, plain.precision, plain.recall, plain.f1, balanced.p_b, balanced.r_b, balanced.f_b, None)
        for about, plain, balanced in scored
    ]
    for row, share in zip(document["rows"], (0.2, 1.0), strict=True):
        own = [one for one in document["by_seed"] if one["share"] == share]
        assert (row["share"], row["seeds"]) == (share, 3)
        for key in SCORES[:-1]:
            values = [one[key] for one in own]
            assert row[key] == pytest.approx(sum(values) / 3)
            assert (row[f"{key}_min"], row[f"{key}_max"]) == (min(values), max(values))
        assert row["oov_recall"] is row["oov_recall_min"] is None
    assert document["signature"].endswith("| template:F1 | learner:perceptron | seed:2 | seeds:3")


PROJECT = """
[[dataset]]
name = "one"
gold = "gold.txt"
train = "train.txt"
weights = "w.weight"
system = [{ name = "s", prediction = "gold.txt" }]

[[dataset]]
name = "two"
gold = "gold.txt"
train = { file = "few.txt", normalise = "nfkc" }

[[dataset]]
name = "none"
gold = "gold.txt"

[[dataset]]
name = "list"
gold = "gold.txt"
train = "words.txt"
"""


def test_all_datasets_of_a_project_in_one_run(run, files):
    (files / "few.txt").write_text(text(many(20, seed=3)), encoding="utf-8")
    (files / "project.toml").write_text(PROJECT, encoding="utf-8")
    asked = ("--template", "F1", "--seeds", "2", "--shares", "50,100")
    document = json.loads(run("project.toml", *asked, "--json").stdout)
    assert [curve.pop("name") for curve in document["datasets"]] == ["one", "two"]
    assert document["warnings"][0] == "none: left out, it has no training data."
    assert document["warnings"][1].startswith("list: left out. words.txt")
    alone = json.loads(run(*BOTH, "--weights", "w.weight", *asked, "--json").stdout)
    assert {**document["datasets"][0], "signature": ""} == {**alone, "signature": ""}
    lines = [line.split() for line in run("project.toml", *asked).stdout.split("\n")]
    for name, curve in zip(("one", "two"), document["datasets"], strict=True):
        assert [name, *(f"{row['f1']:.3f}" for row in curve["rows"])] in lines
    assert ["two", "–", "–"] in lines, "no difficulties, no balanced F"
    assert "PROJECT says which files are read" in run("project.toml", *BOTH, code=2).stderr
    (files / "project.toml").write_text(PROJECT[PROJECT.index('[[dataset]]\nname = "none"') :], encoding="utf-8")
    assert "no dataset of it has segmented training text" in run("project.toml", code=2).stderr


def test_one_seed_tells_nothing_of_others(run):
    printed = run(*BOTH, "--seeds", "1", "--shares", "50").stdout
    assert "One seed: how far the scores move with another is not known." in printed
    assert NO_WEIGHTS in printed and "–" in printed
