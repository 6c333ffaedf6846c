"""Nobody writes a file but through cwsdiag.files: what was there stays whole until the new one is."""

from __future__ import annotations

import re
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
# What writes whatever it is called on, and what is opened to be written.
WRITING = re.compile(
    r"\b(write_text|write_bytes|to_parquet|to_excel|to_pickle|to_feather|to_hdf|savez|savetxt|savez_compressed"
    r"|write_image|write_html|write_table|savefig|copyfile|copy2|copytree|NamedTemporaryFile|mkstemp|ZipFile|TarFile"
    r"|copyfileobj|renames|link|symlink_to|hardlink_to)\("
    r"|\b(fd)?open\([^;]{0,150}?[\"'][rbt]*[wax+][bt+]*[\"']"
    r"|\bos\.(open|replace|rename)\(|\b(shutil|np)\.(copy|move|save)\("
)


def test_nobody_else_writes_files():
    found = set()
    for path in PACKAGE.rglob("*.py"):
        if "_site" not in path.parts and WRITING.search(path.read_text("utf-8")):
            found.add(path.relative_to(PACKAGE).as_posix())
    assert found == WRITERS.keys(), "use cwsdiag.files.save, save_all or write_whole"
