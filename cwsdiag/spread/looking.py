"""What a worker has: versions, and whether it sees a folder.

The text of this module is sent to workers that may lack cwsdiag or have another one, and is run there: it knows nothing
but the standard library.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Found = dict[str, "str | None"]
# What is found beside distributions: they come first, in this order.
PYTHON, PACKAGE, CODE, FOLDER = "Python", "cwsdiag", "the code of cwsdiag", "folder"


def look(distributions: Iterable[str], seen: str | None = None) -> Found:
    """Return what this process has, by name; None for what it lacks.

    Args:
        distributions: names of installed packages; cwsdiag is always among what is found.
        seen: path of a file that it should see.

    Returns:
        Versions; of cwsdiag a digest of its code too, for two checkouts of one version may give other numbers; and the
        text of the file.
    """
    found: Found = {PYTHON: ".".join(map(str, sys.version_info[:2])), PACKAGE: None, CODE: None}
    try:
        package = importlib.import_module("cwsdiag")
    except ImportError:
        pass
    else:
        found[PACKAGE] = str(getattr(package, "__version__", "?"))
        found[CODE] = _digest(Path(str(package.__file__)).parent)
    for name in distributions:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = None
    if seen is not None:
        try:
            found[FOLDER] = Path(seen).read_text("ascii")
        except (OSError, ValueError):
            found[FOLDER] = None
    return found


def _digest(package: Path) -> str:
    """Return what names the code of a package: of its modules and not of the files that travel with it in a wheel."""
    told = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not name.startswith("_site/"):
            # A checkout may have other line ends.
            content = path.read_bytes().replace(b"\r\n", b"\n")
            told.update(f"{name} {len(content)}\n".encode() + content)
    return told.hexdigest()[:12]
