"""The file of findings, ``findings.toml``: readable, to be edited by hand, and to be merged line by line.

    [[finding]]
    id = "9c41e07a"
    title = "crf wins on long words"
    note = "Ask about the training data."
    kind = "compare"                      # cwsdiag figure --list names all
    dataset = "news"
    system = "crf"                        # the options of the kind
    other = "jieba"
    buckets = "equal:4"                   # optional, as are unit, baselines and show
    headline = "crf is 2.6 points …"      # from here on what it said when it was kept; may be left out
    numbers = { difference = 0.0261, p = 0.0894 }
    digests = { gold = "3f0c5a12be77" }
    signature = "cwsdiag 0.2.0 | …"

Titles, notes and names are text and nothing else, whatever they hold.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import FormatError
from cwsdiag.exhibits.registry import KINDS, RETIRED
from cwsdiag.files import read_whole, write_whole
from cwsdiag.findings.finding import SHOWS, Finding
from cwsdiag.languages import lazy
from cwsdiag.toml import read_toml
from cwsdiag.views.look import Where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FILE_NAME = "findings.toml"
_HEAD = "# Findings kept with cwsdiag. Titles, notes and the order may be changed by hand.\n"
_WHERE = ("dataset", "buckets", "unit")
_TEXTS = ("id", "title", "note", "kind", "show", "headline", "signature", *_WHERE)
_TABLES = ("numbers", "digests", "address")
# More findings than anybody shows, and more text than anybody writes.
MOST, LONGEST = 200, 20_000
# Files whose findings are remembered, by what tells one state of a file from another.
_PLACES = 16


@dataclass(frozen=True)
class FindingsFile:
    """The file of findings that lies beside a project: read anew where somebody changed it; the last writer wins.

    Attributes:
        path: of the file, whether or not it is there yet.
    """

    path: Path

    @classmethod
    def of_project(cls, project: Path) -> FindingsFile:
        """Return the file that belongs to a project, its file or folder."""
        return cls((project if project.is_dir() else project.parent) / FILE_NAME)

    def read(self) -> tuple[Finding, ...]:
        """Return what stands in it; none where it is not there.

        Raises:
            FormatError: it is no file of findings.
            OSError: it cannot be read.
        """
        try:
            state = self.path.stat()
        except FileNotFoundError:
            return ()
        # Of more bytes it holds no findings that could be read: so many, each with a long title, note and headline.
        if state.st_size > MOST * LONGEST:
            raise FormatError(lazy("{path}: it is too large to be a file of findings.", path=str(self.path)))
        return _read(self.path, state.st_mtime_ns, state.st_size, state.st_ino)

    def write(self, findings: Sequence[Finding]) -> None:
        """Write findings in place of those that are there; whoever reads meanwhile has the old file or the new one.

        Args:
            findings: all of them, in their order.

        Raises:
            FormatError: what is there is no file of findings: it stays as it is.
            OSError: the folder cannot be written to.
        """
        self.read()
        write_whole(self.path, to_text(findings).encode("utf-8"))


@lru_cache(_PLACES)
def _read(path: Path, *_state: int) -> tuple[Finding, ...]:
    try:
        text = read_whole(path, error=FormatError).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(lazy("{path}: it is not UTF-8. Save it as UTF-8.", path=str(path))) from None
    return read_findings(text, called=str(path))


def read_findings(text: str, *, called: str = FILE_NAME) -> tuple[Finding, ...]:
    """Read a file of findings.

    Args:
        text: of the file.
        called: what complaints call it.

    Returns:
        The findings in order, each with an id of its own: two hands may have copied one. None for an empty text.

    Raises:
        FormatError: it is no TOML, has unknown keys or kinds, lacks some, has values of another type, too many
            findings or too long texts.
    """

    def complain(what: str) -> FormatError:
        return FormatError(lazy("{path}: {what}.", path=called, what=what))

    content = read_toml(text, complain)
    blocks = content.get("finding", [])
    if set(content) - {"finding"} or not isinstance(blocks, list) or not all(isinstance(one, dict) for one in blocks):
        raise complain(lazy("it must hold [[finding]] tables and nothing else"))
    if len(blocks) > MOST:
        raise complain(lazy("it holds {n:,} findings, more than {most}", n=len(blocks), most=MOST))
    found: dict[str, Finding] = {}
    for place, block in enumerate(blocks, start=1):
        finding = _finding(block, complain, place)
        id = finding.id or f"finding-{place}"
        while id in found:
            id += "+"
        found[id] = replace(finding, id=id)
    return tuple(found.values())


def _finding(block: Mapping[str, Any], complain_of: Callable[[str], FormatError], place: int) -> Finding:
    def complain(what: str) -> FormatError:
        return complain_of(lazy("finding {place}: {what}", place=place, what=what))

    kind = block.get("kind")
    if not isinstance(kind, str) or kind not in {**KINDS, **RETIRED}:
        raise complain(lazy("kind must be one of {kinds}", kinds=", ".join(KINDS)))
    needs = () if kind in RETIRED else KINDS[kind].needs
    options = RETIRED[kind] if kind in RETIRED else (*needs, *KINDS[kind].takes)
    for key, value in block.items():
        inner = value.values() if isinstance(value, dict) else [None]
        if key in (*_TEXTS, *options):
            if not isinstance(value, str):
                raise complain(lazy("{key} must be a text in quotes", key=key))
            if len(value) > LONGEST:
                raise complain(lazy("{key} is longer than {n:,} characters", key=key, n=LONGEST))
        elif key == "baselines":
            if not isinstance(value, bool):
                raise complain(lazy("baselines must be true or false"))
        elif key == "numbers":
            if not all(type(one) in (int, float) for one in inner):
                raise complain(lazy("numbers must be a table of numbers"))
        elif key not in _TABLES:
            raise complain(lazy("unknown key {key!r}", key=key))
        elif not all(isinstance(one, str) for one in inner):
            raise complain(lazy("{key} must be a table of texts", key=key))
    for key in needs:
        if key not in block:
            raise complain(lazy("{key} is missing", key=key))
    if block.get("show", SHOWS[0]) not in SHOWS:
        raise complain(lazy("show must be one of {names}", names=", ".join(SHOWS)))
    return Finding(
        id=block.get("id", ""),
        title=block.get("title") or kind,
        kind=kind,
        where=Where(**{key: block[key] for key in (*_WHERE, "baselines") if key in block}),
        options={key: block[key] for key in options if key in block},
        numbers={name: float(one) for name, one in block.get("numbers", {}).items()},
        **{key: block[key] for key in ("note", "show", "address", "headline", "digests", "signature") if key in block},
    )


def to_text(findings: Iterable[Finding]) -> str:
    """Return the file of findings, a key a line but for those that say nothing; the same findings give the same."""
    blocks = [_HEAD]
    for one in findings:
        values = {"id": one.id, "title": one.title, "note": one.note, "kind": one.kind}
        values |= {key: getattr(one.where, key) for key in _WHERE} | dict(one.options)
        rest = {
            "baselines": one.where.baselines,
            "show": "" if one.show == SHOWS[0] else one.show,
            "address": one.address,
            "headline": one.headline,
            "numbers": one.numbers,
            "digests": one.digests,
            "signature": one.signature,
        }
        lines = [f"{key} = {_value(value)}\n" for key, value in {**values, **rest}.items() if value]
        blocks.append(f"\n[[finding]]\n{''.join(lines)}")
    return "".join(blocks)


def _value(value: object) -> str:
    """Return a value as TOML has it, in one line."""
    if isinstance(value, Mapping):
        bare = {name: name.replace("_", "").replace("-", "") for name in value}
        keys = [name if one.isalnum() and name.isascii() else _value(name) for name, one in bare.items()]
        return f"{{ {', '.join(f'{key} = {_value(one)}' for key, one in zip(keys, value.values(), strict=True))} }}"
    if isinstance(value, float):
        return repr(float(value)) if math.isfinite(value) else "nan"
    if isinstance(value, bool):
        return "true"
    # JSON escapes what TOML must, but for DEL.
    return json.dumps(str(value).encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")
