"""Scripts that nearly every page needs, loaded with it: Streamlit asks for each when its first element comes.

Until then an element is a grey bar of another height, and what stands below it jumps when it is drawn.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import streamlit

# As Streamlit calls the files, up to the dot before their digest. One that a later version calls otherwise is left out.
NAMES = ("Html", "Selectbox", "PageLink", "Button", "ButtonGroup", "PlotlyChart", "DataFrame")
_FOLDER = Path(streamlit.__file__).parent / "static" / "static" / "js"
# Imports stand first; the largest file has five megabytes.
_HEAD = 20_000
_IMPORT = re.compile(r"""from ?["'`]\./([\w.-]+\.js)["'`]""")


@cache
def links() -> bytes:
    """Return links of a page's head to these scripts and to all that they import."""
    found: dict[str, None] = {}
    wanted = [path.name for name in NAMES for path in sorted(_FOLDER.glob(f"{name}.*.js"))]
    while wanted:
        file = wanted.pop()
        if file not in found and (_FOLDER / file).is_file():
            found[file] = None
            with (_FOLDER / file).open(encoding="utf-8") as script:
                wanted += _IMPORT.findall(script.read(_HEAD))
    # As Streamlit's own links, or the browser would fetch each a second time.
    return "".join(f'<link rel="modulepreload" crossorigin href="./static/js/{file}">' for file in found).encode()
