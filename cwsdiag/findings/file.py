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

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cwsdiag import files
from cwsdiag.errors import FormatError
from cwsdiag.exhibits.registry import KINDS, RETIRED
from cwsdiag.findings.finding import SHOWS, Finding
from cwsdiag.languages import lazy
from cwsdiag.toml import read_toml, written
from cwsdiag.views.look import LookKey

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

FILE_NAME = "findings.toml"
_HEAD = "# Findings kept with cwsdiag. Titles, notes and the order may be changed by hand.\n"
_WHERE = ("dataset", "buckets", "unit")
# Of a finding, with the type of each; its options are texts.
_KEYS = dict.fromkeys(("id", "title", "note", "kind", "show", "headline", "signature", *_WHERE), str)
_TABLES = ("numbers", "digests", "address")
_TYPES = {str: lazy("a text in quotes"), bool: lazy("true or false"), dict: lazy("a table")}
# More findings than anybody shows, and more text than anybody writes.
MOST, LONGEST = 200, 20_000


def findings_path(project: Path) -> Path:
    """Return where the findings of a project lie, given its file or folder: beside it."""
    return (project if project.is_dir() else project.parent) / FILE_NAME


def read_file(path: Path) -> tuple[Finding, ...]:
    """Read a file of findings, anew where somebody changed it.

    Raises:
        ReadError: it is not there, or cannot be read.
        FormatError: it is no file of findings.
    """
    state = files.refuse_special(path, str(path))
    return _read(path, state.st_mtime_ns, state.st_size, state.st_ino)


def write_file(path: Path, findings: Sequence[Finding]) -> None:
    """Write findings in place of those that are there; whoever reads meanwhile has the old file or the new one.

    Args:
        path: of the file.
        findings: all of them, in their order.

    Raises:
        FormatError: what is there is no file of findings: it stays as it is.
        ReadError: it cannot be read or written.
    """
    if path.exists():
        read_file(path)
    files.save(path, to_text(findings))


@lru_cache(16)
def _read(path: Path, *_state: int) -> tuple[Finding, ...]:
    try:
        text = files.read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(lazy("{path}: it is not UTF-8. Save it as UTF-8.", path=str(path))) from None
    return read_findings(text, called=str(path))


def read_findings(text: str, *, called: str = FILE_NAME) -> tuple[Finding, ...]:
    """Read the text of a file of findings.

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
    findings: dict[str, Finding] = {}
    for place, block in enumerate(blocks, start=1):
        try:
            finding = _finding(block)
        except FormatError as error:
            raise complain(lazy("finding {place}: {what}", place=place, what=error.problem)) from None
        id = finding.id or f"finding-{place}"
        while id in findings:
            id += "+"
        findings[id] = replace(finding, id=id)
    return tuple(findings.values())


def _finding(block: Mapping[str, Any]) -> Finding:
    kind = block.get("kind")
    needs: tuple[str, ...] = ()
    options: tuple[str, ...]
    if isinstance(kind, str) and kind in RETIRED:
        options = RETIRED[kind]
    elif isinstance(kind, str) and kind in KINDS:
        needs = KINDS[kind].needs
        options = (*needs, *KINDS[kind].takes)
    else:
        raise FormatError(lazy("kind must be one of {kinds}", kinds=", ".join(KINDS)))
    types = dict.fromkeys(options, str) | _KEYS | {"baselines": bool} | dict.fromkeys(_TABLES, dict)
    for key, value in block.items():
        if key not in types:
            raise FormatError(lazy("unknown key {key!r}", key=key))
        if not isinstance(value, types[key]):
            raise FormatError(lazy("{key} must be {what}", key=key, what=_TYPES[types[key]]))
        if isinstance(value, str) and len(value) > LONGEST:
            raise FormatError(lazy("{key} is longer than {n:,} characters", key=key, n=LONGEST))
    for key in needs:
        if key not in block:
            raise FormatError(lazy("{key} is missing", key=key))
    if block.get("show", SHOWS[0]) not in SHOWS:
        raise FormatError(lazy("show must be one of {names}", names=", ".join(SHOWS)))
    try:
        numbers = {name: float(one) for name, one in block.get("numbers", {}).items()}
    except (TypeError, ValueError):
        raise FormatError(lazy("numbers must be a table of numbers")) from None
    return Finding(
        id=block.get("id", ""),
        title=block.get("title") or kind,
        kind=kind,
        where=LookKey(**{key: block[key] for key in (*_WHERE, "baselines") if key in block}),
        options={key: block[key] for key in options if key in block},
        numbers=numbers,
        address={name: str(one) for name, one in block.get("address", {}).items()},
        digests={name: str(one) for name, one in block.get("digests", {}).items()},
        **{key: block[key] for key in ("note", "show", "headline", "signature") if key in block},
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
        lines = [f"{key} = {written(value)}\n" for key, value in {**values, **rest}.items() if value]
        blocks.append(f"\n[[finding]]\n{''.join(lines)}")
    return "".join(blocks)
