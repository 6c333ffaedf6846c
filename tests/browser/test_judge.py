"""The Judge page in browsers: two judges at once, a break, and no name of a system in what they see."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from cwsdiag.judging import Judgements
from cwsdiag.project import load_dataset, read_project
from tests.browser.settling import settle

NAMES = ("crf", "jieba", "maximum matching", "wapic")
SENTENCES = 2


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return Judgements(tmp_path_factory.mktemp("judging") / "people.sqlite")


@pytest.fixture(scope="module")
def address(kept, dashboard):
    return dashboard(sample_project(), judgements=kept.path)


@pytest.fixture
def study(kept, request):
    """A study of sentences on which the systems differ, one for each test."""
    dataset = load_dataset(read_project(sample_project()).dataset("news"))
    name = str(request.node.name)[:60]
    made = kept.new(name, dataset, sentences=SENTENCES, seed=1)
    assert len(made.to_judge) == SENTENCES
    return name


def link(address, study):
    return f"{address}/lab?part=judge&dataset=news&system=jieba&study={study}"


def enter(page, judge):
    settle(page)
    name_of(page).fill(judge)
    name_of(page).press("Enter")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    settle(page)


def name_of(page):
    return page.get_by_role("textbox", name="Your name")


def said(page, text):
    expect(page.locator(".cw-lead")).to_contain_text(text)


def press(page, key):
    page.keyboard.press(key)
    settle(page)


def click(page, label):
    page.get_by_role("button", name=label).click()
    settle(page)


@pytest.mark.seldom
def test_two_judges_at_once_do_not_disturb_each_other(visit, new_context, address, kept, study):
    judges = ["Li Hua", "Zhao <b>"]
    pages = [visit(link(address, study)), new_context().new_page()]
    pages[1].goto(link(address, study))
    for page, judge in zip(pages, judges, strict=True):
        enter(page, judge)
        said(page, f"Which is best? 1 of {SENTENCES}")
    for step in range(SENTENCES):
        for page in pages:
            assert not any(name in page.content() for name in NAMES)
            assert "system=" not in page.url
        # One goes on while the other is in the middle of a sentence.
        press(pages[0], "1")
        press(pages[1], "2")
        press(pages[0], "n")
        press(pages[1], "1")
        press(pages[1], "1")
        press(pages[1], "n")
        if step + 1 < SENTENCES:
            for page in pages:
                said(page, f"{step + 2} of {SENTENCES}")
    for page, judge in zip(pages, judges, strict=True):
        said(page, f"Thank you, {judge}: you have judged all {SENTENCES} sentences.")
    found = kept.look(study)[1]
    marks = {judge: [sorted(one.marks.values()) for one in found if one.judge == judge] for judge in judges}
    assert marks == {"Li Hua": [["best"]] * SENTENCES, "Zhao <b>": [["best", "second"]] * SENTENCES}

    click(pages[0], "Results")
    said(pages[0], "for people: score 0.")
    expect(pages[0].locator(".st-key-people .scatterlayer .trace")).to_have_count(3 * len(NAMES))
    said(pages[0], "kappa of 2 judges")
    with pages[0].expect_download() as saved:
        pages[0].get_by_role("button", name="All marks").click()
    assert len(Path(saved.value.path()).read_text("utf-8").split("\n")) == 2 + 2 * SENTENCES * len(NAMES)
