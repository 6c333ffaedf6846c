"""The tables of a study: what they hold, what stands out in them, and the p-values of the paper's table 2."""

import numpy as np
import pytest

from cwsdiag.exhibits.across import Systems, pairs
from cwsdiag.folders import sample_project
from cwsdiag.frames import bucket_name
from cwsdiag.output import pivot
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_study, score_table
from cwsdiag.study import pair_gains
from cwsdiag.study.statistics import friedman
from cwsdiag.views.columns import Column

# F1 of the eight systems of the paper's table 2 on seven datasets; facts.
TABLE_2 = """
96.21 94.22 95.32 92.81 93.54 92.01 94.87
96.46 94.10 95.08 92.81 93.67 92.04 94.71
96.41 92.74 94.09 91.40 93.25 92.00 93.16
96.48 93.99 94.72 92.73 93.72 92.64 94.36
96.66 94.19 95.14 92.46 93.70 92.24 94.97
96.23 95.33 96.77 94.83 96.44 93.21 96.47
98.19 96.47 97.68 96.23 97.09 95.77 97.49
98.20 96.52 97.65 96.18 97.07 95.78 97.51
"""


def test_the_papers_p_values():
    f1 = np.array([line.split() for line in TABLE_2.strip().splitlines()], dtype=float)
    names, columns = (list(map(str, range(count))) for count in f1.shape)
    models = friedman(f1.T, treatments=names, blocks=columns)
    datasets = friedman(f1, treatments=columns, blocks=names)
    assert models.p_chi2 == pytest.approx(2.26e-6, rel=0.005) and datasets.p_chi2 == pytest.approx(8.42e-8, rel=0.005)
    assert models.is_significant and datasets.is_significant


def test_a_pivot_has_means_marks_and_counts():
    rows = [
        {"model": "a", "dataset": "x", "f1": 0.5}, {"model": "a", "dataset": "mean", "f1": 0.75},
        {"model": "a", "dataset": None, "f1": 0.625, "n": 1, "of": 2}, {"model": None, "dataset": "x", "f1": 0.5},
    ]  # fmt: skip
    table = pivot(
        rows, ["model"], "dataset", {"f1": Column("F1", format="score100")},
        mark=lambda row, key: "strong" if row[key] == 0.75 else None,
    )  # fmt: skip
    assert list(table.columns) == ["model", "x", "mean ", "mean"] and table.rules == {1}
    assert table.cells() == [["a", "50.00", "75.00", "62.50 (1)"], ["mean", "50.00", "–", "–"]]
    assert table.emphasis == {(0, "mean "): "strong"}


def test_pairs_that_differ_in_a_part_are_second_minus_first():
    """Each end is the bucket of the lowest or highest difference of those that can be named, by a plain loop."""
    project = read_project(sample_project())
    study = load_study(project)
    table = pairs(Systems(study, score_table(project, study), {})).table()
    whole, *ends = table.rows()
    (gain,) = pair_gains(score_table(project, study))
    (pair,) = gain.pairs
    assert [whole[key] for key in ("part", "first", "second", "gain")] == ["method", "crf", "maximum matching",
                                                                           gain.mean.value]  # fmt: skip
    assert [whole[f"points {place}"] for place in range(4)] == (gain.second - gain.first).tolist()
    assert len(ends) == 2 * len(study.keys)
    for place, diagnosis in enumerate(study.diagnoses):
        named = diagnosis.nameable(pair.first, pair.second)
        for key, *rows in zip(study.keys, ends[::2], ends[1::2], strict=True):
            columns = diagnosis.columns(key)
            values = (diagnosis.f1[pair.second] - diagnosis.f1[pair.first])[columns][named[columns]]
            assert [row[f"points {place}"] for row in rows] == [np.nanmin(values), np.nanmax(values)]
            labels = [label for label, there in zip(study.labels(place, key), named[columns], strict=True) if there]
            bucket = bucket_name(labels[int(np.nanargmin(values))])
            assert rows[0][f"bucket {place}"] == bucket
