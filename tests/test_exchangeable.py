"""How often the test by swaps marks something where there is nothing: a small edition of ``benchmarks/swaps.py``."""

import numpy as np
import pytest

import cwsdiag
from cwsdiag import swaps
from cwsdiag.diagnosis import diagnose
from cwsdiag.diagnosis.paired import compare
from cwsdiag.folders import sample_project
from cwsdiag.swaps import Ratios, swap_test

LEVEL = 0.05
DRAWS = 300


@pytest.fixture(scope="module")
def news():
    """A news text of the sample with what a CRF, maximum matching and jieba make of it."""
    return cwsdiag.load_dataset(cwsdiag.read_project(sample_project()).dataset("news"))


@pytest.fixture(scope="module")
def counts(news):
    """Part and whole of F1 of two systems, of shape (systems, sentences, columns)."""
    diagnosis = diagnose(news, resamples=1)
    sides = [diagnosis.counts[name] for name in ("crf", "jieba")]
    return np.stack([2 * one.matched for one in sides]), np.stack([one.gold + one.system for one in sides])


@pytest.mark.parametrize("sentences", [10])
def test_systems_that_are_exchanged_at_random_are_seldom_told_apart(counts, sentences, monkeypatch):
    monkeypatch.setattr(swaps, "SWAPS", 800)
    part, whole = counts
    rng = np.random.default_rng(sentences)
    pair = any_bucket = 0
    for seed in range(DRAWS):
        chosen = rng.integers(0, part.shape[1], size=sentences)
        first = rng.integers(0, 2, size=sentences)
        sides = (Ratios(part[side, chosen], whole[side, chosen]) for side in (first, 1 - first))
        test = swap_test(*sides, family=np.arange(part.shape[2]) > 0, seed=seed)
        pair += bool(test.p[0] <= LEVEL)
        any_bucket += bool((test.p_adjusted[test.family] <= LEVEL).any())
    bound = LEVEL + 2 * (LEVEL * (1 - LEVEL) / DRAWS) ** 0.5
    assert pair / DRAWS <= bound
    assert any_bucket / DRAWS <= bound


def test_three_sentences_on_which_one_leads_everywhere_are_too_few():
    gold = [["中国", "人民", "在", "北京", "大学", "学习"]] * 3
    worse = [["中", "国", "人民", "在", "北京大学", "学习"]] * 3
    dataset = cwsdiag.load(gold=gold, systems={"ahead": gold, "behind": worse}, training=gold)
    diagnosis = diagnose(dataset, min_size=0)
    # Nor is there an interval: it would leave out 0.
    assert np.isnan(diagnosis.differences("ahead", "behind").low[0])
    (found,) = compare(diagnosis, [("ahead", "behind")])
    assert {one.verdict for one in found.scores.values()} == {"too few", None}
    assert {one.f1.verdict for one in found.buckets} == {"too few", None}
    assert found.scores["f1"].p == 2 / 8
    # No interval, which would leave out 0, either.
    assert np.isnan(found.scores["f1"].low)
