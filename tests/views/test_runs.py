"""What the Overview says of models of several runs."""

import pytest

import cwsdiag
from cwsdiag.views.look import Look
from cwsdiag.views.runs import best_run_sentence, resampling_sentence, runs_of
from tests.test_runs import GOLD, made

RUNS = {"bert": made(3, 1), "lstm": made(2, 2)}


def looked(systems=None, runs=None):
    return Look(cwsdiag.load(gold=GOLD, systems=systems, runs=runs))


@pytest.mark.parametrize(
    ("seed", "pairs"),
    [
        (6, [("jieba", "lstm"), ("jieba", "bert")]),
        (2, [("lstm", "jieba"), ("lstm", "bert"), ("lstm", "thulac")]),
    ],
)
def test_a_row_a_model_and_the_best_against_each_other(seed, pairs):
    known = looked({"jieba": made(1, seed)[0], "thulac": made(1, 1)[0]}, RUNS)
    found, f1 = runs_of(known), known.ranking.set_index("name")["f1"]
    assert [(row["name"], row["runs"]) for row in found.table] == [("lstm", 2), ("bert", 3)]
    assert [row["f1"] for row in found.table] == pytest.approx([f1[row["systems"]].mean() for row in found.table])
    assert [(row["first"], row["second"]) for row in found.pairs] == pairs
    for row, one in zip(found.pairs, found.compared, strict=True):
        assert (row["f1"], row["low"], row["high"]) == (100 * one.difference, 100 * one.low, 100 * one.high)
        assert row["share"] == 100 * one.share_of_runs
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
