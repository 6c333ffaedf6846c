"""Two systems beside each other against plain loops over words: differences, the finding, what both make of words.

What the test by swaps says is held against its own twin in tests/test_paired.py; here, that it is said as it is.
"""

import math

import pandas as pd
import pytest
from hypothesis import assume, given, settings

from cwsdiag.views.pairs import (
    alike_sentence,
    bucket_table,
    compare_remark,
    compare_sentence,
    kind_table,
    score_table,
)
from tests.oracles import findings as oracle
from tests.oracles.words import match, spans
from tests.oracles.world import KEYS, defined, doubled, named, paired, resampled, sizes
from tests.views.worlds import (
    NAMES,
    PLACE,
    SEEDS,
    all_close,
    case_of,
    cases,
    close,
    order_of,
    says,
    usual_case,
)


def check_overall(found, world, a, b):
    better, other = oracle.ordered(world, a, b)
    assert (found.better, found.other) == (better, other)
    ((row),) = oracle.comparison(world, better, other, None)
    assert all_close(found.f1, [row["f1_a"], row["f1_b"]])
    numbers = (found.difference.value, found.difference.low, found.difference.high)
    assert all_close([100 * number for number in numbers], [row["difference"], row["low"], row["high"]])


def check_rows(frame, rows):
    for column in ("f1_a", "low_a", "high_a", "f1_b", "low_b", "high_b", "difference", "low", "high"):
        assert all_close(frame[column], [row[column] for row in rows])
    assert list(frame["ahead"]) == [row["ahead"] for row in rows]


def check_test(found, panel):
    tested = [bucket for bucket in found.tested.buckets if bucket.attribute == panel.key]
    frame = pd.DataFrame(panel.rows)
    assert list(frame["verdict"]) == [bucket.f1.verdict or "" for bucket in tested]
    for column, values in (
        ("p_adjusted", [bucket.f1.p_deciding for bucket in tested]),
        ("q", [bucket.q for bucket in tested]),
        ("detectable", [100 * bucket.f1.detectable for bucket in tested]),
        ("cost_a", [100 * bucket.cost_a for bucket in tested]),
        ("cost_b", [100 * bucket.cost_b for bucket in tested]),
        # Made by another way, from the same resamples.
        ("difference", [100 * bucket.f1.difference for bucket in tested]),
    ):
        assert all_close(frame[column], values)


def check_panels(found, world, a, b):
    panels = {panel.key: panel for panel in found.panels}
    assert list(panels) == [key for key in KEYS if key != "diff" or world.wrong is not None]
    expected = {}
    for key, panel in panels.items():
        assert bool(panel.undefined) == (not panel.rows) == (key not in defined(world))
        if panel.undefined:
            assert panel.worst is panel.best is None
            continue
        rows = oracle.comparison(world, a, b, key)
        frame = pd.DataFrame(panel.rows)
        check_rows(frame, rows)
        check_test(found, panel)
        held = sizes(world, key)
        told = named(world, [a, b], key)
        assert list(frame["gold"]) == held
        assert all_close(frame["share"], [size / max(1, sum(held)) for size in held])
        assert list(frame["named"]) == told
        extremes = oracle.ends(world, [a, b], key, [row["difference"] for row in rows])
        assert (panel.worst, panel.best) == (extremes or (None, None))
        marks = ["" if may else "few" for may in told]
        if extremes:
            marks[extremes[1]] = "highest"
            marks[extremes[0]] = "lowest"
        expected[key] = (marks, rows)
    return expected


def check_table(found, world, expected):
    table = pd.DataFrame(bucket_table(found.panels))
    doubles = doubled(world, list(expected))
    marks = {
        (key, bucket): mark for key, (own, _) in expected.items() for bucket, mark in enumerate(own)
        if (key, bucket) not in doubles
    }  # fmt: skip
    assert list(zip(table["attribute"], table["bucket"], strict=True)) == list(marks)
    for mark, wanted in zip(table["mark"], marks.values(), strict=True):
        assert wanted in mark and bool(mark) == bool(wanted)


def check_finding(found, world, a, b):
    verdicts = {(one.attribute, one.bucket): one.f1.verdict for one in found.tested.buckets}
    told, wanted = found.buckets, oracle.finding(world, a, b, verdicts)
    counts = (told.compared, len(told.ahead), len(told.behind))
    assert counts == tuple(wanted[name] for name in ("compared", "ahead", "behind"))
    assert told.significant == wanted["ahead"] + wanted["behind"]
    remark = compare_remark(found)
    ((row),) = oracle.comparison(world, *oracle.ordered(world, a, b), None)
    if not math.isnan(row["difference"]):
        values = [(row["f1_a"], 3), (row["f1_b"], 3), (row["low"], _decimals(row)), (row["high"], _decimals(row))]
        counts = [(found.tested.swaps, 0), (found.tested.units, 0), (found.tested.tested, 0)]
        assert says(remark.partition(" of them.")[0], [*values, *counts], "95 %", "F1")
    assert ("named after looking" in remark) == (told.significant > 0)
    for name, one in (("lead", first(told.ahead)), ("lag", first(told.behind)), ("nearest", told.nearest)):
        assert (one is None) == (wanted[name] is None)
        if wanted[name] is not None:
            check_place(found, one, wanted[name])
    return wanted


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


