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
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cwsdiag.errors import FormatError
from cwsdiag.exhibits import KINDS, RETIRED, Where
from cwsdiag.findings.finding import SHOWS, Finding
from cwsdiag.languages import lazy
from cwsdiag.toml import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FILE_NAME = "findings.toml"
_HEAD = "# Findings kept with cwsdiag. Titles, notes and the order may be changed by hand.\n"
_WHERE = ("dataset", "buckets", "unit")
_TEXTS = ("id", "title", "note", "kind", "show", "headline", "signature", *_WHERE)
_TABLES = ("numbers", "digests", "address")
# More findings than anybody shows, and more text than anybody writes.
MOST, LONGEST = 200, 20_000


def to_text(findings: Iterable[Finding]) -> str:
    """Return the file of findings; the same findings give the same text."""
    return _HEAD + "".join(f"\n[[finding]]\n{_block(finding)}" for finding in findings)


def read_findings(text: str, *, called: str = FILE_NAME) -> tuple[Finding, ...]:
    """Read a file of findings.

    Args:
        text: of the file.
        called: what complaints call it.

    Returns:
        The findings in order; none for an empty text.

    Raises:
        FormatError: it is no TOML, has unknown keys or kinds, lacks some, has values of another type, too many
            findings or too long texts.
    """
    content = read_toml(text, lambda problem: _complaint(called, problem))
    blocks = content.get("finding", [])
    if set(content) - {"finding"} or not isinstance(blocks, list) or not all(isinstance(one, dict) for one in blocks):
        raise _complaint(called, lazy("it must hold [[finding]] tables and nothing else"))
    if len(blocks) > MOST:
        raise _complaint(called, lazy("it holds {n:,} findings, more than {most}", n=len(blocks), most=MOST))
    return _told_apart([_finding(block, called, place) for place, block in enumerate(blocks, start=1)])


def _told_apart(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Give each finding an id of its own: two hands may have copied one."""
    seen: set[str] = set()
    found = []
    for place, finding in enumerate(findings, start=1):
        id = finding.id or f"finding-{place}"
        while id in seen:
            id += "+"
        seen.add(id)
        found.append(replace(finding, id=id))
    return tuple(found)


def _finding(block: Mapping[str, Any], called: str, place: int) -> Finding:
    def complain(what: str) -> FormatError:
        return _complaint(called, lazy("finding {place}: {what}", place=place, what=what))

    kind = block.get("kind")
    if not isinstance(kind, str) or kind not in {**KINDS, **RETIRED}:
        raise complain(lazy("kind must be one of {kinds}", kinds=", ".join(KINDS)))
    needs = () if kind in RETIRED else KINDS[kind].needs
    options = RETIRED[kind] if kind in RETIRED else (*needs, *KINDS[kind].takes)
    for key, value in block.items():
        if key not in (*_TEXTS, *_TABLES, *options, "baselines"):
            raise complain(lazy("unknown key {key!r}", key=key))
        if key in (*_TEXTS, *options) and not isinstance(value, str):
            raise complain(lazy("{key} must be a text in quotes", key=key))
        if isinstance(value, str) and len(value) > LONGEST:
            raise complain(lazy("{key} is longer than {n:,} characters", key=key, n=LONGEST))
    for key in needs:
        if key not in block:
            raise complain(lazy("{key} is missing", key=key))
    baselines = block.get("baselines", False)
    if not isinstance(baselines, bool):
        raise complain(lazy("baselines must be true or false"))
    show = block.get("show", SHOWS[0])
    if show not in SHOWS:
        raise complain(lazy("show must be one of {names}", names=", ".join(SHOWS)))
    digests, address = (_words(block.get(key, {}), key, complain) for key in ("digests", "address"))
    return Finding(
        id=block.get("id", ""),
        title=block.get("title") or kind,
        kind=kind,
        where=Where(
            dataset=block.get("dataset", ""),
            buckets=block.get("buckets", ""),
            unit=block.get("unit", ""),
            baselines=baselines,
        ),
        options={key: block[key] for key in options if key in block},
        note=block.get("note", ""),
        show=show,
        address=address,
        headline=block.get("headline", ""),
        numbers=_numbers(block.get("numbers", {}), complain),
        digests=digests,
        signature=block.get("signature", ""),
    )


def _words(value: Any, key: str, complain: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise complain(lazy("{key} must be a table of texts", key=key))
    return value


def _numbers(value: Any, complain: Any) -> dict[str, float]:
    plain = isinstance(value, dict) and all(type(one) in (int, float) for one in value.values())
    if not plain:
        raise complain(lazy("numbers must be a table of numbers"))
    return {name: float(one) for name, one in value.items()}


def _complaint(called: str, what: str) -> FormatError:
    return FormatError(lazy("{path}: {what}.", path=called, what=what))


def _block(finding: Finding) -> str:
    """Return the lines of a finding, a key each, those left out that say nothing."""
    lines = [("id", finding.id), ("title", finding.title), ("note", finding.note), ("kind", finding.kind)]
    lines += [(key, getattr(finding.where, key)) for key in _WHERE]
    lines += list(finding.options.items())
    written = [f"{key} = {_text(value)}" for key, value in lines if value]
    if finding.where.baselines:
        written.append("baselines = true")
    if finding.show != SHOWS[0]:
        written.append(f"show = {_text(finding.show)}")
    if finding.address:
        written.append(f"address = {_inline(finding.address)}")
    if finding.headline:
        written.append(f"headline = {_text(finding.headline)}")
    if finding.numbers:
        written.append(f"numbers = {_inline(finding.numbers)}")
    if finding.digests:
        written.append(f"digests = {_inline(finding.digests)}")
    if finding.signature:
        written.append(f"signature = {_text(finding.signature)}")
    return "".join(f"{line}\n" for line in written)


def _text(value: str) -> str:
    """Return a text as a basic string of TOML, on one line; JSON escapes what TOML must, but for DEL."""
    return json.dumps(value.encode("utf-8", "replace").decode("utf-8"), ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _text(name)


def _inline(values: Mapping[str, str] | Mapping[str, float]) -> str:
    """Return a table in one line."""
    written = (
        f"{_key(name)} = {_text(value) if isinstance(value, str) else _number(value)}" for name, value in values.items()
    )
    return f"{{ {', '.join(written)} }}"


def _number(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else "nan"
