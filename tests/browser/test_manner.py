"""What holds on every page: dark and light, widths, the keyboard."""

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from cwsdiag.files import sample_project
from cwsdiag.ui.shell.navigation import PAGES
from tests.browser.actions import go_on
from tests.browser.address import reaches
from tests.browser.settling import until

PATHS = ["files", "summary", "diagnosis", "sentences"]
LATER_PATHS = ["talk", "scores", "difficulty", "datasets", "lab", ""]


@pytest.fixture
def address(dashboard):
    return dashboard(sample_project())


def _is_at(page, path):
    name = PAGES[path].title if path else "cwsdiag"
    expect(page).to_have_title(re.compile(f"^{name}( – cwsdiag)?$"))


# Themes and widths do not depend on each other, and a visit costs seconds: each page is seen twice in one.
LOOKS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1280), ("dark", 860))


@pytest.mark.seldom
def test_text_reads_on_its_ground_and_nothing_is_wider_than_a_projector_or_a_narrow_window(visit, address, settled):
    page = visit(f"{address}/{PATHS[0]}?dataset=news")
    for number, path in enumerate([*PATHS, *LATER_PATHS]):
        # What the last page ended with is kept: one change of the window a page, and each page in both.
        looks = LOOKS if number % 2 == 0 else LOOKS[::-1]
        _look(page, *looks[0])
        go_on(page, f"{address}/{path}?dataset=news")
        _is_at(page, path)
        for scheme, width in looks:
            _look(page, scheme, width)
            settled(page)
            _reads(page, dark=scheme == "dark")
            until(
                page,
                lambda: int(page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth")),
                lambda beyond: beyond <= 1,
                wanted=f"nothing of {path} wider than {width}",
            )


def _look(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 720})


def _reads(page, *, dark):
    def seen():
        ground, ink = (
            _brightness(page.evaluate(f"getComputedStyle(document.querySelector('{where}')).{what}"))
            for where, what in (("[data-testid=stApp]", "backgroundColor"), (".st-key-navigation a p", "color"))
        )
        return ground, ink

    until(
        page,
        seen,
        lambda two: (two[0] < 128) == dark and abs(two[0] - two[1]) > 150,
        wanted=f"texts that read on {'dark' if dark else 'light'} ground",
    )


def _brightness(colour):
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", colour)[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_the_keyboard_alone_leads_to_words(page, address, settled):
    page.goto(f"{address}/summary?dataset=microblog")
    settled(page)
    link = page.get_by_role("link", name="Diagnosis")
    for _ in range(40):
        page.keyboard.press("Tab")
        if link.evaluate("node => node === document.activeElement"):
            break
    page.keyboard.press("Enter")
    settled(page)
    search = page.get_by_role("textbox", name="Search")
    for _ in range(40):
        if search.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.type("公司")
    page.keyboard.press("Enter")
    reaches(page, {"text": "公司"})
