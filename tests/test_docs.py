"""What the documents say is true: their examples run, their links lead somewhere, what is generated is fresh."""

import json
import re
import shlex
import sys
import tomllib
from itertools import groupby
from pathlib import Path

import pytest
from click.testing import CliRunner

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


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    """The blocks of a page that are marked as tested, each after as many empty lines as stand before it in the page."""
    text = page.read_text(encoding="utf-8")
    return [
        "\n" * text.count("\n", 0, match.start("code")) + match["code"]
        for match in _BLOCK.finditer(text)
        if match["mark"] and match["language"] == language
    ]


def save_files(page: Path, folder: Path) -> None:
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


# Gold has nine words: GDP and iPhone are ASCII, 。 is no Chinese character either; GDP, 衡量 and iPhone are OOV.
# Without weights, what needs difficulties is not listed; nor is what needs parts of speech, or other systems.
LISTED = [
    key
    for key, attribute in ATTRIBUTES.items()
    if not attribute.needs & {"difficulty", "parts of speech", "other systems"}
]
EXPECTED = {"fShare": [6, 3], "lCount": [3, 6, 0, 0, 0], "ascii": [11, 9]}


def diagnosed(*arguments: str) -> dict[str, list[int]]:
    """The gold units in each bucket of each attribute of a diagnosis."""
    command = ["diagnose", "--gold", "gold.txt", "--train", "train.txt", "--system", "mine=mine.txt", "--json"]
    run = CliRunner().invoke(cli.main, [*command, "--resamples", "10", *arguments])
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)["attributes"]
    return {attribute["key"]: [bucket["gold"] for bucket in attribute["buckets"]] for attribute in found}


def test_an_attribute_from_an_entry_point_and_from_a_file(folder, tmp_path_factory, monkeypatch):
    site = tmp_path_factory.mktemp("site")
    save_files(EXTENDING, site)
    save_files(EXTENDING, folder)
    (block,) = blocks(EXTENDING, "toml")
    project = tomllib.loads(block)["project"]
    info = site / "my_attributes-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    ((group, entries),) = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.syspath_prepend(site)
        attributes._installed.cache_clear()
        assert diagnosed() == {**diagnosed("--attributes", ",".join(LISTED)), **{key: EXPECTED[key] for key in entries}}
    attributes._installed.cache_clear()
    assert diagnosed("--plugin", "my_attributes.py", "--attributes", ",".join(EXPECTED)) == EXPECTED


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


def paragraphs(lines: list[str]) -> list[list[str]]:
    """The lines between empty ones."""
    return [list(part) for filled, part in groupby(lines, key=bool) if filled]


def test_the_rooms_are_those_that_are_there():
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    tree = _BLOCK.search(text)["code"].split("\n")
    inside = {line.split()[0] for line in tree if line.startswith("  ") and not line.startswith("   ")}
    there = {
        path.name + ("/" if path.is_dir() else "")
        for path in (ROOT / "cwsdiag").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert inside == there, "docs/architecture.md lists other rooms than cwsdiag/ has"
    parts = [{line.split()[0].removesuffix(".py").strip("/") for line in part} for part in paragraphs(tree)]
    assert [part - {"cwsdiag", "__init__", "__main__"} for part in parts[: len(LEVELS)]] == LEVELS
    for line in tree:
        if line and not line.startswith(" "):
            assert (ROOT / line.split()[0]).exists(), line


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_paths_that_are_named_exist(document):
    text = document.read_text(encoding="utf-8")
    for named in re.findall(r"`((?:cwsdiag|pages|tests|tools|docs|benchmarks|sample_data)/[\w./-]*)`", text):
        # In an installed package only.
        if not named.startswith("cwsdiag/_site"):
            assert (ROOT / named).exists(), named


def anchors(page: Path) -> set[str]:
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
