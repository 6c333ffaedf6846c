"""Two systems beside each other against plain loops over words: differences, the finding, words that one alone gets."""

import math

import pytest
from hypothesis import assume, given, settings

from cwsdiag.views.comparison import (
    Comparison,
    alike_sentence,
    compare_remark,
    compare_sentence,
    comparison,
)
from tests.oracles import findings as oracle
from tests.oracles.words import words_of
from tests.oracles.world import KEYS, defined, f1, holding, holds_zero, named, paired, resampled, sizes
from tests.views.worlds import (
    NAMES,
    PLACE,
    SEEDS,
    all_close,
    case_of,
    cases,
    close,
    doubted,
    order_of,
    says,
    usual_case,
)


def check_overall(found, world, a, b):
    better, other = oracle.ordered(world, a, b)
    overall = found.overall
    assert (found.better, found.other) == (overall.better, overall.other) == (better, other)
    ((row),) = oracle.comparison(world, a, b, None)
    assert close(overall.f1_better, row["f1_better"]) and close(overall.f1_other, row["f1_other"])
    numbers = (overall.difference.value, overall.difference.low, overall.difference.high)
    assert all_close([100 * number for number in numbers], [row["difference"], row["low"], row["high"]])
    assert found.whole.buckets["gold"].tolist() == [len(words_of(world.gold))]
    check_rows(found.whole.buckets, [row])


# What a bucket needs to be named, as the remark is told.
LEAST = "7 gold units in 9 sentences"


def check_rows(frame, rows):
    for column in ("f1_better", "f1_other", "difference", "low", "high"):
        assert all_close(frame[column], [row[column] for row in rows])
    assert list(frame["ahead"]) == [row["ahead"] for row in rows]
    assert list(frame["holds_zero"]) == [holds_zero(row["low"], row["high"]) for row in rows]


def check_panels(found, world, a, b):
    panels = {panel.key: panel for panel in found.panels}
    assert list(panels) == [key for key in KEYS if key != "diff" or world.wrong is not None]
    expected = {}
    for key, panel in panels.items():
        assert bool(panel.undefined) == panel.buckets.empty == (key not in defined(world))
        if panel.undefined:
            assert panel.worst is panel.best is None
            continue
        rows = oracle.comparison(world, a, b, key)
        check_rows(panel.buckets, rows)
        held = sizes(world, key)
        told = named(world, [a, b], key)
        assert list(panel.buckets["gold"]) == held
        assert all_close(panel.buckets["share"], [size / max(1, sum(held)) for size in held])
        assert list(panel.buckets["named"]) == told
        units = holding(world, [a, b], key)
        for row, size, many, may, why in zip(rows, held, units, told, panel.buckets["why"], strict=True):
            undefined = math.isnan(row["difference"])
            assert why.startswith("undefined") == undefined
            assert ("too few" in why) == (not may and not undefined)
            assert bool(why) == (undefined or not may)
            small = size < world.min_size
            numbers = [(size, 0), (world.min_size, 0)] if small else [(many, 0), (world.min_units, 0)]
            assert "too few" not in why or says(why, numbers)
            assert "too few" not in why or small == ("gold" in why)
        extremes = oracle.ends(world, [a, b], key, [row["difference"] for row in rows])
        assert (panel.worst, panel.best) == (extremes or (None, None))
        marks = ["" if may else "few" for may in told]
        if extremes:
            marks[extremes[1]] = "highest"
            marks[extremes[0]] = "lowest"
        expected[key] = (marks, rows)
    return expected


def check_table(found, expected):
    table = found.table
    assert list(table["attribute"]) == [key for key, (marks, _) in expected.items() for _ in marks]
    for mark, wanted in zip(table["mark"], [mark for marks, _ in expected.values() for mark in marks], strict=True):
        assert wanted in mark and bool(mark) == bool(wanted)
    for role, name in found.systems.items():
        column = "f1_better" if name == found.better else "f1_other"
        assert all_close(table[f"f1_{role}"], [row[column] for _, rows in expected.values() for row in rows])


def check_finding(found, world, a, b):
    finding, wanted = found.finding, oracle.finding(world, a, b)
    if wanted is None:
        assert finding is None
        assert says(compare_remark(None, least=LEAST), [(7, 0), (9, 0)])
        return None
    panel = next(panel for panel in found.panels if panel.key == wanted["key"])
    assert (finding.title, finding.unit) == (panel.title, panel.unit)
    assert finding.label == panel.buckets["label"][wanted["bucket"]]
    assert (finding.gold, finding.candidates) == (wanted["gold"], wanted["candidates"])
    assert all(close(getattr(finding, name), wanted[name]) for name in ("difference", "low", "high"))
    remark = compare_remark(finding, least=LEAST)
    assert says(remark, [(wanted["candidates"], 0), (7, 0), (9, 0)])
    assert ("lowest" in remark, "highest" in remark) == (wanted["difference"] < 0, not wanted["difference"] < 0)
    assert doubted(remark) == holds_zero(wanted["low"], wanted["high"])
    return wanted


