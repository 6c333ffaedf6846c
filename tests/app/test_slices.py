"""Slices of two on One system: counted when they are asked for."""

from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest


def test_slices_are_listed_when_they_are_opened(opened: Callable[..., AppTest], sample: Path) -> None:
    page = opened("self_diagnosis", project=sample, dataset="news", system="crf")
    assert not any("excess" in frame.value.columns for frame in page.dataframe)
    page.session_state["slices of two"] = True
    page.run()
    assert not page.exception
    (table,) = (frame.value for frame in page.dataframe if "excess" in frame.value.columns)
    assert table["first"][0] == "word length 1" and table["gold"][0] == 112
