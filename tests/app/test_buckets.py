"""Editing buckets in place: the notation it writes, and what pages do with one they cannot read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from cwsdiag.ui.shell.frame import with_way
from tests.app.conftest import frames


@pytest.mark.parametrize(
    ("notation", "key", "way", "expected"),
    [
        ("equal:5", "wLen", "edges:2,4", "equal:5;wLen=edges:2,4"),
        ("equal:5;wLen=classes", "wLen", None, "equal:5"),
        ("wLen=classes;sLen=equal:2", "wLen", None, "sLen=equal:2"),
    ],
)
def test_notation_of_one_attribute(notation: str | None, key: str, way: str | None, expected: str | None) -> None:
    assert with_way(notation, key, way) == expected


def test_a_notation_that_is_not_understood_is_dropped(opened: Callable[..., AppTest], sample: Path) -> None:
    page = opened("diagnosis", project=sample, dataset="news", part="buckets", buckets="wLen=edges:9,1")
    (table,) = (frame for frame in frames(page) if "mark" in frame.columns)
    assert len(table[table["title"] == "word length"]) == 4
