"""Uploads in a browser: there again after a reload and a restart, opened in another one by a link, left by New."""

import re

from playwright.sync_api import expect

from tests.browser.actions import FIRST, GOLD, SECOND, closed, upload


def signed(page):
    """Return the signature of what is looked at, as the settings say it."""
    page.locator(".st-key-settings button").first.click()
    text = page.get_by_test_id("stPopoverBody").locator("code").inner_text()
    page.keyboard.press("Escape")
    return text


def test_uploads_outlive_reload_and_restart_and_open_in_another_browser_by_a_link(
    new_context, dashboard, settled, tmp_path
):
    browser = new_context()
    page = browser.new_page()
    page.goto(dashboard(fresh=True, workspaces=tmp_path / "kept") + "/files")
    settled(page)
    upload(page, settled, ("gold.txt", GOLD))
    upload(page, settled, ("first.txt", FIRST), ("second.txt", SECOND))
    assert "w=" not in page.url
    (key,) = (cookie["value"] for cookie in browser.cookies() if cookie["name"] == "cwsdiag_workspace")
    numbers = signed(page)
    page.reload()
    settled(page)
    assert signed(page) == numbers

    address = dashboard(fresh=True, workspaces=tmp_path / "kept") + "/files"
    tab = browser.new_page()
    tab.goto(address)
    settled(tab)
    expect(tab.get_by_test_id("stExpander")).to_have_count(3)
    tab.get_by_role("button", name="Link for another browser").click()
    link = tab.get_by_role("dialog").locator("code").inner_text()
    assert link == f"{address}?w={key}"
    closed(tab)

    other = new_context().new_page()
    other.goto(link)
    settled(other)
    expect(other).to_have_url(address)
    assert signed(other) == numbers

    tab.get_by_role("button", name="New", exact=True).click()
    tab.get_by_role("link", name="Begin an empty workspace").click()
    expect(tab).to_have_url(re.compile(r"/files$"))
    settled(tab)
    expect(tab.get_by_test_id("stExpander")).to_have_count(0)
    tab.goto(link)
    settled(tab)
    expect(tab.get_by_test_id("stExpander")).to_have_count(3)