def check_sentence(found, world, a, b, finding):
    better, other = oracle.ordered(world, a, b)
    ((row),) = oracle.comparison(world, a, b, None)
    sentence = compare_sentence(found.overall, found.finding, dataset=PLACE)
    if math.isnan(row["difference"]):
        assert "cannot be compared" in sentence and says(sentence, [], "F1")
        return
    assert order_of(sentence, *NAMES) == [better, other]
    if row["difference"] == 0:
        said = [(row["f1_better"], 3)]
        assert "same" in sentence and "ahead" not in sentence and "better" not in sentence
    else:
        said = [(row["difference"], 1), (row["low"], 1), (row["high"], 1)]
        said += [(row["f1_better"], 3), (row["f1_other"], 3)]
        assert ("with an interval that leaves out 0" in sentence) == (row["low"] > 0 or row["high"] < 0)
    start, _, end = sentence.partition("; ")
    assert doubted(start) == (row["difference"] != 0 and holds_zero(row["low"], row["high"]))
    if finding is None:
        assert not end and says(sentence, said)
        return
    behind = finding["difference"] < 0
    assert ("behind at" in end, "leads most at" in end) == (behind, not behind)
    assert ("behind in no bucket" in end) == (not behind)
    assert (better in end) == (behind and row["difference"] == 0) and other not in end
    said += [(100 * finding["difference"], 1), (100 * finding["low"], 1), (100 * finding["high"], 1)]
    where = f"{found.finding.title} {found.finding.label}"
    assert says(sentence, [*said, (finding["gold"], 0)], where)


def check_won(found, world, a, b):
    for role, winner, loser in (("a", a, b), ("b", b, a)):
        frame = found.won[role]
        assert list(zip(frame["word"], frame["count"], frame["made"], strict=True)) == oracle.won(world, winner, loser)
    assert found.alike == oracle.alike(world, a, b)
    if found.alike:
        sentence = alike_sentence(found.overall, dataset=PLACE)
        assert says(sentence, [(f1(world, a, None)[0], 3)]) and order_of(sentence, *NAMES) == [
            found.better,
            found.other,
        ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_on_a_usual_text(seed):
    check(usual_case(seed, difficulty=seed % 2 == 1))


@settings(max_examples=15)
@given(cases())
def test_a_comparison_on_an_odd_text(case):
    assume(len(case.world.systems) > 1)
    check(case)


def check(case):
    results, world = case.results(), case.world
    if len(world.systems) < 2:
        return
    names = list(world.systems)
    for a, b in ((names[0], names[1]), (names[-1], names[0])):
        found = comparison(results, a, b)
        assert found is comparison(results, a, b) and found.systems == {"a": a, "b": b}
        assert (found.role(a), found.role(b)) == ("a", "b")
        check_overall(found, world, a, b)
        check_table(found, check_panels(found, world, a, b))
        check_sentence(found, world, a, b, check_finding(found, world, a, b))
        check_won(found, world, a, b)


GOLD = [["ab", "c"], ["d", "ef"], ["g", "h", "ij"], ["kl", "m"]]
ALL_WRONG_ONES = [["ab", "c"], ["de", "f"], ["gh", "ij"], ["kl", "m"]]
ONE_WRONG_TWO = [["a", "b", "c"], ["d", "ef"], ["g", "h", "ij"], ["kl", "m"]]


def test_a_difference_on_every_sentence_leaves_out_0():
    gold = [["ab", "c"]] * 6
    case = case_of(gold, {"north": gold, "south": [["a", "b", "c"]] * 6}, min_size=1)
    found = Comparison(case.results().word_index, "south", "north")
    assert found.better == "north" and found.whole.buckets["ahead"].tolist() == ["b"]
    assert not found.whole.buckets["holds_zero"].any()
    assert not doubted(compare_sentence(found.overall, found.finding, dataset=PLACE))
    assert not doubted(compare_remark(found.finding, least=LEAST))


def test_a_difference_of_one_sentence_holds_0():
    case = case_of(GOLD, {"north": GOLD, "south": ONE_WRONG_TWO}, min_size=1)
    found = Comparison(case.results().word_index, "north", "south")
    assert found.whole.buckets["holds_zero"].all() and found.overall.difference.low == 0
    assert doubted(compare_sentence(found.overall, found.finding, dataset=PLACE))
    assert doubted(compare_remark(found.finding, least=LEAST))


def test_the_better_system_is_behind_where_the_other_is_better():
    case = case_of(GOLD, {"north": ALL_WRONG_ONES, "south": ONE_WRONG_TWO}, min_size=1)
    found = comparison(case.results(), "north", "south")
    assert (found.better, found.other) == ("south", "north")
    row = found.table.query("attribute == 'wLen' and bucket == 1").iloc[0]
    # Of four words of two characters south misses one and makes none; north misses one and makes two.
    assert (row["f1_b"], row["f1_a"]) == pytest.approx((2 * 3 / 7, 2 * 3 / 9))
    low, high = paired(resampled(case.world, "south", "wLen")[1], resampled(case.world, "north", "wLen")[1])
    assert close(row["low"], 100 * low) and close(row["high"], 100 * high)


def test_systems_that_fail_in_other_ways_are_not_alike():
    case = case_of([["abc"]], {"north": [["a", "bc"]], "south": [["ab", "c"]]})
    found = comparison(case.results(), "north", "south")
    assert found.won["a"].empty and found.won["b"].empty and not found.alike
