"""``cwsdiag difficulty``: documents, tables, files, messages."""

import json
from functools import partial

import pytest

import cwsdiag
from cwsdiag.weights import read_weights

BOTH = ("--gold", "gold.txt", "--train", "train.txt")
SIX = (*BOTH, "--k", "6", "--out", "w.csv")


@pytest.fixture
def files(learnable):
    return learnable


@pytest.fixture
def run(run, learnable, monkeypatch):
    monkeypatch.setenv("CWSDIAG_CACHE", str(learnable / "cache"))
    return partial(run, "difficulty")


def models(folder):
    return list(folder.rglob("output.pkl"))


def test_as_json(run, files):
    document = json.loads(run(*SIX, "--seed", "3", "--json").stdout)
    gold = cwsdiag.load(gold=files / "gold.txt").gold
    weights = read_weights(files / "w.csv", gold)
    assert document["committee"] == {
        "name": weights.committee, "digest": document["committee"]["digest"], "learner": "perceptron", "members": 6,
        "seed": 3, "templates": ["F1", "F2", "F3"], "ratios": [10, 20, 30],
    }  # fmt: skip
    assert "The 6 members get " in run(*SIX, "--seed", "3").stdout
    assert document["difficulty"]["mean"] == weights.values.mean()
    assert sum(row["words"] for row in document["difficulty"]["intervals"]) == document["gold"]["words"] == len(gold)
    assert f"({weights.committee})" in document["signature"]
    assert len(models(files / "cache")) == 6


def test_options_reach_the_committee(run, files):
    document = json.loads(
        run(
            *SIX, "--learner", "crf", "--templates", "F2, F1", "--ratios", "50", "--jobs", "1", "--no-cache", "--json"
        ).stdout
    )
    assert document["committee"]["name"].startswith("crf K=6 seed=0 F1,F2 50 % on train.txt ")
    assert not (files / "cache").exists()
    run(*SIX, "--cache", "mine")
    assert len(models(files / "mine")) == 6
