"""A talk as one gives it: keys, a blank screen, words over a slide, and a reload that shows the same slide."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.exhibits.looks import ProjectLooks
from cwsdiag.exhibits.registry import made
from cwsdiag.findings import FILE_NAME, kept, to_text
from cwsdiag.project import read_project
from cwsdiag.site import sample_project
from cwsdiag.views.look import Where
from tests.browser.actions import click_mark
from tests.browser.address import reaches

PAIR = {"system": "crf", "other": "jieba"}


@pytest.fixture
def talk(tmp_path: Path, dashboard: Callable[..., str]) -> str:
    folder = tmp_path / "sample"
    shutil.copytree(sample_project().parent, folder)
    look = ProjectLooks(read_project(folder / "project.toml")).look(Where("news"))
    asked = [("scores", {}), ("self", {"system": "crf"}), ("kinds", {"system": "crf"}), ("words", PAIR)]
    pinned = [kept(made(look, kind, options), title=f"the {kind}", note=f"of {kind}") for kind, options in asked]
    (folder / FILE_NAME).write_text(to_text(pinned), "utf-8")
    return dashboard(folder / "project.toml", fresh=True)


def test_a_talk_is_given_with_keys(page: Page, talk: str, settled: Callable[[Page], None]) -> None:
    page.goto(f"{talk}/talk")
    title, count = page.locator(".cw-stage .slide.shown h1"), page.locator(".cw-stage .count")
    expect(title).to_have_text("the scores")
    settled(page)
    for key, place in (("PageDown", 2), (" ", 3), ("ArrowLeft", 2), ("End", 4), ("Home", 1), ("4", 4), ("2", 2)):
        page.keyboard.press(key)
        expect(count).to_have_text(f"{place} / 4")
    reaches(page, {"slide": "2"})
    assert page.evaluate("navigation.entries().length") == page.evaluate("navigation.currentEntry.index") + 1
    page.keyboard.press("b")
    expect(page.locator(".cw-stage .blank")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(".cw-stage .blank")).to_be_hidden()
    page.keyboard.press("s")
    expect(page.locator(".cw-stage .note")).to_contain_text("of self")
    page.keyboard.press("s")
    _words_open_and_close(
        page, lambda: click_mark(page.locator(".slide.shown .subplot.xy .barlayer .point path").nth(2))
    )
    page.reload()
    expect(title).to_have_text("the self")
    page.keyboard.press("3")
    _words_open_and_close(page, lambda: click_mark(page.locator(".slide.shown .barlayer .point path").first))
    settled(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    reaches(page, {"slide": None}, at="findings")


def _words_open_and_close(page: Page, click: Callable[[], None]) -> None:
    over = page.locator(".cw-stage .over")
    expect(over).to_be_hidden()
    click()
    expect(over.locator("tbody tr").first).to_be_visible()
    expect(over.locator("svg").first).to_be_visible()
    count = page.locator(".cw-stage .count").inner_text()
    page.keyboard.press("Escape")
    expect(over).to_be_hidden()
    assert page.locator(".cw-stage .count").inner_text() == count, "Esc leaves the words, not the slide"
