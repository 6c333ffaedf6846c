"""The Difficulty page in a browser: a cold link to a sentence, from an interval to its words, weights of one's own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from tests.browser.actions import click_mark
from tests.browser.address import reaches

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[[str], Page]

PROJECT = sample_project()


@pytest.mark.parametrize("chart", ["accuracy-by-difficulty", "kinds-by-difficulty"])
def test_interval_leads_to_its_words(visit: Visit, dashboard: Dashboard, settled: Settled, chart: str) -> None:
    page = visit(f"{dashboard(PROJECT)}/difficulty?system=crf&other=jieba")
    # The last ten columns of a chart are those that are clicked.
    columns = page.locator(f".st-key-{chart} .barlayer .point path")
    expect(columns.first).to_be_attached()
    click_mark(columns.nth(columns.count() - 1))
    reaches(page, {"attribute": "diff", "bucket": "9", "system": "crf"}, at="diagnosis")
    settled(page)
    expect(page.get_by_text("words with difficulty > 0.9").first).to_be_visible()


def test_the_hardest_sentences_of_an_old_link(visit: Visit, dashboard: Dashboard) -> None:
    page = visit(f"{dashboard(PROJECT)}/difficulty?system=crf&other=jieba&part=rows")
    expect(page.get_by_text("1 of 1,014 sentences.")).to_be_visible()
    reaches(page, {"order": "hardest", "system": "crf"}, at="sentences")


def test_upload_of_weights(page: Page, dashboard: Dashboard, settled: Settled, tmp_path: Path) -> None:
    text = tmp_path / "given.weight"
    text.write_text("0.5 0.25\n", "utf-8")
    (tmp_path / "gold.txt").write_text("我们  喜欢\n", "utf-8")
    (tmp_path / "project.toml").write_text(
        "[[dataset]]\nname = 'own'\ngold = 'gold.txt'\n[[dataset.system]]\nname = 'one'\nprediction = 'gold.txt'\n",
        "utf-8",
    )
    page.goto(f"{dashboard(tmp_path / 'project.toml')}/difficulty")
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("How hard is each of the 2 gold words of own?")
    page.locator("input[type=file]").set_input_files(text)
    expect(page.locator(".cw-lead")).to_contain_text("Of the 1 word of own with difficulty 0.4 to 0.5")
    settled(page)
