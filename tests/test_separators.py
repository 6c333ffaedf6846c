"""Separator distances: published numbers, the worked example, and plain loops over word lists."""

import math
from dataclasses import replace

import pytest

import cwsdiag
from cwsdiag.report.separators import words_text
from cwsdiag.separators import (
    Costs,
    SeparatorScore,
    score_separators,
    separator_distances,
)
from tests.oracles import separators as oracle
from tests.study.helpers import read_words
from tests.test_mismatch_skip import check_distance

# Sub, Ins, Del, P and R in per cent: the published table of [ED].
PUBLISHED = [
    (22173, 880, 3259, 87.19, 96.18),
    (23042, 11, 17220, 57.23, 99.95),
]


@pytest.mark.parametrize(("sub", "ins", "dels", "precision", "recall"), PUBLISHED)
def test_published_scores_follow_from_published_counts(sub, ins, dels, precision, recall):
    score = SeparatorScore("", sub=sub, ins=ins, dels=dels)
    assert (round(100 * score.precision, 2), round(100 * score.recall, 2)) == (precision, recall)
    assert score.distance == ins + dels
    assert replace(score, costs=Costs.of_text("0.5,2")).distance == 0.5 * ins + 2 * dels


def test_toolkits_own_precision_is_another():
    score = SeparatorScore("", sub=21341, ins=3142, dels=807)
    assert round(100 * score.toolkit_precision, 2) == 84.39
    assert math.isnan(SeparatorScore("", sub=0, ins=0, dels=0).toolkit_precision)


def test_worked_example():
    """Of fourteen characters C1 to C14, written as letters."""
    reference, system = ([text.split("|")] for text in ("AB|CDE|FGHI|J|KLM|N", "AB|CDE|FG|HI|JKLM|N"))
    dataset = cwsdiag.load(gold=reference, systems={"s": system})
    score = score_separators(dataset.gold, dataset.systems[0])
    assert (score.sub, score.ins, score.dels) == (4, 1, 1)
    assert score.precision == score.recall == score.f1 == 0.8


def written(corpus):
    return "".join(" ".join(sentence) + "\n" for sentence in corpus)


@pytest.mark.real_data
def test_five_systems_on_real_text(real_data):
    """Counts against plain sets of offsets, and each system once as a second reference."""
    names = ("crf-f1-800", "crf-f2-full", "jieba", "snownlp", "thulac")
    corpora = {name: read_words(real_data / "systems" / f"{name}.txt") for name in names}
    gold = read_words(real_data / "test.txt")
    dataset = cwsdiag.load(gold=gold, systems=corpora)
    wanted = oracle.separators(gold, gold)
    found = {name: oracle.separators(gold, corpus) for name, corpus in corpora.items()}
    for reference in dataset.systems:
        result = separator_distances([dataset.gold, reference], dataset.systems)
        inner, outer = wanted & found[reference.name], wanted | found[reference.name]
        for score, one in zip(result.scores, result.ranges, strict=True):
            check_distance(score, wanted, found[score.name])
            check_distance(one.intersection, inner, found[score.name])
            check_distance(one.union, outer, found[score.name])
            assert one.union.precision >= score.precision
        assert words_text(result.intersection) == written(oracle.cut(gold, inner))
        assert words_text(result.union) == written(oracle.cut(gold, outer))
