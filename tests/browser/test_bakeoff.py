"""The bakeoff on Scores in a browser: followed as a link, and from its figures on to other pages."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from tests.browser.actions import click_mark, click_row
from tests.browser.address import reaches

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[[str], Page]

RULE, PAIRED = (f".st-key-{key} .barlayer .point path" for key in ("rule-matrix", "paired-matrix"))
CORPORA = ".st-key-corpora .scatterlayer"


@pytest.fixture
def bakeoff(visit: Visit, dashboard: Dashboard) -> Page:
    """The sample's news, where F is best for crf, then jieba, then wapic, then maximum matching."""
    page = visit(f"{dashboard(sample_project())}/scores?dataset=news&system=crf&other=jieba")
    expect(page.locator(f"{RULE}")).to_have_count(16)
    return page


@pytest.mark.seldom
def test_deep_link(visit: Visit, dashboard: Dashboard) -> None:
    page = visit(f"{dashboard(sample_project())}/scores?dataset=microblog&baselines=on")
    expect(page.locator(".cw-lead")).to_contain_text("leads microblog with F 0.")
    expect(page.locator(f"{RULE}")).to_have_count(49)
    reaches(page, {"dataset": "microblog", "baselines": "on"}, at="scores")


def test_cell_leads_to_both_systems(bakeoff: Page, settled: Settled) -> None:
    for matrix in (RULE, PAIRED):
        cells = bakeoff.locator(f"{matrix}")
        expect(cells).to_have_count(16)
        click_mark(cells.nth(4 * 3 + 1))
        reaches(bakeoff, {"dataset": "news", "system": "maximum matching", "other": "jieba"}, at="diagnosis")
        bakeoff.go_back()
        settled(bakeoff)


@pytest.mark.seldom
def test_pair_in_the_table_leads_to_both_systems(bakeoff: Page, settled: Settled) -> None:
    click_row(bakeoff, "pairs-table", 2, height=35)
    reaches(bakeoff, {"system": "crf", "other": "maximum matching"}, at="diagnosis")
    settled(bakeoff)


@pytest.mark.seldom
def test_system_in_the_table_leads_to_where_it_fails(bakeoff: Page, settled: Settled) -> None:
    click_row(bakeoff, "bakeoff-scores", 1, height=35)
    reaches(bakeoff, {"dataset": "news", "system": "jieba"}, at="diagnosis")
    settled(bakeoff)


@pytest.mark.seldom
def test_point_of_another_corpus_leads_to_the_system_there(bakeoff: Page, settled: Settled) -> None:
    # BASE and TOP come first, A and B last: each a trace with a point a corpus.
    points = bakeoff.locator(f"{CORPORA} .trace").filter(has=bakeoff.locator(".points path")).nth(4)
    expect(points.locator(".points path")).to_have_count(4)
    click_mark(points.locator(".points path").nth(1))
    reaches(bakeoff, {"dataset": "microblog", "system": "crf"}, at="diagnosis")
    settled(bakeoff)


@pytest.mark.seldom
def test_line_leads_to_top_as_a_system(bakeoff: Page, settled: Settled) -> None:
    line = bakeoff.locator(f"{CORPORA} .trace").nth(0).locator(".points path").nth(0)
    # It stands on the edge of the chart.
    click_mark(line, at={"x": 10, "y": 4})
    reaches(bakeoff, {"dataset": "news", "system": "TOP", "baselines": "on"}, at="diagnosis")
    settled(bakeoff)
    expect(bakeoff.get_by_role("combobox", name="System A")).to_have_value("A ● TOP")


def test_base_and_top_switched_on(bakeoff: Page, settled: Settled) -> None:
    bakeoff.locator(".st-key-settings").get_by_role("button").click()
    bakeoff.get_by_text("BASE and TOP", exact=True).click()
    reaches(bakeoff, {"baselines": "on"}, at="scores")
    settled(bakeoff)
    expect(bakeoff.locator(f"{RULE}")).to_have_count(49)
    # The click leaves the page, and the three go along.
    click_mark(bakeoff.locator(f"{RULE}").nth(7 * 0 + 4))
    reaches(bakeoff, {"system": "crf", "other": "TOP", "baselines": "on"}, at="diagnosis")
    settled(bakeoff)


def test_official_layout_is_saved(bakeoff: Page) -> None:
    bakeoff.get_by_role("button", name="Official layout").click()
    with bakeoff.expect_download() as saved:
        bakeoff.get_by_role("button", name="Summary").click()
    assert saved.value.suggested_filename == "score.txt"
    assert Path(saved.value.path()).read_text("utf-8").count("=== F MEASURE:\t") == 4
