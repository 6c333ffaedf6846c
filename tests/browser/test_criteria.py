"""The Criteria page in a browser: from a cell to words and sentences."""

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.actions import box_at_rest, choose_row, click_mark
from tests.browser.address import reaches

# Cells of the sample's matrices by row and column.
CELLS = ".st-key-{} .barlayer .point path"
NAMES = ("news", "microblog", "news, second criterion", "microblog, first criterion")


@pytest.fixture
def criteria(visit, dashboard):
    """``criteria(part)`` gives a part of the page on the sample."""
    return lambda part: visit(f"{dashboard(sample_project())}/datasets?dataset=news&part={part}")


def test_from_a_cell_to_its_words_and_from_a_word_to_sentences(criteria, settled):
    page = criteria("consistency")
    cells = page.locator(CELLS.format("psi-matrix"))
    expect(cells).to_have_count(16)
    # Trained on the second criterion of news, tested on the first.
    click_mark(cells.nth(2 * 4 + 0))
    reaches(page, {"train": NAMES[2], "test": NAMES[0]})
    choose_row(page, "strings", 1)
    reaches(page, {"train": NAMES[2], "test": NAMES[0], "string": "一条"})
    expect(page.locator(".cw-side")).to_have_count(3)
    box = box_at_rest(page.locator(".st-key-strings"))
    assert box["x"] + box["width"] <= 1280
