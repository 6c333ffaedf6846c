"""A running server: what every reply says, whose connections it takes, and that it asks nobody anything."""

import os
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cwsdiag.files import sample_project
from cwsdiag.ui.middleware import HEADERS
from tests import serving

# Writes down whom the process looks up and connects to.
_AUDIT = """import sys
def write(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        place = given[1] if event in ("socket.connect", "socket.sendto") else given[0]
        with open({log!r}, "a") as log:
            print(place[0] if isinstance(place, tuple) else place, file=log)
sys.addaudithook(write)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def port(folder):
    (folder / "sitecustomize.py").write_text(_AUDIT.format(log=str(folder / "asked.txt")), "utf-8")
    (folder / "asked.txt").touch()
    paths = os.pathsep.join([str(folder), str(Path(__file__).parents[2])])
    environment = {**os.environ, "PYTHONPATH": paths, "CWSDIAG_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "cwsdiag", "app", str(sample_project()), "--port", "0"]
    command += ["--public-url", "https://lab.example/cws"]
    process = serving.start(command, folder=folder, environment=environment, log=folder / "log.txt")
    found = urlsplit(serving.wait_until_it_answers(process, folder / "log.txt", path="/cws")).port
    assert found is not None
    yield found
    serving.stop([process])


def ask(port, path, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=serving.START_SECONDS)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    reply = connection.getresponse()
    connection.close()
    return reply


def connect(port, *, host, origin):
    """Return the status of the reply to a handshake."""
    key = {"Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    headers = {"Host": host.format(port=port), "Connection": "Upgrade", "Upgrade": "websocket", **key}
    headers["Origin"] = origin.format(port=port)
    return ask(port, "/cws/_stcore/stream", **headers).status


def test_every_reply_has_the_headers(port):
    statuses = {"/cws/diagnosis": 200, "/cws/compare": 307, "/cws/media/none.csv": 404, "/elsewhere/": 404}
    for path, status in statuses.items():
        reply = ask(port, path)
        assert reply.status == status, path
        assert {name: reply.headers[name] for name in HEADERS} == HEADERS, path


def test_only_own_pages_may_connect_and_nobody_is_asked_who_this_machine_is(port, folder):
    own, elsewhere = "127.0.0.1:{port}", "http://elsewhere.example"
    assert connect(port, host=own, origin=f"http://{own}") == 101
    assert connect(port, host=own, origin="https://lab.example") == 101
    assert connect(port, host=own, origin=elsewhere) == 403
    # A name that somebody else lets point to 127.0.0.1 for the visitors of his page.
    assert connect(port, host="elsewhere.example", origin=elsewhere) == 403
    asked = set((folder / "asked.txt").read_text("utf-8").split())
    assert asked <= {"127.0.0.1", "::1", "localhost"}
