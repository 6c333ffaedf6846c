"""The page Systems in a browser: from cells to words and systems, its parts in the address, both themes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from cwsdiag.ui.datasets.page import SYSTEMS
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
        return visit(f"{dashboard(sample_project())}/datasets?part={part}&dataset=news&system=crf&other=jieba", **look)

    return opened


def cells(page: Page, key: str) -> list[str]:
    marks = page.locator(f".st-key-{key} .barlayer .point path")
    expect(marks.first).to_be_attached()
    return [f".st-key-{key} .barlayer .point path >> nth={place}" for place in range(marks.count())]


def test_cell_of_two_systems_leads_to_what_one_alone_gets_right(study: Study) -> None:
    page = study("diagnosis")
    drawn = cells(page, "aided-diagnosis")
    assert len(drawn) == 2 * 4 * len(KEYS)
    # The first dataset's lowest difference by OOV density: jieba is ahead.
    click_mark(page.locator(drawn[1 * len(KEYS) + KEYS.index("oDen")]))
    wanted = {"dataset": "news", "attribute": "oDen", "bucket": "7", "show": "only_b", "other": "jieba"}
    reaches(page, wanted, at="diagnosis")
    expect(page.locator(".cw-word").first).to_be_visible()


@pytest.mark.seldom
def test_row_of_the_table_of_the_diagnosis_leads_to_words(study: Study) -> None:
    page = study("diagnosis")
    page.get_by_text("All numbers").last.click()
    part = page.get_by_test_id("stExpander").filter(has=page.locator(".st-key-self-diagnosis-table"))
    expect(page.locator(".st-key-self-diagnosis-table canvas").first).to_be_visible()
    settle(page)
    # It unfolds for a while after nothing is under way any more: a click on the way would miss the row.
    part.evaluate("part => Promise.all(part.getAnimations({subtree: true}).map(one => one.finished))")
    click_row(page, "self-diagnosis-table", 3, height=35)
    reaches(page, {"dataset": "news", "attribute": "wFre", "bucket": "0"}, at="diagnosis")


@pytest.mark.seldom
def test_cell_of_the_scores_leads_to_where_the_system_fails(study: Study) -> None:
    page = study("scores")
    # The second system by its average, on the second dataset; before it stand the parts of the systems.
    click_row(page, "scores-table", 1, height=35, share=0.6)
    reaches(page, {"dataset": "microblog", "system": "wapic", "buckets": "equal:10"}, at="diagnosis")


def choose(page: Page, view: str) -> None:
    page.get_by_role("combobox", name="View").click()
    page.get_by_role("option", name=view, exact=True).click()


def test_views_stand_in_the_address(study: Study) -> None:
    page = study("scores")
    choose(page, "Biases of systems")
    reaches(page, {"part": "models"})
    page.get_by_role("radio", name="Spread").click()
    reaches(page, {"part": "models", "measure": "sigma"})
    expect(page.locator(".st-key-biases .scatterpolar, .st-key-biases .polarlayer").first).to_be_attached()
    choose(page, "Tests over buckets")
    reaches(page, {"part": "tests", "measure": "sigma"})
    expect(page.locator(".st-key-dataset-tests")).to_contain_text("microblog, first criterion")
    page.go_back()
    reaches(page, {"part": "models", "measure": "sigma"})
    expect(page.locator(".st-key-biases .polarlayer").first).to_be_attached()


@pytest.mark.seldom
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_reads_in_both_themes_and_fits_a_projector(study: Study, scheme: str) -> None:
    page = study("scores", scheme=scheme)
    for part, (name, *_) in SYSTEMS.items():
        if part != "scores":
            choose(page, str(name))
            reaches(page, {"part": part})
        expect(page.locator(".cw-lead")).not_to_be_empty()
        ink = page.locator(".js-plotly-plot text").first.evaluate("node => getComputedStyle(node).fill")
        assert (int(re.findall(r"\d+", ink)[0]) > 128) == (scheme == "dark"), part
        beyond = page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")
        assert beyond <= 1, part
