"""Overview and Diagnosis against plain loops over words: who is best, by how much, and where each system is worst."""

import math

import pandas as pd
import pytest

from cwsdiag.diagnosis.error_kinds import SHAPES
from cwsdiag.exhibits.overview import lead_remark, lead_sentence
from cwsdiag.frames import bucket_name
from cwsdiag.views.buckets import bucket_table
from cwsdiag.views.findings import costliest_sentence, no_worst_sentence, worst_remark, worst_sentence
from cwsdiag.views.wording import least_text
from tests.oracles import findings as oracle
from tests.oracles.words import words_of
from tests.oracles.world import defined, f1, holding, score
from tests.views.worlds import (
    NAMES,
    PLACE,
    SEEDS,
    all_close,
    case_of,
    close,
    order_of,
    says,
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


ENDS = ("difference", "difference_low", "difference_high")


def check_lead(look, world):
    found, wanted = look.lead, oracle.lead(world)
    if wanted is None:
        assert found is None
        return
    assert (found.best, found.next) == (wanted["best"], wanted["next"])
    assert all_close((found.f1.value, found.f1.low, found.f1.high), [wanted[name] for name in ("f1", "low", "high")])
    sentence, remark = lead_sentence(found), lead_remark(found, dataset=PLACE, words=len(words_of(world.gold)))
    assert list(found.level) == wanted["level"]
    named = wanted["level"] if len(wanted["level"]) < 4 else []
    counts = [] if named else [(len(wanted["level"]), 0), (found.systems, 0)]
    said = [(wanted["f1"], 3), (wanted["low"], 3), (wanted["high"], 3), (len(words_of(world.gold)), 0)]
    if wanted["next"] is None:
        assert says(sentence, [*counts, (wanted["f1"], 3)]) and order_of(sentence, *NAMES) == named
        assert ("share the highest F1" in sentence) == (len(wanted["level"]) > 1)
        assert says(remark, said) and found.ahead is None
        return
    ahead = [wanted[name] for name in ENDS]
    assert all_close((found.ahead.value, found.ahead.low, found.ahead.high), ahead)
    assert says(sentence, [*counts, (100 * ahead[0], 1)]) and order_of(sentence, *NAMES) == [*named, wanted["next"]]
    # Where no resample is defined there is no interval to be said.
    ends = [] if math.isnan(ahead[1]) else [(100 * number, 1) for number in ahead[1:]]
    assert says(remark, said + ends)


def where_of(found):
    """Which words a bucket has."""
    if (found.panel.key, found.row["label"]) == ("wFre", "0"):
        return "new words (OOV)"
    return f"{found.panel.unit} with {found.panel.title} {bucket_name(found.row['label'])}"


def check_worst(look, world, name):
    found, wanted = look.worst(name), oracle.worst(world, name)
    if wanted is None:
        assert found is None
        named = [
            [f1(world, name, key)[bucket] for bucket in oracle.named(world, [name], key)]
            for key in defined(world)
            if key != "diff"
        ]
        both = any(sum(not math.isnan(value) for value in values) > 1 for values in named)
        sentence = no_worst_sentence(look, name)
        values = {f"{value:.3f}" for one in named for value in one if not math.isnan(value)}
        assert ("F1 is the same" in sentence) == (both and len(values) > 1)
        assert ("all that can be named have F1" in sentence) == (both and len(values) == 1)
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
    where = where_of(found)
    sentence = worst_sentence(found, system=name)
    assert says(sentence, [(wanted["f1"], 3)], where, "F1") and order_of(sentence, name, where) == [name, where]
    remark = worst_remark(found, least=least_text(look.diagnosis))
    held = holding(world, [name], wanted["attribute"])[wanted["bucket"]]
    assert row["units"] == held
    few = [(6, 0)] if held < 6 else [(held, 0), (50, 0), (5, 0)] if held < 50 else []
    ends = [(wanted[key], 3) for key in ("low", "high")]
    assert says(remark, [*ends, (wanted["candidates"], 0), (world.min_size, 0), (world.min_units, 0), *few])


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
    where = where_of(found)
    shapes = wanted["shapes"]
    assert found.shapes == tuple(shapes[name] for name in SHAPES)
    assert found.name == where.removeprefix("words with ")
    counts = [(sum(shapes.values()), 0), (wanted["gold"], 0)] if any(shapes.values()) else []
    assert says(costliest_sentence(found, system=name), [(100 * wanted["cost"], 1), *counts], where)


@pytest.mark.parametrize("seed", SEEDS)
def test_overview_and_diagnosis_of_a_usual_text(seed):
    check(usual_case(seed, difficulty=seed % 2 == 0))


def check(case):
    look, world = case.look(), case.world
    check_ranking(look, world)
    check_lead(look, world)
    for name in world.systems:
        check_worst(look, world, name)
        check_costliest(look, world, name)


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
    (f1,) = set(look.ranking["f1"])
    assert no_worst_sentence(look, "north") == f"north has no worst bucket: all that can be named have F1 {f1:.3f}."


def test_difficulty_is_never_the_worst_bucket():
    # Words of one length in one sentence: nothing but difficulty tells them apart.
    wrong = [[False, False, True, True]]
    system = {"north": [["a", "b", "cd"]]}
    found = case_of([["a", "b", "c", "d"]], system, wrong=wrong, min_size=1).look()
    assert found.diagnosis.attribute("diff").gold.sum() == 4
    assert found.worst("north") is None
    assert [panel.worst for panel in found.panels("north") if panel.key == "diff"] == [9]
