"""What pages need, loaded before it is asked for: modules of the server, and scripts of the browser.

Streamlit asks for a script when its first element comes. Until then an element is a grey bar of another height, and
what stands below it jumps when it is drawn. What nearly every page needs comes with it; what is needed further on, when
the first page stands and nothing else is to be done.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import streamlit

if TYPE_CHECKING:
    from collections.abc import Iterable

# As Streamlit calls the files, up to the dot before their digest. One that a later version calls otherwise is left out.
NAMES = ("Html", "Selectbox", "PageLink", "Button", "ButtonGroup", "PlotlyChart", "DataFrame")
LATER = (
    *("BidiComponent", "Checkbox", "DownloadButton", "FileUploader", "Multiselect", "NumberInput", "Progress"),
    *("StreamlitSyntaxHighlighter", "TextInput"),
)
# The pages that come first, and with them pandas, Plotly and nearly all that the others import.
MODULES = ("cwsdiag.ui.start.page", "cwsdiag.ui.diagnosis.page", "cwsdiag.ui.compare.page")
_FOLDER = Path(streamlit.__file__).parent / "static" / "static" / "js"
# Imports stand first; the largest file has five megabytes.
_HEAD = 20_000
_IMPORT = re.compile(r"""from ?["'`]\./([\w.-]+\.js)["'`]""")


@cache
def links() -> bytes:
    """Return links of a page's head to these scripts and to all that they import."""
    found: dict[str, None] = {}
    wanted = _files(NAMES)
    while wanted:
        file = wanted.pop()
        if file not in found and (_FOLDER / file).is_file():
            found[file] = None
            with (_FOLDER / file).open(encoding="utf-8") as script:
                wanted += _IMPORT.findall(script.read(_HEAD))
    # As Streamlit's own links, or the browser would fetch each a second time.
    return "".join(f'<link rel="modulepreload" crossorigin href="./static/js/{file}">' for file in found).encode()


@cache
def later() -> list[str]:
    """Return the addresses of the scripts that are needed further on, as seen from the server's base."""
    return [f"static/js/{file}" for file in _files(LATER)]


def _files(names: Iterable[str]) -> list[str]:
    return [path.name for name in names for path in sorted(_FOLDER.glob(f"{name}.*.js"))]


def import_pages() -> None:
    """Import what pages need in a thread of its own: the first browser takes as long to fetch Streamlit's scripts."""
    Thread(target=_import_all, name="imports", daemon=True).start()


def _import_all() -> None:
    # What cannot be imported the page says that needs it.
    with suppress(Exception):
        for module in MODULES:
            import_module(module)
