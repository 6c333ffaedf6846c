"""The project that is open: what the server was started with or, without that, a recent one that the owner chose."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from cwsdiag.site import sample_project
from cwsdiag.ui.host import recent, server, who
from cwsdiag.ui.shell import state
from cwsdiag.ui.shell.state import Key

if TYPE_CHECKING:
    from pathlib import Path


def project() -> Path | None:
    """Return the file or folder of the open project; None without one."""
    started_with = server.settings().project
    chosen = state.get(Key.RECENT)
    if started_with is not None or chosen is None:
        return started_with
    # Which projects there are, and what is in them, is the business of who sits at the machine.
    found = recent.known().get(chosen) if who.is_owner() else None
    if found is None:
        state.correct(Key.RECENT, None)
    return found


def is_sample(path: Path | None) -> bool:
    """Return whether a project, which may be none, is the sample."""
    return path is not None and _leads_to_sample(path)


# Asked several times a run; where a path leads stays as it is while a server runs.
@lru_cache
def _leads_to_sample(path: Path) -> bool:
    return os.path.realpath(path) == os.path.realpath(sample_project())
