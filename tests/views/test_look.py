"""Overview and Diagnosis against plain loops over words: who is best, by how much, and where each system is worst."""

import math

import pandas as pd
import pytest

from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.frames import Panel, bucket_name
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

SCORES = (
    *("words", "gold_words", "matched", "precision", "recall", "f1", "oov_recall", "iv_recall", "coverage"),
    *("precision_no_punctuation", "recall_no_punctuation", "f1_no_punctuation"),
    *("sentence_accuracy", "f1_unseen_sentences"),
)
WORD, CHARACTER = "words", "characters"


def unit(key):
    return CHARACTER if key in ("cFre", "cCon") else WORD


def check_ranking(look, world):
    frame = look.ranking
    assert look.systems == list(world.systems)
    if not world.systems:
        assert frame.empty
        return
    assert list(frame["name"]) == oracle.ranking(world)
    for row in frame.to_dict("records"):
        wanted = score(world, row["name"])
        assert all(close(row[key], wanted[key]) for key in SCORES)


def check_lead(look, world):
    found, wanted = look.lead, oracle.lead(world)
    if wanted is None:
        assert found is None
        return
    assert (found.best, found.next, list(found.level)) == (wanted["best"], wanted["next"], wanted["level"])
    assert all_close((found.f1.value, found.f1.low, found.f1.high), [wanted[name] for name in ("f1", "low", "high")])
    if wanted["next"] is None:
        assert found.ahead is None
        return
    ends = [wanted[name] for name in ("difference", "difference_low", "difference_high")]
    assert all_close((found.ahead.value, found.ahead.low, found.ahead.high), ends)


def check_worst(look, world, name):
    found, wanted = look.worst(name), oracle.worst(world, name)
    if wanted is None:
        assert found is None
        return
    bucketed = look.diagnosis.attribute(wanted["attribute"])
    labels = list(bucketed.buckets.labels)
    panel, row = found.panel, found.row
    best_label = bucket_name(panel.rows[panel.best]["label"])
    assert (panel.key, row["bucket"]) == (wanted["attribute"], wanted["bucket"])
    assert (row["label"], best_label) == (labels[wanted["bucket"]], bucket_name(labels[wanted["best"]]))
    assert (panel.title, panel.unit) == (bucketed.attribute.label, unit(wanted["attribute"]))
    assert (found.gold, found.candidates) == (wanted["gold"], wanted["candidates"])
    assert all(close(row[key], wanted[name]) for key, name in (("f1", "f1"), ("f1_low", "low"), ("f1_high", "high")))
    assert row["units"] == holding(world, [name], wanted["attribute"])[wanted["bucket"]]


def check_costliest(look, world, name):
    found, wanted = look.costliest(name), oracle.costliest(world, name)
    assert (found is None) == (wanted is None)
    if wanted is None:
        return
    row, bucketed = found.row, look.diagnosis.attribute(found.panel.key)
    # Of buckets that cost the same to the last bit, either is the costliest.
    assert close(row["cost"], wanted["cost"])
    if (found.panel.key, row["bucket"]) != (wanted["attribute"], wanted["bucket"]):
        return
    assert all(close(row[f"cost_{key}"], wanted[key]) for key in ("low", "high")) and found.gold == wanted["gold"]
    label = bucketed.buckets.labels[row["bucket"]]
    assert (found.panel.title, row["label"]) == (bucketed.attribute.label, label)
    assert found.missed == sum(wanted["shapes"].values())


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


SYSTEM = {"north": [["ab", "c", "d"], ["e", "fg", "h"]]}
GOLD = [["ab", "c", "d"], ["e", "fg", "h"]]


def test_a_bucket_is_as_large_as_in_the_whole_gold_text_also_where_less_is_compared():
    case = case_of(GOLD, SYSTEM, damage={"north": {2}}, min_size=4)
    [rows] = [pd.DataFrame(panel.rows) for panel in case.look().panels("north") if panel.key == "wLen"]
    assert list(rows["gold"]) == [3, 2, 0, 0] and list(rows["named"]) == [True, False, False, False]
    table = pd.DataFrame(bucket_table(case.look().panels("north"))).query("attribute == 'wLen'")
    assert [bool(mark) for mark in table["mark"]] == [False, True, True, True]


@pytest.mark.parametrize("system", [GOLD, [["a", "b", "cd"], ["ef", "gh"]]])
def test_buckets_that_are_all_alike_are_no_finding(system):
    look = case_of(GOLD, {"north": system}, min_size=1).look()
    assert set(look.ranking["f1"]) <= {0.0, 1.0}
    assert look.worst("north") is None
    # In each attribute one can be named.
    short = case_of(GOLD, {"north": system}, min_size=4).look()
    assert no_worst_sentence(short, "north").startswith(
        "north has no worst bucket: no attribute has two of at least 4 gold units"
    )


def test_difficulty_is_never_the_worst_bucket():
    # Words of one length in one sentence: nothing but difficulty tells them apart.
    wrong = [[False, False, True, True]]
    system = {"north": [["a", "b", "cd"]]}
    found = case_of([["a", "b", "c", "d"]], system, wrong=wrong, min_size=1).look()
    assert found.diagnosis.attribute("diff").gold.sum() == 4
    assert found.worst("north") is None
    assert [panel.worst for panel in found.panels("north") if panel.key == "diff"] == [9]
