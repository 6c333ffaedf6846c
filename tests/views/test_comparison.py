"""Two systems beside each other against plain loops over words: differences, the finding, what both make of words.

What the test by swaps says is held against its own twin in tests/test_paired.py; here, that it is said as it is.
"""

import math
from types import SimpleNamespace

import pandas as pd
import pytest

from cwsdiag.frames import Panel
from cwsdiag.inference import Interval
from cwsdiag.views.buckets import Bucket
from cwsdiag.views.pairs import (
    PairBuckets,
    alike_sentence,
    bucket_table,
    compare_remark,
    compare_sentence,
    detectable_text,
)
from tests.oracles import findings as oracle
from tests.views.worlds import (
    SEEDS,
    all_close,
    case_of,
    close,
    usual_case,
)


def check_overall(found, world, a, b):
    better, other = oracle.ordered(world, a, b)
    assert (found.better, found.other) == (better, other)
    ((row),) = oracle.comparison(world, better, other, None)
    assert all_close(found.f1, [row["f1_a"], row["f1_b"]])
    numbers = (found.difference.value, found.difference.low, found.difference.high)
    assert all_close([100 * number for number in numbers], [row["difference"], row["low"], row["high"]])


def check_finding(found, world, a, b):
    verdicts = {(one.attribute, one.bucket): one.f1.verdict for one in found.tested.buckets}
    told, wanted = found.buckets, oracle.finding(world, a, b, verdicts)
    counts = (len(told.ahead), len(told.behind))
    assert counts == tuple(wanted[name] for name in ("ahead", "behind"))
    for name, one in (("lead", first(told.ahead)), ("lag", first(told.behind)), ("nearest", told.nearest)):
        assert (one is None) == (wanted[name] is None)
        if wanted[name] is not None:
            check_place(found, one, wanted[name])


def first(buckets):
    return buckets[0] if buckets else None


def check_place(found, one, wanted):
    sign = 1 if found.role == "a" else -1
    assert close(sign * one.row["difference"] / 100, wanted["difference"])
    panel = next(panel for panel in found.panels if panel.key == wanted["key"])
    row = panel.rows[wanted["bucket"]]
    # Of buckets that differ by the same to the last bit, either is the one.
    if (one.panel.title, one.row["label"]) != (panel.title, row["label"]):
        return
    assert one.row["gold"] == wanted["gold"]
    low, high = sorted((sign * one.row["low"] / 100, sign * one.row["high"] / 100))
    assert close(low, wanted["low"]) and close(high, wanted["high"])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_on_a_usual_text(seed):
    case = usual_case(seed, difficulty=seed % 2 == 1)
    look, world = case.look(), case.world
    if len(world.systems) < 2:
        return
    names = list(world.systems)
    for a, b in ((names[0], names[1]), (names[-1], names[0])):
        found = look.pair(a, b)
        assert found is look.pair(a, b) and found.systems == {"a": a, "b": b}
        assert found.systems[found.role] == found.better
        check_overall(found, world, a, b)
        check_finding(found, world, a, b)
        assert found.alike == oracle.alike(world, a, b)


def bucket(difference):
    row = {"label": "2", "difference": difference, "detectable": 4.0}
    return Bucket(Panel("wLen", "word length", "words", [row], None, None, ""), row)


