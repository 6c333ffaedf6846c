"""Nothing is lost, and what is damaged is said: a row a case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.trust.cases import Case, run

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    # kept: what is written, and what was.
    Case("a board that is not there", "board list --board lab.sqlite", 2, "there is no board"),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_said(case: Case, tmp_path: Path) -> None:
    run(case, tmp_path)
