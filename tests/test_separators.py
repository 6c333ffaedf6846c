"""Separator distances: published numbers, the worked example, and plain loops over word lists."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cwsdiag
from cwsdiag.report.separators import words_text
from cwsdiag.separators import (
    Costs,
    SeparatorScore,
    combined,
    count_separators,
    score_separators,
    separator_distances,
)
from tests.corpora import corpora, resegmented
from tests.oracles import separators as oracle

# Sub, Ins, Del, P and R in per cent: the published table of [ED].
PUBLISHED = [
    (22173, 880, 3259, 87.19, 96.18),
    (20875, 2178, 1410, 93.67, 90.55),
    (20688, 2365, 1523, 93.14, 89.74),
    (22077, 976, 3326, 86.91, 95.77),
    (22187, 866, 593, 97.40, 96.24),
    (22077, 976, 3342, 86.85, 95.77),
    (23042, 11, 17220, 57.23, 99.95),
    (22188, 865, 3246, 87.24, 96.25),
    (21932, 1121, 3903, 84.89, 95.14),
    (21419, 1634, 470, 97.85, 92.91),
]


@pytest.mark.parametrize(("sub", "ins", "dels", "precision", "recall"), PUBLISHED)
def test_published_scores_follow_from_published_counts(sub, ins, dels, precision, recall):
    score = SeparatorScore("", sub=sub, ins=ins, dels=dels)
    assert (round(100 * score.precision, 2), round(100 * score.recall, 2)) == (precision, recall)
    assert score.f1 == pytest.approx(2 * score.precision * score.recall / (score.precision + score.recall))
    assert score.distance == ins + dels


def test_toolkits_own_precision_is_another():
    score = SeparatorScore("", sub=21341, ins=3142, dels=807)
    assert round(100 * score.toolkit_precision, 2) == 84.39
    assert math.isnan(SeparatorScore("", sub=0, ins=0, dels=0).toolkit_precision)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50), st.floats(0, 10), st.sampled_from(["1", "0", "2.5"]))
def test_costs_weigh_the_distance_alone(sub, ins, dels, insertion, deletion):
    costs = Costs.of_text(f"{insertion!r},{deletion}")
    plain, weighed = (SeparatorScore("", sub=sub, ins=ins, dels=dels, costs=one) for one in (Costs(), costs))
    assert weighed.distance == pytest.approx(sum([insertion] * ins) + sum([float(deletion)] * dels))
    assert plain.distance == ins + dels
    assert repr(replace(weighed, costs=Costs())) == repr(plain)


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "f1"),
    [
        ((0, 0, 0), math.nan, math.nan, math.nan),
        ((0, 3, 0), math.nan, 0.0, math.nan),
        ((0, 0, 3), 0.0, math.nan, math.nan),
        ((0, 3, 2), 0.0, 0.0, 0.0),
        ((3, 0, 0), 1.0, 1.0, 1.0),
    ],
)
def test_nothing_to_divide_by_is_undefined(counts, precision, recall, f1):
    score = SeparatorScore("", **dict(zip(("sub", "ins", "dels"), counts, strict=True)))
    assert np.array_equal([score.precision, score.recall, score.f1], [precision, recall, f1], equal_nan=True)


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


def load(gold, **others):
    dataset = cwsdiag.load(gold=gold, systems=others)
    return dataset.gold, *dataset.systems


def test_ends_of_sentences_are_no_separators_even_where_a_word_crosses_one():
    gold, crossing = load([["我们", "在"], ["家"]], crossing=[["我们", "在家"]])
    score = score_separators(gold, crossing)
    assert (score.sub, score.ins, score.dels) == (1, 0, 0)


def test_sentences_of_one_character_have_no_place_for_a_separator():
    gold, same = load([["家"], ["𠮷"]], same=[["家𠮷"]])
    score = score_separators(gold, same)
    assert (score.sub, score.ins, score.dels) == (0, 0, 0)
    assert math.isnan(score.f1)
    assert score.coverage == 1.0


def agree(mine, theirs):
    counts = (mine.sub, mine.ins, mine.dels)
    assert counts == (theirs["sub"], theirs["ins"], theirs["dels"])
    for key in ("precision", "recall", "f1"):
        assert getattr(mine, key) == pytest.approx(theirs[key], abs=1e-12, nan_ok=True), key


@st.composite
def several(draw):
    """Gold, up to two more references, a system; any of them may cross ends of gold's sentences."""
    gold = draw(corpora())
    return gold, draw(st.lists(resegmented(gold), max_size=2)), draw(resegmented(gold))