def pair(difference, verdict="significant", *, ahead=(), behind=(), nearest=None, punctuation=False):
    """What a sentence asks of two systems that were tested."""
    f1 = SimpleNamespace(verdict=verdict, p=0.01, p_deciding=0.01, differing_units=5, detectable=0.02)
    level = SimpleNamespace(a=0.8, b=0.8)
    tested = SimpleNamespace(
        a="north", pairs=1, unit="sentence", scores={"f1": f1, "f1_no_punctuation": level},
        by_punctuation_alone=punctuation,
    )  # fmt: skip
    return SimpleNamespace(
        better="north", other="south", f1=(0.9, 0.9), difference=Interval(difference, -0.01, 0.05), tested=tested,
        buckets=PairBuckets([bucket(one) for one in ahead], [bucket(one) for one in behind], nearest),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (pair(math.nan), "north and south cannot be compared on news: F1 is not defined for both."),
        (pair(0, "not significant"), "north and south have the same F1, 0.900: not significant (p = 0.01)."),
        (
            pair(0.02, ahead=[5.0, 4.0], behind=[-3.0]),
            "north leads south by 2.0 points: significant (p = 0.01). north leads most at words with word length 2: "
            "5.0 points.",
        ),
        (pair(0.02, behind=[-3.0]), "(p = 0.01). south leads most at words with word length 2: 3.0 points."),
        (pair(0.02, "too few", ahead=[5.0]), "by 2.0 points: too few sentences differ for a verdict."),
        (
            pair(0.02, ahead=[5.0], punctuation=True),
            "(p = 0.01). north leads by punctuation alone: without it F1 is 0.800 and 0.800, which is level.",
        ),
    ],
)
def test_who_leads_is_said_with_what_the_test_says_and_where_most(found, said):
    assert compare_sentence(found, dataset="news").endswith(said)


def test_where_no_bucket_differs_it_is_said_what_would_have_been_seen():
    plain = "No bucket differs significantly."
    assert detectable_text(pair(0.02)) == plain
    assert detectable_text(pair(0.02, nearest=bucket(3.0))) == (
        "No bucket differs significantly; in four of five cases this test set shows a difference of 2.0 points "
        "overall, and of 4.0 points at words with word length 2, where the two differ most."
    )


def test_a_lead_on_every_sentence_is_significant_and_keeps_its_sign():
    gold = [["ab", "c"]] * 12
    case = case_of(gold, {"north": gold, "south": [["a", "b", "c"]] * 12}, min_size=1)
    for a, b, ahead in (("north", "south", "a"), ("south", "north", "b")):
        found = case.look().pair(a, b)
        assert compare_remark(found) == (
            "F1 1.000 and 0.400; 95 % interval of the difference [60.0, 60.0]. Paired test by all 4,096 swaps in 12 "
            "sentences, p of buckets adjusted for 3 of them. Buckets are named after looking. From 12 sentences: under "
            "50, a 95 % interval is too narrow and misses more often than 5 % of the time."
        )
        row = pd.DataFrame(bucket_table(found.panels)).query("attribute == 'wLen' and bucket == 1").iloc[0]
        # Among words of two characters south has none.
        assert row["ahead"] == ahead and row["difference"] == (100 if ahead == "a" else -100)
        assert row["verdict"] == "significant"
        (one,) = (one for one in found.tested.buckets if (one.attribute, one.bucket) == ("wLen", 1))
        assert (row["cost_a"], row["cost_b"]) == (100 * one.cost_a, 100 * one.cost_b)
        assert (row["cost_a"] > row["cost_b"]) == (ahead == "b")
        assert (row["p_adjusted"], row["q"]) == (one.f1.p_adjusted, one.q)


def test_two_that_cut_alike_are_said_to():
    gold = [["ab", "c"]]
    found = case_of(gold, {"north": gold, "south": gold}).look().pair("north", "south")
    assert found.alike
    assert alike_sentence(found, dataset="news").startswith("north and south cut every word of news alike, at F1 1.000")


def test_before_the_test_is_there_nothing_is_said_of_it():
    gold = [["ab", "c"], ["d", "ef"]]
    case = case_of(gold, {"north": gold, "south": [["a", "b", "c"], ["d", "ef"]]}, min_size=1)
    found = case.look().pair("north", "south", tested=False)
    assert found.tested is None and found.buckets is None
    sentence = compare_sentence(found, dataset="news")
    assert "leads" in sentence and "significant" not in sentence and "being tested" in compare_remark(found)
    assert all(row["verdict"] == "" and math.isnan(row["p_adjusted"]) for row in bucket_table(found.panels))
