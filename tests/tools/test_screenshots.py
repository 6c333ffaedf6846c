"""The pictures of the docs: one command takes all that documents show, and none lies there that no document shows."""

import re
from pathlib import Path

from tools import rehearsal
from tools.screenshots import BARE, FIGURES, PICTURES, PINNED, REAL

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
# Of the files that `cwsdiag report` writes, as a browser and LibreOffice show them: taken by hand.
OF_FILES = {"report", "report-slides"}


def test_documents_show_the_pictures_that_are_taken() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {name for page in documents for name in re.findall(r"images/([\w/-]+)\.png", page.read_text("utf-8"))}
    assert shown == {*PICTURES, *BARE, *FIGURES, *PINNED, *REAL, *OF_FILES, *rehearsal.PICTURES}
    there = {file.relative_to(IMAGES).with_suffix("").as_posix() for file in IMAGES.rglob("*.*")}
    assert there == shown
