"""Scores, correlations and agreement, against plain loops."""

import math

import pytest

from cwsdiag.judging import outcome
from cwsdiag.report.lab import agreement_text, correlations_text, outcome_lines
from tests.judging.corpus import dataset, judge_all, opened, plain
from tests.oracles import judging as oracle


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


def test_f_b_may_come_later(kept, study):
    judge_all(kept, study, "x", 1)
    assert [one.measure for one in outcome(*kept.look("first")).correlations] == ["f1"]
    found = outcome(*kept.look("first"), f_b={"crf": 0.5, "bert": 0.2})
    assert [one.systems for one in found.correlations] == [4, 2]
    assert math.isnan(found.correlations[1].r)
    assert "with balanced F (f_b) – (p = –, 2 systems)" in correlations_text(found)


def test_nothing_is_defined_before_one_has_finished(kept, study):
    judge_all(kept, study, "x", 1, upto=1)
    found = outcome(*kept.look("first"))
    assert all(map(math.isnan, [*(one.people for one in found.systems), found.kappa, found.correlations[0].r]))
    text = "\n".join(outcome_lines(found))
    assert f"no judge has finished yet. Not finished, not counted: x (1 of {len(study.to_judge)})." in text


def test_correlation_and_agreement_are_undefined_where_nothing_varies(kept, study):
    for item in study.to_judge:
        for judge in "xy":
            kept.mark("first", judge, item.number, dict.fromkeys((one.key for one in item.candidates), "best"))
    found = outcome(*kept.look("first"))
    assert [one.people for one in found.systems] == [1, 1, 1, 1]
    assert math.isnan(found.correlations[0].r) and math.isnan(found.kappa)
    assert "all marks are the same" in agreement_text(found)
