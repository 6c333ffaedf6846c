"""The browser's language, the switch, and the address."""

from playwright.sync_api import expect

from cwsdiag.files import sample_project
from tests.browser.settling import settle


def shows(page, link):
    expect(page.get_by_role("link", name=link, exact=True)).to_be_visible()
    settle(page)


def switch(page, name):
    page.locator(".st-key-settings button").first.click()
    page.get_by_role("button", name=name).click()


def test_the_browser_asks_and_the_switch_decides(new_context, dashboard):
    page = new_context(locale="zh-CN").new_page()
    # Where no work ends by itself: the run that shows its result would go to the address that was left by Back.
    page.goto(f"{dashboard(sample_project())}/files")
    shows(page, "汇总")
    assert "lang=" not in page.url
    switch(page, "English")
    page.wait_for_url("**lang=en**")
    shows(page, "Summary")
    page.go_back()
    shows(page, "汇总")
    page.go_forward()
    shows(page, "Summary")
    page.get_by_role("link", name="Diagnosis", exact=True).click()
    page.wait_for_url("**/diagnosis**")
    shows(page, "Diagnosis")
    page.reload()
    shows(page, "Diagnosis")
    switch(page, "简体中文")
    page.wait_for_url(lambda address: "lang=" not in address)
    shows(page, "诊断")
