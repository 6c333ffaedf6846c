"""Boundaries on Scores in a browser: a copied link, files to take home, and the way on."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from tests.browser.actions import click_mark

Dashboard = Callable[..., str]


@pytest.fixture
def separators(visit: Callable[[str], Page], dashboard: Dashboard) -> Page:
    """A visit by a link with jieba as a second reference."""
    return visit(f"{dashboard(sample_project())}/scores?part=separators&dataset=news&system=crf&references=3")


def test_link_restores_the_references_and_a_system_leads_to_its_sentences(separators: Page) -> None:
    expect(separators.locator(".cw-lead")).to_contain_text("Against gold and jieba (14,292 separators in all of them")
    expect(separators).to_have_url(re.compile("references=3"))
    rows = separators.locator(".st-key-separator-scores .barlayer .point path")
    # Two systems in each of three panels: the second one's recall, clicked beside its marks.
    expect(rows).to_have_count(3 * 3)
    click_mark(rows.nth(5), at={"x": 20, "y": 10})
    expect(separators).to_have_url(re.compile(r"/sentences\?.*system=maximum(\+|%20)matching"))
    separators.get_by_role("button", name="More", exact=True).click()
    separators.get_by_role("link", name="Scores").click()
    expect(separators).to_have_url(re.compile("references=3"))
    expect(separators.locator(".cw-lead")).to_contain_text("Against gold and jieba (14,292 separators in all of them")


def test_union_is_saved_as_a_segmented_text(separators: Page, tmp_path: Path) -> None:
    with separators.expect_download() as download:
        separators.get_by_role("button", name="Union").click()
    assert download.value.suggested_filename == "union.txt"
    download.value.save_as(tmp_path / "union.txt")
    gold = (sample_project().parent / "news" / "first" / "test.txt").read_text(encoding="utf-8")
    saved = (tmp_path / "union.txt").read_text(encoding="utf-8")
    assert saved.replace(" ", "") == gold.replace(" ", "")
    # Every boundary between words but those at the ends of lines: 16,521 in any of the two.
    assert saved.count(" ") == 16521
