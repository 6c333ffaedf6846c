"""The page Systems in a browser: from cells to words and systems, its parts in the address, both themes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from cwsdiag.ui.study.page import PARTS
from tests.browser.actions import click_mark, click_row
from tests.browser.address import reaches
from tests.browser.settling import settle
from tests.oracles.attributes import KEYS

Dashboard = Callable[..., str]
Study = Callable[..., Page]


@pytest.fixture
def study(visit: Callable[..., Page], dashboard: Dashboard) -> Study:
    """``study(part, scheme="light")`` opens a part of the page on the sample, crf beside jieba."""

    def opened(part: str, **look: str) -> Page:
        return visit(f"{dashboard(sample_project())}/study?part={part}&dataset=news&system=crf&other=jieba", **look)

    return opened


def cells(page: Page, key: str) -> list[str]:
    marks = page.locator(f".st-key-{key} .barlayer .point path")
    expect(marks.first).to_be_attached()
    return [f".st-key-{key} .barlayer .point path >> nth={place}" for place in range(marks.count())]


def test_cell_of_two_systems_leads_to_what_one_alone_gets_right(study: Study) -> None:
    page = study("diagnosis")
    drawn = cells(page, "aided-diagnosis")
    assert len(drawn) == 2 * 4 * len(KEYS)
    # The third dataset's lowest difference by OOV density: jieba is ahead.
    click_mark(page.locator(drawn[5 * len(KEYS) + KEYS.index("oDen")]))
    reaches(
        page,
        {"dataset": "news, second criterion", "attribute": "oDen", "show": "only_b", "other": "jieba"},
        at="explore",
    )
    expect(page.locator(".cw-word")).to_be_visible()


@pytest.mark.seldom
def test_row_of_the_table_of_the_diagnosis_leads_to_words(study: Study) -> None:
    page = study("diagnosis")
    page.get_by_text("Every cell with its numbers").last.click()
    part = page.get_by_test_id("stExpander").filter(has=page.locator(".st-key-self-diagnosis-table"))
    expect(page.locator(".st-key-self-diagnosis-table canvas").first).to_be_visible()
    settle(page)
    # It unfolds for a while after nothing is under way any more: a click on the way would miss the row.
    part.evaluate("part => Promise.all(part.getAnimations({subtree: true}).map(one => one.finished))")
    click_row(page, "self-diagnosis-table", 3, height=35)
    reaches(page, {"dataset": "news", "attribute": "wFre", "bucket": "0"}, at="explore")


@pytest.mark.seldom
def test_cell_of_the_scores_leads_to_where_the_system_fails(study: Study) -> None:
    page = study("scores")
    # The second system by its average, on the second dataset; before it stand the parts of the systems.
    click_row(page, "study-scores", 1, height=35, share=0.6)
    reaches(page, {"dataset": "microblog", "system": "jieba", "buckets": "equal:10"}, at="self-diagnosis")


def test_parts_are_chosen_by_one_click_and_stand_in_the_address(study: Study) -> None:
    page = study("scores")
    page.get_by_role("radio", name="Biases").click()
    reaches(page, {"part": "models"})
    page.get_by_role("radio", name="Spread").click()
    reaches(page, {"part": "models", "measure": "sigma"})
    expect(
        page.locator(".st-key-systems-radar .scatterpolar, .st-key-systems-radar .polarlayer").first
    ).to_be_attached()
    page.get_by_role("radio", name="Tests").click()
    reaches(page, {"part": "tests", "measure": "sigma"})
    expect(page.locator(".st-key-dataset-tests")).to_contain_text("microblog, first criterion")


@pytest.mark.seldom
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_reads_in_both_themes_and_fits_a_projector(study: Study, scheme: str) -> None:
    page = study("scores", scheme=scheme)
    for part, (name, *_) in PARTS.items():
        if part != "scores":
            page.get_by_role("radio", name=str(name), exact=True).click()
            reaches(page, {"part": part})
        expect(page.locator(".cw-lead")).not_to_be_empty()
        ink = page.locator(".js-plotly-plot text").first.evaluate("node => getComputedStyle(node).fill")
        assert (int(re.findall(r"\d+", ink)[0]) > 128) == (scheme == "dark"), part
        beyond = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
        assert beyond <= 1, part


def test_side_bar_of_a_projector_shows_all_pages_and_choices(study: Study) -> None:
    page = study("scores")
    doors = page.locator(".st-key-doors").get_by_role("link")
    expect(doors).to_have_count(13)
    for door in doors.all():
        expect(door).to_be_in_viewport(ratio=1)
    for name in ("Dataset", "System A", "System B", "Buckets"):
        expect(page.get_by_test_id("stSidebar").get_by_role("combobox", name=name)).to_be_in_viewport(ratio=1)
