"""Bytes of files that tell how far their reading has come, for the bar that waits for them; some without a digest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cwsdiag.formats.source import CHUNK, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cwsdiag.formats.source import Hasher

# Is told how many bytes were read since it was told last.
BytesListener = Callable[[int], None]


@dataclass(frozen=True)
class WatchedSource(Source):
    """Bytes that tell how many of them were read.

    Attributes:
        told: is told of each piece.
        mark: what the digest is of, whatever the bytes are; empty for the bytes themselves.
    """

    told: BytesListener | None = None
    mark: str = ""

    def chunks(self, size: int = CHUNK, *, hasher: Hasher | None = None) -> Iterator[bytes]:
        """Yield the content, as every ``Source`` does, and tell of each piece as it is on disk."""
        if self.mark and hasher is not None:
            hasher.update(self.mark.encode())
            hasher = None
        return super().chunks(size, hasher=hasher if self.told is None else _Telling(self.told, hasher))


class _Telling:
    """Is fed the bytes of a file as they are on disk."""

    def __init__(self, told: BytesListener, hasher: Hasher | None) -> None:
        self._told = told
        self._hasher = hasher

    def update(self, data: bytes, /) -> None:
        self._told(len(data))
        if self._hasher is not None:
            self._hasher.update(data)
