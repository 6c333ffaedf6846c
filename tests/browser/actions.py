"""What people do on more than one page."""

from playwright.sync_api import expect

from tests.browser.settling import settle, until

# Files of one's own.
GOLD = "我们 在 北京 学习 语言学 。\n他 喜欢 北京 的 秋天 。\n" * 20
FIRST = "我们 在 北京 学习 语言 学 。\n他 喜欢 北京 的 秋天 。\n" * 20
SECOND = "我们 在 北 京 学习 语言学 。\n他 喜欢 北京 的 秋 天 。\n" * 20


def go_on(page, address):
    """Go to an address of the dashboard that is open, as Back and Forward do: half of what a visit costs is loading."""
    settle(page)
    page.evaluate(
        "address => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }", address
    )


def closed(page):
    """Close the dialog that is open."""
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def box_at_rest(part):
    """Scroll to a part of the page, and return where it is once it moves no more: for clicks by coordinates."""
    part.scroll_into_view_if_needed()

    def look():
        before = part.bounding_box()
        part.page.wait_for_timeout(100)
        return before if part.bounding_box() == before else None

    box = until(part.page, look, lambda box: box is not None, wanted="a part of the page that stands still")
    assert box is not None
    return box


def click_mark(mark, *, at=None):
    """Click a mark of a chart, through what the chart lays over it: in the middle, or so far from its upper left."""
    box_at_rest(mark)
    mark.click(force=True, position=at)


def click_row(page, key, row, *, height, share=None):
    """Click into a row of a table, which is one picture; the cells inside it are there for screen readers alone.

    Args:
        page: where the table is.
        key: of the table.
        row: from 0.
        height: of a row.
        share: of the table's width that lies left of the click; None for the first column.
    """
    table = page.locator(f".st-key-{key} canvas").first
    expect(page.locator(f".st-key-{key} canvas td").first).to_be_attached()
    box = box_at_rest(table)
    across = 80 if share is None else share * box["width"]
    page.mouse.click(box["x"] + across, box["y"] + 36 + (row + 0.5) * height)


def choose_row(page, key, row):
    """Click a row, counted from 0, of a table of which one is chosen."""
    page.locator(f".st-key-{key} tbody tr").nth(row).locator("td").first.click()


def upload(page, settled, *files):
    """Drop files, all at once."""
    payload = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files]
    page.locator("input[type=file]").first.set_input_files(payload)  # type: ignore[arg-type]
    settled(page)
