"""Imports go one way and in no circle, Streamlit stays in its rooms, and no folder grows into a hall."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "cwsdiag"

# A module may import, at any depth of its code, only from rooms of lower levels or of its own room.
LEVELS = [
    {"languages"},
    {
        "arguments",
        "database",
        "errors",
        "files",
        "memo",
        "parallel",
        "progress",
        "segmenters",
        "toml",
    },
    {"distinct", "text"},
    {"formats"},
    {"align", "scan", "strings", "training", "matching", "weights", "typed"},
    {"dataset", "signature", "attributes", "labels", "doctor"},
    {"baselines", "inputs", "loading", "running", "buckets", "scores", "resampling", "inference", "swaps"},
    {"bakeoff", "balanced", "diagnosis", "difficulty", "separators"},
    {"study"},
    {"project", "board", "judging", "workspaces"},
    {"examples"},
    {"frames"},
    {"views", "charts"},
    {"output"},
    {"exhibits"},
    {"findings"},
    {"report"},
    {"api"},
    {"ui", "cli"},
]
LEVEL = {room: number for number, rooms in enumerate(LEVELS) for room in rooms}
# On one level, but they know nothing of each other.
STRANGERS = {("views", "charts"), ("charts", "views"), ("ui", "cli")}

MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "_site" not in path.parts)
NAMES = {
    ".".join(("cwsdiag", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in MODULES
}


def room(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path, *, with_types):
    """Yield what a module imports, by the names of modules where these are the package's."""
    tree = parsed(path)
    typing_only = {
        node
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if node in typing_only and not with_types:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in NAMES else node.module for name in inside)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path):
    here = room(path)
    if here in {"__init__", "__main__"}:
        return
    assert here in LEVEL, f"{here} has no level: add it to LEVELS"
    for name in imported(path, with_types=False):
        parts = name.split(".")
        if parts[0] == "cwsdiag" and len(parts) > 1 and parts[1] != here:
            assert LEVEL[parts[1]] <= LEVEL[here], f"{here} imports {name}"
            assert (here, parts[1]) not in STRANGERS, f"{here} imports {name}"
    every = {*imported(path, with_types=True)}
    outside = {name.split(".")[0] for name in every}
    assert here == "ui" or "streamlit" not in outside
    assert here in {"ui", "charts"} or "plotly" not in outside
    if here == "charts":
        own = {name for name in every if name.startswith("cwsdiag.") and not name.startswith("cwsdiag.charts")}
        assert own <= {"cwsdiag.frames", "cwsdiag.languages", "cwsdiag.languages.visible"}


def test_no_modules_import_each_other():
    """Imports for type checkers count: what must know each other's types belongs together."""
    graph = {
        name: {other for other in imported(path, with_types=True) if other in NAMES and other != name}
        for name, path in NAMES.items()
        if name != "cwsdiag"
    }
    try:
        TopologicalSorter({name: others - {"cwsdiag"} for name, others in graph.items()}).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' <- '.join(error.args[1])}")


def test_rooms_of_the_dashboard_import_one_way():
    """Two rooms of ``ui/`` never know each other: one of them stands on the other, or both on a third."""
    rooms = {}
    for name, path in NAMES.items():
        if name.startswith("cwsdiag.ui.") and name.count(".") > 2:
            every = [other for other in imported(path, with_types=True) if other.startswith("cwsdiag.ui.")]
            others = {other.split(".")[2] for other in every}
            rooms.setdefault(name.split(".")[2], set()).update(others)
    TopologicalSorter({here: others & rooms.keys() - {here} for here, others in rooms.items()}).prepare()
