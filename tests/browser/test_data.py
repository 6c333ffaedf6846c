"""Files of one's own in the browser: opened in place, of two people, and large."""

from playwright.sync_api import expect

from tests.browser.actions import FIRST, GOLD, SECOND, upload


def open_own(visit, address, settled):
    """Upload a gold file and two predictions."""
    page = visit(f"{address}/data")
    upload(page, settled, ("first.txt", FIRST), ("gold.txt", GOLD), ("second.txt", SECOND))
    expect(page.get_by_test_id("stExpander")).to_have_count(3)
    return page


def test_a_row_opens_without_the_rest_of_the_page(visit, dashboard, settled):
    page = open_own(visit, dashboard(), settled)
    page.evaluate("document.querySelector('.st-key-navigation').dataset.seen = 'before'")
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


def test_large_file_shows_how_far_it_is(visit, dashboard, settled, tmp_path):
    large = tmp_path / "large.train.txt"
    large.write_text(GOLD * 16_000, "utf-8")  # 40 MB
    page = visit(f"{dashboard()}/data")
    page.locator("input[type=file]").set_input_files(large)
    # Looks at every frame: what stands there for a moment must not be missed between two looks.
    page.wait_for_function(
        """() => /(of|all) [0-9]+ MB/.test(document.querySelector("[data-testid=stProgress]")?.innerText)""",
        polling="raf",
    )
    settled(page)
    expect(page.get_by_test_id("stExpander")).to_contain_text("large.train.txt")
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
