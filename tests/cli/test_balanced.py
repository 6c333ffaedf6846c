"""``cwsdiag balanced``, and ``--weights`` of other commands."""

import json

import numpy as np
import pytest

import cwsdiag
from cwsdiag.weights import of_committee, write_weights

SCORES = {
    "name", "precision", "recall", "f1", "p_reward", "p_punishment", "p_b", "r_reward", "r_punishment", "r_b", "f_b",
    "f_b_low", "f_b_high", "f_b_committee_se", "f_b_committee_low", "f_b_committee_high",
}  # fmt: skip
KEYS = {
    "signature", "gold", "committee", "members", "systems", "drawn", "differences", "ranking", "kinds", "halves",
    "swaps", "warnings",
}  # fmt: skip
# Of four members, three get 北京大学 wrong, one 我们; 他 is wrong for nobody.
WRONG = np.arange(4)[:, None] < [1, 0, 0, 0, 0, 3, 0]
TWO = ("--gold", "gold.txt", "--system", "wrong=wrong.txt", "--system", "right=right.txt")


@pytest.fixture
def weights(files):
    gold = cwsdiag.load(gold=files / "gold.txt").gold
    committee = of_committee(WRONG, committee="four of us")
    for ending in ("csv", "weight"):
        write_weights(committee, gold, files / f"w.{ending}")
    return files


def test_balanced_as_json(run, weights):
    document = json.loads(run("balanced", *TWO, "--weights", "w.csv", "--train", "train.txt", "--json").stdout)
    assert set(document) == KEYS
    assert (document["committee"], document["members"]) == ("four of us", 4)
    assert "the gold file" in document["warnings"][0]
    wrong, right = document["systems"]
    assert set(wrong) == SCORES
    assert {right[key] for key in SCORES - {"name", "f_b_low", "f_b_high"}} == {1.0, 0.0}
    # Two sentences have no interval.
    assert right["f_b_low"] is right["f_b_high"] is None
    # Right are 喜欢 分词 他 在 学习, all of them with d = 0; wrong 我们 (1/4, cut in two) and 北京大学 (3/4, too).
    assert (wrong["p_reward"], wrong["r_reward"], wrong["p_b"], wrong["f_b"]) == (0, 0, 0, 0)
    assert wrong["p_punishment"] == 5 / (5 + 2 * 0.75 + 2 * 0.25)
    assert wrong["r_punishment"] == 5 / 6
    assert document["ranking"][0] == {"name": "wrong", "by_f1": 2, "by_f_b": 2, "moved": 0}
    (pair,) = document["differences"]
    assert (pair["first"], pair["second"], pair["f_b"]["value"]) == ("wrong", "right", -1)
    assert "(four of us)" in document["signature"]
    # On the half with 我们 喜欢 分词 f_b of wrong is 0, and so on the other; right is 1 on both.
    assert document["halves"]["r"] == {"median": 1, "low": 1, "high": 1}
    assert document["halves"]["test"]["first"] == {"wrong": 0, "right": 1}


def test_balanced_as_text_names_the_committee(run, weights):
    text = run("balanced", *TWO, "--weights", "w.csv", "--baselines", "--resamples", "20").stdout
    assert (
        "Committee: four of us (4 members). Balanced F (f_b) compares systems under one committee, never across" in text
    )
    assert "TOP" in text and "r of f_b on two halves, over 3 systems: median " in text
    assert "Committee: w.weight. Balanced F (f_b)" in run("balanced", *TWO, "--weights", "w.weight").stdout
    assert "Which words of gold.txt are hard?" in run("balanced", "--gold", "gold.txt", "--weights", "w.csv").stdout
