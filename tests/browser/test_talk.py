"""A talk as one makes and gives it: order, titles, keys, a blank screen, words over a slide, a reload, one Esc."""

import shutil

import pytest
from playwright.sync_api import expect

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.files import sample_project
from cwsdiag.findings import FILE_NAME, kept, read_file, to_text
from cwsdiag.project import read_project
from cwsdiag.views.look import LookKey
from tests.browser.actions import click_mark
from tests.browser.address import reaches

PAIR = {"system": "crf", "other": "jieba"}


@pytest.fixture
def file(tmp_path):
    """The findings beside a project."""
    folder = tmp_path / "sample"
    shutil.copytree(sample_project().parent, folder)
    look = ProjectLooks(read_project(folder / "project.toml")).look(LookKey("news"))
    asked = [("scores", {}), ("self", {"system": "crf"}), ("kinds", {"system": "crf"}), ("words", PAIR)]
    pinned = [kept(made(look, kind, options), title=f"the {kind}", note=f"of {kind}") for kind, options in asked]
    (folder / FILE_NAME).write_text(to_text(pinned), "utf-8")
    return folder / FILE_NAME


@pytest.fixture
def talk(file, dashboard):
    return dashboard(file.parent / "project.toml", fresh=True)


def test_slides_are_put_in_order_in_place(page, talk, file, settled):
    def order():
        return [one.title for one in read_file(file)]

    page.goto(f"{talk}/talk")
    settled(page)
    listed, title = page.locator(".cw-stage li"), page.locator(".cw-stage .slide.shown h1")
    expect(title).to_have_text("the scores")
    # Of each there is a picture, those too that stand far behind the one that is shown.
    expect(page.locator(".cw-stage li .picture .large > *")).to_have_count(4)
    expect(listed.nth(1).locator(".picture .main-svg").first).to_be_visible()
    listed.nth(1).click()
    expect(title).to_have_text("the self")
    expect(page.get_by_role("textbox", name="Title")).to_have_value("the self")
    page.keyboard.press("Alt+ArrowDown")
    expect(listed.locator("span")).to_have_text(["the scores", "the kinds", "the self", "the words"])
    expect(page.locator(".cw-stage li.chosen span")).to_have_text("the self")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("textbox", name="Title")).to_have_value("the words")
    listed.nth(3).drag_to(listed.nth(0))
    expect(listed.locator("span")).to_have_text(["the words", "the scores", "the kinds", "the self"])
    settled(page)
    page.get_by_role("textbox", name="Title").fill("words first")
    page.keyboard.press("Enter")
    expect(title).to_have_text("words first")
    settled(page)
    assert order() == ["words first", "the scores", "the kinds", "the self"]
    page.get_by_role("button", name="Remove").click()
    expect(listed).to_have_count(3)
    page.get_by_role("button", name="Bring back").click()
    expect(listed).to_have_count(4)
    # The address follows when the part is drawn: Back before that would be undone.
    settled(page)
    page.go_back()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("the scores")


def test_a_talk_is_given_with_keys(page, talk, settled):
    page.goto(f"{talk}/talk")
    settled(page)
    page.get_by_role("button", name="Present").click()
    title, count = page.locator(".cw-stage .slide.shown h1"), page.locator(".cw-stage .count")
    expect(page.locator(".cw-stage.presenting .screen")).to_be_visible()
    expect(title).to_have_text("the scores")
    settled(page)
    screen = page.locator(".cw-stage .screen").bounding_box()
    assert screen == {"x": 0, "y": 0, **(page.viewport_size or {})}, "all of the window"
    entries = page.evaluate("navigation.entries().length")
    for key, place in (("PageDown", 2), (" ", 3), ("ArrowLeft", 2), ("End", 4), ("Home", 1), ("4", 4), ("2", 2)):
        page.keyboard.press(key)
        expect(count).to_have_text(f"{place} / 4")
        page.wait_for_timeout(1000 if key == "4" else 0)
    reaches(page, {"slide": "2"})
    assert page.evaluate("navigation.entries().length") == entries, "turning is not for Back to go through"
    page.keyboard.press("b")
    expect(page.locator(".cw-stage .blank")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(".cw-stage .blank")).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator(".cw-stage .note")).to_contain_text("of self")
    page.keyboard.press("s")
    _words_open(page, page.locator(".slide.shown .subplot.xy .barlayer .point path").nth(2))
    page.locator(".cw-stage .over button").click()
    expect(page.locator(".cw-stage .over")).to_be_hidden()
    page.reload()
    expect(title).to_have_text("the self")
    page.keyboard.press("3")
    _words_open(page, page.locator(".slide.shown .barlayer .point path").first)
    page.keyboard.press("Escape")
    # One leaves, from everywhere.
    expect(page.get_by_role("textbox", name="Title")).to_have_value("the kinds")
    reaches(page, {"slide": None}, at="talk")


def _words_open(page, mark):
    over = page.locator(".cw-stage .over")
    expect(over).to_be_hidden()
    click_mark(mark)
    expect(over.locator("tbody tr").first).to_be_visible()
    expect(over.locator("svg").first).to_be_visible()