def check_sentence(found, world, a, b, finding):
    better, other = oracle.ordered(world, a, b)
    ((row),) = oracle.comparison(world, better, other, None)
    sentence = compare_sentence(found, dataset=PLACE)
    if math.isnan(row["difference"]):
        assert "cannot be compared" in sentence and says(sentence, [], "F1")
        return
    start, _, end = sentence.partition(". ")
    assert order_of(start, *NAMES) == [better, other]
    overall = found.tested.scores["f1"]
    assert "sure" not in sentence and "better than" not in sentence
    assert ("too few" in start, "not significant" in start) == (
        overall.verdict == "too few",
        overall.verdict == "not significant",
    )
    assert ("significant" in start) == (overall.verdict in ("significant", "not significant"))
    assert (" leads " in start) == (row["difference"] != 0)
    number = (row["f1_a"], 3) if row["difference"] == 0 else (row["difference"], 1)
    assert says(start.partition(":")[0], [number], *(["F1"] if row["difference"] == 0 else []))
    told = found.buckets
    if overall.verdict == "too few" or not told.significant:
        assert not end or "punctuation alone" in end
        shown = told.nearest is not None and not math.isnan(told.nearest.row["detectable"])
        assert ("four of five" in compare_remark(found)) == (shown and not math.isnan(overall.detectable))
        return
    if "punctuation alone" in end:
        return
    one, ahead = (first(told.ahead), better) if told.ahead else (first(told.behind), other)
    assert end.startswith(f"{ahead} leads most at ") and f"{one.where}: " in end
    assert f"{abs(one.row['difference']):.1f} point" in end


def _decimals(row):
    """Two where one would hide on which side of 0 an end of the interval lies."""
    return 2 if any(0 < abs(row[name]) < 0.05 for name in ("low", "high")) else 1


def check_won(look, found, world, a, b):
    for winner, loser in ((a, b), (b, a)):
        frame = look.words(None, None, {"a": winner, "b": loser}).frame(show="only_a")
        won = list(zip(frame["word"], frame["count"], frame["made_b"], strict=True))
        assert won == oracle.won(world, winner, loser)
    assert found.alike == oracle.alike(world, a, b)
    if found.alike:
        sentence = alike_sentence(found, dataset=PLACE)
        # What one of them leaves out is compared for neither.
        ((row),) = oracle.comparison(world, found.better, found.other, None)
        assert says(sentence, [(row["f1_a"], 3)]) and order_of(sentence, *NAMES) == [
            found.better,
            found.other,
        ]


