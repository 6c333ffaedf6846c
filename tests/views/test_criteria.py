"""What the parts of the page Criteria find."""

import math

import numpy as np
import pytest

from cwsdiag.study import Fit, Matrix
from cwsdiag.views.criteria import consistency_finding, fit_finding

NAN = math.nan
# α and β have the distance 2 − 80/90 − 70/100, α and γ 2 − 50/80 − 60/100, β and γ 2 − 40/80 − 55/90.
THREE = [[100, 80, 50], [70, 90, 40], [60, 55, 80]]


@pytest.mark.parametrize(
    ("values", "sentence", "remark"),
    [
        (
            THREE,
            "“β” and “γ” follow the most different criteria.",
            "“β” and “γ”. Under the other's training data their words have Ψ 55.0 and 40.0, under their own 90.0 and "
            "80.0. Nearest: “α” and “β”. Under the other's training data their words have Ψ 70.0 and 80.0, under their "
            "own 100.0 and 90.0.",
        ),
        (
            [[100, 80], [70, 90]],
            "“α” and “β” are the two criteria that can be compared.",
            "“α” and “β”. Under the other's training data their words have Ψ 70.0 and 80.0, under their own 100.0 and "
            "90.0.",
        ),
        (
            [[100, 80, NAN], [70, 90, 10], [60, 50, 80]],
            "“β” and “γ” follow the most different criteria.",
            "“β” and “γ”. Under the other's training data their words have Ψ 50.0 and 10.0, under their own 90.0 and "
            "80.0. Nearest: “α” and “β”. Under the other's training data their words have Ψ 70.0 and 80.0, under their "
            "own 100.0 and 90.0.",
        ),
        (
            [[100, 80], [NAN, NAN]],
            "Only one dataset here has segmented training text, so no two criteria can be compared both ways; other "
            "test texts are compared with that one.",
            "Two datasets are needed to compare criteria: add another to the project.",
        ),
    ],
)
def test_consistency_names_the_furthest_and_the_nearest(values, sentence, remark):
    assert consistency_finding(Matrix(tuple("αβγ"[: len(values)]), np.array(values, float))) == (sentence, remark)


def test_criteria_that_are_equally_near_are_said_to_be():
    near = Fit("news", 52.6, 50.0, 55.0, 0.85, 61.6, 70.0, 0.0, 0.0, 0.0)
    level = Fit("microblog", 52.6, 49.0, 53.0, 0.63, 61.5, 70.0, 0.0, -1.0, 1.0)
    sentence, remark = fit_finding([near, level], "mine.txt", 1486)
    assert sentence.startswith("The criteria of news and microblog are equally near to mine.txt: Ψ 52.6 [50.0, 55.0]")
    assert "95 %" in remark
