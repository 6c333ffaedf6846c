"""Imports go one way, and Streamlit stays in its rooms."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "cwsdiag"

# A module may import, at any depth of its code, only from rooms of lower levels or of its own room.
LEVELS = [
    {"errors", "progress", "site", "sqlite"},
    {"text"},
    {"formats"},
    {"align", "strings", "training", "matching", "dataset", "weights", "signature", "typed"},
    {"attributes", "baselines", "buckets", "scores", "resampling"},
    {"counting"},
    {"bakeoff", "balanced", "diagnosis", "difficulty", "words", "word_types", "sentence_ranking", "separators"},
    {"study"},
    {"project", "project_reader", "specs", "toml_table", "icwb2", "doctor", "board", "judging", "studies"},
    {"report", "figures"},
    {"ui", "cli"},
]
LEVEL = {room: number for number, rooms in enumerate(LEVELS) for room in rooms}
# Results show themselves as frames, and a signature prints the version: imported where used, upwards, on purpose.
UPWARDS = {("diagnosis", "report")}

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_site" not in path.parts)


def room(path):
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path):
    here = room(path)
    if here in {"__init__", "__main__"}:
        return
    assert here in LEVEL, f"{here} has no level: add it to LEVELS"
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "cwsdiag" and len(parts) > 1 and parts[1] in LEVEL and parts[1] != here:
            assert LEVEL[parts[1]] <= LEVEL[here] or (here, parts[1]) in UPWARDS, f"{here} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_streamlit_stays_in_the_ui(path):
    names = {name.split(".")[0] for name in imported(path)}
    if room(path) != "ui":
        assert "streamlit" not in names
    if room(path) == "figures":
        others = {n for n in imported(path) if n.startswith("cwsdiag.") and not n.startswith("cwsdiag.figures")}
        assert not others
