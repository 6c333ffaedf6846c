"""Nothing falls over, and nothing goes on for ever: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import SCORE, Case, run

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    # limits: how much is read.
    Case("a folder is no file", f"{SCORE} --system b=there", 2, "this is a folder", {"there/b.txt": "我 们"}),
    # options: how much is asked for.
    # ends: how commands end.
    Case(
        "a scheduler that is none",
        "difficulty --gold gold.txt --train train.txt --out w.csv --scheduler foo",
        2,
        "is no address",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
