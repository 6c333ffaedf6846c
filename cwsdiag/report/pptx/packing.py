"""Office files whose bytes are the same for the same contents: their own say when they were written."""

from __future__ import annotations

import re
from io import BytesIO
from typing import IO, TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

# The first moment a zip can name, as people who make files reproducible take it.
_WHEN = (1980, 1, 1, 0, 0, 0)
_DATE = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms)")


def packed_anew(data: bytes, made: datetime) -> bytes:
    """Return an Office file that says of all in it that it was made at one moment, spreadsheets inside it too.

    Args:
        data: a pptx or xlsx file.
        made: the moment.
    """
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old:
        packed(out, ((name, _part(name, old.read(name), made)) for name in old.namelist()))
    return out.getvalue()


def packed(file: IO[bytes], parts: Iterable[tuple[str, bytes]]) -> None:
    """Write a zip whose bytes are the same for the same parts.

    Args:
        file: that it is written to.
        parts: names and what they hold, in order.
    """
    with ZipFile(file, "w") as made:
        for name, data in parts:
            info = ZipInfo(name, _WHEN)
            info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
            # Else it says on which system it was made.
            info.create_system = 3
            made.writestr(info, data)


def _part(name: str, data: bytes, made: datetime) -> bytes:
    if name.endswith(".xlsx"):
        return packed_anew(data, made)
    if name == "docProps/core.xml":
        said = made.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
        return _DATE.sub(rb"\g<1>" + said + rb"\g<3>", data)
    return data
