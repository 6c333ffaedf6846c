"""From two systems beside each other to the words that one of them alone gets right."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from tests.browser.test_pages import click_row, selection

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]


@pytest.fixture
def compare(page: Page, dashboard: Dashboard, settled: Settled) -> Page:
    """The sample's news, where crf is ahead of jieba but for characters that the training data lacks."""
    page.goto(f"{dashboard(sample_project())}/compare?dataset=news&system=crf&other=jieba")
    settled(page)
    expect(page.locator(".st-key-heatmap .scatterlayer .point").first).to_be_attached(timeout=30_000)
    return page


def leads_to_words(page: Page, settled: Settled, **wanted: str) -> None:
    page.wait_for_url("**/explore?**")
    settled(page)
    assert selection(page).items() >= {"dataset": "news", "system": "crf", "other": "jieba", **wanted}.items()
    expect(page.locator(".cw-word")).to_be_visible()


# Shares come before targets, panel by panel. The one of word length and of character frequency, clicked at the top.
@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        (4 + 2, {"attribute": "wLen", "bucket": "2", "show": "only_a"}),
        (4 * 8 + 4, {"attribute": "cFre", "bucket": "0", "show": "only_b"}),
    ],
)
def test_column_leads_to_the_words_of_the_one_ahead(
    compare: Page, settled: Settled, target: int, wanted: dict[str, str]
) -> None:
    targets = compare.locator(".st-key-differences .barlayer .point path")
    expect(targets).to_have_count(2 * 28 + 1)
    targets.nth(target).click(force=True, position={"x": 20, "y": 4})
    leads_to_words(compare, settled, **wanted)


def test_cell_of_the_heatmap_leads_to_words(compare: Page, settled: Settled) -> None:
    cells = compare.locator(".st-key-heatmap .scatterlayer .points path")
    expect(cells).to_have_count(28)
    cells.nth(4 * 4).scroll_into_view_if_needed()
    cells.nth(4 * 4).click(force=True)
    leads_to_words(compare, settled, attribute="cFre", bucket="0", show="only_b")


def test_heatmap_is_hit_between_its_marks_too(compare: Page, settled: Settled) -> None:
    cell = compare.locator(".st-key-heatmap .scatterlayer .points path").nth(4 * 5 + 1)
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    compare.mouse.move(box["x"] + box["width"] + 8, box["y"] + 15)
    compare.mouse.click(box["x"] + box["width"] + 8, box["y"] + 15)
    leads_to_words(compare, settled, attribute="wCon", bucket="1", show="only_a")


def test_bar_of_the_extremes_leads_to_words(compare: Page, settled: Settled) -> None:
    bars = compare.locator(".st-key-extremes .barlayer .point path")
    expect(bars).to_have_count(4 * 7)
    bars.nth(3 * 7 + 4).scroll_into_view_if_needed()
    bars.nth(3 * 7 + 4).click(force=True)
    leads_to_words(compare, settled, attribute="cFre", bucket="0", show="only_b")


def test_table_leads_to_words(compare: Page, settled: Settled) -> None:
    click_row(compare, "differences-table", 2, height=35)
    leads_to_words(compare, settled, attribute="wLen", bucket="2", show="only_a")


def test_word_leads_to_its_places(compare: Page, settled: Settled) -> None:
    click_row(compare, "only-b", 0, height=35)
    compare.wait_for_url("**/explore?**")
    settled(compare)
    chosen = selection(compare)
    assert chosen["show"] == "only_b"
    assert "attribute" not in chosen
    expect(compare.locator(".cw-word")).to_contain_text(chosen["word"])


def test_swap_by_one_click(compare: Page, settled: Settled) -> None:
    expect(compare.locator(".cw-legend .cw-name-a")).to_have_text("above 0: crf (A) is ahead")
    compare.get_by_role("button", name="Swap").click()
    compare.wait_for_url("**system=jieba**")
    settled(compare)
    expect(compare.locator(".cw-legend .cw-name-b")).to_have_text("above 0: crf (B) is ahead")
    assert selection(compare)["other"] == "crf"
    expect(compare.get_by_role("combobox", name="System A")).to_have_value("jieba")
