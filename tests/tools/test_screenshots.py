"""The pictures of the docs: one command takes all that documents show, and none lies there that no document shows."""

import re
from pathlib import Path

from tools.screenshots import BARE, CHARTS, FIGURES, PICTURES, PINNED

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
# Of the files that `cwsdiag report` writes, as a browser and LibreOffice show them: taken by hand.
OF_FILES = {"report"}


def test_documents_show_the_pictures_that_are_taken():
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    texts = [page.read_text("utf-8") for page in documents]
    shown = {name for text in texts for name in re.findall(r"images/([\w/-]+)\.(?:png|svg)", text)}
    assert shown == {*PICTURES, *BARE, *FIGURES, *CHARTS, *PINNED, *OF_FILES}
    there = {file.relative_to(IMAGES).with_suffix("").as_posix() for file in IMAGES.rglob("*.*")}
    assert there == shown
