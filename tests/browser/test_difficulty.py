"""The Difficulty page in a browser: a cold link to a sentence, from an interval to its words, weights of one's own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from tests.browser.actions import click_mark
from tests.browser.address import reaches, selection

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]

PROJECT = Path(__file__).parents[2] / "sample_data" / "difficulty.toml"
WORDS = ".cw-hard [role=listitem]"


@pytest.fixture
def difficulty(page: Page, dashboard: Dashboard, settled: Settled) -> Page:
    page.goto(f"{dashboard(PROJECT)}/difficulty?system=crf&other=jieba")
    settled(page)
    return page


def test_cold_deep_link_to_a_sentence(page: Page, dashboard: Dashboard, settled: Settled) -> None:
    page.goto(f"{dashboard(PROJECT, fresh=True)}/difficulty?dataset=news&sentence=7")
    settled(page)
    expect(page.get_by_role("heading", name="Sentence 7")).to_be_visible()
    gold = (PROJECT.parent / "news" / "first" / "test.txt").read_text("utf-8").splitlines()[6].split()
    expect(page.locator(WORDS)).to_have_count(len(gold))
    assert page.locator(f"{WORDS} .c").all_inner_texts() == gold
    reaches(page, {"dataset": "news", "sentence": "7"}, at="difficulty")


@pytest.mark.parametrize("chart", ["accuracy-by-difficulty", "kinds-by-difficulty"])
def test_interval_leads_to_its_words(difficulty: Page, settled: Settled, chart: str) -> None:
    # The last ten columns of a chart are those that are clicked.
    columns = difficulty.locator(f".st-key-{chart} .barlayer .point path")
    expect(columns.first).to_be_attached()
    click_mark(columns.nth(columns.count() - 1))
    reaches(difficulty, {"attribute": "diff", "bucket": "9", "system": "crf"}, at="explore")
    settled(difficulty)
    expect(difficulty.locator(".cw-lead")).to_contain_text("81 gold words with difficulty > 0.9")


def test_keyboard_leads_through_hard_sentences(difficulty: Page, settled: Settled) -> None:
    first = selection(difficulty)["sentence"]
    difficulty.keyboard.press("n")
    difficulty.wait_for_function(f"!location.search.includes('sentence={first}&')")
    settled(difficulty)
    expect(difficulty.get_by_role("heading", name="2nd hardest")).to_be_visible()
    difficulty.keyboard.press("p")
    reaches(difficulty, {"sentence": first}, at="difficulty")
    expect(difficulty.locator(WORDS).first).to_be_visible()


def test_word_says_more_when_it_has_the_focus(difficulty: Page) -> None:
    word = difficulty.locator(WORDS).first
    word.focus()
    said = word.evaluate("word => getComputedStyle(word, '::after').content")
    assert "of 50 members wrong" in said


def test_words_wrap_and_never_scroll_sideways(difficulty: Page, settled: Settled) -> None:
    difficulty.set_viewport_size({"width": 640, "height": 720})
    settled(difficulty)
    wide, room = difficulty.locator(".cw-hard").evaluate("part => [part.scrollWidth, part.clientWidth]")
    assert wide <= room


def test_upload_of_weights(page: Page, dashboard: Dashboard, settled: Settled) -> None:
    page.goto(f"{dashboard(sample_project())}/difficulty?dataset=news")
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("is not known yet")
    page.locator("input[type=file]").set_input_files(PROJECT.parent / "news" / "first" / "difficulty.csv")
    expect(page.locator(".cw-lead")).to_contain_text("leads news with f_b")
    settled(page)
    expect(page.locator(WORDS).first).to_be_visible()
