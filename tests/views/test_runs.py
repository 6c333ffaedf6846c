"""What the Overview says of models of several runs."""

import math

import pytest

import cwsdiag
from cwsdiag.diagnosis.runs import compare_runs
from cwsdiag.views.look import Look
from cwsdiag.views.runs import best_run_sentence, resampling_sentence, runs_of
from tests.test_runs import GOLD, made

RUNS = {"bert": made(3, 1), "lstm": made(2, 2)}


def looked(systems=None, runs=None):
    return Look(cwsdiag.load(gold=GOLD, systems=systems, runs=runs))


def test_a_row_a_model_and_the_best_against_each_other():
    known = looked({"jieba": made(1, 3)[0], "thulac": made(1, 4)[0]}, RUNS)
    found = runs_of(known)
    means = {row["name"]: row["f1"] for row in found.table}
    assert [row["name"] for row in found.table] == sorted(means, key=lambda name: -means[name])
    plain = dict(zip(known.ranking["name"], known.ranking["f1"], strict=True))
    for row in found.table:
        own = [plain[name] for name in row["systems"]]
        assert row["f1"] == pytest.approx(sum(own) / len(own)) and row["runs"] == len(own)
    ranked = sorted({**means, "jieba": plain["jieba"], "thulac": plain["thulac"]}.items(), key=lambda one: -one[1])
    best = ranked[0][0]
    others = [name for name, _f1 in ranked[1:] if best in RUNS or name in RUNS]
    assert [(row["first"], row["second"]) for row in found.pairs] == [(best, other) for other in others]
    for row in found.pairs:
        one = compare_runs(known.diagnosis, best, row["second"])
        assert (row["f1"], row["low"], row["high"]) == (100 * one.difference, 100 * one.low, 100 * one.high)
        assert row["share"] == 100 * one.share_of_runs
    assert runs_of(known) is found
    said = resampling_sentence(found.compared)
    assert said.startswith("Intervals draw 8 sentences, the same for all runs, and runs together;")


def test_who_leads_as_the_best_of_several_runs_is_said_to():
    known = looked({"jieba": [["中国人民", "好"], *GOLD[1:]]}, {"bert": [GOLD, *made(2, 1)]})
    (row,) = runs_of(known).table
    assert best_run_sentence(known) == (
        f"bert #1 is the best of 3 runs of bert, whose F1 is {row['f1']:.3f} on average: chosen after looking."
    )
    assert best_run_sentence(looked({"jieba": GOLD}, {"bert": made(2, 1)})) == ""
    assert best_run_sentence(looked({}, {"bert": [GOLD]})) == "", "one run is no choice"


def test_one_model_alone_is_compared_with_none():
    found = runs_of(looked({}, {"bert": made(2, 1)}))
    assert not found.pairs and len(found.table) == 1
    assert not math.isnan(found.table[0]["f1_sd"])