@given(several())
def test_everything_is_as_the_oracle_has_it(case):
    gold, more, system = case
    first, *cuts = load(gold, **{f"reference {n}": one for n, one in enumerate(more)}, system=system)
    references, found = [first, *cuts[:-1]], oracle.separators(gold, system)
    result = separator_distances(references, [cuts[-1]])
    agree(result.scores[0], oracle.scores(oracle.separators(gold, gold), found))
    inner, outer = oracle.everywhere(gold, [gold, *more]), oracle.anywhere(gold, [gold, *more])
    assert words_text(result.intersection) == written(oracle.cut(gold, inner))
    assert words_text(result.union) == written(oracle.cut(gold, outer))
    assert (count_separators(result.intersection), count_separators(result.union)) == (len(inner), len(outer))
    assert len(result.ranges) == bool(more)
    for one in result.ranges:
        agree(one.intersection, oracle.scores(inner, found))
        agree(one.union, oracle.scores(outer, found))
        assert not one.intersection.precision > one.union.precision


def written(corpus):
    return "".join(" ".join(sentence) + "\n" for sentence in corpus)


@given(several())
def test_a_union_read_again_is_the_union(case):
    gold, more, _ = case
    first, *cuts = load(gold, **{f"reference {n}": one for n, one in enumerate(more)})
    for end in ("union", "intersection"):
        made = combined(end, [first, *cuts])
        lines = [line.split(" ") for line in words_text(made).split("\n")[:-1]]
        again = cwsdiag.load(gold=lines).gold
        assert again.text.chars == first.text.chars
        assert np.array_equal(again.word_ends, made.word_ends)
        assert np.array_equal(again.text.sentence_ends, first.text.sentence_ends)


def skipping(gold, **others):
    dataset = cwsdiag.load(gold=gold, systems=others, mismatch="skip")
    return dataset.gold, *dataset.systems


GOLD = [["我们", "在", "北京", "看", "书"], ["他", "也", "看"]]


def test_what_is_left_out_has_no_separators_nor_have_its_edges():
    gold, system = skipping(GOLD, other=[["我", "们", "在", "背静", "看", "书"], ["他也", "看"]])
    assert system.left_out.tolist() == [[3, 5]]
    score = score_separators(gold, system)
    # 我|们 is to be taken out; 们|在 and 看|书 are right; 在|北 and 京|看 are edges; 他|也 is missing, 也|看 right.
    assert (score.sub, score.ins, score.dels) == (3, 1, 1)
    assert score.coverage == 7 / 8
    assert count_separators(system) == 4


def test_references_that_leave_out_different_stretches():
    gold, other, system = skipping(
        GOLD,
        other=[["我们", "在", "背", "静", "看书"], ["他", "也", "看"]],
        system=[["我", "们", "在", "北京", "看", "书"], ["她", "也看"]],
    )
    assert (other.left_out.tolist(), system.left_out.tolist()) == ([[3, 5]], [[7, 8]])
    result = separator_distances([gold, other], [system])
    assert words_text(result.union) == "我们 在 北京 看 书\n他 也 看\n", "where one has no say, gold decides"
    assert words_text(result.intersection) == "我们 在 北京 看书\n他 也 看\n"
    (found,) = result.ranges
    assert (found.union.sub, found.union.ins, found.union.dels) == (2, 1, 1)
    assert (found.intersection.sub, found.intersection.ins, found.intersection.dels) == (1, 1, 2)
    assert result.scores[0].coverage == 7 / 8
    assert found.union.coverage == 6 / 8


def test_one_reference_is_its_own_union():
    gold, system = load(GOLD, system=[["我们在", "北京", "看书"], ["他也看"]])
    result = separator_distances([gold], [system])
    assert result.union is result.intersection is gold
    assert result.ranges == ()
    assert separator_distances([gold], []).scores == ()


def test_only_segmentations_of_one_text_are_compared():
    gold, other = cwsdiag.load(gold=GOLD).gold, cwsdiag.load(gold=GOLD).gold
    for compare in (lambda: score_separators(gold, other), lambda: combined("union", [gold, other])):
        with pytest.raises(ValueError, match="different Text"):
            compare()
    with pytest.raises(ValueError, match="at least one"):
        combined("intersection", [])


def test_results_do_not_change():
    gold, other = load(GOLD, other=[["我们在", "北京", "看书"], ["他也看"]])
    made = combined("union", [gold, other])
    for array in (made.word_ends, made.left_out):
        assert not array.flags.writeable
        assert array.dtype == np.int32


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
