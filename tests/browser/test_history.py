"""Back and Forward: what an act did to the address Back undoes and Forward does again."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from cwsdiag.site import sample_project
from cwsdiag.ui.shell.navigation import GROUPS, PAGES
from tests.browser.actions import click_mark
from tests.browser.settling import settle

Dashboard = Callable[..., str]


def radio(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_test_id("stMain").get_by_role("radio", name=name, exact=True).click()


def button(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("button", name=name).click()


def bucket(page: Page) -> None:
    click_mark(page.locator(".st-key-panels .subplot.xy .barlayer .point path").nth(1), at={"x": 4, "y": 4})


# What is done on each page; on those that are not named here, the language is changed.
ACTS = {
    "overview": lambda page: page.get_by_text("without punctuation", exact=True).click(),
    "self_diagnosis": bucket,
    "compare": button("Swap"),
    "explore": radio("wrong in A"),
    "sentence": button("Next"),
    "bakeoff": radio("Boundaries"),
    "study": radio("Tests"),
    "criteria": radio("Maps"),
}


def entry(page: Page) -> tuple[int, str, str]:
    """Return the place of the page in the browser's history, its address, and all that stands on it."""
    # What is tested aside is told when it is there.
    expect(page.get_by_test_id("stMain")).not_to_contain_text("under way", timeout=60_000)
    settle(page)
    place: int = page.evaluate("navigation.currentEntry.index")
    return place, page.url, page.get_by_test_id("stMain").inner_text()


# What is done on these is done on another page, too: by a link, a radio, the choice of a language.
ALIKE = {"bakeoff", "compare", "data", "findings", "sentence", "difficulty", "study", "criteria", "board", "judge"}
DOORS = [
    pytest.param(name, marks=[pytest.mark.seldom] if name in ALIKE else [])
    for group in GROUPS.values()
    for name in group
]


@pytest.mark.parametrize("name", DOORS)
def test_back_undoes_an_act_and_forward_does_it_again(
    visit: Callable[[str], Page], dashboard: Dashboard, name: str
) -> None:
    page = visit(f"{dashboard(sample_project())}/")
    begun = entry(page)
    page.locator(".st-key-doors").get_by_role("link", name=PAGES[name].title, exact=True).click()
    expect(page.locator("h1")).to_contain_text(PAGES[name].title)
    arrived = entry(page)
    ACTS.get(name, button("简体中文"))(page)
    page.wait_for_url(lambda address: address != arrived[1])
    acted = entry(page)
    # A link, and an act on its page, is one entry. Where an act leads to another page Streamlit may make two: what is
    # selected, still on this page, then the other page.
    most = 2 if urlsplit(acted[1]).path != urlsplit(arrived[1]).path else 1
    assert arrived[0] == begun[0] + (name != "overview")
    assert arrived[0] < acted[0] <= arrived[0] + most
    assert acted[2] != arrived[2]
    page.go_back()
    assert entry(page)[1:] == arrived[1:]
    page.evaluate(f"navigation.traverseTo(navigation.entries()[{arrived[0]}].key)")
    assert entry(page) == arrived
    if name != "overview":
        page.go_back()
        assert entry(page) == begun
        page.go_forward()
        assert entry(page) == arrived
    page.evaluate(f"navigation.traverseTo(navigation.entries()[{acted[0]}].key)")
    assert entry(page) == acted
