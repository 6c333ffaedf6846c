"""Separator distances: published numbers, the worked example, and plain loops over word lists."""

import math
from dataclasses import replace

import pytest

import cwsdiag
from cwsdiag.report.bakeoff import words_text
from cwsdiag.separators import (
    Costs,
    SeparatorScore,
    combined,
    score_separators,
    separator_distances,
)
from tests.oracles import separators as oracle

# Sub, Ins, Del, P and R in per cent: the published table of [ED].
PUBLISHED = [
    (22173, 880, 3259, 87.19, 96.18),
    (23042, 11, 17220, 57.23, 99.95),
]


@pytest.mark.parametrize(("sub", "ins", "dels", "precision", "recall"), PUBLISHED)
def test_published_scores_follow_from_published_counts(sub, ins, dels, precision, recall):
    score = SeparatorScore("", sub=sub, ins=ins, dels=dels)
    assert (round(100 * score.precision, 2), round(100 * score.recall, 2)) == (precision, recall)
    assert score.f1 == pytest.approx(2 * score.precision * score.recall / (score.precision + score.recall))
    assert score.distance == ins + dels
    assert replace(score, costs=Costs.of_text("0.5,2")).distance == 0.5 * ins + 2 * dels


def test_toolkits_own_precision_is_another():
    score = SeparatorScore("", sub=21341, ins=3142, dels=807)
    assert round(100 * score.toolkit_precision, 2) == 84.39
    assert math.isnan(SeparatorScore("", sub=0, ins=0, dels=0).toolkit_precision)


CHARACTERS = "天地玄黄宇宙洪荒日月盈昃辰𠮷"


def example(cut):
    """Words of a segmentation in the notation of the worked example: ``C1C2|C3``."""
    return [[CHARACTERS[int(c) - 1] for c in word.split("C")[1:]] for word in cut.split("|")]


def test_worked_example():
    reference = [["".join(word) for word in example("C1C2|C3C4C5|C6C7C8C9|C10|C11C12C13|C14")]]
    system = [["".join(word) for word in example("C1C2|C3C4C5|C6C7|C8C9|C10C11C12C13|C14")]]
    dataset = cwsdiag.load(gold=reference, systems={"s": system})
    score = score_separators(dataset.gold, dataset.systems[0])
    assert (score.sub, score.ins, score.dels) == (4, 1, 1)
    assert score.precision == score.recall == score.f1 == 0.8


def agree(mine, theirs):
    counts = (mine.sub, mine.ins, mine.dels)
    assert counts == (theirs["sub"], theirs["ins"], theirs["dels"])
    for key in ("precision", "recall", "f1"):
        assert getattr(mine, key) == pytest.approx(theirs[key], abs=1e-12, nan_ok=True), key


def written(corpus):
    return "".join(" ".join(sentence) + "\n" for sentence in corpus)


GOLD = [["我们", "在", "北京", "看", "书"], ["他", "也", "看"]]


def test_only_segmentations_of_one_text_are_compared():
    gold, other = cwsdiag.load(gold=GOLD).gold, cwsdiag.load(gold=GOLD).gold
    for compare in (lambda: score_separators(gold, other), lambda: combined("union", [gold, other])):
        with pytest.raises(ValueError, match="different Text"):
            compare()
    with pytest.raises(ValueError, match="at least one"):
        combined("intersection", [])


@pytest.mark.real_data
def test_five_systems_on_real_text(real_data):
    """Counts against plain sets of offsets, and each system once as a second reference."""
    names = ("crf-f1-800", "crf-f2-full", "jieba", "snownlp", "thulac")
    corpora = {name: words_in(real_data / "systems" / f"{name}.txt") for name in names}
    gold = words_in(real_data / "test.txt")
    dataset = cwsdiag.load(gold=gold, systems=corpora)
    ends = {0} | sentence_ends(gold)
    wanted, found = offsets(gold) - ends, {name: offsets(corpus) - ends for name, corpus in corpora.items()}
    for reference in dataset.systems:
        result = separator_distances([dataset.gold, reference], dataset.systems)
        inner, outer = wanted & found[reference.name], wanted | found[reference.name]
        for score, one in zip(result.scores, result.ranges, strict=True):
            agree(score, oracle.scores(wanted, found[score.name]))
            agree(one.intersection, oracle.scores(inner, found[score.name]))
            agree(one.union, oracle.scores(outer, found[score.name]))
            assert one.union.precision >= score.precision
        assert words_text(result.intersection) == written(oracle.cut(gold, inner))
        assert words_text(result.union) == written(oracle.cut(gold, outer))


def words_in(path):
    return [line.split() for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def offsets(corpus):
    place, found = 0, set()
    for sentence in corpus:
        for word in sentence:
            place += len(word)
            found.add(place)
    return found


def sentence_ends(corpus):
    return offsets([["".join(sentence)] for sentence in corpus])
