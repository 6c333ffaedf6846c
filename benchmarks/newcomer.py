"""The path of somebody new with files of their own: from the command to a sentence of the costliest slice.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.newcomer [--times 5] [FOLDER]

FOLDER holds gold, training data and three predictions, under any names, and nothing else; without it they are made of
the real text: 120,120 words. Acts are what a hand does; seconds are the machine's, from the start of the process or
from a press until all that it leads to has been painted. Reading and thinking take none. Aims: at most three acts
after the drop, and eight seconds of machine time for them.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Error, sync_playwright

from benchmarks.dashboard import (
    SUMMARY,
    chromium,
    dashboard,
    load,
    middle,
    rest,
    serving,
    shown,
    timed,
    visitor,
    write_files,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

PREDICTIONS = ("crf-f1-800", "jieba", "thulac")
DROP = "!!document.querySelector('input[type=file]')"
MARKED = "location.pathname.endsWith('/diagnosis') && !!document.querySelector('.st-key-place-drawing')"
# In the table of Summary, the cell that says where the best system loses most.
LOSES_MOST = {"x": 980, "y": 54}
NEXT = re.compile("See where (this system fails|these \\d+ systems fail)")
# Of what a step may take before it counts as not found.
MILLISECONDS = 30_000
# Seconds by what was done.
Steps = dict[str, float]


def found(page: Page, wanted: str, *, step: str) -> None:
    """Wait until an expression of JavaScript is true; end with what was looked for and what is there instead."""
    try:
        page.wait_for_function(wanted, polling="raf", timeout=MILLISECONDS)
    except Error:
        there = " ".join(page.locator("[data-testid=stMain]").inner_text().split())[:300]
        sys.exit(f"{step}: not found at {page.url}, where it says: {there}")


def act(page: Page, press: Callable[[], None], wanted: str, *, step: str) -> float:
    """Do what a hand does, and return the seconds until what is wanted is there and all is painted."""
    try:
        seconds = timed(page, press).whole
    except Error as error:
        sys.exit(f"{step}: nothing came of it at {page.url}: {error.message.splitlines()[0]}")
    found(page, wanted, step=step)
    return seconds


def drop(page: Page, files: list[Path]) -> float:
    """Drop all files at once, and return the seconds until the next step is there."""
    button = f"[...document.querySelectorAll('button')].some(one => /{NEXT.pattern}/.test(one.innerText))"
    started = time.perf_counter()
    page.locator("input[type=file]").first.set_input_files(files)
    found(page, button, step="Drop the files")
    return time.perf_counter() - started


def path(browser: Browser, files: list[Path]) -> Steps:
    """Go the path once; return the seconds of each step, of which the first is no act."""
    started = time.perf_counter()
    with serving(*dashboard()) as address:
        page = visitor(browser)
        shown(page, address, DROP)
        steps = {"`cwsdiag app`, until files can be dropped": time.perf_counter() - started}
        rest(page)
        steps["drop the files"] = drop(page, files)
        rest(page)
        following = page.get_by_role("button", name=NEXT)
        steps["press “See where these systems fail”"] = act(page, following.click, SUMMARY, step="To Summary")
        rest(page)
        table = page.locator(".st-key-scores-table canvas").first
        steps["click where the best system loses most"] = act(
            page, lambda: table.click(position=LOSES_MOST, force=True), MARKED, step="Click on the costliest slice"
        )
        page.context.close()
    return steps


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="files to drop")
    parser.add_argument("--times", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = chosen.folder
        if folder is None:
            folder = Path(name) / "own"
            write_files(folder, PREDICTIONS, times=10)
        browser = chromium(playwright)
        files = sorted(file for file in folder.iterdir() if file.is_file())
        paths = [path(browser, files) for _ in range(chosen.times)]
        browser.close()
    print("| act after the drop | step | median s | range s |\n|---|---|---|---|")
    for place, step in enumerate(paths[0]):
        print(f"| {place - 1 if place > 1 else ''} | {step} | {middle([one[step] for one in paths])} |")
    print(f"| **{len(paths[0]) - 2}** | **in all** | {middle([sum(one.values()) for one in paths])} |")
    print(f"\n{load()}")


if __name__ == "__main__":
    main()
