"""Take the pictures of the docs, all in one run: every page, light and dark, on the sample data and a board of it.

    python -m tools.screenshots [--project PROJECT] [--out docs/images]

Needs the dev environment and a Chromium (`tools/ensure_chromium.py`) with a Chinese font.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

from cwsdiag.board import Board, Entry, TaskDraft
from cwsdiag.formats import Source

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
SIZE = {"width": 1280, "height": 720}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NEWS = {"dataset": "news", "system": "crf"}
PICTURES = {
    "data": ("", NEWS),
    "overview": ("overview", NEWS),
    "self-diagnosis": ("self-diagnosis", NEWS),
    "compare": ("compare", {**NEWS, "other": "jieba"}),
    "study": ("study", {**NEWS, "other": "jieba"}),
    "criteria": ("criteria", {"train": "news", "test": "news, second criterion", "string": "到"}),
    "bakeoff": ("bakeoff", {**NEWS, "other": "jieba"}),
    "sentence": ("sentence", {**NEWS, "other": "jieba", "order": "errors"}),
    "self-diagnosis-present": ("self-diagnosis", {**NEWS, "present": "on"}),
    "explore": ("explore", {**NEWS, "attribute": "wLen", "bucket": "2", "show": "wrong"}),
    "board": ("board", {}),
    "committee": ("committee", NEWS),
    "difficulty": ("difficulty", {**NEWS, "other": "jieba"}),
}
SUBMISSIONS = (
    ("crf", "Li Hua", "closed", "CRF, 400 sentences of news"),
    ("maximum-matching", "王小明", "closed", "the words of the training data"),
    ("jieba", "Zhang San", "open", "its own dictionary"),
)


def settled(page: Page) -> None:
    """Wait until Streamlit has run and Plotly has drawn."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=60_000)
    page.wait_for_timeout(1200)


def make_board(path: Path) -> Path:
    """Make a board with a task and the sample's systems as submissions."""
    files = ROOT / "sample_data" / "news" / "first"
    board = Board(path)
    gold, training = (Source.from_path(files / name) for name in ("test.txt", "train.txt"))
    board.add_task(TaskDraft("news", gold=gold, training=training))
    for system, author, track, description in SUBMISSIONS:
        board.submit("news", Entry(system, author, track, "", description), Source.from_path(files / f"{system}.txt"))
    return path


def make_committee(page: Page) -> None:
    """Have a committee made, or take the one that was made for the picture before, and wait for its figures."""
    page.get_by_role("button", name=re.compile("Make the committee|Use its difficulties")).click()
    page.wait_for_selector(".st-key-growth .main-svg", timeout=120_000)
    settled(page)


def give_difficulties(page: Page) -> None:
    """Give the sample the difficulties of its words, and wait for the figures."""
    page.locator("input[type=file]").set_input_files(ROOT / "sample_data" / "news" / "first" / "difficulty.csv")
    page.wait_for_selector(".cw-hard", timeout=60_000)
    settled(page)


def take(project: Path, board: Path, out: Path, *, full: bool) -> None:
    """Start a dashboard on ``project`` and ``board`` and take all pictures into ``out``."""
    command = [sys.executable, "-m", "cwsdiag", "app", str(project), "--board", str(board), "--port", "0"]
    # Members of the committee are kept beside the board, for these pictures alone.
    environment = {**os.environ, "CWSDIAG_CACHE": str(board.parent / "cache")}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        address = next(m[0] for line in server.stdout or () if (m := re.search(r"http://\S+:\d+", line)))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport=SIZE, color_scheme=scheme)
                page = context.new_page()
                for name, (path, query) in PICTURES.items():
                    page.goto(f"{address}/{path}?{urlencode(query)}")
                    settled(page)
                    if name == "committee":
                        make_committee(page)
                    if name == "difficulty":
                        give_difficulties(page)
                    file = out / (f"{name}.png" if scheme == "light" else f"{name}-{scheme}.png")
                    if full:
                        height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
                        page.set_viewport_size({**SIZE, "height": max(SIZE["height"], height)})
                        settled(page)
                    page.screenshot(path=file)
                    page.set_viewport_size(SIZE)
                    print(file)
                context.close()
            browser.close()
    finally:
        server.terminate()
        server.wait(20)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--project", type=Path, default=ROOT / "sample_data" / "project.toml")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--full", action="store_true", help="the whole page, not only what 1280 × 720 shows")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        board = make_board(Path(folder) / "lab.sqlite")
        take(arguments.project, board, arguments.out, full=arguments.full)
