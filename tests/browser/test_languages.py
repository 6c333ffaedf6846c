"""The browser's language, the switch, and the address."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from cwsdiag.site import sample_project
from tests.browser.settling import settle

Dashboard = Callable[..., str]


def shows(page: Page, title: str) -> None:
    expect(page.locator("h1")).to_contain_text(title)
    settle(page)


def test_the_browser_asks_and_the_switch_decides(
    new_context: Callable[..., BrowserContext], dashboard: Dashboard
) -> None:
    page = new_context(locale="zh-CN").new_page()
    page.goto(f"{dashboard(sample_project())}/overview")
    shows(page, "总览")
    assert "lang=" not in page.url
    page.get_by_role("button", name="English").click()
    page.wait_for_url("**lang=en**")
    shows(page, "Overview")
    page.go_back()
    shows(page, "总览")
    page.go_forward()
    shows(page, "Overview")
    page.get_by_role("link", name="Words", exact=True).click()
    shows(page, "Words")
    page.reload()
    shows(page, "Words")
    page.get_by_role("button", name="简体中文").click()
    page.wait_for_url(lambda address: "lang=" not in address)
    shows(page, "词语")


@pytest.mark.seldom
def test_a_link_carries_the_language_that_was_chosen(visit: Callable[[str], Page], dashboard: Dashboard) -> None:
    page = visit(f"{dashboard(sample_project())}/compare?lang=zh")
    shows(page, "双系统")
    link = page.locator(".st-key-doors").get_by_role("link", name="总览", exact=True)
    assert "lang=zh" in (link.get_attribute("href") or "")
