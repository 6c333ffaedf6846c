"""Gather the texts of the dashboard, bring each catalogue up to date and compile it: ``python -m tools.messages``.

Translations that are there stay; texts that are new have none yet, and the command names their number; texts that
nothing says any more are taken out. ``tests/test_languages.py`` holds that none is missing.
"""

from __future__ import annotations

import ast
import io
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cwsdiag.languages import CATALOGUES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PLACES = ("app.py", "cwsdiag", "pages")
# Of which arguments the functions of cwsdiag/languages take texts; "c" is a context.
KEYWORDS: dict[str, Any] = {
    "_": None,
    "n_": (1, 2),
    "p_": ((1, "c"), 2),
    "lazy": None,
    "n_lazy": (1, 2),
    "p_lazy": ((1, "c"), 2),
}
WIDTH = 120


def sources() -> list[Path]:
    """Return the files whose texts are gathered, in order."""
    found = [ROOT / place for place in PLACES]
    return sorted(path for place in found for path in ([place] if place.is_file() else place.rglob("*.py")))


def messages(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Yield the texts of a file, those about a number with both forms, each with its context."""
    with path.open("rb") as file:
        for _line, text, _comments, context in extract("python", file, keywords=KEYWORDS):
            yield text, context
    # Of a column label and meaning; babel takes one text of a call, and does not tell arguments with names apart.
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "column":
            yield from ((text.value, None) for text in node.args[:2] if isinstance(getattr(text, "value", 0), str))


def gathered() -> Catalog:
    """Return all texts, without translations."""
    catalogue = Catalog()
    for path in sources():
        # Where a text stands helps who translates it; on which line would change with every edit.
        for text, context in messages(path):
            catalogue.add(text, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context)
    return catalogue


def updated(code: str) -> Catalog:
    """Return the catalogue of a language with all texts that there are and the translations it has."""
    path = CATALOGUES[code]
    known = Catalog(locale="zh_Hans_CN")
    if path.exists():
        with path.open(encoding="utf-8") as file:
            known = read_po(file, locale="zh_Hans_CN")
    found = Catalog(locale=known.locale, project="cwsdiag", fuzzy=False)
    for message in gathered():
        if message.id:
            before = known.get(message.id, message.context)
            said = before.string if before and type(before.string) is type(_nothing(message.id)) else None
            found.add(message.id, said or _nothing(message.id), message.locations, context=message.context)
    return found


def _nothing(id: str | tuple[str, ...]) -> str | tuple[str, ...]:
    # Chinese has one form for all numbers.
    return "" if isinstance(id, str) else ("",)


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as its file holds it."""
    file = io.BytesIO()
    write_po(file, catalogue, width=WIDTH, omit_header=True, sort_by_file=True, include_lineno=False)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: zh_Hans_CN\\n"\n'
    return (header + '"Plural-Forms: nplurals=1; plural=0;\\n"\n\n').encode() + file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as gettext reads it."""
    # Else it says when it was read.
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1)
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main() -> None:
    """Bring every catalogue up to date."""
    for code, path in CATALOGUES.items():
        catalogue = updated(code)
        path.write_bytes(written(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(read_po(io.BytesIO(path.read_bytes()))))
        left = sum(message.string in ("", ("",)) for message in catalogue if message.id)
        print(f"{path.name}: {len(catalogue):,} texts, {left:,} without translation", file=sys.stderr)


if __name__ == "__main__":
    main()
