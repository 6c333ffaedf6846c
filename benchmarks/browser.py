"""How long people wait: clicks measured in a real browser, medians of twenty, on real text.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.browser [--clicks 20] > docs/benchmarks/browser.md

A click counts until the page shows what it led to: its heading or its sentence has changed. Cold start counts from the
start of the process to the sentence of the first page. Memory is the resident memory of the server.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

SYSTEMS = ("crf-f2-full", "crf-f1-800", "jieba", "snownlp", "thulac")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ADDRESS = re.compile(r"http://\S+:\d+")


def write_project(data: Path, folder: Path, *, times: int, copies: int) -> Path:
    """Write a project on the test file repeated ``times``, with every system ``copies`` times under other names."""
    folder.mkdir()
    lines = ["[[dataset]]", 'name = "real"', 'gold = "gold.txt"', 'train = "train.txt"']
    (folder / "gold.txt").write_bytes((data / "test.txt").read_bytes() * times)
    shutil.copy(data / "train.txt", folder / "train.txt")
    for copy in range(copies):
        for name in SYSTEMS:
            file = f"{name}-{copy}.txt"
            (folder / file).write_bytes((data / "systems" / f"{name}.txt").read_bytes() * times)
            label = name if not copy else f"{name} ({copy + 1})"
            lines += ["[[dataset.system]]", f'name = "{label}"', f'prediction = "{file}"']
    project = folder / "project.toml"
    project.write_text("\n".join(lines), encoding="utf-8")
    return project


@contextmanager
def serving(project: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a dashboard on a project; give its address."""
    command = [sys.executable, "-m", "cwsdiag", "app", str(project), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield next(found[0] for line in server.stdout or () if (found := ADDRESS.search(line))), server
    finally:
        server.terminate()
        server.wait(20)


def settled(page: Page) -> None:
    """Wait until the page rests."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=60_000)
    page.wait_for_timeout(700)


def timed(page: Page, act: Callable[[], None], shown: str) -> float:
    """Return the seconds from an act to the first frame in which ``shown`` (JavaScript) is true."""
    started = time.perf_counter()
    act()
    page.wait_for_function(shown, polling="raf", timeout=30_000)
    return time.perf_counter() - started


def click_column(page: Page, number: int) -> Callable[[], None]:
    """Return a click into a column of the self-diagnosis; twenty-odd columns, so that each is another bucket."""
    targets = page.locator(".js-plotly-plot .barlayer .point path")
    box = targets.nth(number % targets.count()).bounding_box()
    assert box is not None
    return lambda: page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def heading(text: str) -> str:
    """Return JavaScript that is true once a page has its heading and its sentence."""
    return (
        f"document.querySelector('h1')?.innerText === '{text}' && !!document.querySelector('.cw-lead')"
        " && !document.querySelector('.cw-lead').closest('[data-stale=true]')"
    )


def bucket_to_words(page: Page, address: str, clicks: int) -> list[float]:
    """Measure the click on a bucket that leads to its words."""
    found = []
    page.goto(f"{address}/overview?dataset=real")
    settled(page)
    for number in range(clicks + 1):
        page.get_by_test_id("stSidebarNav").get_by_role("link", name="Self-diagnosis").click()
        page.wait_for_selector(".js-plotly-plot .barlayer .point path", state="attached", timeout=60_000)
        settled(page)
        found.append(timed(page, click_column(page, 2 * number), heading("Explore")))
        settled(page)
    return found[1:]


def page_to_page(page: Page, address: str, clicks: int) -> list[float]:
    """Measure the click on a page's name, back and forth."""
    found = []
    page.goto(f"{address}/overview?dataset=real")
    settled(page)
    for number in range(clicks + 1):
        name = ("Self-diagnosis", "Overview")[number % 2]
        link = page.get_by_test_id("stSidebarNav").get_by_role("link", name=name)
        found.append(timed(page, link.click, heading(name)))
        settled(page)
    return found[1:]


def other_system(page: Page, address: str, clicks: int) -> list[float]:
    """Measure choosing another system in the side bar of the self-diagnosis."""
    found = []
    page.goto(f"{address}/self-diagnosis?dataset=real")
    settled(page)
    for number in range(clicks + 1):
        name = SYSTEMS[(number + 1) % len(SYSTEMS)]
        page.get_by_role("combobox", name="System A").click()
        option = page.get_by_role("option", name=name, exact=True)
        option.wait_for()
        shown = f"document.querySelector('.cw-lead').innerText.startsWith('{name} ')"
        found.append(timed(page, option.click, shown))
        settled(page)
    return found[1:]


def resident(server: subprocess.Popen[str]) -> float:
    """Return the resident memory of the server in MiB."""
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


def visit(browser: Browser, address: str) -> Page:
    """Open the dashboard as somebody new."""
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    page.goto(f"{address}/overview?dataset=real")
    page.wait_for_selector(".cw-lead", timeout=60_000)
    settled(page)
    return page


def healthy(address: str) -> bool:
    """Return whether the server answers."""
    try:
        with urlopen(f"{address}/_stcore/health") as response:
            return bool(response.status == 200)
    except URLError:
        return False


def cold_start(browser: Browser, project: Path) -> float:
    """Return the seconds from starting the server to the sentence of the first page."""
    started = time.perf_counter()
    with serving(project) as (address, _):
        page = browser.new_context().new_page()
        while not healthy(address):
            time.sleep(0.02)
        page.goto(f"{address}/overview?dataset=real")
        page.wait_for_selector(".cw-lead", timeout=60_000)
        return time.perf_counter() - started


def row(label: str, seconds: list[float], aim: str) -> str:
    """Return a line of the table."""
    return f"| {label} | {statistics.median(seconds):.2f} | {min(seconds):.2f}–{max(seconds):.2f} | {aim} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=20)
    clicks = parser.parse_args().clicks
    data = Path(os.environ["CWSDIAG_TEST_DATA"]).resolve() / "ud_chinese_gsd"
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        small = write_project(data, Path(name) / "small", times=1, copies=1)
        large = write_project(data, Path(name) / "large", times=10, copies=2)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        print("| what | median s | range s | aim s |")
        print("|---|---|---|---|")
        print(
            row(
                "cold start to the first page, 5 systems, 12,012 words",
                [cold_start(browser, small) for _ in range(5)],
                "2.5",
            )
        )
        for label, project, aim in (
            ("5 systems, 12,012 words", small, "0.25"),
            ("10 systems, 120,120 words", large, "0.5"),
        ):
            with serving(project) as (address, server):
                page = visit(browser, address)
                print(row(f"bucket → its words, {label}", bucket_to_words(page, address, clicks), aim))
                print(row(f"page → page, {label}", page_to_page(page, address, clicks), aim))
                print(row(f"another system A, {label}", other_system(page, address, clicks), aim))
                before = resident(server)
                visit(browser, address)
                print(
                    f"| memory of a second user, {label} | {resident(server) - before:.0f} MiB | | 30 MiB |", flush=True
                )
        browser.close()


if __name__ == "__main__":
    main()
