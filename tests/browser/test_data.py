"""Files of one's own in the browser."""

from playwright.sync_api import expect

from tests.browser.actions import FIRST, GOLD, upload


def test_a_row_opens_in_place_and_what_is_asked_there_is_answered_by_one_click(visit, dashboard, settled):
    page = visit(f"{dashboard()}/data")
    upload(page, settled, ("first.txt", FIRST), ("gold.txt", GOLD))
    expect(page.get_by_test_id("stExpander")).to_have_count(2)
    page.locator("summary", has_text="gold.txt").click()
    settled(page)
    expect(page.get_by_label("Role of gold.txt")).to_be_visible()
    expect(page.get_by_text("format: words separated by white space")).to_be_visible()
    # A text that may be development data is asked about; the answer is one click, and its row stays where it is.
    upload(page, settled, ("part.txt", "今天 天气 很 好 。\n明天 去 看 电影 。\n" * 20))
    expect(page.get_by_text("Other sentences than gold.txt, 0.7 times as long.")).to_be_visible()
    page.get_by_role("radio", name="development data").or_(page.get_by_text("development data")).first.click()
    settled(page)
    expect(page.locator("summary", has_text="part.txt")).to_contain_text("development data")
