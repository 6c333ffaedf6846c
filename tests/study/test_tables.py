"""The tables of a study: what they hold, what stands out in them, and the p-values of the paper's table 2."""

import numpy as np

from cwsdiag.exhibits.across import Systems, pairs
from cwsdiag.files import sample_project
from cwsdiag.frames import bucket_name
from cwsdiag.output import pivot
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_study, score_table
from cwsdiag.study import pair_gains
from cwsdiag.views.columns import Column


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
