"""The way people go: from a first visit, a copied link or files of their own to the words behind a bucket."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from tests.browser.actions import FIRST, GOLD, SECOND, TRAINING, click_row, go_on, upload
from tests.browser.address import reaches, selected, selection
from tests.browser.settling import let_scripts_run

Dashboard = Callable[..., str]
Settled = Callable[[Page], None]
Visit = Callable[..., Page]


@pytest.fixture
def address(dashboard: Dashboard) -> str:
    return dashboard(sample_project())


@pytest.mark.seldom
def test_first_visit_shows_the_project_it_was_started_with(page: Page, address: str, settled: Settled) -> None:
    page.goto(address)
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("crf leads jieba by ")
    expect(page.locator(".st-key-scores-table canvas").first).to_be_visible()
    assert selection(page) == {}, "what nobody chose is in no address"
    assert page.evaluate("navigation.currentEntry.index") == 0, "what is shown by default makes no entry"


def test_first_visit_without_a_project_opens_the_sample_by_one_click(
    page: Page, dashboard: Dashboard, settled: Settled
) -> None:
    page.goto(dashboard())
    settled(page)
    page.get_by_role("button", name="Open the sample").click()
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("crf leads jieba by ")


# tests/app/test_pages.py opens the others so, without a browser.
@pytest.mark.parametrize(
    ("path", "marks"),
    [
        ("?dataset=microblog&system=jieba", ".st-key-scores-table canvas"),
        ("diagnosis?dataset=microblog&system=jieba&attribute=wLen&bucket=1&show=wrong", ".drawing svg"),
    ],
)
def test_link_works_on_a_fresh_server(
    page: Page, dashboard: Dashboard, settled: Settled, path: str, marks: str
) -> None:
    page.goto(f"{dashboard(sample_project(), fresh=True)}/{path}")
    settled(page)
    expect(page.locator(marks).first).to_be_attached()
    assert selection(page).items() >= selected(path).items()
    expect(page.get_by_role("combobox", name="System A")).to_have_value("A ● jieba")


# With what each asked for.
MOVED = {
    "self-diagnosis?dataset=microblog&system=jieba": ("diagnosis", {"system": "jieba", "part": "panels"}),
    "explore?dataset=microblog&attribute=wLen&bucket=1": ("diagnosis", {"attribute": "wLen", "bucket": "1"}),
    "sentence?dataset=microblog&sentence=3": ("sentences", {"sentence": "3"}),
    "findings": ("talk", {}),
    "study?dataset=microblog&part=tests": ("datasets", {"part": "tests"}),
    "data": ("files", {}),
}


@pytest.mark.parametrize("old", MOVED)
def test_addresses_of_earlier_versions_lead_on(page: Page, address: str, settled: Settled, old: str) -> None:
    page.goto(f"{address}/{old}")
    settled(page)
    at, wanted = MOVED[old]
    reaches(page, wanted, at=at)


def test_click_on_a_system_leads_to_its_diagnosis(visit: Visit, address: str) -> None:
    page = visit(f"{address}/summary?dataset=news&system=crf")
    click_row(page, "scores-table", 2, height=36)
    reaches(page, {"system": "wapic"}, at="diagnosis")


def test_own_files_with_a_wrong_one_in_between(visit: Visit, dashboard: Dashboard, settled: Settled) -> None:
    page = visit(f"{dashboard()}/data")
    upload(page, settled, ("gold.txt", GOLD))
    expect(page.get_by_test_id("stExpander")).to_have_count(1)
    upload(page, settled, ("first.txt", FIRST), ("second.txt", SECOND))
    expect(page.get_by_test_id("stExpander")).to_have_count(3)
    upload(page, settled, ("wrong.txt", "完全 不同 的 文字 。"))
    expect(page.locator("summary").first).to_have_text(re.compile("left out.*wrong.txt"))
    page.get_by_role("button", name="Remove", exact=True).click()
    settled(page)
    expect(page.get_by_text("wrong.txt")).to_have_count(0)
    upload(page, settled, ("train.txt", TRAINING))
    expect(page.locator("summary", has_text="train.txt")).to_contain_text("training data")
    page.get_by_role("button", name="See where these 2 systems fail").click()
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("first leads ")
    page.get_by_role("link", name="Diagnosis", exact=True).click()
    settled(page)
    expect(page.locator(".places .cw-word")).to_contain_text("语言学")


HOSTILE = (
    '<img src=x onerror="window.hacked=1"> <iframe srcdoc="<script>parent.hacked=1</script>"> '
    "[link](http://elsewhere.example) **fat** :red[x] $x^2$ 词 语"
)


def test_hostile_texts_run_nothing_and_are_shown_literally(
    page: Page, dashboard: Dashboard, settled: Settled, tmp_path: Path
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    name = "**x**[l](http://elsewhere.example)<img src=x onerror=window.hacked=1>"
    (tmp_path / "gold.txt").write_text((HOSTILE + "\n") * 40, "utf-8")
    (tmp_path / "system.txt").write_text((HOSTILE.replace("词 语", "词语") + "\n") * 40, "utf-8")
    (tmp_path / "project.toml").write_text(
        "[[dataset]]\nname = 'a<b>b</b>'\ngold = 'gold.txt'\ntrain = 'gold.txt'\n"
        f"[[dataset.system]]\nname = '{name}'\nprediction = 'system.txt'\n",
        "utf-8",
    )
    address = dashboard(tmp_path / "project.toml")
    page.goto(f"{address}/files")
    for path in ("files", "summary", "diagnosis", "sentences"):
        if path != "files":
            go_on(page, f"{address}/{path}")
        settled(page)
        main = page.get_by_test_id("stMain")
        expect(main.get_by_text(name).first if path != "files" else main.get_by_text("<img").first).to_be_visible()
        let_scripts_run(page)
        assert page.evaluate("window.hacked") is None
        assert main.locator("iframe, .cw-lead a, .cw-preview a, strong:has-text('fat')").count() == 0
    assert {urlsplit(url).hostname for url in asked} - {None} == {"127.0.0.1"}


@pytest.mark.seldom
def test_dark_theme_has_light_texts(visit: Visit, address: str) -> None:
    page = visit(f"{address}/diagnosis?dataset=microblog&part=panels", scheme="dark")
    title = page.locator(".st-key-panels .annotation-text").first
    expect(title).to_be_visible()
    expect(title).to_have_css("fill", "rgb(230, 237, 243)")
