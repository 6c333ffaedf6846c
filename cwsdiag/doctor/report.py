"""The import report of one file as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cwsdiag.errors import shown
from cwsdiag.formats import READERS, wrappers
from cwsdiag.languages import n_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cwsdiag.formats import Facts

_LONGEST_NAME = 200


def report_lines(facts: Facts) -> list[str]:
    """Return the import report of a file, line by line, without invisible characters."""
    sizes = [n_("{n:,} sentence", "{n:,} sentences", facts.sentences)] if facts.sentences else []
    sizes.append(n_("{n:,} word", "{n:,} words", facts.words))
    sizes.append(n_("{n:,} character", "{n:,} characters", facts.characters))
    separators = _counted(facts.separators)
    if facts.separator is not None:
        separators += f", because {facts.separator.reason}"
    around = [f"{wrappers.said(key, count)} (--strip {key})" for key, count in facts.wrapped.items()]
    frequencies = f"in place of counts, with up to {facts.decimals} decimals: only their ratios mean something"
    rows = [
        ("format", READERS[facts.format].label + (", packed by gzip" if facts.gzip else "")),
        ("encoding", f"{facts.encoding.label}, because {facts.encoding.reason}"),
        ("content", ", ".join(sizes)),
        ("frequencies", frequencies if facts.decimals else ""),
        ("lines", f"{facts.lines:,}, {facts.blank_lines:,} of them blank; longest {facts.longest_line:,} characters"),
        ("line ends", _counted(facts.newlines)),
        ("separators", separators),
        ("width", f"{facts.full_width:,} full-width and {facts.half_width:,} half-width characters"),
        ("left out", _counted(facts.stripped)),
        ("around", ", ".join(around)),
        *(("" if index else "begins", "  ".join(words)) for index, words in enumerate(facts.preview)),
    ]
    return [
        f"{shown(facts.name, _LONGEST_NAME)}, read as {facts.role}",
        *(f"  {label:<11} {text}" for label, text in rows if text),
        *(f"  warning: {warning}" for warning in facts.warnings),
    ]


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
