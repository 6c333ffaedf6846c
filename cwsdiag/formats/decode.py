"""From bytes to text: decoding, line ends, and cutting text where a reader allows it, all in a stream."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

from cwsdiag.errors import EncodingError, FormatError
from cwsdiag.formats.base import JSON_DOCUMENT, WHITE
from cwsdiag.formats.encoding import Encoding
from cwsdiag.languages import lazy

# Line ends to Unicode, white space between words here, where a file has LF, CRLF or CR too.
OTHER_ENDS = "\u2028\u2029\x85\v\f"
# Without blanks between words, lines have more characters than words do.
_LEAST_LINE = 5


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
            raise EncodingError(
                lazy(
                    "{name}, line {line}, byte {byte:,}: not {encoding}: {what}.\n"
                    "The encoding was chosen because {reason}.\n"
                    "Fix that place or make the file again, or ",
                    name=name,
                    line=line + count_lines(before),
                    byte=offset - len(pending) + error.start,
                    encoding=encoding.label,
                    what=f"{error.object[error.start]:02x} ({error.reason})",
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
    return text.count("\n") + (text.count("\r") - text.count("\r\n") if "\r" in text else 0)


def cut_at(texts: Iterable[str], separator: str) -> Iterator[str]:
    """Join and cut pieces of text so that all but the last end with ``separator``; none is empty.

    Without a separator all of them are one piece.
    """
    if not separator:
        if whole := "".join(texts):
            yield whole
        return
    # A line may go over many pieces: each is looked through once, and all are joined at its end.
    pending: list[str] = []
    for text in texts:
        # The first half of a separator of two may end the piece before.
        before = pending[-1][-1:] if pending and len(separator) > 1 else ""
        cut = (before + text).rfind(separator)
        if cut < 0:
            pending.append(text)
            continue
        cut += len(separator) - len(before)
        yield "".join([*pending, text[:cut]])
        pending = [text[cut:]] if cut < len(text) else []
    if pending:
        yield "".join(pending)


def other_line_end(text: str) -> str | None:
    """Return what ends the lines of a file in place of LF; None where it has LF, or nothing else plainly does.

    Plain is one of ``OTHER_ENDS`` where no other line end stands inside the text, if most lines that it ends have white
    space inside, or all have none and are longer than words.

    Args:
        text: the head of the file, with LF for CRLF and CR.
    """
    body = text.strip()
    present = [char for char in OTHER_ENDS if char in body]
    # In a string of JSON it may stand as it is.
    if len(present) != 1 or "\n" in body or JSON_DOCUMENT.match(body):
        return None
    lines = [line for part in body.split(present[0]) if (line := part.strip())]
    several = sum(WHITE.search(line) is not None for line in lines)
    long = sum(map(len, lines)) >= _LEAST_LINE * len(lines)
    return present[0] if 2 * several >= len(lines) or (long and not several) else None


def with_line_feeds(text: str, other: str | None = None) -> str:
    r"""Return ``text`` with LF for every CRLF and CR, and for another line end where the file has one."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if other is None else text.replace(other, "\n")
