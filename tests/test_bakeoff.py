"""Bakeoff scores against plain loops, against figures of the official script and of diff, and by their properties."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.bakeoff import differences, oov_recalls, score_bakeoff, track_pairs
from cwsdiag.diagnosis import diagnose
from tests.corpora import corpora, resegmented
from tests.oracles import paired as paired_oracle
from tests.oracles import words as word_oracle
from tests.oracles.breakdown import score_interval
from tests.oracles.world import paired
from tests.test_scores import README_TABLE
from tests.views.worlds import RESAMPLES, all_close, close, drawn

SCORES = {"recall": paired_oracle.recall, "precision": paired_oracle.precision, "f1": paired_oracle.f1}


def resampled(counts, score):
    """A score of (gold, system, matched) by sentence in each resample; NaN where undefined."""
    found = [score(*sums) for sums in np.tensordot(drawn(len(counts)), counts, 1).tolist()]
    return [math.nan if value is None else float(value) for value in found]


@settings(max_examples=50)
@given(corpora(min_words=2), corpora(), st.data())
def test_differences_and_intervals_are_those_of_plain_loops(gold, training, data):
    # Intervals are of six sentences or more.
    gold = gold * 6
    systems = {name: data.draw(resegmented(gold)) for name in "abc"}
    dataset = cwsdiag.load(gold=gold, systems=systems, training=training)
    rows = {row.name: row for row in score_bakeoff(dataset)}
    counts = {name: word_oracle.sentence_counts(gold, system) for name, system in systems.items()}
    found = differences(dataset, resamples=RESAMPLES)
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    for one in found:
        first, second = rows[one.first], rows[one.second]
        # The bakeoff's rule is that intervals are apart.
        high, low = sorted([first, second], key=lambda row: row.recall, reverse=True)
        assert one.by_recall == (high.recall - high.c_r > low.recall + low.c_r)
        high, low = sorted([first, second], key=lambda row: row.precision, reverse=True)
        assert one.by_precision == (high.precision - high.c_p > low.precision + low.c_p)
        assert one.differ == (one.by_recall or one.by_precision)
        for key, score in SCORES.items():
            mine, over = getattr(one, key), (resampled(counts[name], score) for name in (one.first, one.second))
            assert close(mine.value, getattr(first, key) - getattr(second, key))
            assert all_close((mine.low, mine.high), paired(*over))
            assert mine.leaves_out_zero == (mine.low > 0 or mine.high < 0)
    for one in oov_recalls(diagnose(dataset, attributes=(), resamples=RESAMPLES)):
        new = [row[0] for row in paired_oracle.vocabulary_table(gold, systems[one.name], training, [], oov=True)]
        words, _system, right = np.sum(new, axis=0).tolist()
        assert (one.words, one.found) == (words, right)
        assert close(one.recall.value, word_oracle.ratio(right, words))
        held = sum(row[0] > 0 for row in new)
        bounds = score_interval(resampled(new, paired_oracle.recall), held)
        assert all_close((one.recall.low, one.recall.high), bounds)


@given(st.lists(st.sampled_from(["closed", "open", None]), max_size=6), st.integers(0, 2), st.booleans())
def test_pairs_that_are_tested(tracks, lines, all_pairs):
    """On each track the best against each and neighbours by rank, BASE and TOP last; in plain loops."""
    own = [(f"s{place}", track) for place, track in enumerate(tracks)]
    last = ["TOP", "BASE"][:lines]
    groups = [[name for name, on in own if all_pairs or on == track] for track in {*tracks} or {None}]
    wanted = set()
    for rank in (group + last for group in groups):
        for high, low in combinations(range(len(rank)), 2):
            if all_pairs or high == 0 or low == high + 1:
                wanted.add((rank[high], rank[low]))
    # The lines stand wherever their F puts them.
    systems = [(name, None) for name in last[:1]] + own + [(name, None) for name in last[1:]]
    found = track_pairs(systems, lines=last, all_pairs=all_pairs)
    assert set(found) == wanted and len(found) == len(wanted)


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
