"""Nobody writes a file but through cwsdiag.files: what was there stays whole until the new one is."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "cwsdiag"
# By what they write: each puts it where nobody looks, and gives it its name when it is whole.
WRITERS = {
    "files.py": "all that is written",
    "database.py": "new boards and judgements, and copies of them, beside their place",
    "examples.py": "an example, in a folder of its own until it is whole",
    "project/archive.py": "an archive into what it is handed, which is in memory; another's into a new folder",
    "parallel.py": "a file by which workers see whether a folder is shared, for a moment",
    "report/writing.py": "an archive, in memory",
    "cli/output.py": "nothing: where what is printed cannot be written, the rest goes to the null device",
    "ui/work/worker.py": "how readily it gives way",
}
# Methods and functions that write, whatever they are called on.
NAMES = {
    "write_text", "write_bytes", "to_parquet", "to_excel", "to_pickle", "to_feather", "to_hdf", "savez", "savetxt",
    "savez_compressed", "write_image", "write_html", "write_table", "savefig", "copyfile", "copy2", "copytree",
    "NamedTemporaryFile", "mkstemp", "ZipFile", "TarFile", "copyfileobj", "renames", "link", "symlink_to",
    "hardlink_to",
}  # fmt: skip
WRITING = set("wax+")


def written(tree):
    """Yield the line and name of each call that writes a file."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        owner = getattr(getattr(call.func, "value", None), "id", "")
        texts = {one.value for one in ast.walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        modes = {text for text in texts if len(text) <= 3 and set(text) <= {*"rwaxbt+"}}
        if (
            name in NAMES
            or (name in ("open", "fdopen") and any(WRITING & set(mode) for mode in modes))
            or (owner == "os" and name in ("open", "replace", "rename"))
            or (owner in ("shutil", "np") and name in ("copy", "move", "save"))
        ):
            yield call.lineno, name


def test_nobody_else_writes_files():
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}:{line} {name}"
        for path in PACKAGE.rglob("*.py")
        if "_site" not in path.parts
        for line, name in written(ast.parse(path.read_text(encoding="utf-8")))
    }
    others = sorted(one for one in found if one.partition(":")[0] not in WRITERS)
    assert not others, f"use cwsdiag.files.save, save_all or write_whole: {others}"
    assert {one.partition(":")[0] for one in found} == WRITERS.keys()
