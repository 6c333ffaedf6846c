"""The Difficulty page in a browser: a cold link to a sentence, from an interval to its words, weights of one's own."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from tests.browser.actions import click_mark
from tests.browser.address import reaches

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[[str], Page]

PROJECT = sample_project()


def test_interval_leads_to_its_words(visit: Visit, dashboard: Dashboard, settled: Settled) -> None:
    page = visit(f"{dashboard(PROJECT)}/difficulty?system=crf&other=jieba")
    # The last ten columns of a chart are those that are clicked.
    columns = page.locator(".st-key-accuracy-by-difficulty .barlayer .point path")
    expect(columns.first).to_be_attached()
    click_mark(columns.nth(columns.count() - 1))
    reaches(page, {"attribute": "diff", "bucket": "9", "system": "crf"}, at="diagnosis")
    settled(page)
    expect(page.get_by_text("words with difficulty > 0.9").first).to_be_visible()
