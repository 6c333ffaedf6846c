"""Take the pictures that pages show which lack something: of the sample, in all languages, light and dark, small.

    python -m tools.pictures [--out cwsdiag/ui/shell/pictures]

Needs the dev environment and a Chromium (`tools/ensure_chromium.py`) with a Chinese font. They ship with the package,
so all of them together must stay small: see LIMIT.
"""

from __future__ import annotations

import argparse
import io
import sys
from itertools import product
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

from benchmarks.dashboard import chromium, dashboard, serving, visitor
from cwsdiag.languages import LANGUAGES
from cwsdiag.ui.shell.doors import PICTURES, picture_of
from tools.screenshots import NEWS, PAIR, SAMPLE, settled

LIMIT = 1_000_000
# A narrow page, so that its letters can still be read when it is shown at half its size.
VIEWPORT = {"width": 1080, "height": 900}
SIZE = (720, 450)
QUALITY = 45
MARGIN = 16
PLACES = {
    "overview": ("overview", PAIR),
    "self_diagnosis": ("self-diagnosis", NEWS),
    "compare": ("compare", PAIR),
    "explore": ("explore", {**PAIR, "attribute": "wLen", "bucket": "1", "show": "wrong"}),
    "sentence": ("sentence", {**PAIR, "order": "errors"}),
    "difficulty": ("difficulty", PAIR),
    "bakeoff": ("bakeoff", PAIR),
    "separators": ("separators", PAIR),
    "study": ("study", PAIR),
    "criteria": ("criteria", {"train": "news", "test": "news, second criterion"}),
    "board": ("board", {"task": "example/news"}),
    "judge": ("judge", {"study": "example/news, marked by rule"}),
}
# The page without what is operated: only what answers its question.
BARE = """
[data-testid=stSidebar], [data-testid=stHeader], [data-testid=stToolbar], .st-key-signature,
[class*=st-key-controls-], [class*=st-key-example-], [class*=st-key-present], [data-testid=stHeading] {
    display: none !important;
}
"""
_STYLED = f"""addEventListener("DOMContentLoaded", () => {{
    const sheet = document.createElement("style");
    sheet.textContent = `{BARE}`;
    document.head.append(sheet);
}})"""


def cropped(taken: bytes) -> bytes:
    """Return the upper part of a picture, from the first sentence of the page on, as small as it is shown."""
    image = Image.open(io.BytesIO(taken)).convert("RGB")
    # What is not of the colour of the ground.
    drawn = ImageChops.difference(image, Image.new("RGB", image.size, image.getpixel((2, 2)))).getbbox()
    left, top, right, bottom = drawn or (0, 0, *image.size)
    left, top, right = max(left - MARGIN, 0), max(top - MARGIN, 0), min(right + MARGIN, image.width)
    bottom = min(bottom + MARGIN, top + (right - left) * SIZE[1] // SIZE[0])
    image = image.crop((left, top, right, bottom))
    image.thumbnail(SIZE, Image.Resampling.LANCZOS)
    packed = io.BytesIO()
    image.save(packed, "WEBP", quality=QUALITY, method=6)
    return packed.getvalue()


def take(out: Path, names: list[str]) -> int:
    """Start a dashboard on the sample and take the pictures into ``out``; return their size together."""
    with serving(*dashboard(str(SAMPLE))) as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        for spoken, scheme in product(LANGUAGES, ("light", "dark")):
            page = visitor(browser, viewport=VIEWPORT, color_scheme=scheme)
            page.add_init_script(_STYLED)
            for name in names:
                path, query = PLACES[name]
                page.goto(f"{address}/{path}?{urlencode({**query, 'lang': spoken})}")
                picture = out / picture_of(name, spoken, dark=scheme == "dark").name
                picture.write_bytes(cropped(settled(page)))
        browser.close()
    return sum(file.stat().st_size for file in out.glob("*.webp"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=PICTURES)
    parser.add_argument("names", nargs="*", metavar="NAME", help="all by default")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    size = take(arguments.out, arguments.names or list(PLACES))
    print(f"{size:,} bytes")
    if size > LIMIT:
        sys.exit(f"They are larger than {LIMIT:,} bytes together.")
