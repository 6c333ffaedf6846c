"""Editing buckets in place: the notation it writes."""

import pytest

from cwsdiag.ui.shell.frame import with_way


@pytest.mark.parametrize(
    ("notation", "key", "way", "expected"),
    [
        ("equal:5", "wLen", "edges:2,4", "equal:5;wLen=edges:2,4"),
        ("equal:5;wLen=classes", "wLen", None, "equal:5"),
        ("wLen=classes;sLen=equal:2", "wLen", None, "sLen=equal:2"),
    ],
)
def test_notation_of_one_attribute(notation, key, way, expected):
    assert with_way(notation, key, way) == expected
