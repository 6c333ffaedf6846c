"""The path of somebody new with files of their own: from the command to a sentence of the costliest slice, to a talk.

    CWSDIAG_TEST_DATA=DIR python -m benchmarks.newcomer [--times 5] [FOLDER]

FOLDER holds gold, training data and three predictions, under any names, and nothing else; without it they are made of
the real text: 120,120 words. Acts are what a hand does; seconds are the machine's, from the start of the process or
from a press until all that it leads to has been painted. Reading and thinking take none. Aims: at most three acts
after the drop, and eight seconds of machine time for them; a talk of four slides, in order, with a title and a note,
presented and taken home, in at most sixteen.
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

    from playwright.sync_api import Page

PREDICTIONS = ("crf-f1-800", "jieba", "thulac")
DROP = "!!document.querySelector('input[type=file]')"
MARKED = "location.pathname.endsWith('/diagnosis') && !!document.querySelector('.st-key-place-drawing')"
# In the table of Summary, the cell that says where the best system loses most.
LOSES_MOST = {"x": 980, "y": 54}
PINS = range(4)
TITLE, NOTE = "What we lose, and where", "The text is small: say so before somebody asks."
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


class Walk:
    """One way of a new browser through the dashboard, with the seconds of each of its acts."""

    def __init__(self, page: Page) -> None:
        self.page, self.steps = page, Steps()

    def done(self, step: str, press: Callable[[], object], wanted: str) -> None:
        """Do what a hand does, and wait for what is wanted."""
        rest(self.page)
        started = time.perf_counter()
        press()
        found(self.page, wanted, step=step)
        self.steps[step] = time.perf_counter() - started


def path(walk: Walk, files: list[Path], address: str, started: float) -> None:
    """Go from the command to the marked sentence; the first two steps are no acts after the drop."""
    page, steps = walk.page, walk.steps
    shown(page, address, DROP)
    steps["`cwsdiag app`, until files can be dropped"] = time.perf_counter() - started
    rest(page)
    steps["drop the files"] = drop(page, files)
    following = page.get_by_role("button", name=NEXT)
    steps["press “See where these systems fail”"] = act(page, following.click, SUMMARY, step="To Summary")
    table = page.locator(".st-key-scores-table canvas").first
    steps["click where the best system loses most"] = act(
        page, lambda: table.click(position=LOSES_MOST, force=True), MARKED, step="Click on the costliest slice"
    )


def talk(walk: Walk) -> None:
    """Go from Diagnosis to a talk of four slides that was given and taken home."""
    page, key = walk.page, walk.page.keyboard
    cards = "!!document.querySelector('.st-key-card-3')"
    walk.done("to Summary", page.get_by_role("link", name="Summary").click, cards)
    for number in PINS:
        pin = page.locator(f".st-key-card-{number}-pin button").first
        primary = f"!!document.querySelector('.st-key-card-{number}-pin [kind=primary]')"
        walk.done(f"pin card {number + 1}", pin.click, primary)
    walk.done("to Talk", page.get_by_role("link", name="Talk").click, _slide(1))
    title, note = (page.get_by_role("textbox", name=name) for name in ("Title", "Note"))
    walk.done("title of the first", lambda: (title.fill(TITLE), key.press("Enter")), _says(TITLE))
    walk.done("note of it", lambda: (note.fill(NOTE), key.press("Control+Enter")), _says(NOTE, ".note"))
    listed = page.locator(".cw-stage li")
    second = "document.querySelector('.cw-stage').dataset.at == 2"
    walk.done("drag it behind the second", lambda: listed.nth(0).drag_to(listed.nth(1)), second)
    presenting = "!!document.querySelector('.cw-stage.presenting .slide.shown h1')"
    walk.done("present it", page.get_by_role("button", name="Present").click, presenting)
    key.press("Home")
    for number in PINS[1:]:
        walk.done(f"turn to slide {number + 1}", lambda: key.press("PageDown"), _slide(number + 1))
    walk.done("leave it", lambda: key.press("Escape"), "!document.querySelector('.cw-stage.presenting')")
    made = "!!document.querySelector('.st-key-download-the-report')"
    walk.done("make the report", page.get_by_role("button", name="Make a report").click, made)

    def take_home() -> None:
        with page.expect_download() as download:
            page.get_by_role("button", name="Download the report").click()
        download.value.path()

    walk.done("take it home", take_home, made)


def _slide(number: int) -> str:
    return f"!!document.querySelector('.cw-stage[data-at=\"{number}\"] .slide.shown h1')"


def _says(text: str, where: str = ".slide.shown h1") -> str:
    return f"document.querySelector('.cw-stage {where}')?.textContent.includes({text!r})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="files to drop")
    parser.add_argument("--times", type=int, default=5)
    chosen = parser.parse_args()
    paths, talks = [], []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = chosen.folder
        if folder is None:
            folder = Path(name) / "own"
            write_files(folder, PREDICTIONS, times=10)
        browser = chromium(playwright)
        files = sorted(file for file in folder.iterdir() if file.is_file())
        for _ in range(chosen.times):
            started = time.perf_counter()
            with serving(*dashboard()) as address:
                page = visitor(browser, viewport={"width": 1280, "height": 720})
                walk = Walk(page)
                path(walk, files, address, started)
                paths.append(walk.steps)
                walk.steps = Steps()
                talk(walk)
                talks.append(walk.steps)
                page.context.close()
        browser.close()
    _table("act after the drop", paths, before=2)
    _table("act from there", talks)
    print(f"\n{load()}")


def _table(head: str, walks: list[Steps], before: int = 0) -> None:
    """Print the acts of some walks alike, of which so many come before the first."""
    print(f"\n| {head} | step | median s | range s |\n|---|---|---|---|")
    for place, step in enumerate(walks[0], start=1 - before):
        print(f"| {place if place > 0 else ''} | {step} | {middle([one[step] for one in walks])} |")
    print(f"| **{len(walks[0]) - before}** | **in all** | {middle([sum(one.values()) for one in walks])} |")


if __name__ == "__main__":
    main()
