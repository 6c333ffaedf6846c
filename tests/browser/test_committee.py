"""The committee of Difficulty in a browser: progress, cancelling, other pages meanwhile, on to what comes of it."""

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.actions import click_mark
from tests.browser.address import reaches

GROWTH = ".st-key-growth .scatterlayer .points path"


@pytest.fixture
def visit(page, dashboard, settled, tmp_path, monkeypatch):
    """``visit(project)`` gives the page on its news, on a server that has kept no member yet."""

    def go(project):
        monkeypatch.setenv("CWSDIAG_CACHE", str(tmp_path / "cache"))
        page.goto(f"{dashboard(project, fresh=True)}/committee?dataset=news&system=crf")
        settled(page)
        return page

    return go


@pytest.fixture
def committee(visit, tmp_path):
    """The sample's news, without the difficulties that come with it."""
    return visit(news_of(tmp_path))


@pytest.fixture
def much_to_learn(tmp_path):
    """A project of the sample's news with its training data forty times: a thousand members take minutes."""
    return news_of(tmp_path, times=40)


def news_of(folder, *, times=1):
    """Write a project of the sample's news with its training data so many times, and no difficulties."""
    news = sample_project().parent / "news" / "first"
    (folder / "train.txt").write_text((news / "train.txt").read_text("utf-8") * times, "utf-8")
    (folder / "project.toml").write_text(
        f"[[dataset]]\nname = 'news'\ngold = '{news / 'test.txt'}'\ntrain = 'train.txt'\n"
        f"[[dataset.system]]\nname = 'crf'\nprediction = '{news / 'crf.txt'}'\n",
        "utf-8",
    )
    return folder / "project.toml"


def set_members(page, settled, members):
    field = page.get_by_label("K, members")
    field.fill(str(members))
    field.press("Enter")
    settled(page)


def ask(page):
    page.get_by_role("button", name="Make difficulties").click()


@pytest.mark.seldom
def test_a_long_run_is_cancelled_while_the_dashboard_stays_usable(visit, much_to_learn, settled):
    committee = visit(much_to_learn)
    set_members(committee, settled, 1000)
    ask(committee)
    progress = committee.locator(".st-key-committee-progress")
    expect(progress).to_contain_text("of 1,000 done")
    # Another page of the same person.
    committee.get_by_role("link", name="Diagnosis").click()
    expect(committee.locator(".cw-lead")).to_contain_text("crf loses")
    # And back, to the part of Difficulty: it has gone on.
    committee.get_by_role("button", name="More", exact=True).click()
    committee.get_by_role("link", name="Difficulty").click()
    expect(progress).to_contain_text("of 1,000 done")
    committee.keyboard.press("Escape")
    committee.get_by_role("button", name="Cancel").click()
    expect(committee.locator(".cw-info")).to_contain_text("of 1,000 done.")
    settled(committee)
    expect(committee.get_by_role("button", name="Make difficulties")).to_be_visible()


def test_a_run_to_its_end_and_a_word_to_its_sentence(committee, settled):
    set_members(committee, settled, 12)
    ask(committee)
    expect(committee.locator(".cw-lead").first).to_contain_text("Use K = 100 or more for news: 12 is not enough.")
    settled(committee)
    reaches(committee, {"members": "12"}, at="difficulty")
    click_mark(committee.locator(GROWTH).nth(5))
    reaches(committee, {"dataset": "news", "system": "crf"}, at="sentences")
