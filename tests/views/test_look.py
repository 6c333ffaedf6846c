"""Overview and Diagnosis against plain loops over words: who is best, by how much, and where each system is worst."""

import math

import pytest

from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.frames import Panel
from cwsdiag.inference import Interval
from cwsdiag.views.buckets import Bucket, bucket_table
from cwsdiag.views.findings import costliest_sentence, no_worst_sentence, worst_remark, worst_sentence
from cwsdiag.views.look import Lead
from tests.oracles import findings as oracle
from tests.oracles.world import holding, score
from tests.views.worlds import (
    SEEDS,
    all_close,
    case_of,
    close,
    usual_case,
)


# Scores, and the counts, F1 and costs of buckets with their intervals, are held in tests/test_mismatch_skip.py.
def check_ranking(look, world):
    assert look.systems == list(world.systems)
    assert list(look.ranking["name"]) == oracle.ranking(world)
    for row in look.ranking.to_dict("records"):
        wanted = score(world, row["name"])
        assert all_close((row["f1"], row["sentence_accuracy"]), (wanted["f1"], wanted["sentence_accuracy"]))


def check_lead(look, world):
    found, wanted = look.lead, oracle.lead(world)
    assert (found.best, found.next, list(found.level)) == (wanted["best"], wanted["next"], wanted["level"])
    assert all_close((found.f1.value, found.f1.low, found.f1.high), [wanted[name] for name in ("f1", "low", "high")])
    assert (found.ahead is None) == (wanted["next"] is None)
    if found.ahead is not None:
        assert close(found.ahead.value, wanted["difference"])


def check_worst(look, world, name):
    found, wanted = look.worst(name), oracle.worst(world, name)
    if wanted is None:
        assert found is None
        return
    panel, row = found.panel, found.row
    assert (panel.key, row["bucket"], panel.best) == (wanted["attribute"], wanted["bucket"], wanted["best"])
    assert row["label"] == look.diagnosis.attribute(panel.key).buckets.labels[row["bucket"]]
    assert panel.unit == ("characters" if panel.key in ("cFre", "cCon") else "words")
    assert (found.gold, found.candidates) == (wanted["gold"], wanted["candidates"])
    assert row["units"] == holding(world, [name], panel.key)[row["bucket"]]


def check_costliest(look, world, name):
    found, wanted = look.costliest(name), oracle.costliest(world, name)
    assert (found is None) == (wanted is None)
    if wanted is None:
        return
    # Of buckets that cost the same to the last bit, either is the costliest.
    assert close(found.row["cost"], wanted["cost"])
    if (found.panel.key, found.row["bucket"]) == (wanted["attribute"], wanted["bucket"]):
        assert (found.gold, found.missed) == (wanted["gold"], sum(wanted["shapes"].values()))


@pytest.mark.parametrize("seed", SEEDS)
def test_overview_and_diagnosis_of_a_usual_text(seed):
    case = usual_case(seed, difficulty=seed % 2 == 0)
    look, world = case.look(), case.world
    check_ranking(look, world)
    check_lead(look, world)
    for name in world.systems:
        check_worst(look, world, name)
        check_costliest(look, world, name)


F1, NAN = Interval(0.9, 0.88, 0.92), math.nan


@pytest.mark.parametrize(
    ("lead", "said", "within"),
    [
        (Lead("x", F1), "x has an F1 of 0.900.", ""),
        (Lead("x", F1, level=("x", "y"), systems=2), "The highest F1 is 0.900, of x and y.", ""),
        (Lead("x", F1, level=tuple("abcd"), systems=5), "The highest F1 is 0.900, of 4 of 5 systems.", ""),
        (
            Lead("x", F1, "y", Interval(0.012, -0.002, 0.03), ("x",), 2),
            "x leads y by 1.2 points.",
            " The lead is within [−0.2, 3.0].",
        ),
        (Lead("x", F1, "y", Interval(0.012, NAN, NAN), ("x", "z"), 3), "x and z lead y by 1.2 points.", ""),
    ],
)
def test_who_leads_is_said(lead, said, within):
    assert lead_sentence(lead) == said
    remark = f"F1 of x on news: 0.900 [0.880, 0.920] over 1,000 gold words.{within}"
    assert lead_remark(lead, dataset="news", words=1000) == remark


def bucket(label, *, title="word length", missed=0, **row):
    row |= {"label": label, "units": 7}
    panel = Panel("key", title, "words", [row], None, None, "")
    return Bucket(panel, row, gold=1000, candidates=3, low_score="points to training", missed=missed)


def test_the_worst_and_the_costliest_bucket_are_said():
    worst = bucket("(1, 2]", f1=0.5, f1_low=0.4, f1_high=0.6)
    assert worst_sentence(worst, system="x") == "x has its lowest F1 at words with word length 1 to 2: 0.500."
    remark = worst_remark(worst, least="30 words")
    assert remark.startswith("95 % interval [0.400, 0.600] from resampling sentences; the lowest of 3 buckets of at")
    assert "least 30 words, chosen after looking. From 7 sentences:" in remark
    assert remark.endswith(" A low score points to training.")
    oov = bucket("0", title="word frequency", cost=0.02, missed=4)
    assert costliest_sentence(oov, system="x") == "x loses 2.0 points at new words (OOV): 4 of 1,000 wrong."
    assert (oov.name, bucket("2").name) == ("new words (OOV)", "word length 2")
    assert costliest_sentence(bucket("2", cost=0.02), system="x") == "x loses 2.0 points at words with word length 2."


GOLD = [["ab", "c", "d"], ["e", "fg", "h"]]


def test_a_bucket_is_as_large_as_in_the_whole_gold_text_also_where_less_is_compared():
    # One of four words of a character is left out, and another bucket has two.
    look = case_of(GOLD, {"north": GOLD}, damage={"north": {2}}, min_size=4).look()
    marks = [row["mark"] for row in bucket_table(look.panels("north")) if row["attribute"] == "wLen"]
    assert [bool(mark) for mark in marks] == [False, True, True, True]
    assert no_worst_sentence(look, "north").startswith(
        "north has no worst bucket: no attribute has two of at least 4 gold units"
    )
