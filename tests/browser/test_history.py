"""Back and Forward: what an act did to the address Back undoes and Forward does again."""

import re

from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.actions import click_row
from tests.browser.settling import settle


def entry(page):
    """Return the place of the page in the browser's history, its address, and all that stands on it."""
    settle(page)
    # What is tested aside is told when it is there.
    expect(page.get_by_test_id("stMain")).not_to_contain_text(re.compile("under way|Looking for"), timeout=60_000)
    settle(page)
    place: int = page.evaluate("navigation.currentEntry.index")
    return place, page.url, page.get_by_test_id("stMain").inner_text()


# test_languages.py has Back for a language, test_diagnosis.py for what is chosen in place.
def test_back_undoes_an_act_and_forward_does_it_again(visit, dashboard):
    page = visit(f"{dashboard(sample_project())}/files")
    begun = entry(page)
    page.get_by_role("link", name="Sentences", exact=True).click()
    page.wait_for_url("**/sentences**")
    arrived = entry(page)
    page.get_by_role("button", name="Next").click()
    page.wait_for_url(lambda address: address != arrived[1])
    acted = entry(page)
    # A link, and an act on its page, is one entry.
    assert (arrived[0], acted[0]) == (begun[0] + 1, begun[0] + 2)
    assert acted[2] != arrived[2]
    page.go_back()
    assert entry(page)[1:] == arrived[1:]
    page.evaluate(f"navigation.traverseTo(navigation.entries()[{arrived[0]}].key)")
    assert entry(page) == arrived
    page.go_back()
    assert entry(page) == begun
    page.go_forward()
    assert entry(page) == arrived
    page.evaluate(f"navigation.traverseTo(navigation.entries()[{acted[0]}].key)")
    assert entry(page) == acted


def test_a_system_that_was_opened_stays_chosen(visit, dashboard):
    page = visit(f"{dashboard(sample_project())}/summary?dataset=news")
    begun = entry(page)
    click_row(page, "scores-table", 2, height=36, share=0.15)
    page.wait_for_url("**/diagnosis**system=wapic**")
    entry(page)
    page.get_by_role("link", name="Summary", exact=True).click()
    page.wait_for_url("**/summary**system=wapic**")
    entry(page)
    # Not as Summary was when it was left, as Back shows it.
    system = page.get_by_role("combobox", name="System A", exact=True)
    expect(system).to_have_value(re.compile("wapic"))
    page.go_back()
    page.wait_for_url("**/diagnosis**")
    entry(page)
    page.go_back()
    page.wait_for_url("**/summary**")
    assert entry(page)[2] == begun[2]
    expect(system).to_have_value(re.compile("crf"))
