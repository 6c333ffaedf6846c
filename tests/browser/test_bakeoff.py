"""The bakeoff on Scores in a browser: from its figures on to other pages."""

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.actions import click_mark
from tests.browser.address import reaches

RULE, PAIRED = (f".st-key-{key} .barlayer .point path" for key in ("rule-matrix", "paired-matrix"))


@pytest.fixture
def bakeoff(visit, dashboard):
    """The sample's news, where F is best for crf, then jieba, then wapic, then maximum matching."""
    page = visit(f"{dashboard(sample_project())}/scores?dataset=news&system=crf&other=jieba")
    expect(page.locator(RULE)).to_have_count(16)
    return page


def test_cells_lead_to_both_systems_and_base_and_top_go_along(bakeoff, settled):
    cells = bakeoff.locator(PAIRED)
    expect(cells).to_have_count(16)
    click_mark(cells.nth(4 * 3 + 1))
    reaches(bakeoff, {"dataset": "news", "system": "maximum matching", "other": "jieba"}, at="diagnosis")
    bakeoff.go_back()
    settled(bakeoff)
    bakeoff.locator(".st-key-settings").get_by_role("button").click()
    bakeoff.get_by_text("BASE and TOP", exact=True).click()
    reaches(bakeoff, {"baselines": "on"}, at="scores")
    settled(bakeoff)
    expect(bakeoff.locator(RULE)).to_have_count(49)
    click_mark(bakeoff.locator(RULE).nth(7 * 0 + 4))
    reaches(bakeoff, {"system": "crf", "other": "TOP", "baselines": "on"}, at="diagnosis")
