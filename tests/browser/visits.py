"""Visits of people of their own in a page that stays open: to load the dashboard is most of what a visit costs.

Streamlit's scripts stay, all else begins anew: the page connects to the server as a stranger, and so gets a session
that knows nothing of the visits before.
"""

from urllib.parse import urlsplit

from playwright.sync_api import Page, ViewportSize

from cwsdiag.ui.middleware import COOKIE
from tests.browser.actions import go_on
from tests.browser.settling import settle

# Of all tests that set no other.
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
# A browser remembers fifty steps of a page, and counts no further ones. No test makes so many as are left here.
_MOST_STEPS = 36

# A page that lost its connection names the session that it wants to take up again. A stranger names none.
_WATCH = """(() => {
    window.WebSocket = class extends WebSocket {
        constructor(address, protocols) {
            super(address, window.cwsStranger ? protocols.slice(0, 2) : protocols);
            window.cwsSocket = this;
        }
    };
})()"""
_LEAVE = """address => {
    history.pushState(null, "", address);
    window.cwsStranger = true;
    window.cwsLeft = cwsSocket;
    cwsLeft.close();
}"""
_IS_BACK = """() => cwsSocket !== cwsLeft
    && document.querySelector("[data-testid=stApp]").dataset.testConnectionState === "CONNECTED\""""


def watch(context):
    """Prepare all pages of a browser's context for being left open."""
    context.add_init_script(_WATCH)


def forget_files(context):
    """Have a browser begin a workspace of its own with its next session."""
    context.clear_cookies(name=COOKIE)


class Visits:
    """Pages that stay open, one for each server.

    Args:
        context: the browser that they are opened in, watched.
    """

    def __init__(self, context):
        self._context = context
        self._open: dict[str, Page] = {}

    def go(self, address, *, scheme="light"):
        """Return the page of a server at an address, at rest, as somebody sees it who follows a link."""
        server = urlsplit(address).netloc
        forget_files(self._context)
        page = self._open.get(server)
        if page is not None and page.evaluate("history.length") > _MOST_STEPS:
            page.close()
            page = None
        if page is None:
            page = self._open[server] = self._context.new_page()
            page.emulate_media(color_scheme=scheme)
            page.goto(address)
        else:
            _begin_anew(page, address, scheme)
        settle(page)
        return page

    def end(self):
        """Close all pages: nobody begins where a test failed."""
        while self._open:
            self._open.popitem()[1].close()


def _begin_anew(page, address, scheme):
    page.emulate_media(color_scheme=scheme, media="null")
    page.set_viewport_size(VIEWPORT)
    page.mouse.move(0, 0)
    if urlsplit(page.url).path == urlsplit(address).path:
        # What is unfolded, typed or scrolled on a page goes when the page does.
        go_on(page, "files" if urlsplit(address).path != "/files" else "summary")
    settle(page)
    page.evaluate(_LEAVE, address)
    page.wait_for_function(_IS_BACK)
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
