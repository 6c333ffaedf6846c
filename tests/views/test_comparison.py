"""Two systems beside each other against plain loops over words: differences, the finding, what both make of words.

What the test by swaps says is held against its own twin in tests/test_paired.py; here, that it is said as it is.
"""

import math

import pandas as pd
import pytest

from cwsdiag.views.pairs import (
    alike_sentence,
    bucket_table,
    compare_remark,
    compare_sentence,
)
from tests.oracles import findings as oracle
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


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparison_on_a_usual_text(seed):
    check(usual_case(seed, difficulty=seed % 2 == 1))


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
        check_sentence(found, world, a, b, check_finding(found, world, a, b))
        check_won(look, found, world, a, b)


GOLD = [["ab", "c"], ["d", "ef"], ["g", "h", "ij"], ["kl", "m"]]
ONE_WRONG_TWO = [["a", "b", "c"], ["d", "ef"], ["g", "h", "ij"], ["kl", "m"]]


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


def test_before_the_test_is_there_nothing_is_said_of_it():
    case = case_of(GOLD, {"north": GOLD, "south": ONE_WRONG_TWO}, min_size=1)
    found = case.look().pair("north", "south", tested=False)
    assert found.tested is None and found.buckets is None
    sentence = compare_sentence(found, dataset=PLACE)
    assert "leads" in sentence and "significant" not in sentence and "being tested" in compare_remark(found)
    assert all(row["verdict"] == "" and math.isnan(row["p_adjusted"]) for row in bucket_table(found.panels))
