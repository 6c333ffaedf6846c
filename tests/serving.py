"""Starting a dashboard in a process of its own, for tests that look at it from outside."""

import re
import socket
import subprocess
import time
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from cwsdiag.cli.app import app
from cwsdiag.project import project_path
from cwsdiag.ui.host import server
from cwsdiag.ui.host.server import ServerSettings

# Generous: it bounds what hangs, not what is slow on a busy machine.
START_SECONDS = 120


def hand_over(monkeypatch, *arguments):
    """Have the pages be those of a server that ``cwsdiag app`` started with these arguments."""
    given = dict(app.make_context("app", [str(one) for one in arguments]).params)
    for name in ("port", "address", "plugins"):
        del given[name]
    project = given.pop("project")
    settings = ServerSettings(None if project is None else project_path(project), **given)
    monkeypatch.setattr(server, "_handed_over", [settings])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(command, *, folder, environment, log):
    with log.open("wb") as output:
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT)


def wait_until_it_answers(process, log, *, path=""):
    """Return the address the server printed, without the path that it has there, once it answers."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        # Printed, not assumed: where another process took the port meanwhile, the server took the next one.
        printed = re.search(r"http://[\w.:\[\]]+:\d+", log.read_text("utf-8"))
        if printed and _answers(printed[0] + path):
            return printed[0]
        time.sleep(0.1)
    process.kill()
    pytest.fail(f"The dashboard did not start (exit code {process.wait()}):\n{log.read_text('utf-8')}")


def _answers(address):
    try:
        with urlopen(f"{address}/_stcore/health", timeout=5) as response:
            return bool(response.status == 200)
    except (URLError, ConnectionError, TimeoutError):
        return False


def stop(processes):
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
