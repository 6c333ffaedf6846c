"""Slices of two on One system: counted when they are asked for."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

from streamlit.testing.v1 import AppTest


def test_slices_are_listed_when_they_are_opened(opened: Callable[..., AppTest], sample: Path) -> None:
    page = opened("self_diagnosis", project=sample, dataset="news", system="crf")
    assert not any("excess" in frame.value.columns for frame in page.dataframe)
    page.session_state["slices of two"] = True
    page.run()
    assert not page.exception
    (table,) = (frame.value for frame in page.dataframe if "excess" in frame.value.columns)
    assert table["first"][0] == "word length 1" and table["gold"][0] == 112


def test_pages_show_a_slice_that_a_project_names(opened: Callable[..., AppTest], sample: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    copytree(sample.parent if sample.is_file() else sample, folder)
    with (folder / "project.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[slice]]\nname = "long new words"\nwhere = { wLen = "3", wFre = "0" }\n')
    for name in ("self_diagnosis", "compare", "explore"):
        more = {"attribute": "slice:long new words", "bucket": "0"} if name == "explore" else {}
        page = opened(name, project=folder / "project.toml", dataset="news", system="crf", other="jieba", **more)
        assert not page.exception
        if name == "self_diagnosis":
            (table,) = (frame.value for frame in page.dataframe if "mark" in frame.value.columns)
            assert table[table["title"] == "long new words"]["gold"].tolist() == [41]
