"""From two systems beside each other to the words behind each mark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from cwsdiag.site import sample_project
from tests.browser.actions import click_mark, click_row
from tests.browser.address import reaches, selection
from tests.oracles.attributes import KEYS

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[[str], Page]


@pytest.fixture
def compare(visit: Visit, dashboard: Dashboard) -> Page:
    """The sample's news, where crf is ahead of jieba but for characters that the training data lacks."""
    page = visit(f"{dashboard(sample_project())}/compare?dataset=news&system=crf&other=jieba")
    expect(page.locator(".st-key-kinds .barlayer .point").first).to_be_attached()
    return page


def leads_to_words(page: Page, **wanted: str | None) -> None:
    reaches(page, {"dataset": "news", "system": "crf", "other": "jieba", **wanted}, at="explore")
    expect(page.locator(".cw-word")).to_be_visible()


def lane(page: Page, number: int) -> Locator:
    """A lane of the first panel, from the top: F1, the difference, the share of gold."""
    return page.locator(f".st-key-differences .subplot.xy{number if number > 1 else ''}")


# Of the third bucket of word length: the marks of A and of B, the column beside them, the difference.
MARKS: list[tuple[int, str, Position | None, dict[str, str | None]]] = [
    (1, ".scatterlayer .trace:nth-of-type(1) .point", None, {"of": "a", "show": None}),
    (1, ".scatterlayer .trace:nth-of-type(2) .point", None, {"of": "b", "show": None}),
    (1, ".barlayer .point path", {"x": 4, "y": 4}, {"of": None, "show": None}),
    (2, ".barlayer .point path", {"x": 4, "y": 4}, {"of": None, "show": "only_a"}),
]


def test_what_is_clicked_says_which_words(compare: Page, settled: Settled) -> None:
    for number, mark, at, wanted in MARKS:
        marks = lane(compare, number).locator(mark)
        expect(marks).to_have_count(4)
        click_mark(marks.nth(2), at=at)
        leads_to_words(compare, attribute="wLen", bucket="2", **wanted)
        compare.go_back()
        settled(compare)


@pytest.mark.seldom
def test_row_of_the_extremes_leads_to_words(compare: Page) -> None:
    rows = compare.locator(".st-key-extremes .barlayer .point path")
    # Of each attribute the highest and the lowest difference; difficulty is left aside.
    expect(rows).to_have_count(2 * len(KEYS))
    click_mark(rows.nth(2 * KEYS.index("cFre") + 1), at={"x": 4, "y": 4})
    leads_to_words(compare, attribute="cFre", bucket="0", show="only_b")


def test_box_and_kind_lead_to_their_words(compare: Page, settled: Settled) -> None:
    compare.get_by_role("button", name="84 alike").click()
    leads_to_words(compare, show="both_wrong_alike", attribute=None)
    compare.go_back()
    settled(compare)
    # A row a kind, with a cell of A, of B and of their difference: the second kind of B.
    click_mark(compare.locator(".st-key-kinds .barlayer .point path").nth(3 * 1 + 1))
    leads_to_words(compare, shape="merged", of="b", show=None)


@pytest.mark.seldom
def test_table_leads_to_words(compare: Page) -> None:
    click_row(compare, "differences-table", 2, height=35)
    leads_to_words(compare, attribute="wLen", bucket="2", show="only_a")


@pytest.mark.seldom
def test_word_leads_to_its_places(compare: Page) -> None:
    click_row(compare, "only-b", 0, height=35)
    reaches(compare, {"show": "only_b", "attribute": None}, at="explore")
    expect(compare.locator(".cw-word")).to_contain_text(selection(compare)["word"])


@pytest.mark.seldom
def test_swap_by_one_click(compare: Page) -> None:
    expect(compare.locator(".st-key-differences .legendtext").first).to_have_text("crf (A)")
    compare.get_by_role("button", name="Swap").click()
    reaches(compare, {"system": "jieba", "other": "crf"})
    expect(compare.locator(".st-key-differences .legendtext").nth(1)).to_have_text("crf (B)")
    expect(compare.get_by_role("combobox", name="System A")).to_have_value("jieba")


@pytest.mark.seldom
def test_all_against_one_lead_to_both(compare: Page) -> None:
    compare.get_by_role("radio", name="all against A").click()
    cells = compare.locator(".st-key-against .barlayer .point path")
    expect(cells).to_have_count(2 * (1 + 28 + 10 + 3 + 5))
    click_mark(cells.first)
    reaches(compare, {"system": "jieba", "other": "crf", "part": None}, at="compare")
