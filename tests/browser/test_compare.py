"""From two systems beside each other to the words that one of them alone gets right."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from tests.browser.actions import box_at_rest, click_mark, click_row
from tests.browser.address import reaches, selection
from tests.oracles.attributes import KEYS

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]


@pytest.fixture
def compare(page: Page, dashboard: Dashboard, settled: Settled) -> Page:
    """The sample's news, where crf is ahead of jieba but for characters that the training data lacks."""
    page.goto(f"{dashboard(sample_project())}/compare?dataset=news&system=crf&other=jieba")
    settled(page)
    expect(page.locator(".st-key-heatmap .scatterlayer .point").first).to_be_attached()
    return page


def leads_to_words(page: Page, **wanted: str) -> None:
    reaches(page, {"dataset": "news", "system": "crf", "other": "jieba", **wanted}, at="explore")
    expect(page.locator(".cw-word")).to_be_visible()


# Shares come before targets, panel by panel. The one of word length and of character frequency, clicked at the top.
@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        (4 + 2, {"attribute": "wLen", "bucket": "2", "show": "only_a"}),
        (8 * KEYS.index("cFre") + 4, {"attribute": "cFre", "bucket": "0", "show": "only_b"}),
    ],
)
def test_column_leads_to_the_words_of_the_one_ahead(compare: Page, target: int, wanted: dict[str, str]) -> None:
    targets = compare.locator(".st-key-differences .barlayer .point path")
    # Shares and click targets of 28 buckets and of ten of difficulty, and the target of all words.
    expect(targets).to_have_count(2 * (28 + 10) + 1)
    click_mark(targets.nth(target), at={"x": 20, "y": 4})
    leads_to_words(compare, **wanted)


def test_cell_of_the_heatmap_leads_to_words(compare: Page) -> None:
    cells = compare.locator(".st-key-heatmap .scatterlayer .points path")
    expect(cells).to_have_count(28 + 10)
    click_mark(cells.nth(4 * KEYS.index("cFre")))
    leads_to_words(compare, attribute="cFre", bucket="0", show="only_b")


def test_heatmap_is_hit_between_its_marks_too(compare: Page) -> None:
    cell = compare.locator(".st-key-heatmap .scatterlayer .points path").nth(4 * KEYS.index("wCon") + 1)
    box = box_at_rest(cell)
    compare.mouse.move(box["x"] + box["width"] + 8, box["y"] + 15)
    compare.mouse.click(box["x"] + box["width"] + 8, box["y"] + 15)
    leads_to_words(compare, attribute="wCon", bucket="1", show="only_a")


def test_bar_of_the_extremes_leads_to_words(compare: Page) -> None:
    bars = compare.locator(".st-key-extremes .barlayer .point path")
    # Two bars and two targets for each attribute, difficulty among them.
    expect(bars).to_have_count(4 * (len(KEYS) + 1))
    click_mark(bars.nth(3 * (len(KEYS) + 1) + KEYS.index("cFre")))
    leads_to_words(compare, attribute="cFre", bucket="0", show="only_b")


def test_table_leads_to_words(compare: Page) -> None:
    click_row(compare, "differences-table", 2, height=35)
    leads_to_words(compare, attribute="wLen", bucket="2", show="only_a")


def test_word_leads_to_its_places(compare: Page) -> None:
    click_row(compare, "only-b", 0, height=35)
    reaches(compare, {"show": "only_b", "attribute": None}, at="explore")
    expect(compare.locator(".cw-word")).to_contain_text(selection(compare)["word"])


def test_swap_by_one_click(compare: Page) -> None:
    expect(compare.locator(".cw-legend .cw-name-a")).to_have_text("above 0: crf (A) is ahead")
    compare.get_by_role("button", name="Swap").click()
    reaches(compare, {"system": "jieba", "other": "crf"})
    expect(compare.locator(".cw-legend .cw-name-b")).to_have_text("above 0: crf (B) is ahead")
    expect(compare.get_by_role("combobox", name="System A")).to_have_value("jieba")
