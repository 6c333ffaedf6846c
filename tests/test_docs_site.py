"""The site of the documents, as far as it can be held without making it: pages have a place, charts an entry."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
CHARTS = ROOT / "cwsdiag" / "charts"
_TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.M | re.S)
_DRAWN = re.compile(r"^def (\w+_chart|ribbon_svg)\(", re.M)
# What several charts are made with.
_PARTS = {"layout.chart", "panels.panels_chart", "rows.rows_chart"}


def pages_of_the_index():
    trees = _TOCTREE.findall((DOCS / "index.md").read_text(encoding="utf-8"))
    return [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]


def test_every_page_has_one_place_in_the_site():
    there = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")}
    listed = pages_of_the_index()
    assert sorted(listed) == sorted(there - {"index"})


def test_every_page_is_named_to_who_reads_the_index_elsewhere():
    text = _TOCTREE.sub("", (DOCS / "index.md").read_text(encoding="utf-8"))
    assert {f"{page}.md" for page in pages_of_the_index()} <= set(re.findall(r"\]\(([^)#]+)\)", text))


def drawn():
    """What draws a chart, by the name of its file and of the function."""
    found = set()
    for path in CHARTS.rglob("*.py"):
        found |= {f"{path.stem}.{name}" for name in _DRAWN.findall(path.read_text(encoding="utf-8"))}
    return found - _PARTS


def test_every_chart_has_an_entry_that_says_what_it_cannot_tell():
    text = (DOCS / "attributes.md").read_text(encoding="utf-8")
    entries = dict(re.findall(r"^### [^\n]*\n\n<!-- ([\w., ]+) -->\n(.*?)(?=^##|\Z)", text, re.M | re.S))
    named = [name for names in entries for name in names.split(", ")]
    assert sorted(named) == sorted(drawn()), "docs/attributes.md has an entry for each chart, and for no other"
    for names, entry in entries.items():
        for part in ("![", "**Drawn**", "**Not said**"):
            assert part in entry, f"the entry of {names} has no {part}"


def test_the_site_asks_no_other_host():
    own = [DOCS / "conf.py", *(DOCS / "_ext").glob("*.py"), *(DOCS / "_static").iterdir()]
    assert not [path.name for path in own if re.search("https?://|intersphinx", path.read_text(encoding="utf-8"))]
