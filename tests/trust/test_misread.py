"""Nothing is misread in silence: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import SCORE, SYSTEM, Case, run

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    # forms: what a file is taken for.
    Case("nothing is wrong", SCORE, 0, "a ", silent="warning"),
    # options: what is asked for.
    Case(
        "a prediction given twice, left out",
        f"{SCORE} --mismatch skip",
        0,
        r"repeated: line 3, 4(?s:.*)coverage 1\.0000\), 9 of 18 words of the system \(coverage 0\.5000\)",
        {"a.txt": SYSTEM + SYSTEM},
    ),
    Case(
        "a sentence more at the end, left out",
        f"{SCORE} --mismatch skip",
        0,
        r"not in gold: line 3(?s:.*)3 of 12 words of the system \(coverage 0\.7500\)",
        {"a.txt": SYSTEM + "这 是 多余的\n"},
    ),
    Case(
        "a sentence more in the middle, left out",
        f"{SCORE} --mismatch skip",
        0,
        r"not in gold: line 2(?s:.*)3 of 12 words of the system \(coverage 0\.7500\)",
        {"a.txt": "\n这 是 多余的\n".join(SYSTEM.splitlines())},
    ),
    Case("f_b that is no number", "judge scores s --judgements j.sqlite --f-b a=nan", 2, "a number from 0 to 1"),
    Case("f_b without bound", "judge scores s --judgements j.sqlite --f-b a=inf", 2, "a number from 0 to 1"),
    Case("no such way of mismatch", f"{SCORE} --mismatch eror", 2, "'error', 'skip', 'count'"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
