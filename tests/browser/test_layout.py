"""Where things stand: nothing is cut off on a small screen or on paper."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.folders import sample_project
from cwsdiag.ui.shell.navigation import PAGES
from tests.browser.actions import go_on

# Words of buttons that are cut within the word, and whatever is wider than the place it has.
_CUT = """() => {
    const found = [];
    for (const button of document.querySelectorAll("button, [data-testid=stPageLink] a")) {
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT), range = document.createRange();
        for (let text = texts.nextNode(); text; text = texts.nextNode())
            if (getComputedStyle(text.parentElement).fontFamily.indexOf("Material") < 0)
                for (const word of text.data.matchAll(/[\\w'-]+/g)) {
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    const box = range.getBoundingClientRect();
                    const lines = new Set([...range.getClientRects()].map(part => Math.round(part.top)));
                    if (box.width && lines.size > 1) found.push(`broken: ${word[0]} of ${button.innerText}`);
                }
    }
    const main = document.querySelector("[data-testid=stMain]");
    if (main.scrollWidth > main.clientWidth + 1) found.push(`${main.scrollWidth} px on ${main.clientWidth}`);
    return found;
}"""


@pytest.mark.seldom
def test_pages_fit_a_small_screen(
    visit: Callable[[str], Page], dashboard: Callable[..., str], settled: Callable[[Page], None]
) -> None:
    page = visit(f"{dashboard(sample_project())}/")
    # Also what 2048 pixels at a zoom of 200 % leave.
    page.set_viewport_size({"width": 1024, "height": 640})
    wrong = {}
    for name in ("summary", "diagnosis", "difficulty", "datasets"):
        go_on(page, f"{dashboard(sample_project())}/{name}?dataset=news")
        settled(page)
        expect(page).to_have_title(re.compile(PAGES[name].title))
        wrong[name] = page.evaluate(_CUT)
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.seldom
def test_paper_holds_the_page_and_nothing_that_is_operated(
    visit: Callable[[str], Page], dashboard: Callable[..., str], settled: Callable[[Page], None]
) -> None:
    page = visit(f"{dashboard(sample_project())}/diagnosis?dataset=microblog&part=panels")
    page.set_viewport_size({"width": 1600, "height": 900})
    settled(page)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    assert not page.locator(".st-key-navigation").is_visible() and not page.locator(".st-key-chips").is_visible()
    right = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll(".cw-lead, .main-svg, .drawing svg")]
            .map(part => part.getBoundingClientRect().right))"""
    )
    assert 0 < right <= 718
