"""Knowing when the dashboard has done what an action asked of it, however slow the machine.

Streamlit marks its page as at rest until the server tells it that a run began. So what passes between page and server
is watched from inside the page: a run that was asked for is over when it has been told to begin and to end.
"""

import json
import time
from itertools import count

import pytest
from playwright.sync_api import TimeoutError as TimedOut
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

# All of them are generous: they bound what hangs, not what is slow where each core has four others to serve.
ACTION_MILLISECONDS = 120_000
EXPECT_MILLISECONDS = 300_000
RUN_MILLISECONDS = 300_000
# Widgets hold an action back for up to 150 ms before they send it.
HOLD_MILLISECONDS = 200
# So many looks must find the page at rest: one that is busy drawing lets time pass without being looked at.
LOOKS = 6
# Between two looks at the page.
PAUSE_MILLISECONDS = 20


# Gives the page a function that tells what is still to come.
_WATCH = """numbers => {
    // The page asks for its first run as soon as it is connected.
    let run = "awaited", addresses = 0, requests = 0;
    // The top level of a message: numbers as they are, of everything else its bytes.
    const fields = data => {
        const bytes = new Uint8Array(data), found = {};
        let at = 0;
        const number = () => {
            for (let value = 0, power = 1; ; power *= 128) {
                const byte = bytes[at++];
                value += (byte & 127) * power;
                if (!(byte >= 128)) return value;
            }
        };
        while (at < bytes.length) {
            const tag = number(), value = number();
            if ((tag & 7) === 2) found[tag >> 3] = bytes.subarray(at, at += value);
            else found[tag >> 3] = value;
        }
        return found;
    };
    const received = ({data}) => {
        const message = fields(data);
        if (numbers.begun in message) run = "begun";
        if (numbers.ended in message && message[numbers.ended] !== numbers.early && run === "begun") run = "";
        if (numbers.addresses in message) addresses -= 1;
    };
    window.cwsForbidden = [];
    addEventListener("securitypolicyviolation", event => {
        if (event.target.closest?.("[data-cws-twin]")) return cwsTwin("image");
        cwsForbidden.push(`${event.violatedDirective} ${event.blockedURI}`);
    }, true);
    const listening = new WeakSet(), send = WebSocket.prototype.send, request = XMLHttpRequest.prototype.send;
    WebSocket.prototype.send = function (data) {
        if (!listening.has(this)) this.addEventListener("message", received);
        listening.add(this);
        const message = fields(data);
        // What looks again by itself may look once more when what it belongs to is gone: no run answers then.
        if (numbers.rerun in message && !(numbers.itself in fields(message[numbers.rerun]))) run = "awaited";
        if (numbers.upload in message) addresses += 1;
        return send.call(this, data);
    };
    XMLHttpRequest.prototype.send = function (...body) {
        requests += 1;
        this.addEventListener("loadend", () => { requests -= 1; });
        return request.apply(this, body);
    };
    window.cwsBusy = () => {
        const app = document.querySelector("[data-testid=stApp]");
        if (!app) return "the page has not been drawn";
        const {testConnectionState: connection, testScriptState: script} = app.dataset;
        if (connection !== "CONNECTED") return `the connection is ${connection}`;
        if (run) return `a run is ${run}`;
        if (script !== "notRunning") return `the script is ${script}`;
        if (addresses || requests) return "files are on their way";
        if (document.querySelector("[data-testid=stSkeleton]")) return "a part of the page is being loaded";
        if (document.querySelector("[data-testid=stPlotlyChart]:not(:has(.main-svg))")) return "a chart is being drawn";
        return "";
    };
}"""
# Quiet at one look is not enough: what a widget holds back is still to come.
_QUIET = """([look, hold, looks]) => {
    const now = performance.now();
    if (window.cwsLook !== look || cwsBusy()) {
        window.cwsLook = look;
        window.cwsQuietSince = now;
        window.cwsLooks = 0;
    }
    window.cwsLooks += 1;
    return window.cwsLooks > looks && now - window.cwsQuietSince >= hold;
}"""
_NUMBERS = {
    "rerun": BackMsg.RERUN_SCRIPT_FIELD_NUMBER,
    "itself": ClientState.IS_AUTO_RERUN_FIELD_NUMBER,
    "upload": BackMsg.FILE_URLS_REQUEST_FIELD_NUMBER,
    "addresses": ForwardMsg.FILE_URLS_RESPONSE_FIELD_NUMBER,
    "begun": ForwardMsg.NEW_SESSION_FIELD_NUMBER,
    "ended": ForwardMsg.SCRIPT_FINISHED_FIELD_NUMBER,
    # A run that ended because another takes its place, as one that leads to another page does.
    "early": ForwardMsg.FINISHED_EARLY_FOR_RERUN,
}
_looks = count()


def watch(context):
    """Prepare all pages of a browser's context for ``settle``."""
    context.add_init_script(f"({_WATCH})({json.dumps(_NUMBERS)})")


def settle(page):
    """Wait until everything that was asked for has come and is drawn; an error box is a failure."""
    try:
        page.wait_for_function(
            _QUIET, arg=[next(_looks), HOLD_MILLISECONDS, LOOKS], polling=PAUSE_MILLISECONDS, timeout=RUN_MILLISECONDS
        )
    except TimedOut:
        pytest.fail(f"{page.url} did not come to rest: {page.evaluate('cwsBusy()') or 'something goes on and on'}.")
    boxes = page.get_by_test_id("stException")
    if boxes.count():
        pytest.fail("An error reached the page:\n" + "\n".join(boxes.all_inner_texts()))
    if found := forbidden(page):
        pytest.fail(f"{page.url} does what its own policy forbids:\n" + "\n".join(found))


def forbidden(page):
    """Return what the policy kept a page from since it was loaded: the rule, and what it was used on."""
    found: list[str] = page.evaluate("cwsForbidden")
    return found


# Does what the policy keeps a page from: runs the handler of an image that cannot be read, and the script of a frame.
_TWIN = """() => new Promise(done => {
    const twin = document.createElement("div"), came = new Set();
    twin.dataset.cwsTwin = "";
    window.cwsTwin = name => {
        came.add(name);
        if (came.size < 2) return;
        twin.remove();
        done(window.cwsTwinRan);
    };
    twin.innerHTML = `<img src="x" onerror="window.cwsTwinRan = 1">
        <iframe srcdoc="<script>parent.cwsTwinRan = 1</script>"></iframe>`;
    twin.querySelector("iframe").addEventListener("load", () => cwsTwin("frame"));
    document.body.append(twin);
})"""


def let_scripts_run(page):
    """Wait until whatever hostile text could have made the page run has had its turn; that it tried is a failure.

    Markup that would run something is put into the page after all the rest, and has its turn after it. It does not run
    either: the policy of the page forbids it. So what hostile text runs is seen by what is forbidden to it.
    """
    assert page.evaluate(_TWIN) is None, "the policy of the page lets markup run scripts"
    assert forbidden(page) == []


def until(page, read, fits, *, wanted):
    """Read something of a page until it fits, and return it: for what ``expect`` has no word for.

    Args:
        page: what is waited for.
        read: gives what there is now.
        fits: tells whether that is right.
        wanted: in a failure, what would have been right.
    """
    value = read()
    end = time.monotonic() + EXPECT_MILLISECONDS / 1000
    while not fits(value) and time.monotonic() < end:
        page.wait_for_timeout(PAUSE_MILLISECONDS)
        value = read()
    if not fits(value):
        pytest.fail(f"wanted: {wanted}\nlast seen: {value!r}\nat: {page.url}")
    return value
