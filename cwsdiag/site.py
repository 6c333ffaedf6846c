"""Where the files lie that travel beside the library: `app.py`, `pages/`, `sample_data/`, `.streamlit/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def site_folder() -> Path:
    """Return the folder of `app.py`: `_site` in an installed package, the repository's root in a checkout."""
    installed = _PACKAGE / "_site"
    return installed if installed.is_dir() else _PACKAGE.parent


@cache
def sample_project() -> Path:
    """Return the project file of the sample data."""
    return site_folder() / "sample_data" / "project.toml"
