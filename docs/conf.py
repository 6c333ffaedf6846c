"""How Sphinx makes a site of these pages: `make docs`.

The pages are Markdown that GitHub shows as it is; what stands in braces is the site's alone. Nothing is fetched while
the site is made, and nothing in it is of another host: it opens from a disk without a network.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cwsdiag import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "cwsdiag"
release = version = __version__
sys.path.insert(0, str(Path(__file__).parent / "_ext"))
extensions = ["myst_parser", "sphinx.ext.autodoc", "docstrings", "sphinx_click"]
exclude_patterns = ["_build"]

# Anchors of headings as GitHub makes them: pages link to each other by them.
myst_heading_anchors = 4
# Blocks that name no language are equations, trees and output.
highlight_language = "text"
# Quotes and dashes as they are written: some are part of a command.
smartquotes = False

nitpicky = True
# Aliases and types of other packages have no place here: those that docstrings name may link to nothing.
nitpick_ignore_regex = [("py:class", ".*"), ("py:exc", ".*")]
autodoc_member_order = "bysource"
maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_attr_annotations = False

html_theme = "furo"
html_title = f"cwsdiag {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
# They are fetched, which browsers refuse to pages that are opened from a disk.
html_show_search_summary = False
html_show_sphinx = html_show_copyright = False
html_theme_options = {"top_of_page_buttons": []}

# Pages of the repository that are none of docs/, and where the site has them.
_ELSEWHERE = {"../sample_data/README.md": "sample.md"}


def _at_home(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Lead links to pages outside docs/ to where the site has them."""
    for outside, inside in _ELSEWHERE.items():
        source[0] = source[0].replace(f"]({outside}", f"]({inside}")


def setup(app: Sphinx) -> None:
    """Take part in the making of the site."""
    app.connect("source-read", _at_home)
