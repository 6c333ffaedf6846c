"""Nothing is misread in silence: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import SCORE, Case, run

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    # forms: what a file is taken for.
    Case("nothing is wrong", SCORE, 0, "a ", silent="warning"),
    # options: what is asked for.
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
