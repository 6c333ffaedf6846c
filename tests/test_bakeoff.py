"""Bakeoff scores against plain loops, against figures of the official script and of diff, and by their properties."""

import math
from itertools import combinations

import numpy as np
import pytest

import cwsdiag
from cwsdiag.bakeoff import differences, oov_recalls, score_bakeoff, track_pairs
from cwsdiag.diagnosis import diagnose
from tests.oracles import paired as paired_oracle
from tests.oracles import standings
from tests.oracles.breakdown import score_interval
from tests.oracles.world import holding, order, paired, score, tally
from tests.test_scores import README_TABLE
from tests.views.worlds import RESAMPLES, SEEDS, all_close, close, usual_case

SCORES = {"recall": paired_oracle.recall, "precision": paired_oracle.precision, "f1": paired_oracle.f1}


def over_draws(counts, score, draws):
    """A score of (gold, system, matched) by sentence: over all of them, then in each resample; NaN where undefined."""
    found = [score(*sums) for sums in np.tensordot([[1] * len(counts), *draws], counts, 1).tolist()]
    return [math.nan if value is None else float(value) for value in found]


@pytest.mark.parametrize("seed", SEEDS)
def test_differences_and_intervals_are_those_of_plain_loops(seed):
    case = usual_case(seed, difficulty=False)
    world = case.world
    counts = {name: [line[0] for line in tally(world, name, None)] for name in world.systems}
    found = differences(case.dataset, resamples=RESAMPLES)
    assert [(one.first, one.second) for one in found] == [*combinations(world.systems, 2)]
    for one in found:
        pair = (one.first, one.second)
        assert (one.by_recall, one.by_precision) == standings.differs(world, *pair)
        assert one.differ == (one.by_recall or one.by_precision)
        for key, of in SCORES.items():
            mine, (first, second) = getattr(one, key), (over_draws(counts[name], of, world.draws) for name in pair)
            assert close(mine.value, first[0] - second[0])
            assert all_close((mine.low, mine.high), paired(first[1:], second[1:], holding(world, pair, None)[0]))
    if world.training is None:
        return
    for one in oov_recalls(diagnose(case.dataset, attributes=(), resamples=RESAMPLES)):
        cut = world.systems[one.name]
        table = paired_oracle.vocabulary_table(world.gold, cut.words, world.training, cut.skipped, oov=True)
        new = [line[0] for line in table]
        recall, *drawn = over_draws(new, paired_oracle.recall, world.draws)
        words, _system, right = np.sum(new, axis=0).tolist()
        assert (one.words, one.found) == (words, right)
        assert close(one.recall.value, recall)
        bounds = score_interval(drawn, sum(line[0] > 0 for line in new))
        assert all_close((one.recall.low, one.recall.high), bounds)


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_that_are_tested_are_those_of_plain_loops(seed):
    """On each track the best against each and neighbours by rank, BASE and TOP last."""
    world = usual_case(seed, difficulty=False).world
    ranked = order([*world.systems], {name: score(world, name)["f1"] for name in world.systems})
    # Any system may stand for BASE and TOP, which have no track.
    lines = [name for name in world.systems if name not in world.tracks][: seed % 3]
    found = track_pairs([(name, world.tracks.get(name)) for name in ranked], lines=lines)
    assert sorted(found) == sorted(standings.tested(world, lines))


def test_all_pairs_are_those_of_all_tracks_with_the_lines_last():
    found = track_pairs([("TOP", None), ("a", "open"), ("b", "closed")], lines=["TOP"], all_pairs=True)
    assert found == [("a", "b"), ("a", "TOP"), ("b", "TOP")]


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
