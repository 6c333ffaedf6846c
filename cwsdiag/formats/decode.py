"""From bytes to text: decoding, line ends, and cutting text where a reader allows it, all in a stream."""

from __future__ import annotations

import codecs
from itertools import chain
from typing import TYPE_CHECKING

from cwsdiag.errors import EncodingError, FormatError
from cwsdiag.languages import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cwsdiag.formats.encoding import Encoding


def decoded(
    chunks: Iterable[bytes], encoding: Encoding, name: str, *, complete: bool = True, stray: bool = False
) -> Iterator[str]:
    r"""Yield the text of bytes; no piece is empty, and CR and LF of one line end are in one piece.

    Args:
        chunks: the bytes.
        encoding: what they are in.
        name: of the file, for messages.
        complete: whether the file ends where they end; else half a character may stand there.
        stray: whether bytes that are no text are passed on as ``surrogateescape`` writes them.

    Raises:
        EncodingError: the bytes are not text in this encoding.
        FormatError: there is a NUL character.
    """
    decoder = codecs.getincrementaldecoder(encoding.codec)("surrogateescape" if stray else "strict")
    offset = 0
    line = 1
    held = ""
    for chunk in chain(chunks, (b"",)):
        final = complete and not chunk
        pending = decoder.getstate()[0]
        try:
            text = held + decoder.decode(chunk, final)
        except UnicodeDecodeError as error:
            before = held + error.object[: error.start].decode(encoding.codec, "replace")
            bad = error.object[error.start : error.start + 4]
            if encoding.codec == "utf-8" and bad[:1] == b"\xed" and bad[1:2] >= b"\xa0":
                what: str = lazy("half of a surrogate pair ({bytes})", bytes=bad[:3].hex(" "))
            else:
                what = f"{bad[:1].hex()} ({error.reason})"
            raise EncodingError(
                lazy(
                    "{name}, line {line}, byte {byte:,}: not {encoding}: {what}.\n"
                    "The encoding was chosen because {reason}.\n"
                    "Fix that place or make the file again, or ",
                    name=name,
                    line=line + count_lines(before),
                    byte=offset - len(pending) + error.start,
                    encoding=encoding.label,
                    what=what,
                    reason=encoding.reason,
                ),
                remedy="encoding",
            ) from None
        offset += len(chunk)
        # A CR at the end may be the first half of a line end.
        held = "\r" if text.endswith("\r") and not final else ""
        text = text.removesuffix(held)
        if "\0" in text:
            nul = line + count_lines(text[: text.index("\0")])
            raise FormatError(
                lazy(
                    "{name}, line {line}: NUL character. The file is damaged, or not text: delete the character, or "
                    "make the file again. (UTF-16 without a byte order mark: set the encoding to utf-16-le or "
                    "utf-16-be.)",
                    name=name,
                    line=nul,
                )
            )
        line += count_lines(text)
        if text:
            yield text


def count_lines(text: str) -> int:
    r"""Return how many line ends (LF, CRLF, CR) there are."""
    line_feeds = text.count("\n")
    if "\r" not in text:
        return line_feeds
    return line_feeds + text.count("\r") - text.count("\r\n")


def cut_at(texts: Iterable[str], separator: str) -> Iterator[str]:
    """Join and cut pieces of text so that all but the last end with ``separator``; none is empty.

    Without a separator all of them are one piece.
    """
    if not separator:
        if whole := "".join(texts):
            yield whole
        return
    # A line may go over many pieces: they are joined once, at its end.
    pending: list[str] = []
    for text in texts:
        # The separator may lie across two pieces.
        overlap = "".join(pending[-1:])[1 - len(separator) :] if len(separator) > 1 else ""
        cut = (overlap + text).rfind(separator)
        if cut < 0:
            pending.append(text)
            continue
        cut += len(separator) - len(overlap)
        yield "".join([*pending, text[:cut]])
        pending = [text[cut:]] if cut < len(text) else []
    if pending:
        yield "".join(pending)
