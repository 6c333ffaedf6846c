"""A running dashboard and a browser to look at it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.browser import settling, visits
from tools.ensure_chromium import ARGUMENTS, find_chromium

HERE = Path(__file__).parent
LOG = "log.txt"
# Of all dashboards; a site is a host, whatever the port.
HOST = "127.0.0.1"

expect.set_options(timeout=settling.EXPECT_MILLISECONDS)


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the Chromium that tools/ensure_chromium.py found; without one on PATH, playwright's own."""
    # In a process of its own each page would compile all of Streamlit and Plotly again: half of what a visit costs.
    arguments = [*ARGUMENTS, "--process-per-site"]
    return {**browser_type_launch_args, "executable_path": find_chromium(), "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    # What fades and glides is drawn sixty times a second, and nothing of it is tested.
    return {**browser_context_args, "viewport": visits.VIEWPORT, "reduced_motion": "reduce"}


@pytest.fixture
def new_context(new_context):
    """``new_context()`` gives a browser without history, as for another person."""

    def watched(**options):
        return _watched(new_context(**options))

    return watched


@pytest.fixture(scope="module")
def context(browser, browser_context_args):
    """The browser of a file's tests that need no second person: each page in it is a Streamlit session of its own.

    All its pages share a process, which gets slower with all that was ever drawn in it: each file has a new one.
    """
    context = _watched(browser.new_context(**browser_context_args))
    # The process of a site ends with its last page, so one that asks no server stays open.
    resident = context.new_page()
    resident.route("**/*", lambda route: route.fulfill(body=""))
    resident.goto(f"http://{HOST}/")
    yield context
    context.close()


@pytest.fixture
def page(context):
    visits.forget_files(context)
    page = context.new_page()
    yield page
    page.close()


def _watched(context):
    context.set_default_timeout(settling.ACTION_MILLISECONDS)
    settling.watch(context)
    visits.watch(context)
    # Shown with a test that fails.
    context.on("console", lambda told: print(told.type, told.text) if told.type == "error" else None)
    return context


@pytest.fixture(scope="module")
def open_pages(context):
    return visits.Visits(context)


@pytest.fixture
def visit(request, open_pages):
    """``visit(address, scheme="light")`` gives a page there, at rest, in a session of its own, but not loaded again.

    It is one page for all visits of a server: a test that listens to it, or needs two at once, takes ``page``.
    """
    failed = request.session.testsfailed
    yield open_pages.go
    if request.session.testsfailed != failed:
        open_pages.end()


@pytest.fixture(scope="session")
def dashboard(tmp_path_factory):
    """``dashboard(project=None, *, fresh=False, **paths)`` gives the address of a running server.

    The same arguments give the same server for the whole session, as for several users of one dashboard;
    ``fresh`` starts one for what only the first visit after a start shows, and ends the fresh one before. ``paths``
    are options of ``cwsdiag app`` that take one, such as ``root``.
    """
    running: dict[tuple[Path | None, frozenset[tuple[str, Path]]], str] = {}
    processes: list[subprocess.Popen[bytes]] = []
    last: list[subprocess.Popen[bytes]] = []
    # Always the same, so that the browser knows what all dashboards are made of.
    fresh_port = serving.free_port()

    def start(project, paths, port):
        folder = tmp_path_factory.mktemp("dashboard")
        processes.append(_start(project, paths, folder, port))
        return serving.wait_until_it_answers(processes[-1], folder / LOG)

    def address(project=None, *, fresh=False, **paths):
        if fresh:
            serving.stop(last)
            found = start(project, paths, fresh_port)
            last[:] = processes[-1:]
            return found
        asked = (project, frozenset(paths.items()))
        if asked not in running:
            running[asked] = start(project, paths, serving.free_port())
        return running[asked]

    yield address
    serving.stop(processes)


def _start(project, paths, folder, port):
    command = [sys.executable, "-m", "cwsdiag", "app", "--port", str(port)]
    command += [str(project.resolve())] if project else []
    for option, path in paths.items():
        command += [f"--{option}", str(path.resolve())]
    # Started from elsewhere, as users do; the checkout is found even where it is not installed.
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    return serving.start(command, folder=folder, environment=environment, log=folder / LOG)


@pytest.fixture
def settled():
    """``settled(page)`` waits until all that an action began has ended and is drawn; an error box is a failure."""
    return settling.settle
