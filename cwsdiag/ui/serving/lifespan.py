"""What a server does besides replying, from its start to its end."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from cwsdiag.ui.serving import ahead, garbage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Import what pages need, and collect garbage as long as the server runs."""
    ahead.import_pages()
    async with garbage.COLLECTOR.lifespan(app):
        yield
