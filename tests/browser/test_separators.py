"""Boundaries on Scores in a browser: a file to take home."""

import pytest

from cwsdiag.files import sample_project


@pytest.fixture
def separators(visit, dashboard):
    """A visit by a link with jieba as a second reference."""
    return visit(f"{dashboard(sample_project())}/scores?part=separators&dataset=news&system=crf&references=3")


def test_union_is_saved_as_a_segmented_text(separators, tmp_path):
    with separators.expect_download() as download:
        separators.get_by_role("button", name="Union").click()
    assert download.value.suggested_filename == "union.txt"
    download.value.save_as(tmp_path / "union.txt")
    gold = (sample_project().parent / "news" / "first" / "test.txt").read_text(encoding="utf-8")
    saved = (tmp_path / "union.txt").read_text(encoding="utf-8")
    assert saved.replace(" ", "") == gold.replace(" ", "")
    # Every boundary between words but those at the ends of lines: 16,521 in any of the two.
    assert saved.count(" ") == 16521
