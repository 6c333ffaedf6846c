"""Bakeoff scores against plain loops, against figures of the official script and of diff, and by their properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.bakeoff import differences, oov_recalls, score_bakeoff, track_pairs
from cwsdiag.diagnosis import diagnose
from tests.corpora import corpora, resegmented
from tests.oracles import words as word_oracle
from tests.test_scores import README_TABLE, same


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
    counts = {name: word_oracle.sentence_counts(gold, system) for name, system in systems.items()}
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
