"""From the sample's files to a talk of six slides, as somebody does it who has never seen the dashboard, with pictures.

    python -m tools.rehearsal [--out docs/images/talk]

Prints what is done, and the seconds until all of it was there. Needs the dev environment and a Chromium
(`tools/ensure_chromium.py`) with a Chinese font. docs/talk.md tells the same.
"""

from __future__ import annotations

import argparse
import time
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from benchmarks.dashboard import TREE, chromium, dashboard, serving, visitor
from tools.screenshots import settled

if TYPE_CHECKING:
    from playwright.sync_api import Page

FILES = ("test.txt", "train.txt", "crf.txt", "jieba.txt", "maximum-matching.txt")
NEWS = TREE / "sample_data" / "news" / "first"
# What is pinned, by the name of the page's link: whose ⋯ it is in, and what of it is kept.
PINS = (
    ("Overview", "lead", "chart"),
    ("One system", "lead", "chart"),
    ("One system", "kinds", "chart"),
    ("Two systems", "lead", "chart"),
    ("Words", "words", "table"),
    ("Sentences", "lead", "chart"),
)
TITLE, NOTE = "The crf leads, but not for certain", "100 sentences are few: say so before somebody asks."
SLIDES = len(PINS)
PICTURES = ("talk/files", "talk/pin", "talk/findings", *(f"talk/slide-{n + 1}" for n in range(SLIDES)), "talk/words")
# Of pictures: how large they are over the screen, and their colours.
_SCALE, _COLOURS = 0.5, 64


class Rehearsal:
    """One way through the dashboard.

    Args:
        page: of a browser that has seen nothing.
        out: the folder for pictures.
    """

    def __init__(self, page: Page, out: Path) -> None:
        self._page, self._out, self._acts = page, out, 0
        self._begun = time.monotonic()

    def picture(self, name: str) -> None:
        """Take a picture once nothing moves any more."""
        self._out.mkdir(parents=True, exist_ok=True)
        picture = Image.open(BytesIO(settled(self._page))).convert("RGB").quantize(_COLOURS)
        picture.save(self._out / f"{name}.png", optimize=True)

    def done(self, what: str) -> None:
        """Say what was done, once all of it is there."""
        settled(self._page)
        self._acts += 1
        print(f"{self._acts:3} {time.monotonic() - self._begun:6.1f} s  {what}", flush=True)

    def door(self, name: str) -> None:
        """Go to a page."""
        link = self._page.get_by_test_id("stSidebar").get_by_role("link", name=name)
        link.first.click()
        self._page.locator("h1", has_text=name).wait_for()
        self.done(name)

    def give(self) -> None:
        """Drop the files, all at once."""
        self._page.locator("[data-testid=stMain] input[type=file]").set_input_files([NEWS / name for name in FILES])
        self._page.get_by_text("3 predictions").first.wait_for()
        self.done("drop five files")
        self.picture("files")

    def pin(self, key: str, what: str, *, pictured: bool) -> None:
        """Pin a part of an exhibit of the page."""
        self._page.locator(f".st-key-{key}-menu button").first.click()
        button = self._page.get_by_test_id("stPopoverBody").get_by_role("button", name=f"Pin the {what}")
        button.wait_for()
        if pictured:
            self.picture("pin")
        button.click()
        self._page.get_by_text("Pinned:").last.wait_for()
        self._page.keyboard.press("Escape")
        self.done(f"pin the {what}")

    def write(self, field: str, text: str) -> None:
        """Fill a field of a finding."""
        self._page.get_by_label(field, exact=True).fill(text)
        self._page.keyboard.press("Tab")
        self.done(f"{field.lower()}: {text}")

    def talk(self) -> None:
        """Give the talk: six slides, and the words behind a bucket of the second."""
        self._page.get_by_role("link", name="Present them").click()
        shown = self._page.locator(".cw-stage .slide.shown h1")
        shown.wait_for()
        self.done("Present them")
        for number in range(1, SLIDES + 1):
            self._page.locator(f".cw-stage[data-at='{number}'] .slide.shown h1").wait_for()
            self.picture(f"slide-{number}")
            self._page.keyboard.press("PageDown")
        self._page.keyboard.press("2")
        self._page.locator(".slide.shown .subplot.xy .barlayer .point path").nth(2).click(force=True)
        self._page.locator(".over.open table").wait_for()
        self.picture("words")


def main() -> None:
    """Rehearse."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=TREE / "docs" / "images" / "talk")
    out = parser.parse_args().out
    with serving(*dashboard()) as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        page = visitor(browser, viewport={"width": 1280, "height": 720}, device_scale_factor=_SCALE)
        page.goto(address)
        settled(page)
        rehearsal = Rehearsal(page, out)
        rehearsal.door("Files")
        rehearsal.give()
        at = "Files"
        for name, key, what in PINS:
            if name != at:
                rehearsal.door(name)
                at = name
            rehearsal.pin(key, what, pictured=name == "Overview")
        rehearsal.door("Findings")
        rehearsal.write("Title", TITLE)
        rehearsal.write("Note", NOTE)
        rehearsal.picture("findings")
        rehearsal.talk()
        browser.close()


if __name__ == "__main__":
    main()
