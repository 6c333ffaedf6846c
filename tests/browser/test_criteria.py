"""The Criteria page in a browser: from a cell to words and sentences, from a map to a pair, long work, an own text."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from tests.browser.actions import box_at_rest, choose_row, click_mark
from tests.browser.address import reaches

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Criteria = Callable[[str], Page]

# Milliseconds: the first segmenter is compiled before it learns.
LEARNING = 180_000
# Cells of the sample's matrices by row and column.
CELLS = ".st-key-{} .barlayer .point path"
POINTS = ".st-key-{} .scatterlayer .points path"
NAMES = ("news", "microblog", "news, second criterion", "microblog, first criterion")
FIRST = "八十 年代 的 书 。\n那 个 年代 好 。\n新 书 。\n" * 10
SECOND = "八十 年 代 的 书 。\n那个 年 代 好 。\n新书 。\n" * 10


@pytest.fixture
def criteria(visit: Callable[[str], Page], dashboard: Dashboard) -> Criteria:
    """``criteria(part)`` gives a part of the page on the sample."""
    return lambda part: visit(f"{dashboard(sample_project())}/datasets?dataset=news&part={part}")


def test_from_a_cell_to_its_words_and_from_a_word_to_sentences(criteria: Criteria, settled: Settled) -> None:
    page = criteria("consistency")
    cells = page.locator(CELLS.format("psi-matrix"))
    expect(cells).to_have_count(16)
    # Trained on the second criterion of news, tested on the first.
    click_mark(cells.nth(2 * 4 + 0))
    reaches(page, {"train": NAMES[2], "test": NAMES[0]})
    expect(page.get_by_role("heading", name=f"{NAMES[2]} → {NAMES[0]}")).to_contain_text("over 16,830 words")
    choose_row(page, "strings", 1)
    reaches(page, {"train": NAMES[2], "test": NAMES[0], "string": "一条"})
    sides = page.locator(".cw-side")
    expect(sides).to_have_count(3)
    expect(page.locator(".cw-cut").first).to_contain_text("split 一·条")
    expect(page.locator(".cw-example mark").first).to_have_text("一")


@pytest.mark.seldom
def test_two_points_of_a_map_are_a_pair(criteria: Criteria) -> None:
    page = criteria("maps")
    points = page.locator(POINTS.format("psi-map"))
    expect(points).to_have_count(4)
    click_mark(points.nth(2))
    reaches(page, {"train": NAMES[2], "test": None})
    expect(page.locator(".cw-said").first).to_contain_text(f"Training data: {NAMES[2]}. Now click")
    # The second on the other map: it is the same choice.
    click_mark(page.locator(POINTS.format("u-map")).nth(0))
    reaches(page, {"train": NAMES[2], "test": NAMES[0], "part": "maps"})
    expect(page.get_by_role("heading", name=f"{NAMES[2]} → {NAMES[0]}")).to_be_visible()
    expect(page.locator(".st-key-strings td").first).to_be_visible()


@pytest.mark.seldom
def test_transfer_leads_to_the_same_pair(criteria: Criteria) -> None:
    page = criteria("transfer")
    click_mark(page.locator(CELLS.format("transfer-matrix")).nth(1 * 4 + 3))
    reaches(page, {"part": "consistency", "train": NAMES[1], "test": NAMES[3]})
    page = criteria("transfer")
    # The first test text's point of its own training data.
    click_mark(page.locator(POINTS.format("relation")).nth(0))
    reaches(page, {"part": "consistency", "train": NAMES[0], "test": NAMES[0]})


@pytest.mark.seldom
def test_the_built_in_segmenter_learns_and_sources_are_added(
    page: Page, dashboard: Dashboard, settled: Settled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("a", FIRST), ("b", SECOND), ("c", FIRST + SECOND)):
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    project = tmp_path / "project.toml"
    datasets = (f"[[dataset]]\nname = '{name}'\ngold = '{name}.txt'\ntrain = '{name}.txt'\n" for name in "abc")
    project.write_text("".join(datasets), "utf-8")
    monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
    page.goto(f"{dashboard(project, fresh=True)}/datasets?part=transfer")
    settled(page)
    page.get_by_role("button", name="Let the built-in segmenter learn").click()
    # Drawn by itself when it is over: nobody clicks.
    expect(page.locator(".st-key-transfer-matrix .main-svg").first).to_be_visible(timeout=LEARNING)
    settled(page)
    expect(page.locator(CELLS.format("transfer-matrix"))).to_have_count(9)
    page.get_by_role("combobox", name="View").click()
    page.get_by_role("option", name="Criteria: sources").click()
    settled(page)
    page.get_by_role("button", name="Let the built-in segmenter learn").click()
    expect(page.locator(".st-key-order-f1 .main-svg").first).to_be_visible(timeout=LEARNING)
    expect(page.get_by_text("The three ways: no Friedman test")).to_be_attached()
    settled(page)


def test_a_text_of_ones_own_finds_its_criterion(criteria: Criteria, settled: Settled) -> None:
    page = criteria("fit")
    text = (sample_project().parent / "news" / "second" / "test.txt").read_bytes()
    page.locator("input[type=file]").set_input_files({"name": "mine.txt", "mimeType": "text/plain", "buffer": text})
    expect(page.locator(".cw-lead")).to_contain_text(f"The criterion of {NAMES[2]} is nearest to mine.txt: Ψ")
    settled(page)
    rows = page.locator(".st-key-fit .barlayer .point path")
    expect(rows).to_have_count(4)
    expect(page.get_by_role("heading", name=f"{NAMES[2]} → mine.txt")).to_be_visible()
    click_mark(rows.nth(3), at={"x": 20, "y": 10})
    reaches(page, {"part": "fit", "train": NAMES[3]})
    expect(page.get_by_role("heading", name=f"{NAMES[3]} → mine.txt")).to_be_visible()
    # It stays, wherever one goes meanwhile.
    page.get_by_role("link", name="Summary").click()
    settled(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Datasets", exact=True).click()
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("is nearest to mine.txt")


def test_nothing_reaches_over_the_page(criteria: Criteria) -> None:
    page = criteria("consistency")
    box = box_at_rest(page.locator(".st-key-strings"))
    assert box["x"] + box["width"] <= 1280
