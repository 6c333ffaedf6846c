"""Nobody is where they do not belong: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import SCORE, Case, run

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    # shown: what names may hold, and what leaves the machine.
    Case("an escape", (*SCORE.split(), "--system", "\x1b[31mb=a.txt"), 0, r"\\(x|u00)1b\[31mb", silent="\x1b"),
    # gold: what a private gold gives away.
    # owner: who may do what.
    # server: what the server answers.
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
