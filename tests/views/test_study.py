"""What the page Study begins with: means, gaps and Friedman's test, by hand."""

import math

import numpy as np
import pytest

from cwsdiag.study import ScoreTable
from cwsdiag.study.statistics import friedman
from cwsdiag.views.across import friedman_sentence, gaps_sentence, headline, mean_f1

SYSTEMS = ("one", "two", "three", "four", "five")
DATASETS = ("alpha", "beta", "gamma", "delta")
NAN = math.nan


def scores(*rows):
    """A row a system, a column a dataset."""
    return ScoreTable(SYSTEMS[: len(rows)], DATASETS[: len(rows[0])], np.array(rows))


def test_means_are_over_what_there_is_and_systems_with_gaps_come_last():
    table = scores([0.7, 0.9], [0.9, NAN], [0.8, 0.9])
    assert list(mean_f1(table).items()) == [("three", pytest.approx(0.85)), ("one", 0.8), ("two", 0.9)]
    lacking = "Gaps, left out of the tests over systems and datasets: two (none in use on beta)."
    assert gaps_sentence(table) == lacking
    assert gaps_sentence(scores([0.7, 0.9])) == ""


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[0.8], [0.9]], "This project has one dataset, alpha; the highest F1 there is 0.900, of two."),
        ([[0.9], [0.9], [0.8]], "This project has one dataset, alpha; the highest F1 there is 0.900, of one and two."),
        ([[NAN]], "This project has one dataset, alpha."),
        ([[0.9, NAN], [NAN, 0.8]], "No system has a prediction on all 2 datasets, so there is no fair average."),
        ([[0.9, NAN], [0.9, 0.8]], "two has F1 0.850 on average over 2 datasets."),
        (
            [[0.75, 0.875], [0.875, 0.75], [0.5, 0.5]],
            "one and two share the best mean: F1 0.812 on average over 2 datasets, 31.2 points ahead of three.",
        ),
        ([[0.5, 0.5]] * 4 + [[0.1, 0.1]], "4 of 5 systems share the best mean: F1 0.500"),
        (
            [[0.9, 0.8, 0.7], [0.8, 0.8, 0.5], [NAN, 0.9, 0.5]],
            "one has the highest mean of the 2 systems with a score on all datasets: F1 0.800 on average over 3 "
            "datasets, 10.0 points ahead of two, and the highest F1 on 2 of 3.",
        ),
        (
            [[0.9, 0.8, 0.5], [0.7, 0.8, 0.6]],
            "one has the highest mean: F1 0.733 on average over 3 datasets, 3.3 points ahead of two, and the highest "
            "F1 on 2 of 3.",
        ),
    ],
)
def test_who_leads_is_said(rows, said):
    assert said in headline(scores(*rows))[0]


def test_without_systems_there_is_nothing_to_compare():
    assert "nothing to compare" in headline(ScoreTable((), DATASETS[:2], np.empty((0, 2))))[0]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            [[0.1, 0.2, 0.3]] * 3,
            "Systems differ more than chance explains: Friedman's test over 3 datasets, χ² = 6.00, exact p = 0.0278.",
        ),
        (
            [[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.1, 0.2, 0.3]],
            "Systems may differ by chance alone: Friedman's test over 3 datasets, χ² = 0.67, exact p = 0.944.",
        ),
        ([[0.1, 0.2, 0.3, 0.4, 0.5]] * 4, "over 4 datasets, χ² = 16.00, p = 1.00e-5 by permutation."),
        ([[0.1, 0.2]] * 3, "Systems: no Friedman test, because 3 systems without gaps are needed, and there are 2."),
        ([[0.1, 0.2, 0.3]] * 2, "because 3 datasets without gaps are needed, and there are 2."),
        ([[0.1, 0.1, 0.1]] * 3, "Systems: no Friedman test, because all values of each row are equal."),
        ([[0.1, 0.2, 0.3]] * 3 + [[0.1, NAN, 0.3]], "exact p = 0.0278. Dropped for gaps: delta."),
    ],
)
def test_what_friedmans_test_found_is_said(rows, said):
    test = friedman(np.array(rows), treatments=SYSTEMS[: len(rows[0])], blocks=DATASETS[: len(rows)])
    assert said in friedman_sentence(test, treatments="systems", blocks="datasets")


def test_the_headline_has_the_test_over_systems_and_datasets():
    first, second = headline(scores([0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]))
    assert first.startswith("one has the highest mean")
    assert second.startswith("Systems differ more than chance explains")
