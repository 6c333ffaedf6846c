"""What a server does besides replying, from its start to its end."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from cwsdiag.ui.host import owner_key
from cwsdiag.ui.serving import ahead, garbage
from cwsdiag.ui.work import worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Import what pages need, give the owner's key of a new board, collect garbage and have long work done as long as the server runs."""
    ahead.import_pages()
    # Here and not where a server is launched: `streamlit run` starts one, too.
    if (key := owner_key.made()) is not None:
        print(f"Owner's key of the board, printed this once: {key}", flush=True)  # noqa: T201
    with worker.ended_with_server():
        async with garbage.COLLECTOR.lifespan(app):
            yield
