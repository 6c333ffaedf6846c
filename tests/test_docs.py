"""What the documents say is true: their examples run, their links lead somewhere, what is generated is fresh."""

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import cwsdiag
from cwsdiag import attributes, buckets, cli
from cwsdiag.attributes import ATTRIBUTES, Attribute
from cwsdiag.formats import READERS
from cwsdiag.project.reader import (
    CurveTable,
    DatasetTable,
    ProjectTable,
    PublishedTable,
    SliceTable,
    StudyTable,
    SystemTable,
)
from tests.test_entry_points import announce
from tests.test_layering import LEVELS
from tools import attributes_doc

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
_BLOCK = re.compile(r"(?P<mark><!-- tested -->\n)?^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.M | re.S)
_FILE_NAME = re.compile(r"# (\w+\.py)\n")

PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "sample_data").rglob("*.md")])
EXTENDING = DOCS / "extending.md"
GOLD = "我们 用 GDP 衡量 增长\n他 喜欢 iPhone 。\n"
FILES = {"gold.txt": GOLD, "train.txt": "我们 喜欢 增长\n他 用 。 。\n", "mine.txt": GOLD.replace("GDP", "G DP")}


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def blocks(page, language):
    """The blocks of a page that are marked as tested, each after as many empty lines as stand before it in the page."""
    text = page.read_text(encoding="utf-8")
    return [
        "\n" * text.count("\n", 0, match.start("code")) + match["code"]
        for match in _BLOCK.finditer(text)
        if match["mark"] and match["language"] == language
    ]


def save_files(page, folder):
    """Write the blocks that begin with the name of a file into that file, as their reader is told to."""
    for block in blocks(page, "python"):
        if named := _FILE_NAME.match(block.lstrip("\n")):
            (folder / named[1]).write_text(block.lstrip("\n"), encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with the files that examples name; registries forget afterwards what was put in."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    registries = [attributes._plugins, buckets.BUCKETERS, READERS]
    before = [dict(registry) for registry in registries]
    modules = set(sys.modules)
    yield tmp_path
    for registry, entries in zip(registries, before, strict=True):
        registry.clear()
        registry.update(entries)
    for name in set(sys.modules) - modules:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]


@pytest.mark.parametrize("document", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_python_examples_run_one_after_another(document, folder):
    save_files(document, folder)
    namespace = {"__name__": "example"}
    for block in blocks(document, "python"):
        exec(compile(block, name_of(document), "exec"), namespace)


@pytest.mark.parametrize("document", [page for page in PAGES if blocks(page, "sh")], ids=name_of)
def test_commands_run(document, folder):
    save_files(document, folder)
    for block in blocks(document, "sh"):
        for line in block.strip().replace("\\\n", " ").split("\n"):
            command, *arguments = shlex.split(line)
            assert command == "cwsdiag"
            result = CliRunner().invoke(cli.main, arguments)
            assert result.exit_code == 0, result.output


def test_an_attribute_from_an_entry_point_is_there_unasked(folder):
    save_files(EXTENDING, folder)
    (block,) = blocks(EXTENDING, "toml")
    project = tomllib.loads(block)["project"]
    ((group, entries),) = project["entry-points"].items()
    announce(folder, project["name"], group, entries)
    attributes._installed.cache_clear()
    dataset = cwsdiag.load(gold="gold.txt", training="train.txt", systems={"mine": "mine.txt"})
    found = {one.attribute.key: one.gold.tolist() for one in cwsdiag.diagnose(dataset, resamples=10).attributes}
    attributes._installed.cache_clear()
    # Of the nine words GDP, iPhone and 。 have no Chinese character; GDP, 衡量 and iPhone are OOV.
    assert {key: found[key] for key in entries} == {"fShare": [6, 3], "lCount": [3, 6, 0, 0, 0]}


def test_the_page_of_attributes_is_fresh():
    written = attributes_doc.PAGE.read_text(encoding="utf-8")
    assert attributes_doc.chapters(ATTRIBUTES.values()) in written, f"stale: run {attributes_doc.COMMAND}"


def test_every_field_of_an_attribute_is_documented():
    text = EXTENDING.read_text(encoding="utf-8")
    for field in set(Attribute.__dataclass_fields__) - {"compute"}:
        assert f"`{field}`" in text, field


def test_every_key_of_a_project_is_documented():
    text = (DOCS / "projects.md").read_text(encoding="utf-8")
    for table in (SystemTable, DatasetTable, SliceTable, PublishedTable, CurveTable, StudyTable, ProjectTable):
        # Refused with what to do instead.
        for key in set(table.__struct_fields__) - {"version"}:
            assert re.search(rf"\b{key}\b", text), key


def test_the_rooms_are_those_that_are_there():
    """All that is there has a level, see ``test_imports_go_one_way``."""
    tree = _BLOCK.search((DOCS / "architecture.md").read_text(encoding="utf-8"))["code"]
    levels = [
        {line.split()[0].removesuffix(".py").strip("/") for line in part.splitlines() if not line.startswith("   ")}
        for part in tree.split("\n\n")
    ]
    assert [part - {"cwsdiag", "__init__", "__main__"} for part in levels[: len(LEVELS)]] == LEVELS


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_paths_that_are_named_exist(document):
    text = document.read_text(encoding="utf-8")
    for named in re.findall(r"`((?:cwsdiag|pages|tests|tools|docs|benchmarks|sample_data)/[\w./-]*)`", text):
        # In an installed package only.
        if not named.startswith("cwsdiag/_site"):
            assert (ROOT / named).exists(), named


def anchors(page):
    """The anchors of the headings of a page, made as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_links_lead_somewhere(document):
    text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", "", text)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (document.parent / path).resolve() if path else document
        assert linked.exists(), f"{name_of(document)} links to {target}"
        if anchor:
            assert anchor in anchors(linked), f"{name_of(document)} links to {target}"


def test_chapters_that_code_cites_exist():
    chapters = set(re.findall(r"^## (\d+) ", (DOCS / "methods.md").read_text(encoding="utf-8"), re.M))
    for path in (*(ROOT / "cwsdiag").rglob("*.py"), *(ROOT / "tests").rglob("*.py")):
        for cited in re.findall(r"METHODS (\d+(?:(?:, | and )\d+)*)", path.read_text(encoding="utf-8")):
            assert set(re.findall(r"\d+", cited)) <= chapters, f"{path} cites METHODS {cited}"