def check_words(found, world, a, b):
    """The 2 × 2 and the kinds against plain loops; both sum to what they divide."""
    one, other = world.systems[a], world.systems[b]
    right, also = match(world.gold, one.words), match(world.gold, other.words)
    compared = [
        span
        for span in spans(world.gold)
        if not any(span[0] < end and start < span[1] for cut in (one, other) for start, end in cut.skipped)
    ]
    counts = found.agreement
    assert counts.both_right == sum(span in right and span in also for span in compared)
    assert counts.only_a == sum(span in right and span not in also for span in compared)
    assert counts.only_b == sum(span not in right and span in also for span in compared)
    assert counts.both_wrong_alike + counts.both_wrong_differently == sum(
        span not in right and span not in also for span in compared
    )
    frame = pd.DataFrame(kind_table(found))
    for role in "ab":
        missed = found.kinds[role].missed
        for of in ("shape", "cause") if world.training is not None else ("shape",):
            part = frame[frame["of"] == of]
            assert part[role].sum() == missed
            assert all_close(part[f"share_{role}"], [count / missed if missed else math.nan for count in part[role]])
    assert list(frame["difference"]) == list(frame["a"] - frame["b"])
    assert ("cause" in set(frame["of"])) == (world.training is not None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_on_a_usual_text(seed):
    check(usual_case(seed, difficulty=seed % 2 == 1))


@settings(max_examples=15)
@given(cases())
def test_a_comparison_on_an_odd_text(case):
    assume(len(case.world.systems) > 1)
    check(case)


def check(case):
    look, world = case.look(), case.world
    if len(world.systems) < 2:
        return
    names = list(world.systems)
    for a, b in ((names[0], names[1]), (names[-1], names[0])):
        found = look.pair(a, b)
        assert found is look.pair(a, b) and found.systems == {"a": a, "b": b}
        assert found.systems[found.role] == found.better
        check_overall(found, world, a, b)
        check_table(found, world, check_panels(found, world, a, b))
        check_sentence(found, world, a, b, check_finding(found, world, a, b))
        check_won(look, found, world, a, b)
        check_words(found, world, a, b)
        check_scores(found)


def check_scores(found):
    """The scores over all words are those of the test, which tests/test_paired.py holds against its twin."""
    rows = score_table(found)
    tested = {name: one for name, one in found.tested.scores.items() if not math.isnan(one.difference)}
    assert [row["score"] for row in rows] == list(tested)
    for row, one in zip(rows, tested.values(), strict=True):
        assert all_close([row["a"], row["b"]], [one.a, one.b]) and row["verdict"] == one.verdict
        points = [100 * value for value in (one.difference, one.low, one.high)]
        assert all_close([row["difference"], row["low"], row["high"]], points)
        assert row["p"].endswith("*") == (one.verdict == "significant")


GOLD = [["ab", "c"], ["d", "ef"], ["g", "h", "ij"], ["kl", "m"]]
ALL_WRONG_ONES = [["ab", "c"], ["de", "f"], ["gh", "ij"], ["kl", "m"]]
ONE_WRONG_TWO = [["a", "b", "c"], ["d", "ef"], ["g", "h", "ij"], ["kl", "m"]]


def test_three_sentences_are_no_difference():
    gold = [["ab", "c"]] * 3
    case = case_of(gold, {"north": gold, "south": [["a", "b", "c"]] * 3}, min_size=1)
    found = case.look().pair("south", "north")
    sentence = compare_sentence(found, dataset=PLACE)
    assert "too few sentences differ for a verdict" in sentence and "significant" not in sentence
    assert set(pd.DataFrame(bucket_table(found.panels))["verdict"]) <= {"too few", ""}


def test_a_lead_on_every_sentence_is_significant_and_keeps_its_sign():
    gold = [["ab", "c"]] * 12
    case = case_of(gold, {"north": gold, "south": [["a", "b", "c"]] * 12}, min_size=1)
    for a, b, ahead in (("north", "south", "a"), ("south", "north", "b")):
        found = case.look().pair(a, b)
        told = compare_sentence(found, dataset=PLACE)
        assert "north leads south by 60.0 points: significant (p" in told
        row = pd.DataFrame(bucket_table(found.panels)).query("attribute == 'wLen' and bucket == 1").iloc[0]
        # Among words of two characters south has none.
        assert row["ahead"] == ahead and row["difference"] == (100 if ahead == "a" else -100)
        assert row["verdict"] == "significant"


def test_equal_systems_have_no_furthest_behind():
    gold = [["ab", "c", "de"]] * 20
    wrong = ["a", "b", "c", "d", "e"]
    north, south = ([wrong if place % 2 == odd else gold[0] for place in range(20)] for odd in (0, 1))
    found = case_of(gold, {"north": north, "south": south}, min_size=1).look().pair("north", "south")
    sentence = compare_sentence(found, dataset=PLACE)
    assert "have the same F1" in sentence and "not significant" in sentence and "leads" not in sentence
    assert "No bucket differs" in compare_remark(found)


def test_before_the_test_is_there_nothing_is_said_of_it():
    case = case_of(GOLD, {"north": GOLD, "south": ONE_WRONG_TWO}, min_size=1)
    found = case.look().pair("north", "south", tested=False)
    assert found.tested is None and found.buckets is None
    sentence = compare_sentence(found, dataset=PLACE)
    assert "leads" in sentence and "significant" not in sentence and "being tested" in compare_remark(found)
    assert all(row["verdict"] == "" and math.isnan(row["p_adjusted"]) for row in bucket_table(found.panels))


def test_the_better_system_is_behind_where_the_other_is_better():
    case = case_of(GOLD * 2, {"north": ALL_WRONG_ONES * 2, "south": ONE_WRONG_TWO * 2}, min_size=1)
    found = case.look().pair("north", "south")
    assert (found.better, found.other) == ("south", "north")
    row = pd.DataFrame(bucket_table(found.panels)).query("attribute == 'wLen' and bucket == 1").iloc[0]
    # In each half, of four words of two characters south misses one and makes none; north misses one and makes two.
    assert (row["f1_b"], row["f1_a"]) == pytest.approx((2 * 3 / 7, 2 * 3 / 9))
    low, high = paired(resampled(case.world, "north", "wLen")[1], resampled(case.world, "south", "wLen")[1])
    assert close(row["low"], 100 * low) and close(row["high"], 100 * high)


def test_systems_that_fail_in_other_ways_are_not_alike():
    case = case_of([["abc"]], {"north": [["a", "bc"]], "south": [["ab", "c"]]})
    look = case.look()
    words = look.words(None, None, {"a": "north", "b": "south"})
    assert words.frame(show="only_a").empty and words.frame(show="only_b").empty
    assert not look.pair("north", "south").alike
