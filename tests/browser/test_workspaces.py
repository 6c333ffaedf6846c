"""Uploads in a browser: there again after a reload and a restart, shared with somebody who cannot change them."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.actions import FIRST, GOLD, SECOND, go_on, upload

Settled = Callable[[Page], None]


def test_uploads_outlive_reload_and_restart_and_are_shared_for_reading(
    page: Page,
    new_context: Callable[..., BrowserContext],
    dashboard: Callable[..., str],
    settled: Settled,
    tmp_path: Path,
) -> None:
    page.goto(dashboard(fresh=True, workspaces=tmp_path / "kept") + "/data")
    settled(page)
    upload(page, settled, ("gold.txt", GOLD))
    upload(page, settled, ("first.txt", FIRST), ("second.txt", SECOND))
    expect(page).to_have_url(re.compile(r"[?&]w=[\w-]{43}"))
    numbers = page.locator(".st-key-signature").inner_text()

    page.reload()
    settled(page)
    expect(page.locator(".st-key-signature")).to_have_text(numbers)

    go_on(page, page.url.replace("/data", "/overview"))
    settled(page)
    dashboard(fresh=True, workspaces=tmp_path / "kept")
    # The page finds the new server, which does not know it, and is drawn anew without being loaded.
    said = page.locator(".cw-box", has_text="Your visit began anew")
    expect(said).to_contain_text("Your uploaded files are here again, as they were kept.")
    expect(said).to_contain_text("The dataset is gold.txt.")
    settled(page)
    expect(page.locator(".cw-lead")).to_contain_text("first has the highest F1 on gold.txt")
    page.go_back()
    settled(page)
    expect(said).to_have_count(0)
    expect(page.locator(".st-key-signature")).to_have_text(numbers)
    expect(page.locator(".cw-file")).to_have_count(3)
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_test_id("stPopoverBody").locator("code").inner_text()

    reader = new_context().new_page()
    reader.goto(shared)
    settled(reader)
    expect(reader.locator(".st-key-signature")).to_have_text(numbers)
    expect(reader.get_by_text("shown to you to read")).to_be_visible()
    expect(reader.locator("input[type=file]")).to_have_count(0)
    for name in ("Remove", "Remove all", "Hide", "Rename", "Share"):
        expect(reader.get_by_role("button", name=name, exact=True)).to_have_count(0)
    with reader.expect_download() as saved:
        reader.get_by_role("button", name="Download project").click()
    assert saved.value.suggested_filename == "project.zip"
    assert saved.value.path().read_bytes().startswith(b"PK")
