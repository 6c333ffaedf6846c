"""The import report of one file as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.formats import READERS, wrappers
from cwsdiag.languages import n_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.formats import Facts
    from cwsdiag.formats.base import Separator

_LONGEST_NAME = 200


def report_lines(facts: Facts) -> list[str]:
    """Return the import report of a file, line by line, without invisible characters."""
    sizes = [n_("{n:,} sentence", "{n:,} sentences", facts.sentences)] if facts.sentences else []
    sizes.append(n_("{n:,} word", "{n:,} words", facts.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", facts.characters))
    rows = [
        ("format", READERS[facts.format].label + (", packed by gzip" if facts.gzip else "")),
        ("encoding", f"{facts.encoding.label}, because {facts.encoding.reason}"),
        ("content", ", ".join(sizes)),
        ("frequencies", _frequencies(facts)),
        ("lines", f"{facts.lines:,}, {facts.blank_lines:,} of them blank; longest {facts.longest_line:,} characters"),
        ("line ends", _counted(facts.newlines)),
        ("separators", _counted(facts.separators) + _because(facts.separator)),
        ("width", f"{facts.full_width:,} full-width and {facts.half_width:,} half-width characters"),
        ("left out", _counted(facts.stripped)),
        ("around", _around(facts)),
        *(("" if index else "begins", "  ".join(words)) for index, words in enumerate(facts.preview)),
    ]
    return [
        f"{shown(facts.name, _LONGEST_NAME)}, read as {facts.role}",
        *(f"  {label:<11} {text}" for label, text in rows if text),
        *(f"  warning: {warning}" for warning in facts.warnings),
    ]


def _frequencies(facts: Facts) -> str:
    if not facts.decimals:
        return ""
    return f"in place of counts, with up to {facts.decimals} decimals: only their ratios mean something"


def _because(separator: Separator | None) -> str:
    return "" if separator is None else f", because {separator.reason}"


def _around(facts: Facts) -> str:
    """Return what stands around lines and was not stripped, with the option that strips it."""
    found = [f"{wrappers.said(key, count)} (--strip {key})" for key, count in facts.wrapped.items()]
    return ", ".join(found)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
