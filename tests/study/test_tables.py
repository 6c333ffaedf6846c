"""The table of pairs of systems that differ in a part."""

import numpy as np

from cwsdiag.exhibits.across import Systems, pairs
from cwsdiag.files import sample_project
from cwsdiag.frames import bucket_name
from cwsdiag.project import read_project
from cwsdiag.project.studies import load_study, score_table
from cwsdiag.study import pair_gains


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
            values = (diagnosis.f1[pair.second] - diagnosis.f1[pair.first])[columns]
            values = np.where(named[columns], values, np.nan)
            assert [row[f"points {place}"] for row in rows] == [np.nanmin(values), np.nanmax(values)]
            assert rows[0][f"bucket {place}"] == bucket_name(study.labels(place, key)[int(np.nanargmin(values))])
