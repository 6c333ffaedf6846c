"""An upload that the server refuses, as a person sees it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.actions import GOLD, upload
from tests.browser.settling import until

_SAID = "getComputedStyle(document.querySelector('[data-testid=stFileUploader]'), '::after').content"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("visitor", "more than the 400 MB that this server holds for one visitor"),
        ("all", "the uploads of all"),
    ],
)
def test_why_an_upload_was_refused_is_said_where_files_are_dropped(
    visit: Callable[..., Page], dashboard: Callable[..., str], settled: Callable[[Page], None], reason: str, words: str
) -> None:
    page = visit(f"{dashboard()}/data")
    assert page.evaluate(_SAID) == "none"
    page.route("**/_stcore/upload_file/**", lambda route: route.fulfill(status=413, headers={"X-Refused": reason}))
    upload(page, settled, ("gold.txt", GOLD))
    until(page, lambda: str(page.evaluate(_SAID)), lambda said: words in said, wanted=words)
    page.unroute("**/_stcore/upload_file/**")
    upload(page, settled, ("gold.txt", GOLD))
    until(page, lambda: page.locator(".cw-file").count(), lambda count: count == 1, wanted="the file")
    assert page.evaluate(_SAID) == "none"
