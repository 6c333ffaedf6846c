"""Bakeoff scores against plain loops, against figures of the official script and of diff, and by their properties."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.bakeoff import count_edits, differences, half_width, oov_recalls, score_bakeoff, track_pairs, verdicts
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.matching import match
from tests.corpora import cases, corpora, resegmented
from tests.oracles import bakeoff as oracle
from tests.oracles import words as word_oracle
from tests.test_scores import README_TABLE, same


@given(cases())
def test_scores_are_those_of_the_oracle(case):
    gold, systems, training = case
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    for row in score_bakeoff(dataset):
        expected = word_oracle.scores(gold, systems[row.name], training)
        for key in ("recall", "precision", "f1", "oov_rate", "oov_recall", "iv_recall"):
            assert same(getattr(row, key), expected[key]), key
        assert (row.true_words, row.test_words) == (expected["gold_words"], expected["words"])
        assert same(row.c_r, oracle.half_width(expected["recall"], expected["gold_words"]))
        assert same(row.c_p, oracle.half_width(expected["precision"], expected["words"]))
        edits = oracle.edits(gold, systems[row.name])
        assert (row.insertions, row.deletions, row.substitutions) == tuple(map(sum, zip(*edits, strict=True)))


@given(cases())
def test_edits_of_each_sentence_are_those_of_the_oracle(case):
    gold, systems, _ = case
    dataset = cwsdiag.load(gold=gold, systems=systems)
    for system in dataset.systems:
        found = count_edits(match(dataset.gold, system))
        mine = zip(
            *(counts.tolist() for counts in (found.insertions, found.deletions, found.substitutions)), strict=True
        )
        assert list(mine) == oracle.edits(gold, systems[system.name])


@given(cases())
def test_counts_add_up(case):
    gold, systems, training = case
    for row in score_bakeoff(cwsdiag.load(gold=gold, systems=systems, training=training)):
        missed, wrong = row.deletions + row.substitutions, row.insertions + row.substitutions
        assert round(row.recall * row.true_words) == row.true_words - missed
        assert row.test_words - wrong == row.true_words - missed
        if not math.isnan(row.oov_rate) and 0 < row.oov_rate < 1:
            assert row.recall == pytest.approx(
                row.oov_rate * row.oov_recall + (1 - row.oov_rate) * row.iv_recall, abs=1e-12
            )


def test_stretch_ends_with_its_sentence():
    """The last word of a line and the first of the next are not one stretch: the script looks at line by line."""
    dataset = cwsdiag.load(gold=[["中", "国"], ["人民"]], systems={"s": [["中国"], ["人", "民"]]})
    (row,) = score_bakeoff(dataset)
    assert (row.insertions, row.deletions, row.substitutions) == (1, 1, 2)


def test_word_across_a_sentence_end_counts_in_the_sentence_of_its_last_character():
    dataset = cwsdiag.load(gold=[["中", "国"], ["人", "民"]], systems={"s": [["中", "国人", "民"]]})
    found = count_edits(match(dataset.gold, dataset.systems[0]))
    assert found.deletions.tolist() == [1, 0]
    assert found.substitutions.tolist() == [0, 1]


def test_what_is_left_out_is_no_edit():
    dataset = cwsdiag.load(
        gold=[["中国", "ａ", "人", "民", "好"]], systems={"s": [["中国", "a", "人民", "好"]]}, mismatch="skip"
    )
    (row,) = score_bakeoff(dataset)
    assert (row.true_words, row.test_words, row.coverage) == (4, 3, 0.8)
    assert (row.insertions, row.deletions, row.substitutions) == (0, 1, 1)


def test_half_width_of_a_share():
    assert half_width(0.5, 100) == 0.1
    assert half_width(1.0, 7) == 0.0
    assert math.isnan(half_width(math.nan, 0))


def test_no_systems_have_no_scores():
    dataset = cwsdiag.load(gold=[["中国"]])
    assert score_bakeoff(dataset) == []
    assert differences(dataset) == []


@given(corpora(min_words=2), st.data())
def test_bakeoffs_rule_is_that_intervals_are_apart(gold, data):
    systems = {name: data.draw(resegmented(gold)) for name in "abc"}
    dataset = cwsdiag.load(gold=gold, systems=systems)
    rows = {row.name: row for row in score_bakeoff(dataset)}
    found = differences(dataset, resamples=20)
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    for one in found:
        first, second = rows[one.first], rows[one.second]
        high, low = sorted([first, second], key=lambda row: row.recall, reverse=True)
        assert one.by_recall == (high.recall - high.c_r > low.recall + low.c_r)
        high, low = sorted([first, second], key=lambda row: row.precision, reverse=True)
        assert one.by_precision == (high.precision - high.c_p > low.precision + low.c_p)
        assert one.differ == (one.by_recall or one.by_precision)
        assert same(one.f1.value, first.f1 - second.f1)


def test_paired_bootstrap_is_that_of_plain_loops():
    gold = [["中国", "人民"], ["我们", "在", "北京"], ["好"], ["天气", "很", "好"]] * 2
    systems = {
        "a": [["中国", "人民"], ["我", "们", "在", "北京"], ["好"], ["天", "气", "很好"], *gold[4:]],
        "b": [["中", "国人", "民"], ["我们", "在北京"], ["好"], ["天气", "很", "好"]] * 2,
    }
    (found,) = differences(cwsdiag.load(gold=gold, systems=systems), resamples=200, seed=3)
    rng = np.random.default_rng(3)
    counts = {
        name: [
            (len(sentence), len(other), len(word_oracle.match([sentence], [other])))
            for sentence, other in zip(gold, system, strict=True)
        ]
        for name, system in systems.items()
    }
    values = {"recall": [], "precision": [], "f1": []}
    for drawn in rng.integers(0, 8, size=(200, 8)):
        sums = {name: [sum(rows[i][k] for i in drawn) for k in range(3)] for name, rows in counts.items()}
        (ga, sa, ma), (gb, sb, mb) = sums["a"], sums["b"]
        values["recall"].append(ma / ga - mb / gb)
        values["precision"].append(ma / sa - mb / sb)
        values["f1"].append(2 * ma / (ga + sa) - 2 * mb / (gb + sb))
    for key, drawn_values in values.items():
        interval = getattr(found, key)
        assert (interval.low, interval.high) == pytest.approx(np.percentile(drawn_values, [2.5, 97.5]), abs=1e-12)
        assert interval.leaves_out_zero == (interval.low > 0 or interval.high < 0)


def test_system_differs_from_itself_by_nothing():
    gold = [["中国", "人民"]] * 6
    other = [["中", "国", "人民"]] * 6
    (found,) = differences(cwsdiag.load(gold=gold, systems={"a": other, "b": other}))
    assert not found.differ
    assert (found.f1.value, found.f1.low, found.f1.high, found.f1.leaves_out_zero) == (0, 0, 0, False)


def test_fewer_than_six_units_have_no_interval():
    gold = [["中国", "人民"]] * 12
    dataset = cwsdiag.load(gold=gold, systems={"a": gold, "b": [["中", "国", "人民"]] * 6 + gold[6:]})
    (by_sentence,), (by_block,) = differences(dataset), differences(dataset, unit="block:3")
    assert by_sentence.f1.leaves_out_zero
    assert by_block.f1.value == by_sentence.f1.value
    assert math.isnan(by_block.f1.low) and math.isnan(by_block.f1.high)


@given(st.lists(st.sampled_from(["closed", "open", None]), max_size=6), st.integers(0, 2), st.booleans())
def test_pairs_that_are_tested(tracks, lines, all_pairs):
    """On each track the best against each and neighbours by rank, BASE and TOP last; in plain loops."""
    own = [(f"s{place}", track) for place, track in enumerate(tracks)]
    last = ["TOP", "BASE"][:lines]
    wanted = set()
    for track in {track for _, track in own} or {None}:
        rank = [name for name, on in own if on == track] + last
        for high in range(len(rank)):
            for low in range(high + 1, len(rank)):
                if high == 0 or low == high + 1:
                    wanted.add((rank[high], rank[low]))
    if all_pairs:
        rank = [name for name, _ in own] + last
        wanted = {(rank[high], rank[low]) for high in range(len(rank)) for low in range(high + 1, len(rank))}
    # The lines stand wherever their F puts them.
    systems = [(name, None) for name in last[:1]] + own + [(name, None) for name in last[1:]]
    found = track_pairs(systems, lines=last, all_pairs=all_pairs)
    assert set(found) == wanted and len(found) == len(wanted)


def test_verdicts_of_a_bakeoff_are_those_of_the_paired_test():
    gold = [["中国", "人民"]] * 40
    wrong = [["中", "国", "人民"]]
    systems = {name: wrong * places + gold[places:] for name, places in (("b", 8), ("a", 0), ("c", 20))}
    tracked = replace(cwsdiag.load(gold=gold, systems=systems), tracks={"a": "open", "b": "closed", "c": "closed"})
    diagnosis = diagnose(tracked, attributes=["wLen"])
    found = verdicts(diagnosis)
    assert [(one.a, one.b, one.pairs) for one in found] == [("b", "c", 1)]
    every = verdicts(diagnosis, all_pairs=True)
    assert [(one.a, one.b, one.pairs) for one in every] == [("a", "b", 3), ("a", "c", 3), ("b", "c", 3)]
    assert [repr(one.scores) for one in every] == [
        repr(one.scores) for one in compare(diagnosis, [("a", "b"), ("a", "c"), ("b", "c")])
    ]
    assert all(one.buckets == () for one in every)


@settings(max_examples=30)
@given(cases(), st.sampled_from([1, 2]))
def test_oov_recall_is_that_of_plain_loops(case, size):
    gold, systems, training = case
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    known = word_oracle.vocabulary(training)
    found = oov_recalls(diagnose(dataset, attributes=(), resamples=30, unit=f"block:{size}"))
    assert [one.name for one in found] == ([] if known is None else list(systems))
    for one in found:
        told = oracle.hits(gold, systems[one.name])
        oov = [[right for word, right in sentence if word not in known] for sentence in told]
        words, right = sum(map(len, oov)), sum(map(sum, oov))
        assert (one.words, one.found) == (words, right)
        assert same(one.recall.value, right / words if words else math.nan)
        holding = sum(any(oov[at : at + size]) or sum(oov[at : at + size], []) != [] for at in range(0, len(oov), size))
        assert math.isnan(one.recall.low) or holding >= 6


def test_interval_of_oov_recall_is_that_of_plain_loops():
    gold = [["中国", "人民"], ["北京"], ["天气", "好"], ["上海", "北京"]] * 3
    system = [["中", "国", "人民"], ["北京"], ["天气", "好"], ["上海", "北", "京"]] * 3
    dataset = cwsdiag.load(gold=gold, systems={"s": system}, training=[["人民", "天气", "好"]])
    (found,) = oov_recalls(diagnose(dataset, attributes=(), resamples=200, seed=5))
    counts = [(1, 0), (1, 1), (0, 0), (2, 1)] * 3
    values = []
    for drawn in np.random.default_rng(5).integers(0, 12, size=(200, 12)):
        words, right = (sum(counts[place][column] for place in drawn) for column in (0, 1))
        values.append(right / words)
    assert (found.words, found.found, found.recall.value) == (12, 6, 0.5)
    assert (found.recall.low, found.recall.high) == pytest.approx(np.percentile(values, [2.5, 97.5]), abs=1e-12)


# Counted from the lines that `diff -y` marks, sentence by sentence, as the official script counts them; in these two
# files diff aligns words as spans do.
DIFF_EDITS = {"crf-f2-full": (215, 243, 817), "thulac": (392, 1178, 1802)}


@pytest.mark.real_data
def test_figures_of_the_official_script_and_of_diff_on_real_text(real_data):
    dataset = cwsdiag.load(
        gold=real_data / "test.txt",
        training=real_data / "train.txt",
        systems={name: real_data / "systems" / f"{name}.txt" for name in README_TABLE},
    )
    rows = {row.name: row for row in score_bakeoff(dataset)}
    for name, figures in README_TABLE.items():
        row = rows[name]
        shown = (row.recall, row.precision, row.f1, row.oov_recall, row.iv_recall)
        assert tuple(round(share, 3) for share in shown) == figures
        assert round(row.oov_rate, 3) == 0.124
    for name, edits in DIFF_EDITS.items():
        row = rows[name]
        assert (row.insertions, row.deletions, row.substitutions) == edits
