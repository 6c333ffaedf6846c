"""The tables of a study: what they hold, what stands out in them, and the p-values of the paper's table 2."""

import numpy as np
import pytest

from cwsdiag.output.pivot import pivot
from cwsdiag.report.study_tables import pairs_table
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


def test_pairs_are_turned_to_the_second_minus_the_first():
    """On d the first is the better: what is its lowest lead is where the second is highest."""

    def end(bucket, difference):
        return {"bucket": bucket, "label": None if bucket is None else f"b{bucket}", "difference": difference}

    def ends(dataset, better, lowest, highest):
        return {"first": "crf", "second": "mlp", "dataset": dataset, "attribute": "wLen", "better": better,
                "lowest": lowest, "highest": highest}  # fmt: skip

    gains = [{"dataset": "d", "gain": -0.01, "first_f1": 0.8, "second_f1": 0.79},
             {"dataset": "e", "gain": 0.02, "first_f1": 0.7, "second_f1": 0.72}]  # fmt: skip
    aided = [ends("d", "mlp", end(0, -0.03), end(2, 0.05)), ends("e", "crf", end(None, None), end(1, 0.04))]
    document = {
        "scores": [{"dataset": "d"}, {"dataset": "e"}],
        "part_pairs": [
            {
                "part": "decoder",
                "first": "mlp",
                "second": "crf",
                "scores": gains,
                "diagnosis": aided,
                "gain": 0.005,
                "low": None,
                "high": None,
            }
        ],  # fmt: skip
    }
    table = pairs_table(document)
    assert list(table.columns)[5:9] == ["d bucket", "d", "e bucket", "e"]
    assert [list(row.values())[3:9] for row in table.rows()] == [
        ["F1", "all words", "80.00 → 79.00", -0.01, "70.00 → 72.00", 0.02],
        ["wLen", "lowest", "b2", -0.05, None, None],
        ["wLen", "highest", "b0", 0.03, "b1", 0.04],
    ]
    assert [table.rows()[0][key] for key in ("gain", "low", "high")] == [0.005, None, None]
