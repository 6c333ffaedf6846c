"""What a server does at its start and at its end."""

from __future__ import annotations

import gc
from contextlib import asynccontextmanager
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from cwsdiag.ui.host import owner_key
from cwsdiag.ui.work.worker import ended_with_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

# The pages that come first, and with them pandas, Plotly and nearly all that the others import.
_PAGES = ("files", "diagnosis")


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Import the pages while the first browser fetches Streamlit's scripts; print the owner's key of a new board."""
    Thread(target=_import_pages, daemon=True).start()
    # Not where a server is launched: `streamlit run` starts one, too.
    if (key := owner_key.made()) is not None:
        print(f"Owner's key of the board, printed this once: {key}", flush=True)  # noqa: T201
    with ended_with_server():
        yield


def _import_pages() -> None:
    for page in _PAGES:
        import_module(f"cwsdiag.ui.{page}.page")
    # What was imported stays: collections of garbage need not look at it.
    gc.freeze()
