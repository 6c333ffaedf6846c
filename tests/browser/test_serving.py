"""What the server tells a browser, whatever the page."""

import re
import time
from urllib.parse import urlsplit

from playwright.sync_api import expect

from cwsdiag.files import sample_project
from cwsdiag.ui.middleware import COOKIE
from cwsdiag.workspaces import new_key
from tests.browser.settling import settle, until

# Below the address of a page Streamlit looks for its server first: these are not found, and that is harmless.
_LOOKED_FOR = re.compile(r"/diagnosis/_stcore/(health|host-config)$")

# What must not be asked for is watched for as long.
QUIET_SECONDS = 1.0


def test_first_visit_by_a_deep_link_asks_nobody_else_and_nothing_goes_wrong(page, dashboard, settled):
    asked: list[tuple[float, str | None]] = []
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.location["url"]) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda reply: wrong.append(reply.url) if reply.status >= 400 else None)
    page.on("request", lambda request: asked.append((time.monotonic(), urlsplit(request.url).hostname)))
    page.on("websocket", lambda socket: asked.append((time.monotonic(), urlsplit(socket.url).hostname)))
    page.goto(f"{dashboard(sample_project())}/diagnosis?dataset=microblog")
    settled(page)
    expect(page.get_by_test_id("stPlotlyChart").locator(".main-svg").first).to_be_visible()
    shown = time.monotonic()
    until(
        page,
        lambda: time.monotonic() - max(shown, asked[-1][0]),
        lambda quiet: quiet >= QUIET_SECONDS,
        wanted=f"{QUIET_SECONDS:g} s without a request",
    )
    # None is the host of what stands in the page itself (data:, blob:).
    assert {host for _, host in asked} - {None} == {"127.0.0.1"}
    assert not [one for one in wrong if not _LOOKED_FOR.search(one)]


def test_a_browser_keeps_its_key_until_an_address_has_another(new_context, dashboard):
    context, address = new_context(), dashboard(sample_project())
    page = context.new_page()

    def visited(path):
        page.goto(f"{address}/{path}")
        settle(page)
        (key,) = [one["value"] for one in context.cookies() if one["name"] == COOKIE]
        return key

    own, other = visited("summary"), new_key()
    assert visited("diagnosis?dataset=news") == own
    # By a link on another site, with which the browser sends no cookie.
    page.route("http://elsewhere.example/", lambda route: route.fulfill(body=f'<a href="{address}/diagnosis">x</a>'))
    page.goto("http://elsewhere.example/")
    page.get_by_role("link").click()
    page.wait_for_url("**/diagnosis")
    assert visited("summary") == own
    assert visited(f"diagnosis?w={other}&dataset=news") == other
    assert page.url == f"{address}/diagnosis?dataset=news"
