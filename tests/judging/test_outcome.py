"""Scores, correlations and agreement, against plain loops."""

import math

import pytest

from cwsdiag.judging import Item, Judgement, JudgingStudy, StudySystem, outcome
from cwsdiag.report.lab import agreement_text, correlations_text, outcome_lines
from tests.judging.corpus import dataset, judge_all, opened, plain
from tests.oracles import judging as oracle


def study_of(sentences, *, f1=None):
    """A study of sentences that are mappings from system to words as a text."""
    names = list(sentences[0])
    items = [
        Item.of_outputs(number, {name: tuple(words.split()) for name, words in sentence.items()})
        for number, sentence in enumerate(sentences, start=1)
    ]
    systems = [StudySystem(name, "", (f1 or {}).get(name, 0.5), math.nan) for name in names]
    return JudgingStudy("s", "", "d", "", 0, "cwsdiag", "", tuple(systems), tuple(items))


def said(study, judge, *marks):
    """A judge's marks, a mapping from words as a text for each sentence to judge."""
    keys = [{" ".join(one.words): one.key for one in item.candidates} for item in study.to_judge]
    return [
        Judgement(judge, item.number, {known[words]: mark for words, mark in given.items()})
        for item, known, given in zip(study.to_judge, keys, marks, strict=False)
    ]


# The second sentence is cut alike by all.
SMALL = [
    {"a": "一 二", "b": "一二", "c": "一 二"},
    {"a": "三", "b": "三", "c": "三"},
    {"a": "四 五 六", "b": "四五 六", "c": "四五六"},
]


@pytest.mark.parametrize("seed", range(2))
def test_numbers_are_those_of_the_oracle(tmp_path, seed):
    kept = opened(tmp_path)
    f_b = {"crf": 0.3, "=lattice": 0.8, "'quoted": 0.5, "bert": 0.6}
    study = kept.new("s", dataset(seed=seed, share=0.2), sentences=15, seed=seed, f_b=f_b)
    for judge in range(3):
        judge_all(kept, study, f"judge {judge}", 10 * seed + judge)
    judge_all(kept, study, "half", seed, upto=len(study.to_judge) // 2)
    found = outcome(*kept.look("s"))
    sentences, given = plain(*kept.look("s"))
    expected = oracle.people(sentences, given)
    assert {one.name: one.people for one in found.systems} == pytest.approx(expected)
    assert found.finished == ("judge 0", "judge 1", "judge 2")
    assert found.unfinished == {"half": len(study.to_judge) // 2}
    for one in found.correlations:
        measure = [getattr(system, one.measure) for system in study.systems]
        assert one.r == pytest.approx(oracle.pearson([expected[system.name] for system in study.systems], measure))
    assert [one.measure for one in found.correlations] == ["f1", "f_b"]
    assert found.kappa == pytest.approx(oracle.fleiss(sentences, given))


def test_f_b_may_come_later():
    study = study_of(SMALL, f1={"a": 0.9, "b": 0.8, "c": 0.4})
    marks = said(study, "x", {"一 二": "best"}, {"四 五 六": "best"})
    assert [one.measure for one in outcome(study, marks).correlations] == ["f1"]
    found = outcome(study, marks, f_b={"a": 0.5, "b": 0.2})
    assert [one.systems for one in found.correlations] == [3, 2]
    assert math.isnan(found.correlations[1].r)
    assert "with balanced F (f_b) undefined (2 systems)" in correlations_text(found)


def test_nothing_is_defined_before_one_has_finished():
    study = study_of(SMALL)
    found = outcome(study, said(study, "x", {"一 二": "best"}))
    assert found.unfinished == {"x": 1}
    assert all(map(math.isnan, [*(one.people for one in found.systems), found.kappa, found.correlations[0].r]))
    text = "\n".join(outcome_lines(found))
    assert "no judge has finished yet. Not finished, not counted: x (1 of 2)." in text


def test_correlation_is_undefined_where_nothing_varies_or_systems_are_few():
    study = study_of(SMALL, f1={"a": 0.9, "b": 0.8, "c": 0.4})
    everything = ({"一 二": "best", "一二": "best"}, {"四 五 六": "best", "四五 六": "best", "四五六": "best"})
    marks = said(study, "x", *everything) + said(study, "y", *everything)
    found = outcome(study, marks)
    assert [one.people for one in found.systems] == [1, 1, 1]
    assert math.isnan(found.correlations[0].r)
    assert math.isnan(found.kappa)
    assert "all marks are the same" in agreement_text(found)
